package frontier

// front is the frontier while an order is made.
type front struct {
	g        *Graph
	width    int
	decided  []bool
	left     []int // undecided neighbours
	releases []int // decided neighbours for which the vertex is the only undecided one
}

func newFront(g *Graph) *front {
	n := g.Vertices()
	f := &front{g: g, decided: make([]bool, n), left: make([]int, n), releases: make([]int, n)}
	for v := range f.left {
		f.left[v] = len(g.row(uint32(v)))
	}
	return f
}

// grows returns by how much the frontier grows when v is decided next.
func (f *front) grows(v uint32) int {
	if f.left[v] > 0 {
		return 1 - f.releases[v]
	}
	return -f.releases[v]
}

// decide decides v. Over all vertices it takes time proportional to the edges.
func (f *front) decide(v uint32) {
	f.width += f.grows(v)
	f.decided[v] = true
	for _, u := range f.g.row(v) {
		f.left[u]--
		if f.decided[u] {
			f.release(u)
		}
	}
	f.release(v)
}

// release tells the only undecided neighbour of v, if there is one, that v
// waits for it.
func (f *front) release(v uint32) {
	if f.left[v] != 1 {
		return
	}
	for _, u := range f.g.row(v) {
		if !f.decided[u] {
			f.releases[u]++
		}
	}
}
