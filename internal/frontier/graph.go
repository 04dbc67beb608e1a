package frontier

// Graph is a simple undirected graph in symmetric CSR: the neighbours of v are
// Neighbors[Offsets[v]:Offsets[v+1]], ascending. It need not be connected.
type Graph struct {
	Offsets   []uint32
	Neighbors []uint32
	// Weights, where it is not nil, gives the length that a vertex adds to a
	// cycle.
	Weights []uint32
}

// Vertices returns n.
func (g *Graph) Vertices() int { return len(g.Offsets) - 1 }

// row returns the neighbours of v.
func (g *Graph) row(v uint32) []uint32 { return g.Neighbors[g.Offsets[v]:g.Offsets[v+1]] }

// weight returns the length that v adds to a cycle.
func (g *Graph) weight(v uint32) uint64 {
	if g.Weights == nil {
		return 1
	}
	return uint64(g.Weights[v])
}

// total returns the sum of all weights.
func (g *Graph) total() uint64 {
	sum := uint64(0)
	for v := range g.Vertices() {
		sum += g.weight(uint32(v))
	}
	return sum
}

// positions returns where each vertex stands in an order.
func positions(order []uint32) []int {
	position := make([]int, len(order))
	for i, v := range order {
		position[v] = i
	}
	return position
}
