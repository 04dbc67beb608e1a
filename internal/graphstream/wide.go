package graphstream

import (
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
)

// WideMost is the most vertices for which rows of bits are made: 2 MiB of them.
const WideMost = 4096

// Wide is a clean graph of at most WideMost vertices: bit u of row v says that u and v
// are neighbours, and that u is below v. It is used again and again.
type Wide struct {
	N     int
	words int      // of a row
	of    []uint64 // the rows, one behind the other
	seen  []uint64 // vertices
}

// WideBytes is what a Wide of n vertices holds.
func WideBytes(n int) int64 { return 8 * int64(n+1) * int64(wordsOf(n)) }

func wordsOf(n int) int { return (n + 63) / 64 }

// Reset makes g a graph of n vertices without an edge.
func (g *Wide) Reset(n int) {
	g.N, g.words = n, wordsOf(n)
	g.of = zeros(g.of, n*g.words)
	g.seen = zeros(g.seen, g.words)
}

// zeros returns so many zeros in the memory of words, where there is room.
func zeros(words []uint64, n int) []uint64 {
	if n > cap(words) {
		return make([]uint64, n)
	}
	words = words[:n]
	clear(words)
	return words
}

// Row returns a row, to be filled by who reads a graph.
func (g *Wide) Row(v int) []uint64 { return g.of[v*g.words : (v+1)*g.words] }

// Add adds records, as that of Rows does.
func (g *Wide) Add(records []graph.Edge, r *graph.Report) {
	r.Records += uint64(len(records))
	for _, e := range records {
		word, bit := &g.of[int(e.U)*g.words+int(e.V/64)], uint64(1)<<(e.V%64)
		switch {
		case e.U == e.V:
			r.Loops++
		case *word&bit != 0:
			r.Duplicates++
		default:
			*word |= bit
		}
	}
}

// Clean makes a clean graph of what was added, and completes the report: what stands above
// the diagonal goes below it.
func (g *Wide) Clean(r *graph.Report) {
	for v := range g.N {
		row := g.Row(v)
		for i := v / 64; i < g.words; i++ {
			above := row[i]
			if i == v/64 {
				above &= ^uint64(0) << (v % 64)
			}
			row[i] &^= above
			for ; above != 0; above &= above - 1 {
				below := &g.of[(64*i+bits.TrailingZeros64(above))*g.words+v/64]
				r.Reciprocal += *below >> (v % 64) & 1
				*below |= 1 << (v % 64)
			}
		}
	}
	r.OneWay = g.Edges() - r.Reciprocal
	r.Isolated = g.Isolated()
}

// Edges returns the number of edges.
func (g *Wide) Edges() uint64 {
	edges := 0
	for _, word := range g.of {
		edges += bits.OnesCount64(word)
	}
	return uint64(edges)
}

// Isolated returns the number of vertices without an edge.
func (g *Wide) Isolated() uint64 {
	clear(g.seen)
	for v := range g.N {
		some := uint64(0)
		for i, word := range g.Row(v)[:v/64+1] {
			g.seen[i] |= word
			some |= word
		}
		if some != 0 {
			g.seen[v/64] |= 1 << (v % 64)
		}
	}
	isolated := g.N
	for _, word := range g.seen {
		isolated -= bits.OnesCount64(word)
	}
	return uint64(isolated)
}

// Triangles counts the triangles: at each edge the common neighbours below it.
func (g *Wide) Triangles() uint64 {
	triangles := 0
	for v := range g.N {
		row := g.Row(v)[:v/64+1]
		for i, word := range row {
			for ; word != 0; word &= word - 1 {
				u := 64*i + bits.TrailingZeros64(word)
				other := g.of[u*g.words:][:i+1]
				for k, below := range row[:len(other)] {
					triangles += bits.OnesCount64(below & other[k])
				}
			}
		}
	}
	return uint64(triangles)
}

// each calls body for the edges: u is below v, and v, then u, ascend.
func (g *Wide) each(body func(u, v int)) {
	for v := range g.N {
		for i, word := range g.Row(v)[:v/64+1] {
			for ; word != 0; word &= word - 1 {
				body(64*i+bits.TrailingZeros64(word), v)
			}
		}
	}
}
