package gpugraph

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestRowPlan has graphs of all sizes whose vertices have about as many edges as rows may at most be ordered by, or fewer:
// what is in the words for sorting has room there.
func TestRowPlan(t *testing.T) {
	for rows := 2; rows < 1<<29; rows += rows/3 + 1 {
		for _, degree := range []uint64{1, 2, 3, 7, 16, 31, 32} {
			degree = min(degree, uint64(rows)-1)
			edges := max(uint64(rows)*degree/2, 1)
			wedges := uint64(rows) * degree * (degree - 1) / 2
			c := &Cleaned{}
			c.kept.edges = edges
			c.degrees = degreeFacts{connected: rows, largest: uint32(degree), wedgesHigh: wedges >> 32, wedgesLow: wedges & (1<<32 - 1)}
			plan := c.planRows(graph.OrderDegree)
			if plan.bucket < 1 || 1<<plan.bucket > kernels.BucketRows {
				t.Fatalf("%d rows, degree %d: buckets of 1<<%d rows", rows, degree, plan.bucket)
			}
			if last := (rows - 1) >> plan.bucket; last>>plan.bits != 0 {
				t.Fatalf("%d rows, degree %d: %d bits for %d buckets", rows, degree, plan.bits, last+1)
			}
			if words := rows>>plan.bucket + 3 + int(edges)/kernels.WarpRow; words > knownWords(int(edges)) {
				t.Fatalf("%d rows, degree %d: %d words for buckets and long rows, there are %d", rows, degree, words, knownWords(int(edges)))
			}
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
