package gpugraph

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// factsOf are those of so many rows of vertices that all have one degree, about.
func factsOf(rows int, degree uint64) *Cleaned {
	c := &Cleaned{}
	c.kept.edges = max(uint64(rows)*degree/2, 1)
	wedges := uint64(rows) * degree * (degree - 1) / 2
	c.degrees = degreeFacts{connected: rows, largest: uint32(degree), wedgesHigh: wedges >> 32, wedgesLow: wedges & (1<<32 - 1)}
	return c
}

// TestRowPlan has graphs of all sizes whose vertices have as many edges as rows may at most be
// ordered by, or fewer. There is room, in the words for sorting, for the buckets and the long rows.
func TestRowPlan(t *testing.T) {
	for rows := 2; rows < 1<<29; rows += rows/3 + 1 {
		for _, degree := range []uint64{1, 2, 3, 7, 16, 31, 32} {
			c := factsOf(rows, min(degree, uint64(rows)-1))
			edges := c.kept.edges
			plan := c.planRows(graph.OrderDegree)
			if plan.bucketBits < 1 || 1<<plan.bucketBits > kernels.BucketRows || edges<<plan.bucketBits > kernels.BucketKeys*uint64(rows) {
				t.Fatalf("%d rows, degree %d: buckets of 1<<%d rows", rows, degree, plan.bucketBits)
			}
			if last := (rows - 1) >> plan.bucketBits; last>>plan.bits != 0 {
				t.Fatalf("%d rows, degree %d: %d bits for %d buckets", rows, degree, plan.bits, last+1)
			}
			if words := rows>>plan.bucketBits + 3 + int(edges)/kernels.WarpRow; words > knownWords(int(edges)) {
				t.Fatalf("%d rows, degree %d: %d words for buckets and long rows, there are %d", rows, degree, words, knownWords(int(edges)))
			}
		}
	}
}

// TestRowPlanLimits has rows that are too long for a block, on average or by one vertex.
func TestRowPlanLimits(t *testing.T) {
	hub := func(largest uint32) *Cleaned {
		c := factsOf(1_000_000, 6)
		c.degrees.largest = largest
		return c
	}
	for _, x := range []struct {
		what    string
		facts   *Cleaned
		order   graph.Order
		buckets bool
	}{
		{"the longest that does not take too long", hub(kernels.BucketKeys), graph.OrderAverageDegree, true},
		{"one longer", hub(kernels.BucketKeys + 1), graph.OrderAverageDegree, false},
		{"one longer, by clusters", hub(kernels.BucketKeys + 1), lists.OrderClusters, false},
		{"a hub that by degree has a short row", hub(kernels.BlockRow + 1), graph.OrderDegree, true},
		{"rows that may be too long by degree, too", factsOf(2_000_000_000, 31), graph.OrderDegree, false},
		{"too many wedges", factsOf(1_000_000, 34), graph.OrderDegree, false},
		{"the order of the ids", factsOf(1_000_000, 6), graph.OrderID, false},
	} {
		if plan := x.facts.planRows(x.order); plan.bucketBits > 0 != x.buckets {
			t.Errorf("%s: buckets of 1<<%d rows", x.what, plan.bucketBits)
		}
	}
}

// TestLongestRow compares the longest rows of lists by degree with the bound.
func TestLongestRow(t *testing.T) {
	seed := rand.Uint64()
	for name, g := range graphtest.Various(rand.New(rand.NewPCG(seed, 16)), 1) {
		once := &graphtest.Edges{N: g.N}
		for row, whole := uint32(0), g.Lists(); int(row) < g.N; row++ {
			for _, smaller := range whole.Row(row) {
				once.Add(int(row), int(smaller))
			}
		}
		o := once.ByDegree().Lists()
		degrees := make([]float64, o.Rows())
		for row := range degrees {
			degrees[row] += float64(o.OutDegree(uint32(row)))
			for _, smaller := range o.Row(uint32(row)) {
				degrees[smaller]++
			}
		}
		squares := 0.0
		for _, degree := range degrees {
			squares += degree * degree
		}
		if bound := longestByDegree(squares); float64(o.MaxOutDegree()) > bound {
			t.Errorf("seed %d, %s: a row of %d, the bound is %v", seed, name, o.MaxOutDegree(), bound)
		}
	}
}
