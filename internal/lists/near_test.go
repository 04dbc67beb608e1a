package lists

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// Which edges are near is told of records and of a graph, be the ids narrow or wide.
func TestNearEdges(t *testing.T) {
	const n = 1 << 15
	random := rand.New(rand.NewPCG(9, 8))
	for name, test := range map[string]struct {
		draw        func(i int) graph.Edge
		least, most float64
	}{
		"uniform": {func(int) graph.Edge { return graph.Edge{U: random.Uint32N(n), V: random.Uint32N(n)} }, 0.02, 0.05},
		"band": {func(i int) graph.Edge {
			return graph.Edge{U: uint32(i/4) % (n - 5), V: uint32(i/4)%(n-5) + 1 + uint32(i%4)}
		}, 1, 1},
	} {
		records, wide := &fixedRecords{split: 1000}, sample{}
		for i := range 4 * sampleSize {
			e := test.draw(i)
			records.edges = append(records.edges, e)
			wide.add(uint64(e.U)<<32, uint64(e.V)<<32)
		}
		g, err := Graph(context.Background(), records, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := Open(context.Background(), records, Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		ofRecords, err := b.NearEdges()
		if err != nil {
			t.Fatal(err)
		}
		for what, got := range map[string]float64{"records": ofRecords, "graph": NearEdges(g), "wide ids": wide.nearEdges()} {
			if got < test.least || got > test.most {
				t.Errorf("%s, %s: a share of %.3f is near, want %.2f to %.2f", name, what, got, test.least, test.most)
			}
		}
	}
}
