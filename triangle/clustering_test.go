package triangle_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/triangle"
)

// A formula changes the coefficients and nothing else.
func TestClustering(t *testing.T) {
	const text = "1 2 4\n2 3 1\n3 1 2\n3 4 2\n5 5 1\n1 4 4\n"
	open := func(opt graphio.Options) graph.Source {
		src, err := graphio.OpenReader(strings.NewReader(text), "a.txt", opt)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = src.Close() })
		return src
	}
	plain, err := triangle.Vertices(t.Context(), open(graphio.Options{}), triangle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// Vertex 1 has arcs to 2 and 4 and one from 3, and 2 → 3 → 4.
	a, b := math.Cbrt(4*1*2/64.0), math.Cbrt(2*2*4/64.0) // of the triangles with 2, and with 4
	for formula, want := range map[triangle.Formula][]float64{
		triangle.Fagiolo: {2. / 6, 1. / 2, 2. / 6, 1. / 2, 0},
		triangle.LCC:     {2. / 6, 1. / 2, 2. / 6, 1. / 2, 0},
		triangle.Onnela:  {(a + b) / 3, a, (a + b) / 3, b, 0},
		triangle.Barrat:  {(6 + 6) / 20., 1, (3 + 4) / 10., 1, 0},
	} {
		src := open(graphio.Options{Weights: true, Columns: []string{"3"}})
		p, err := triangle.Clustering(t.Context(), src, formula, graph.Options{})
		if err != nil {
			t.Errorf("%s: %v", formula, err)
			continue
		}
		if !slices.Equal(p.Degrees, plain.Degrees) || !slices.Equal(p.Counts, plain.Counts) || p.Triangles != plain.Triangles ||
			p.Wedges.Cmp(plain.Wedges) != 0 || p.Edges != plain.Edges || p.Vertices != plain.Vertices || p.Cleaning != plain.Cleaning || p.MaxDegree != plain.MaxDegree {
			t.Errorf("%s: %+v, want %+v", formula, p, plain)
		}
		sum := 0.0
		for v, c := range want {
			if got := p.Clustering(uint32(v)); math.Abs(got-c) > 1e-15 {
				t.Errorf("%s of %s: %v, want %v", formula, p.Labels.Label(uint32(v)), got, c)
			}
			sum += c
		}
		if all, some := p.AverageClustering(0), p.AverageClustering(2); math.Abs(all-sum/5) > 1e-15 || math.Abs(some-sum/4) > 1e-15 {
			t.Errorf("%s: %v and %v on average, want %v and %v", formula, all, some, sum/5, sum/4)
		}
	}
	var input *graph.InputError
	if _, err := triangle.Clustering(t.Context(), open(graphio.Options{}), triangle.Onnela, graph.Options{}); !errors.As(err, &input) {
		t.Errorf("without weights: %v", err)
	}
	if _, err := triangle.Clustering(t.Context(), open(graphio.Options{}), "mean", graph.Options{}); err == nil {
		t.Error("any formula")
	}
}

// The census of a wheel whose spokes lead out and whose rim leads round.
func TestCensus(t *testing.T) {
	arcs := []graph.Edge{}
	for v := range uint32(6) {
		arcs = append(arcs, graph.Edge{U: 6, V: v}, graph.Edge{U: v, V: (v + 1) % 6})
	}
	c, err := triangle.Census(t.Context(), graph.FromEdges(arcs), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for class, n := range c.All() {
		if n.Sign() != 0 {
			got = append(got, class+" "+n.String())
		}
	}
	// Of the rim alone, 6 of its 20 triples are paths, 12 have an arc and 2 none; of the 15
	// with the hub 6 are triangles.
	if text := strings.Join(got, ", "); text != "003 2, 012 12, 021D 9, 021C 6, 030T 6" || c.Asymmetric != 12 || c.Mutual != 0 || c.Vertices != 7 {
		t.Errorf("%s of %+v", text, c)
	}
}
