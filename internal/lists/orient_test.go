package lists

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

func TestOrientKeepsTheEdges(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(2, 2))
	for trial := range 60 {
		r := randomRecords(random)
		opt := graph.Options{Threads: 1 + trial%3}
		for _, order := range graph.Orders[1:] {
			g, err := Graph(ctx, r, opt)
			if err != nil {
				t.Fatal(err)
			}
			want := lower(g)
			fromGraph, err := Rank(ctx, g, order, opt)
			if err != nil {
				t.Fatal(err)
			}
			o, err := Orient(ctx, g, fromGraph, opt)
			if err != nil {
				t.Fatal(err)
			}
			checkOriented(t, o, want, order, g)
		}
	}
}

// checkBelow looks at rows one by one, and at the edges that every other entry tells.
func checkBelow(t *testing.T, b *Below, g *graph.Graph) {
	t.Helper()
	var edges [][2]uint32
	entry := uint64(0)
	for v := range uint32(g.Vertices()) {
		for _, w := range b.Row(v) {
			edges = append(edges, [2]uint32{v, w})
		}
		for _, u := range g.Neighbors(v) {
			if entry%2 == 0 {
				if larger, smaller := b.Edge(entry / 2); larger != max(u, v) || smaller != min(u, v) {
					t.Fatalf("entry %d, of %d and %d: edge %d, %d", entry, u, v, larger, smaller)
				}
			}
			entry++
		}
	}
	if !slices.Equal(edges, lower(g)) || b.Edges() != uint64(len(edges)) || b.Vertices() != g.Vertices() {
		t.Fatalf("%d vertices and %d edges: %d", b.Vertices(), b.Edges(), edges)
	}
}

// What is below each vertex gives the lists in the order of the ids, and what there is to
// scan of them.
func TestBelow(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(2, 3))
	for trial := range 60 {
		r := randomRecords(random)
		g, err := Graph(ctx, r, graph.Options{Threads: 1 + trial%3})
		if err != nil {
			t.Fatal(err)
		}
		below, err := BelowOf(ctx, g, 1+trial%3)
		if err != nil {
			t.Fatal(err)
		}
		for _, order := range []graph.Order{graph.OrderID, graph.OrderDegree} {
			again, err := BelowOf(ctx, g, 1+trial%3)
			if err != nil {
				t.Fatal(err)
			}
			ranking, err := Rank(ctx, g, order, graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			o, err := again.Relabel(ctx, ranking, graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			checkOriented(t, o, lower(g), order, g)
		}
		checkBelow(t, below, g)
		o, err := below.Orient(ctx)
		if err != nil {
			t.Fatal(err)
		}
		checkOriented(t, o, lower(g), graph.OrderID, g)
		work, longest := uint64(0), uint32(0)
		for row := range uint32(o.Rows()) {
			for _, v := range o.Row(row) {
				work += uint64(o.OutDegree(v))
			}
			longest = max(longest, o.OutDegree(row))
		}
		facts, err := FactsOfGraph(ctx, g, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, enough := range []uint64{0, work, 4 * work} {
			if bound, err := ScanBound(ctx, g, facts, enough, 1+trial%3); err != nil || bound < work {
				t.Errorf("bound %d of %d: %v", bound, work, err)
			}
		}
		if o.Rows() != g.Vertices() || below.ScanWork() != work || o.MaxOutDegree() != longest {
			t.Errorf("%d rows, work %d, longest row %d; want %d, %d, %d", o.Rows(), below.ScanWork(), o.MaxOutDegree(), g.Vertices(), work, longest)
		}
	}
}

func checkOriented(t *testing.T, o *Oriented, want [][2]uint32, order graph.Order, g *graph.Graph) {
	t.Helper()
	var got [][2]uint32
	for row := range uint32(o.Rows()) {
		list := o.Row(row)
		for i, w := range list {
			if w >= row || i > 0 && w <= list[i-1] {
				t.Fatalf("%s: row %d is %v", order, row, list)
			}
			a, b := o.Vertex(row), o.Vertex(w)
			got = append(got, [2]uint32{max(a, b), min(a, b)})
		}
	}
	slices.SortFunc(got, func(a, b [2]uint32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	if !slices.Equal(got, want) {
		t.Fatalf("%s: the edges changed", order)
	}
	for row := 1; row < o.Rows(); row++ {
		a, b := o.Vertex(uint32(row-1)), o.Vertex(uint32(row))
		da, db := g.Degree(a), g.Degree(b)
		average := func(d uint32) bool { return uint64(d)*uint64(g.Vertices()) >= g.Edges() }
		switch {
		case order == graph.OrderDegree && (da < db || da == db && a > b),
			order == graph.OrderID && a > b,
			order == graph.OrderAverageDegree && (!average(da) && average(db) || average(da) == average(db) && a > b):
			t.Fatalf("%s: vertices %d (degree %d) and %d (degree %d) are out of order", order, a, da, b, db)
		}
	}
}

// The out-degrees under the degeneracy order never pass the degeneracy, which
// a slow peeling finds.
func TestDegeneracyOrder(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(4, 4))
	for range 100 {
		g, err := Graph(ctx, randomRecords(random), graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		degeneracy, err := Degeneracy(ctx, g)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Rank(ctx, g, graph.OrderDegeneracy, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := peelSlowly(g); degeneracy != want {
			t.Fatalf("degeneracy %d, want %d", degeneracy, want)
		}
		o, err := Orient(ctx, g, r, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if o.MaxOutDegree() != degeneracy {
			t.Fatalf("longest row %d, degeneracy %d", o.MaxOutDegree(), degeneracy)
		}
	}
}

func peelSlowly(g *graph.Graph) uint32 {
	degree := map[uint32]uint32{}
	for v := range uint32(g.Vertices()) {
		degree[v] = g.Degree(v)
	}
	degeneracy := uint32(0)
	for len(degree) > 0 {
		smallest := uint32(0)
		first := true
		for v, d := range degree {
			if first || d < degree[smallest] {
				smallest, first = v, false
			}
		}
		degeneracy = max(degeneracy, degree[smallest])
		delete(degree, smallest)
		for _, w := range g.Neighbors(smallest) {
			if _, left := degree[w]; left {
				degree[w]--
			}
		}
	}
	return degeneracy
}
