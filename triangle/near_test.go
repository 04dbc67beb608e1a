package triangle_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Trussness is found in the order of the ids where these lie together, and not where they
// are scattered; of records and of a graph alike, and the rows are the same.
func TestTrussKeepsNearIDs(t *testing.T) {
	if testing.Short() {
		t.Skip("graphs so large that their order pays")
	}
	var near []graph.Edge
	for _, p := range graphtest.CyclePower(2400, 60).Pairs {
		near = append(near, graph.Edge{U: p[0], V: p[1]})
	}
	scattered := slices.Clone(near)
	names := rand.New(rand.NewPCG(1, 14)).Perm(2400)
	for i, e := range scattered {
		scattered[i] = graph.Edge{U: uint32(names[e.U]), V: uint32(names[e.V])}
	}
	for _, test := range []struct {
		name  string
		edges []graph.Edge
		near  bool
	}{{"near", near, true}, {"scattered", scattered, false}} {
		g, err := lists.Graph(t.Context(), graph.FromEdges(test.edges), graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, src := range []graph.Source{graph.FromEdges(test.edges), g.Source()} {
			p, err := triangle.Truss(t.Context(), src, triangle.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if (p.Order == graph.OrderID) != test.near {
				t.Errorf("%s: in the order %s", test.name, p.Order)
			}
			other, err := triangle.Truss(t.Context(), src, triangle.Options{Order: graph.OrderDegree})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(p.Trussness, other.Trussness) {
				t.Errorf("%s: another trussness in another order", test.name)
			}
		}
	}
}
