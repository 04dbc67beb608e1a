package lists

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// checkAllVertices holds the vertices of a builder to those of the twin, and their
// degrees to the lists.
func checkAllVertices(t *testing.T, r *raw, b *Builder, o *Oriented, ids []uint64) {
	t.Helper()
	simple := cleanSimply(&fixedRecords{edges: r.edges, wide: r.wide, vertices: r.summary.Vertices})
	all := b.Vertices()
	if all.Count != len(simple.ids) {
		t.Fatalf("%d vertices, want %d", all.Count, len(simple.ids))
	}
	for v, id := range simple.ids {
		if got, want := all.Labels.Label(uint32(v)), r.label(id); got != want {
			t.Fatalf("vertex %d is %s, want %s", v, got, want)
		}
	}
	want := make([]uint32, all.Count)
	for row, id := range ids {
		v := all.Of(uint32(row))
		if simple.ids[v] != id {
			t.Fatalf("row %d is vertex %d, which is %d, want %d", row, v, simple.ids[v], id)
		}
		for _, neighbor := range o.Row(uint32(row)) {
			want[v]++
			want[all.Of(neighbor)]++
		}
	}
	for v, d := range b.Degrees(&all) {
		if d != want[v] {
			t.Fatalf("vertex %d has degree %d, want %d", v, d, want[v])
		}
	}
}

// A graph that is there has its own vertices.
func TestVerticesOfGraph(t *testing.T) {
	edges := []graph.Edge{{U: 9, V: 7}, {U: 7, V: 20}, {U: 3, V: 3}, {U: 20, V: 9}, {U: 20, V: 1}}
	g, err := Graph(t.Context(), graph.FromEdges(edges), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ranking, err := Rank(t.Context(), g, graph.OrderDegree, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o, err := Orient(t.Context(), g, ranking, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := VerticesOfGraph(g, o)
	degrees, err := DegreesOfGraph(t.Context(), g, 2)
	if err != nil {
		t.Fatal(err)
	}
	if hub := all.Of(0); all.Count != 5 || all.Labels.Label(hub) != "20" || degrees[hub] != 3 || degrees[1] != 0 || all.Labels.Label(1) != "3" {
		t.Errorf("%d vertices, the first row %s of degree %d", all.Count, all.Labels.Label(hub), degrees[hub])
	}
}

// The vertices among ids are those with a degree or a loop, in their order.
func TestNumberedIDs(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 3))
	for range 200 {
		k := KnownIDs{Labels: graph.BaseLabels(random.Uint64N(3)), Degrees: make([]uint32, 1+random.IntN(300))}
		if random.IntN(2) == 0 {
			k.Loops = make([]uint32, (len(k.Degrees)+31)/32)
		}
		var rows, want, degrees []uint32 // the vertex of each row, which is an id first; the ids and degrees of the vertices
		for id := range k.Degrees {
			switch random.IntN(4) {
			case 0:
				k.Degrees[id] = uint32(1 + random.Uint64N(math.MaxUint32))
				rows = append(rows, uint32(id))
			case 1:
				if k.Loops == nil {
					continue
				}
				k.Loops[id/32] |= 1 << (id % 32)
			default:
				continue
			}
			want, degrees = append(want, uint32(id)), append(degrees, k.Degrees[id])
		}
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		k.Vertices = len(want)
		v, got := k.Number(rows, 1+random.IntN(4))
		if v.Count != len(want) || !slices.Equal(got, degrees) {
			t.Fatalf("%d vertices of degrees %v, want %d of %v", v.Count, got, len(want), degrees)
		}
		for u, id := range want {
			if number := v.Labels.Number(uint32(u)); number != k.Labels.Number(id) {
				t.Fatalf("vertex %d is %d, want %d", u, number, k.Labels.Number(id))
			}
		}
		for row, id := range rows {
			if got := v.Of(uint32(row)); want[got] != id {
				t.Fatalf("row %d is vertex %d, which is id %d, want %d", row, got, want[got], id)
			}
		}
	}
}
