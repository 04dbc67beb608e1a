package answer

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// TestDegreeSummary compares with the sorted list of the degrees.
func TestDegreeSummary(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		n := 1 + rng.IntN(250)
		// Only the lengths of the lists matter here.
		offsets := make([]uint64, n+1)
		degrees := make([]uint32, n)
		for v := range degrees {
			degrees[v] = uint32(rng.ExpFloat64() * 3)
			offsets[v+1] = offsets[v] + uint64(degrees[v])
		}
		g, err := graph.NewGraph(offsets, make([]uint32, offsets[n]), graph.Labels{})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(degrees)
		// The nearest rank: the first of the sorted values that a share of
		// them reaches.
		rank := func(percent int) uint32 { return degrees[max((n*percent+99)/100-1, 0)] }
		got := DegreesOf(g)
		if got.Min != degrees[0] || got.Max != degrees[n-1] || got.Median != rank(50) || got.P99 != rank(99) {
			t.Fatalf("degrees %v: %+v", degrees, got)
		}
	}
}
