package generator

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sort"

	"github.com/tricycle-graph/tricycle/graph"
)

// PlantedCliques is a random graph G(n, p) in which some disjoint sets of
// random vertices are made cliques (Jerrum, Random Structures & Algorithms 3,
// 1992; Kučera, Discrete Applied Mathematics 57, 1995): dense spots that the
// degrees do not give away. The expected number of edges is
// k·C(s,2) + (C(n,2) - k·C(s,2))·p for k cliques of s vertices.
type PlantedCliques struct {
	Vertices    int     // n
	Probability float64 // p of every other pair
	Cliques     int     // k
	Size        int     // s; k cliques have n vertices at most, and at most 2^24
	Seed        uint64  // another graph for each seed
}

// mostPlanted bounds the members of all cliques, which are held.
const mostPlanted = 1 << 24

// Source checks the parameters and returns the source, which holds 12 bytes a
// member of a clique once it is prepared. Each vertex draws its smaller
// neighbours from a stream of its own.
func (g PlantedCliques) Source() (*Source, error) {
	if err := within("planted-cliques", "vertices", g.Vertices, 1, maxVertices); err != nil {
		return nil, err
	}
	if err := chance("planted-cliques", "probability", g.Probability); err != nil {
		return nil, err
	}
	if err := within("planted-cliques", "size", g.Size, 1, min(g.Vertices, mostDense)); err != nil {
		return nil, err
	}
	if err := within("planted-cliques", "cliques", g.Cliques, 0, min(g.Vertices, mostPlanted)/g.Size); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name: fmt.Sprintf("planted-cliques --vertices %d --probability %v --cliques %d --size %d --seed %d",
			g.Vertices, g.Probability, g.Cliques, g.Size, g.Seed),
		Format:   "planted-cliques",
		Vertices: graph.Known(g.Vertices),
		EachOnce: true,
	}
	p := &planting{PlantedCliques: g, background: newTrials(g.Probability)}
	perBlock := rowsPerBlock(float64(g.Vertices)*g.Probability + float64(g.Size))
	src := newSource(info, g.Vertices, perBlock, p.appendVertices)
	src.state = p
	return src, nil
}

// planting is the state of the source.
type planting struct {
	PlantedCliques
	background trials
	cliques    []uint32 // members of one clique after the other, each ascending
	members    []member // all of them, ascending
}

// member is a vertex of a clique.
type member struct{ vertex, clique uint32 }

// make plants the cliques: their members are the first vertices of a shuffle.
func (p *planting) make(ctx context.Context, _ int) error {
	shuffle := newPermutation(bits.Len(uint(p.Vertices-1)), p.Seed)
	for c := range p.Cliques {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for i := range p.Size {
			// Numbers that are no vertices lead on to others: what remains
			// is a shuffle of the vertices.
			v := shuffle.at(uint64(c*p.Size + i))
			for v >= uint64(p.Vertices) {
				v = shuffle.at(v)
			}
			p.cliques = append(p.cliques, uint32(v))
			p.members = append(p.members, member{uint32(v), uint32(c)})
		}
		slices.Sort(p.clique(c))
	}
	slices.SortFunc(p.members, func(a, b member) int { return cmp.Compare(a.vertex, b.vertex) })
	return nil
}

func (p *planting) free() { p.cliques, p.members = nil, nil }

func (p *planting) clique(c int) []uint32 { return p.cliques[c*p.Size : (c+1)*p.Size] }

// appendVertices appends the edges from the vertices in [begin, end) to smaller
// ones.
func (p *planting) appendVertices(begin, end int, edges []graph.Edge) []graph.Edge {
	next := sort.Search(len(p.members), func(i int) bool { return int(p.members[i].vertex) >= begin })
	for v := begin; v < end; v++ {
		random, row := streamOf(p.Seed, v), len(edges)
		edges = p.background.appendRow(edges, &random, 0, v, v)
		if next < len(p.members) && int(p.members[next].vertex) == v {
			edges = withClique(edges, row, p.clique(int(p.members[next].clique)), uint32(v))
			next++
		}
	}
	return edges
}

// withClique replaces the edges of v, those from row on, that lead into its
// clique by those to all smaller vertices of the clique.
func withClique(edges []graph.Edge, row int, clique []uint32, v uint32) []graph.Edge {
	kept := edges[:row]
	for _, e := range edges[row:] {
		if _, inside := slices.BinarySearch(clique, e.U); !inside {
			kept = append(kept, e)
		}
	}
	for _, u := range clique {
		if u < v {
			kept = append(kept, graph.Edge{U: u, V: v})
		}
	}
	return kept
}
