package triangle_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/triangle"
)

// checkTrusses holds the size of every truss to a walk through it.
func checkTrusses(tb testing.TB, p *triangle.PerEdge) error {
	sizes, err := p.Trusses(tb.Context())
	if err != nil {
		return err
	}
	most := uint32(1)
	for _, k := range p.Trussness {
		most = max(most, k)
	}
	if len(sizes) != int(most)-1 {
		return fmt.Errorf("sizes of %d trusses, want %d", len(sizes), most-1)
	}
	for i, size := range sizes {
		k := uint32(i + 2)
		g, err := p.KTruss(k)
		if err != nil {
			return err
		}
		if err := errors.Join(g.Validate(tb.Context(), 1), g.ValidateSymmetry(tb.Context(), 1)); err != nil {
			return err
		}
		components, err := g.Components(tb.Context())
		if err != nil {
			return err
		}
		parts := uint64(len(slices.Compact(slices.Sorted(slices.Values(components)))))
		if size.K != k || size.Vertices != uint64(g.Vertices()) || size.Edges != g.Edges() || size.Components != parts {
			return fmt.Errorf("size %+v of a graph of %d vertices, %d edges, %d components", size, g.Vertices(), g.Edges(), parts)
		}
		var want, got [][2]string
		at := 0
		for e := range p.All() {
			if p.Trussness[at] >= k {
				want = append(want, [2]string{p.Labels.Label(e.U), p.Labels.Label(e.V)})
			}
			at++
		}
		for u := range uint32(g.Vertices()) {
			if g.Degree(u) == 0 {
				return fmt.Errorf("the %d-truss has a vertex without an edge", k)
			}
			for _, v := range g.Neighbors(u) {
				if u < v {
					got = append(got, [2]string{g.Labels().Label(u), g.Labels().Label(v)})
				}
			}
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("the %d-truss has edges %v, want %v", k, got, want)
		}
	}
	return nil
}

// TestTrussOfClassicGraphs has every edge in the same truss.
func TestTrussOfClassicGraphs(t *testing.T) {
	for _, x := range []struct {
		name  string
		graph *graphtest.Edges
		k     uint32
	}{
		{"K10", graphtest.Multipartite(1, 1, 1, 1, 1, 1, 1, 1, 1, 1), 10},
		{"octahedron", graphtest.Multipartite(2, 2, 2), 4},
		{"K5,5", graphtest.Multipartite(5, 5), 2},
		{"Petersen", graphtest.Kneser(5, 2), 2},
		{"K(8,2)", graphtest.Kneser(8, 2), 8},
		{"C20 squared", graphtest.CyclePower(20, 2), 3},
	} {
		var edges []graph.Edge
		for _, p := range x.graph.Pairs {
			edges = append(edges, graph.Edge{U: p[0], V: p[1]})
		}
		p, err := triangle.Truss(t.Context(), graph.FromEdges(edges), triangle.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := map[uint32]bool{}
		for _, k := range p.Trussness {
			found[k] = true
		}
		if !maps.Equal(found, map[uint32]bool{x.k: true}) {
			t.Errorf("%s: trussness %v, want %d", x.name, found, x.k)
		}
	}
}

// TestTrussOfNothing has no edge, and no truss.
func TestTrussOfNothing(t *testing.T) {
	p, err := triangle.Truss(t.Context(), graph.FromEdges(nil), triangle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sizes, err := p.Trusses(t.Context())
	g, failed := p.KTruss(2)
	if err != nil || failed != nil || len(sizes) > 0 || g.Vertices() > 0 {
		t.Errorf("sizes %v, %v; graph %v, %v", sizes, err, g, failed)
	}
}

// TestTrussRefuses what was not asked for, and what does not fit.
func TestTrussRefuses(t *testing.T) {
	p, err := triangle.Edges(t.Context(), graph.FromEdges([]graph.Edge{{U: 1, V: 2}}), triangle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if sizes, err := p.Trusses(t.Context()); err == nil {
		t.Errorf("support has trusses %v", sizes)
	}
	if g, err := p.KTruss(2); err == nil {
		t.Errorf("support has a truss %v", g)
	}
	var short *graph.MemoryError
	if _, err := triangle.Truss(t.Context(), graph.FromEdges(nil), triangle.Options{Memory: 1}); !errors.As(err, &short) {
		t.Errorf("within one byte: %v", err)
	}
}
