package triads

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/ties"
)

// drawn is a triad of each class on the vertices 0, 1 and 2.
var drawn = [classes][][2]int{
	c003:  {},
	c012:  {{0, 1}},
	c102:  {{0, 1}, {1, 0}},
	c021D: {{1, 0}, {1, 2}},
	c021U: {{0, 1}, {2, 1}},
	c021C: {{0, 1}, {1, 2}},
	c111D: {{0, 1}, {1, 0}, {2, 1}},
	c111U: {{0, 1}, {1, 0}, {1, 2}},
	c030T: {{0, 1}, {1, 2}, {0, 2}},
	c030C: {{0, 1}, {1, 2}, {2, 0}},
	c201:  {{0, 1}, {1, 0}, {1, 2}, {2, 1}},
	c120D: {{1, 0}, {1, 2}, {0, 2}, {2, 0}},
	c120U: {{0, 1}, {2, 1}, {0, 2}, {2, 0}},
	c120C: {{0, 1}, {1, 2}, {0, 2}, {2, 0}},
	c210:  {{0, 1}, {1, 2}, {2, 1}, {0, 2}, {2, 0}},
	c300:  {{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}},
}

// classOfArcs is the class of a triad by which of its six arcs there are: that of the
// drawing which it is, with its vertices in one order or another.
var classOfArcs = func() map[[3][3]bool]int {
	of := map[[3][3]bool]int{}
	for class, arcs := range drawn {
		for _, name := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			var joined [3][3]bool
			for _, arc := range arcs {
				joined[name[arc[0]]][name[arc[1]]] = true
			}
			of[joined] = class
		}
	}
	return of
}()

func TestTheDrawingsAreAllTriads(t *testing.T) {
	if len(classOfArcs) != 64 {
		t.Errorf("%d of 64 triads are drawn", len(classOfArcs))
	}
	for class, arcs := range drawn {
		both := int64(0)
		for _, arc := range arcs {
			for _, other := range arcs {
				if arc == [2]int{other[1], other[0]} {
					both++
				}
			}
		}
		if mutual(class) != both/2 || asymmetric(class) != int64(len(arcs))-both {
			t.Errorf("%s has %v", Names[class], arcs)
		}
	}
}

// slowly looks at all triples of n vertices.
func slowly(n int, arcs []graph.Edge) (counts [classes]int64) {
	joined := map[graph.Edge]bool{}
	for _, arc := range arcs {
		joined[arc] = true
	}
	for c := range n {
		for b := range c {
			for a := range b {
				var triad [3][3]bool
				of := [3]int{a, b, c}
				for i, u := range of {
					for j, v := range of {
						triad[i][j] = i != j && joined[graph.Edge{U: uint32(u), V: uint32(v)}]
					}
				}
				counts[classOfArcs[triad]]++
			}
		}
	}
	return counts
}

func census(t *testing.T, arcs []graph.Edge, threads int) (*Census, *ties.Directed) {
	t.Helper()
	opt := graph.Options{Threads: threads}
	d, err := ties.ReadDirected(t.Context(), graph.FromEdges(arcs), opt)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Of(t.Context(), d, opt)
	if err != nil {
		t.Fatal(err)
	}
	return c, d
}

func checkCounts(t *testing.T, c *Census, want [classes]int64) {
	t.Helper()
	for class, name := range Names {
		if c.Triads[class].Cmp(big.NewInt(want[class])) != 0 {
			t.Errorf("%v triads %s, want %d", c.Triads[class], name, want[class])
		}
	}
}

// randomArcs joins n vertices by arcs, many of them in both directions, with repeats
// and loops; each vertex has a record.
func randomArcs(random *rand.Rand, n int) (arcs []graph.Edge) {
	density := random.Float64()
	for v := range n {
		arcs = append(arcs, graph.Edge{U: uint32(v), V: uint32(v)})
	}
	for range int(density * float64(n*n)) {
		arc := graph.Edge{U: random.Uint32N(uint32(n)), V: random.Uint32N(uint32(n))}
		arcs = append(arcs, arc)
		if random.IntN(3) == 0 {
			arcs = append(arcs, graph.Edge{U: arc.V, V: arc.U}, arc)
		}
	}
	return arcs
}

func TestCensus(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 13))
	for range 200 {
		n := 1 + random.IntN(25)
		arcs := randomArcs(random, n)
		want := slowly(n, arcs)
		for _, threads := range []int{1, 3} {
			c, _ := census(t, arcs, threads)
			checkCounts(t, c, want)
		}
		if t.Failed() {
			t.Fatal(n, arcs)
		}
	}
}

// The example in the documentation of triadic_census of NetworkX.
func TestCensusAsNetworkX(t *testing.T) {
	c, _ := census(t, []graph.Edge{{U: 1, V: 2}, {U: 2, V: 3}, {U: 3, V: 1}, {U: 3, V: 4}, {U: 4, V: 1}, {U: 4, V: 2}}, 1)
	checkCounts(t, c, [classes]int64{c030T: 2, c030C: 2})
}

// TestCensusOfManyVertices: triples of 2^32 vertices are no number of 64 bits, and
// neither are wedges.
func TestCensusOfManyVertices(t *testing.T) {
	const n = 1<<32 - 1
	var counts Counts
	for class := range counts {
		counts[class] = new(big.Int)
	}
	var s sum
	s.addPairs(n - 1) // a star: one vertex with arcs to all others
	counts[c021D] = s.big()
	counts.complete(n, 0, n-1)
	rest := new(big.Int).Binomial(n-1, 3)
	if counts[c021D].Cmp(new(big.Int).Binomial(n-1, 2)) != 0 || counts[c012].Sign() != 0 || counts[c003].Cmp(rest) != 0 {
		t.Errorf("%v", counts)
	}
	for range 5 {
		s.addSum(s)
	}
	if want := new(big.Int).Lsh(counts[c021D], 5); s.big().Cmp(want) != 0 {
		t.Errorf("32 times %v is %v", counts[c021D], s.big())
	}
}
