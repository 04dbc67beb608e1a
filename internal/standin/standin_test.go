package standin

import (
	"testing"

	"github.com/tricycle-graph/tricycle/triangle"
)

// counted says which stand-ins a test counts: all of some edges.
func counted(g Graph) bool {
	if testing.Short() {
		return g.Edges < 2e6
	}
	return g.Edges < 15e6
}

// What stands for a graph is like it: vertices and edges within a quarter, triangles
// within a half and a bit.
func TestAlike(t *testing.T) {
	near := func(t *testing.T, what string, got, want uint64, within float64) {
		t.Helper()
		if ratio := float64(got) / float64(want); ratio < 1/(1+within) || ratio > 1+within {
			t.Errorf("%d %s, %d stand for them", want, what, got)
		}
	}
	for _, g := range graphs {
		t.Run(g.Name, func(t *testing.T) {
			if g.Edges > 1e9 || testing.Short() && !counted(g) {
				t.Skip("a large one")
			}
			src, err := g.Source()
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = src.Close() }()
			if !counted(g) {
				t.Skip("a large one, of which the parameters alone are tested")
			}
			result, err := triangle.Count(t.Context(), src, triangle.Options{})
			if err != nil {
				t.Fatal(err)
			}
			near(t, "vertices", result.Vertices, g.Vertices, 0.25)
			near(t, "edges", result.Edges, g.Edges, 0.25)
			if g.Triangles > 0 {
				near(t, "triangles", result.Triangles, g.Triangles, 0.6)
			}
			t.Logf("%d vertices, %d edges, %d triangles, degrees up to %d; published %d, %d, %d, %d",
				result.Vertices, result.Edges, result.Triangles, result.MaxDegree, g.Vertices, g.Edges, g.Triangles, g.MaxDegree)
		})
	}
}

func TestOf(t *testing.T) {
	for _, g := range graphs {
		if found, ok := Of(g.Name); !ok || found.Name != g.Name {
			t.Errorf("%s: %v, %v", g.Name, found, ok)
		}
	}
	if g, ok := Of("com-Nobody"); ok {
		t.Errorf("found %v", g)
	}
}
