package cpucount

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// listSlowly looks at all pairs of entries of each row.
func listSlowly(o *lists.Oriented, keep func(corners []uint32) bool) (all [][3]uint32) {
	for u := range uint32(o.Rows()) {
		for i, v := range o.Row(u) {
			for _, w := range o.Row(u)[:i] {
				if _, found := slices.BinarySearch(o.Row(v), w); found && keep([]uint32{u, v, w}) {
					corners := []uint32{o.Vertex(u), o.Vertex(v), o.Vertex(w)}
					slices.Sort(corners)
					all = append(all, [3]uint32(corners))
				}
			}
		}
	}
	return all
}

func listed(ctx context.Context, l Listing, o *lists.Oriented, method Method, p Params) (all [][3]uint32, err error) {
	err = l.List(ctx, o, method, p, func(t Triangles) error {
		for i := range t[0] {
			all = append(all, [3]uint32{t[0][i], t[1][i], t[2][i]})
		}
		return nil
	})
	return all, err
}

func compareTriangles(a, b [3]uint32) int { return slices.Compare(a[:], b[:]) }

// ranked returns a random graph on some order, with its vertices and their degrees.
func ranked(t *testing.T, e *graphtest.Edges, order graph.Order) (*lists.Oriented, lists.Vertices, []uint32) {
	t.Helper()
	var edges []graph.Edge
	for _, p := range e.Pairs {
		edges = append(edges, graph.Edge{U: p[0], V: p[1]})
	}
	g, err := lists.Graph(t.Context(), graph.FromEdges(edges), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ranking, err := lists.Rank(t.Context(), g, order, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o, err := lists.Orient(t.Context(), g, ranking, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	degrees, err := lists.DegreesOfGraph(t.Context(), g, 1)
	if err != nil {
		t.Fatal(err)
	}
	return o, lists.VerticesOfGraph(g, o), degrees
}

func TestListIsThatOfAllTriples(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for round := range graphtest.Fewer(13) {
		n := 2 + rng.IntN(60)
		e := graphtest.Random(rng, n, []float64{.05, .2, .6}[round%3])
		if round%4 == 3 {
			e = graphtest.Hubs(rng, n)
		}
		order := []graph.Order{graph.OrderDegree, graph.OrderID}[round%2]
		o, vertices, degrees := ranked(t, e, order)
		least := rng.Uint32N(4) * uint32(n) / 8
		for _, l := range []Listing{{}, {Least: least}} {
			l.Vertices, l.Degrees = &vertices, degrees
			want := listSlowly(o, func(corners []uint32) bool {
				return !slices.ContainsFunc(corners, func(r uint32) bool { return degrees[o.Vertex(r)] < l.Least })
			})
			for _, v := range variants(o) {
				got, err := listed(t.Context(), l, o, v.method, v.params.beside(ListBytes(o.Rows(), o.MaxOutDegree(), v.params)))
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("round %d, least %d: %v lists %v (%v), want %v", round, l.Least, v, got, err, want)
				}
				l.Unordered = true
				got, err = listed(t.Context(), l, o, v.method, v.params.beside(ListBytes(o.Rows(), o.MaxOutDegree(), v.params)))
				slices.SortFunc(got, compareTriangles)
				sorted := slices.SortedFunc(slices.Values(want), compareTriangles)
				if err != nil || !slices.Equal(got, sorted) {
					t.Errorf("round %d, least %d: %v lists %v (%v) in any order, want %v", round, l.Least, v, got, err, sorted)
				}
				l.Unordered = false
			}
			// Under ids that are far apart.
			l.IDs = make([]uint32, o.Rows())
			for r := range l.IDs {
				l.IDs[r] = 1000 + 7*vertices.Of(uint32(r))
			}
			for i, corners := range want {
				for j, v := range corners {
					want[i][j] = 1000 + 7*v
				}
			}
			for _, method := range []Method{Auto, Merge} {
				got, err := listed(t.Context(), l, o, method, Params{Threads: 2})
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("round %d, least %d: ids: %v (%v), want %v", round, l.Least, got, err, want)
				}
			}
		}
	}
}

func TestListThrough(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for round := range 30 {
		n := 5 + rng.IntN(40)
		o, vertices, degrees := ranked(t, graphtest.Random(rng, n, []float64{.1, .3, .7}[round%3]), []graph.Order{graph.OrderDegree, graph.OrderID}[round%2])
		if o.Rows() < 4 {
			continue
		}
		for size := 1; size <= 4; size++ {
			l := Listing{Vertices: &vertices, Degrees: degrees, Least: rng.Uint32N(5)}
			for _, r := range rng.Perm(o.Rows())[:size] {
				l.Through = append(l.Through, uint32(r))
			}
			want := listSlowly(o, func(corners []uint32) bool {
				return !slices.ContainsFunc(l.Through, func(r uint32) bool { return !slices.Contains(corners, r) }) &&
					!slices.ContainsFunc(corners, func(r uint32) bool { return degrees[o.Vertex(r)] < l.Least })
			})
			for _, threads := range []int{1, 3} {
				got, err := listed(t.Context(), l, o, Auto, Params{Threads: threads, grain: 10})
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("round %d, through %v: %v (%v), want %v", round, l.Through, got, err, want)
				}
			}
		}
	}
}

