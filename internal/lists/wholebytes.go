package lists

import "github.com/tricycle-graph/tricycle/graph"

// WholeBytes returns the least and the most bytes that [Open] and Whole hold at their
// peak without a limit, as far as the header of a source tells: where they fit,
// nothing need be spilled. Vertices that are not declared come on top, with
// [VertexBytes] each. Where the number of records is not known neither are these.
//
// For each record there is a key until the end, and beside it its edge; records that
// are kept go as their keys come.
func WholeBytes(info graph.Info, threads int) (least, most graph.Size) {
	if !info.Records.Known() {
		return graph.Size{}, graph.Size{}
	}
	const longest = 1 << 50 // more is refused all the same
	records, ids := min(info.Records.Get(), longest), min(info.Vertices.Get(), longest)
	fixed := spillFixed(threads) + ids*VertexBytes(threads)
	bound := min(uint64(ids), DenseBound(uint64(records)))
	if !info.Vertices.Known() {
		bound = DenseBound(uint64(records))
	}
	shape, _ := shapeSpill(0, threads, bound, uint64(records))
	each := max(keyBytes(bound, shape.target), leastWidth)
	return graph.Known(fixed + (leastWidth+4)*records), graph.Known(fixed + (each+4)*records)
}

// VertexBytes returns what a vertex takes in lists that are made whole: its counts, for
// each worker, or its rank, its records, its offset and its id.
func VertexBytes(threads int) int64 { return max(8*int64(threads)+4, 20) }
