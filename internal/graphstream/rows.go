package graphstream

import (
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
)

// Most is the most vertices of which a row is one word.
const Most = 64

// Rows is a clean graph of at most Most vertices: bit u of row v says that u and v are
// neighbours.
type Rows struct {
	N  int
	Of [Most]uint64
}

// Reset makes g a graph of n vertices without an edge.
func (g *Rows) Reset(n int) {
	g.N = n
	clear(g.Of[:n])
}

// Add adds records to a graph that Reset began and that Clean will make clean: until then
// they stand in the rows of their first ids.
func (g *Rows) Add(records []graph.Edge, r *graph.Report) {
	r.Records += uint64(len(records))
	for _, e := range records {
		switch {
		case e.U == e.V:
			r.Loops++
		case g.Of[e.U]>>e.V&1 != 0:
			r.Duplicates++
		default:
			g.Of[e.U] |= 1 << e.V
		}
	}
}

// Clean makes a clean graph of what was added, and completes the report.
func (g *Rows) Clean(r *graph.Report) {
	from := g.Of
	both := uint64(0)
	for v := range g.N {
		g.each(from[v], func(u int) {
			both += from[u] >> v & 1
			g.Of[u] |= 1 << v
		})
	}
	r.Reciprocal = both / 2
	r.OneWay = g.Edges() - r.Reciprocal
	r.Isolated = g.Isolated()
}

// each calls body for the members of a set.
func (g *Rows) each(set uint64, body func(v int)) {
	for ; set != 0; set &= set - 1 {
		body(bits.TrailingZeros64(set))
	}
}

// Edges returns the number of edges.
func (g *Rows) Edges() uint64 {
	ends := 0
	for _, row := range g.Of[:g.N] {
		ends += bits.OnesCount64(row)
	}
	return uint64(ends / 2)
}

// Isolated returns the number of vertices without an edge.
func (g *Rows) Isolated() (isolated uint64) {
	for _, row := range g.Of[:g.N] {
		if row == 0 {
			isolated++
		}
	}
	return isolated
}

// Triangles counts the triangles: at each edge the common neighbours below it.
func (g *Rows) Triangles() uint64 {
	triangles := 0
	for v, row := range g.Of[:g.N] {
		below := row & (1<<v - 1)
		for rest := below; rest != 0; rest &= rest - 1 {
			u := bits.TrailingZeros64(rest)
			triangles += bits.OnesCount64(below & g.Of[u] & (1<<u - 1))
		}
	}
	return uint64(triangles)
}