// TestListWithHubs has a matrix, and rows beside it.
func TestListWithHubs(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	for _, density := range []float64{.1, .12} {
		o := graphtest.Random(rng, 700, density).ByDegree().Lists()
		if hubCount(o, Params{}) == 0 {
			t.Fatalf("no hubs at density %v", density)
		}
		vertices, degrees := lists.Vertices{Count: o.Rows()}, make([]uint32, o.Rows())
		for u := range uint32(o.Rows()) {
			degrees[u] = uint32(len(o.Row(u)))
		}
		for _, l := range []Listing{{}, {Least: 40}} {
			l.Vertices, l.Degrees = &vertices, degrees
			want, err := listed(t.Context(), l, o, Merge, Params{Threads: 1})
			if err != nil || len(want) == 0 {
				t.Fatal(len(want), err)
			}
			for _, p := range []Params{{Threads: 1}, {Threads: 3}, {Threads: 2, grain: 100}} {
				if got, err := listed(t.Context(), l, o, Auto, p); err != nil || !slices.Equal(got, want) {
					t.Errorf("density %v, least %d, %+v: %d other triangles than %d (%v)", density, l.Least, p, len(got), len(want), err)
				}
			}
		}
	}
}

// TestListOfManyBatches: a graph whose parts have more triangles than are held, and
// lists that end early.
func TestListOfManyBatches(t *testing.T) {
	const n = 100
	o := graphtest.Complete(n)
	vertices := lists.Vertices{Count: n}
	l := Listing{Vertices: &vertices}
	want, err := listed(t.Context(), l, o, Auto, Params{Threads: 1})
	if err != nil || uint64(len(want)) != graphtest.Choose(n, 3) {
		t.Fatalf("%d triangles (%v)", len(want), err)
	}
	for _, threads := range []int{2, 7} {
		for _, grain := range []uint64{0, 40 * n, n * n * n} {
			for _, method := range Methods {
				got, err := listed(t.Context(), l, o, method, Params{Threads: threads, grain: grain})
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%d threads, grain %d, %s: %d triangles (%v)", threads, grain, method, len(got), err)
				}
			}
		}
	}
	enough := errors.New("enough")
	for _, threads := range []int{1, 2, 7} {
		seen := 0
		err := l.List(t.Context(), o, Auto, Params{Threads: threads}, func(tr Triangles) error {
			if seen += len(tr[0]); seen > n*n {
				return enough
			}
			return nil
		})
		if !errors.Is(err, enough) || seen > n*n+batchTriangles {
			t.Errorf("%d threads: %v after %d", threads, err, seen)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		err = l.List(ctx, o, Auto, Params{Threads: threads}, func(Triangles) error { cancel(enough); return nil })
		if !errors.Is(err, enough) {
			t.Errorf("%d threads, a context that ends: %v", threads, err)
		}
	}
}

func TestListMemory(t *testing.T) {
	o := graphtest.Complete(70)
	vertices := lists.Vertices{Count: 70}
	for _, method := range Methods {
		p := Params{Memory: 1000}
		var short *graph.MemoryError
		if _, err := listed(t.Context(), Listing{Vertices: &vertices}, o, method, p); !errors.As(err, &short) {
			t.Errorf("%s: %v within %d bytes", method, err, p.Memory)
			continue
		}
		p.Memory = short.Need
		if _, err := listed(t.Context(), Listing{Vertices: &vertices}, o, method, p); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
}

func BenchmarkList(b *testing.B) {
	e := graphtest.Kronecker(rand.New(rand.NewPCG(1, 2)), 16, 16)
	o := e.ByDegree().Lists()
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			vertices := lists.Vertices{Count: o.Rows()}
			count := 0
			for b.Loop() {
				count = 0
				err := Listing{Vertices: &vertices}.List(b.Context(), o, Auto, Params{Threads: threads}, func(t Triangles) error {
					count += len(t[0])
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(count)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mtriangles/s")
		})
	}
}
