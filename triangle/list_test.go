package triangle_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/triangle"
)

// triples returns all triangles, by the numbers of the vertices.
func (t *twin) triples() (all [][3]uint32) {
	for u, a := range t.ids {
		for v, b := range t.ids[:u] {
			if !t.neighbors[a][b] {
				continue
			}
			for w, c := range t.ids[:v] {
				if t.neighbors[a][c] && t.neighbors[b][c] {
					all = append(all, [3]uint32{uint32(w), uint32(v), uint32(u)})
				}
			}
		}
	}
	slices.SortFunc(all, compareTriples)
	return all
}

func compareTriples(a, b [3]uint32) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}

// all returns what is listed.
func all(ctx context.Context, l *triangle.Listing) (triples [][3]uint32, err error) {
	for triple, err := range l.All(ctx) {
		if err != nil {
			return triples, err
		}
		triples = append(triples, triple)
	}
	return triples, nil
}

// checkListing holds lists, of all triangles and of some, to the twin's.
func (t *twin) checkListing(ctx context.Context, l *triangle.Listing) error {
	for v, id := range t.ids {
		if label, want := l.Labels.Label(uint32(v)), strconv.FormatUint(id, 10); label != want || int(l.Degrees[v]) != len(t.neighbors[id]) {
			return fmt.Errorf("vertex %d is called %s and has %d neighbours, want %s and %d", v, label, l.Degrees[v], want, len(t.neighbors[id]))
		}
	}
	want := t.triples()
	ordered, err := all(ctx, l)
	if got := slices.SortedFunc(slices.Values(ordered), compareTriples); err != nil || !slices.Equal(got, want) {
		return fmt.Errorf("%v (%w), want %v", got, err, want)
	}
	l.Unordered = true
	got, err := all(ctx, l)
	if slices.SortFunc(got, compareTriples); err != nil || !slices.Equal(got, want) {
		return fmt.Errorf("unordered %v (%w), want %v", got, err, want)
	}
	l.Unordered = false
	random := rand.New(rand.NewPCG(uint64(len(want)), 24))
	for range 6 {
		l.Through, l.MinDegree = nil, random.Uint32N(6)
		for range random.IntN(3) {
			l.Through = append(l.Through, random.Uint32N(uint32(len(t.ids))))
		}
		some := slices.DeleteFunc(slices.Clone(ordered), func(triple [3]uint32) bool {
			return slices.ContainsFunc(triple[:], func(v uint32) bool { return l.Degrees[v] < l.MinDegree }) ||
				slices.ContainsFunc(l.Through, func(v uint32) bool { return !slices.Contains(triple[:], v) })
		})
		if got, err := all(ctx, l); err != nil || !slices.Equal(got, some) {
			return fmt.Errorf("through %v, of %d neighbours and more: %v (%w), want %v", l.Through, l.MinDegree, got, err, some)
		}
	}
	return nil
}

// TestOrderOfTriangles: it is the same for any number of threads and any method, and by
// the rows of the vertices.
func TestOrderOfTriangles(t *testing.T) {
	random := rand.New(rand.NewPCG(25, 26))
	edges := graphtest.SkewedRecords(random, 700, 20000)
	for _, order := range graph.Orders {
		var want [][3]uint32
		for i, threads := range []int{1, 2, 7} {
			opt := triangle.Options{Order: order, Threads: threads, Method: []triangle.Method{"", "merge", "hash"}[i]}
			counted, err := triangle.Count(t.Context(), graph.FromEdges(edges), opt)
			if err != nil {
				t.Fatal(err)
			}
			l, err := triangle.List(t.Context(), graph.FromEdges(edges), opt)
			if err != nil {
				t.Fatal(err)
			}
			got, err := all(t.Context(), l)
			if err != nil || uint64(len(got)) != counted.Triangles {
				t.Fatalf("%s: %d triangles (%v), counted %d", order, len(got), err, counted.Triangles)
			}
			if want == nil {
				want = got
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: another order with %d threads", order, threads)
			}
		}
	}
}

// TestNumbersOfTriangles: instead of vertices, triangles may have the numbers of these.
func TestNumbersOfTriangles(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 28))
	var edges []graph.Edge
	for _, e := range graphtest.SkewedRecords(random, 300, 5000) {
		edges = append(edges, graph.Edge{U: 3*e.U + 5, V: 3*e.V + 5})
	}
	for _, least := range []uint32{0, 20} {
		l, err := triangle.List(t.Context(), graph.FromEdges(edges), triangle.Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		l.MinDegree = least
		want, err := all(t.Context(), l)
		if err != nil || len(want) == 0 {
			t.Fatal(want, err)
		}
		for i, corners := range want {
			for j, v := range corners {
				want[i][j] = uint32(l.Labels.Number(v))
			}
		}
		l.Numbers = true
		if got, err := all(t.Context(), l); err != nil || !slices.Equal(got, want) {
			t.Errorf("of %d neighbours: %v, %v; want %v", least, got, err, want)
		}
	}
}

// A list that is left, and one whose context ends.
func TestListingEndsEarly(t *testing.T) {
	var edges []graph.Edge
	for u := range uint32(100) {
		for v := range u {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	for _, threads := range []int{1, 3} {
		l, err := triangle.List(t.Context(), graph.FromEdges(edges), triangle.Options{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for range l.All(t.Context()) {
			if seen++; seen == 10000 {
				break
			}
		}
		enough := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		var last error
		for _, err := range l.Batches(ctx) {
			cancel(enough)
			last = err
		}
		if seen != 10000 || !errors.Is(last, enough) {
			t.Errorf("%d threads: %d, %v", threads, seen, last)
		}
	}
}
