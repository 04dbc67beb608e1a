package gpugraph

import (
	"math"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// rowPlan is how relabelled edges become rows: they are sorted by a field. Where bucketBits is
// not 0 that leaves buckets of 1<<bucketBits rows, which are put in order one by one.
type rowPlan struct {
	field
	bucketBits int
}

// planRows returns how edges become rows that are ranked by an order. Ranks in the order of
// the ids leave them as sorted as they were.
func (c *Cleaned) planRows(order graph.Order) rowPlan {
	if order == graph.OrderID {
		return rowPlan{}
	}
	width := bits.Len64(uint64(max(c.degrees.connected-1, 0)))
	if !c.shortRows(order) {
		return rowPlan{field: field{width: width, bits: 2 * width}}
	}
	// Later rows are longer: of a uniform random graph the largest bucket has 1.5 times the mean, of
	// one whose degrees are equal twice. What a block has no room for takes longer.
	const mean = kernels.BucketKeys * 3 / 5
	bucketBits := bits.Len(kernels.BucketRows) - 1
	for c.kept.edges<<bucketBits > mean*uint64(c.degrees.connected) {
		bucketBits--
	}
	return rowPlan{field: field{skipHigh: bucketBits, bits: max(width-bucketBits, 0)}, bucketBits: bucketBits}
}

// shortRows reports whether to compare each entry with its whole row is little work beside
// the passes of the sort that it saves, and whether a block has room for the longest.
func (c *Cleaned) shortRows(order graph.Order) bool {
	// The sum of the squares of the rows' lengths is no more than that of the degrees: twice the
	// wedges and twice the edges.
	const wedgesAnEdge = 32
	wedges, edges := float64(c.degrees.wedgesHigh)*(1<<32)+float64(c.degrees.wedgesLow), float64(c.kept.edges)
	// One block orders a long row, which must not take as long as all others.
	longest, most := float64(c.degrees.largest), float64(kernels.BucketKeys)
	if order == graph.OrderDegree {
		longest, most = longestByDegree(2*wedges+2*edges), kernels.BlockRow
	}
	return wedges <= wedgesAnEdge*edges && longest <= most
}

// longestByDegree returns a bound on the length of a row where vertices are ranked by degree, by
// the sum of the squares of all degrees. A row of length L is of a vertex of degree L or more, and
// so are its L entries: L³ is less than that sum.
func longestByDegree(squares float64) float64 { return math.Cbrt(squares) }

// orderBuckets writes and measures the rows of edges that are sorted by buckets. It takes the
// words that are for sorting, which are more than the buckets and the rows that may be left.
func (w *work) orderBuckets(o *Oriented, bucketBits int, longest gpu.Array[uint64]) {
	buckets := o.Rows>>bucketBits + 1 // the last may have no row
	begins, longCount, longRows := w.known.Slice(0, buckets+1), w.known.Slice(buckets+1, buckets+2), w.known.Slice(buckets+2, w.known.Len())
	gpurun.Zero(w.Run, longCount)
	gpurun.Launch(w.Run, kernels.FindBuckets, gpu.Grid1D(buckets+1, kernels.Threads), kernels.FindBucketsArgs{
		Keys: w.keys, N: o.Edges, Bits: uint32(bucketBits), Buckets: uint64(buckets), Begins: begins,
	})
	gpurun.Launch(w.Run, kernels.OrderBuckets, blocksOf(buckets), kernels.OrderBucketsArgs{
		Keys: w.keys, Begins: begins, Rows: uint32(o.Rows), Bits: uint32(bucketBits),
		Offsets: o.Offsets, Neighbors: o.Neighbors, Longest: longest, Degrees: o.Held, Index: o.Index,
		LongRows: longRows, LongCount: longCount,
	})
	// A multiprocessor has shared memory for four such blocks.
	gpurun.Launch(w.Run, kernels.OrderLongRows, blocksOf(w.wide()/2), kernels.OrderLongRowsArgs{
		LongRows: longRows, LongCount: longCount, Offsets: o.Offsets, Neighbors: o.Neighbors,
	})
}
