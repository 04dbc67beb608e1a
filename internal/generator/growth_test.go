package generator

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// grownSlowly is the growth as the papers tell it, with a list of neighbours
// for each vertex and a list of all ends. share is the probability of a triad
// times 2^53, or -1 for a graph that knows of none.
func grownSlowly(vertices, links int, seed uint64, share int64) []graph.Edge {
	var edges []graph.Edge
	var targets []uint32
	neighbors := make([][]uint32, vertices)
	random := streamOf(seed, 0)
	link := func(v int, own []uint32) {
		for _, u := range own {
			edges = append(edges, graph.Edge{U: u, V: uint32(v)})
			neighbors[v] = append(neighbors[v], u)
			neighbors[u] = append(neighbors[u], uint32(v))
		}
		targets = append(targets, own...)
	}
	var star []uint32
	for u := range links {
		star = append(star, uint32(u))
	}
	link(links, star)
	for v := links + 1; v < vertices; v++ {
		prefer := func() uint32 {
			z := random.next()
			if z%2 == 0 {
				at, _ := bits.Mul64(z, uint64(v-links))
				return uint32(links) + uint32(at)
			}
			at, _ := bits.Mul64(z, uint64(len(targets)))
			return targets[at]
		}
		var own []uint32
		if share < 0 {
			// All are drawn, those that are there already drawn again.
			for range links {
				own = append(own, prefer())
			}
			for i := range own {
				for slices.Contains(own[:i], own[i]) {
					own[i] = prefer()
				}
			}
			link(v, own)
			continue
		}
		preferNew := func() uint32 {
			for {
				if u := prefer(); !slices.Contains(own, u) {
					return u
				}
			}
		}
		hub := preferNew()
		own = append(own, hub)
		for len(own) < links {
			if int64(random.next()>>11) < share {
				all := neighbors[hub]
				fresh := slices.DeleteFunc(slices.Clone(all), func(u uint32) bool { return slices.Contains(own, u) })
				from := fresh
				if len(all) > 2*len(own) {
					from = all // with a further draw for each that is not fresh
				}
				if len(from) > 0 {
					u := from[random.below(uint64(len(from)))]
					for !slices.Contains(fresh, u) {
						u = from[random.below(uint64(len(from)))]
					}
					own = append(own, u)
					continue
				}
			}
			hub = preferNew()
			own = append(own, hub)
		}
		link(v, own)
	}
	return edges
}

func TestGrowthIsAsTold(t *testing.T) {
	for seed := range uint64(20) {
		for _, links := range []int{1, 2, 3, 8, 20} {
			n := links + 1 + int(seed)*17
			got := records(source(t, BarabasiAlbert{n, links, seed}))
			if want := grownSlowly(n, links, seed, -1); !slices.Equal(got, want) {
				t.Fatalf("Barabási-Albert, n %d, %d links, seed %d: other edges", n, links, seed)
			}
			for _, probability := range []float64{0, 0.3, 1} {
				got := records(source(t, HolmeKim{n, links, probability, seed}))
				if want := grownSlowly(n, links, seed, int64(probability*(1<<53))); !slices.Equal(got, want) {
					t.Fatalf("Holme-Kim, n %d, %d links, triads %v, seed %d: other edges", n, links, probability, seed)
				}
			}
		}
	}
}

// A vertex is drawn in proportion to its degree.
func TestPreference(t *testing.T) {
	const n, links, draws = 50, 3, 200_000
	a := attachment{vertices: n, links: links, seed: 8}
	if err := a.make(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	defer a.free()
	degree := map[uint32]int{}
	for v := links; v < n; v++ {
		for _, u := range a.own(v) {
			degree[u]++
			degree[uint32(v)]++
		}
	}
	drawn, random := map[uint32]int{}, streamOf(8, 8)
	for range draws {
		drawn[a.draw(&random, n)]++
	}
	for v := range uint32(n) {
		mean := draws * float64(degree[v]) / (2 * links * (n - links))
		near(t, "draws of a vertex", drawn[v], mean, mean)
	}
}

// Degrees follow the power law that the papers derive, P(d) = 2m(m+1) /
// (d(d+1)(d+2)) in the limit, and triads make triangles.
func TestGrowthHasItsShape(t *testing.T) {
	const n, links = 40_000, 4
	triangles := map[float64]int{}
	for _, probability := range []float64{0, 0.5, 1} {
		set := edgesOf(t, HolmeKim{n, links, probability, 1})
		if len(set) != links*(n-links) {
			t.Errorf("%d edges, want %d", len(set), links*(n-links))
		}
		triangles[probability] = set.triangles()
	}
	// One for each link that closes one, and those that come by themselves.
	if triads := links*n - n; triangles[0] > n/10 || triangles[0.5] < triads*48/100 || triangles[1] < triads {
		t.Errorf("triangles by probability of a triad: %v", triangles)
	}
	degrees := map[uint32]int{}
	for e := range edgesOf(t, BarabasiAlbert{n, links, 1}) {
		degrees[e.U]++
		degrees[e.V]++
	}
	with := map[int]int{}
	for _, d := range degrees {
		with[d]++
	}
	for d := links; d < 4*links; d++ {
		mean := n * 2 * links * (links + 1) / float64(d*(d+1)*(d+2))
		if math.Abs(float64(with[d])-mean) > 5*math.Sqrt(mean)+0.01*n/links {
			t.Errorf("%d vertices of degree %d, want %.0f", with[d], d, mean)
		}
	}
}
