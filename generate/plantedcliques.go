package generate

import (
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
	Size        int     // s; no more than n vertices in k cliques
	Seed        uint64  // another graph for each seed
}

// Source checks the parameters and returns the source. Each vertex draws its
// smaller neighbours from a stream of its own.
func (g PlantedCliques) Source() (*Source, error) {
	if err := within("planted-cliques", "vertices", g.Vertices, 1, maxVertices); err != nil {
		return nil, err
	}
	if err := chance("planted-cliques", "probability", g.Probability); err != nil {
		return nil, err
	}
	if err := within("planted-cliques", "size", g.Size, 1, g.Vertices); err != nil {
		return nil, err
	}
	if err := within("planted-cliques", "cliques", g.Cliques, 0, g.Vertices/g.Size); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name: fmt.Sprintf("planted-cliques --vertices %d --probability %v --cliques %d --size %d --seed %d",
			g.Vertices, g.Probability, g.Cliques, g.Size, g.Seed),
		Format:     "planted-cliques",
		Vertices:   int64(g.Vertices),
		Records:    graph.Unknown,
		MaxRecords: graph.Unknown,
		EachOnce:   true,
	}
	background, planted := newTrials(g.Probability), g.plant()
	perBlock := rowsPerBlock(float64(g.Vertices)*g.Probability + float64(g.Size))
	return newSource(info, g.Vertices, perBlock, func(begin, end int, edges []graph.Edge) []graph.Edge {
		next := sort.Search(len(planted), func(i int) bool { return int(planted[i].vertex) >= begin })
		for v := begin; v < end; v++ {
			random, row := streamOf(g.Seed, v), len(edges)
			edges = background.appendRow(edges, &random, 0, v, v)
			if next < len(planted) && int(planted[next].vertex) == v {
				edges = withClique(edges, row, planted[next].clique, uint32(v))
				next++
			}
		}
		return edges
	}), nil
}

// member is a vertex of a planted clique, which is ascending.
type member struct {
	vertex uint32
	clique []uint32
}

// plant returns the members of the cliques, ascending: the first vertices of a
// shuffle.
func (g PlantedCliques) plant() []member {
	shuffle := newPermutation(bits.Len(uint(g.Vertices-1)), g.Seed)
	planted := make([]member, 0, g.Cliques*g.Size)
	for c := range g.Cliques {
		clique := make([]uint32, g.Size)
		for i := range clique {
			// Numbers that are no vertices lead on to others: what remains
			// is a shuffle of the vertices.
			v := shuffle.at(uint64(c*g.Size + i))
			for v >= uint64(g.Vertices) {
				v = shuffle.at(v)
			}
			clique[i] = uint32(v)
		}
		slices.Sort(clique)
		for _, v := range clique {
			planted = append(planted, member{v, clique})
		}
	}
	slices.SortFunc(planted, func(a, b member) int { return int(a.vertex) - int(b.vertex) })
	return planted
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
