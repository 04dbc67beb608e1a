package gpugraph

import (
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// Arranged is the edges of oriented lists in the order of their vertices.
type Arranged struct {
	Offsets gpu.Array[uint64] // of each vertex in Edges, and their number
	Edges   gpu.Array[uint64] // to larger vertices, ascending: the larger vertex, and in the low half a value
	Others  gpu.Array[uint32] // another value of each edge, if there are any
}

// Arrange arranges the edges of the lists with values of their entries; others may be
// empty. vertexOf has the vertex of each row. What it makes is the run's.
func (o *Oriented) Arrange(r *gpurun.Run, vertexOf []uint32, vertices int, values, others gpu.Array[uint32]) Arranged {
	w, m := &work{Run: r}, int(o.Edges)
	of := gpurun.Upload(r, vertexOf)
	a := Arranged{Offsets: gpurun.Array[uint64](r, vertices+1), Edges: gpurun.Array[uint64](r, m)}
	spare := gpurun.Array[uint64](r, m)
	gpurun.Launch(r, kernels.PairVertices, w.over(m), kernels.PairVerticesArgs{
		Offsets: o.Offsets, Neighbors: o.Neighbors, Rows: uint64(o.Rows), VertexOf: of, Keys: a.Edges,
	})
	width := bits.Len64(uint64(max(vertices-1, 0)))
	a.Edges, spare = sortKeys(r, a.Edges, spare, field{width: width, bits: 2 * width})
	ends := gpu.Cast[uint32](spare) // of twice as many
	gpurun.Launch(r, kernels.WriteRows, w.over(m+1), kernels.WriteRowsArgs{
		Keys: a.Edges, N: uint64(m), Rows: uint32(vertices), Offsets: a.Offsets, Neighbors: ends.Slice(0, ends.Len()/2), Index: gpu.Array[uint32]{},
	})
	if others.Len() > 0 {
		a.Others = ends.Slice(ends.Len()/2, ends.Len())
	}
	rowOf := gpurun.Array[uint32](r, vertices)
	gpurun.Launch(r, kernels.InvertRows, gpu.Grid1D(o.Rows, kernels.Threads), kernels.InvertRowsArgs{VertexOf: of, Rows: uint64(o.Rows), RowOf: rowOf})
	gpurun.Launch(r, kernels.ValueEdges, w.over(m), kernels.ValueEdgesArgs{
		Offsets: o.Offsets, Neighbors: o.Neighbors, RowOf: rowOf, Keys: a.Edges, N: uint64(m), Values: values, Others: others, Written: a.Others,
	})
	return a
}

// ArrangeBytes is what Arrange takes for so many rows, vertices and edges.
func ArrangeBytes(rows, vertices int, edges uint64) int64 {
	return 4*int64(rows) + (8+4)*int64(vertices+1) + 2*keyBytes*int64(edges) + SortBytes(int(edges))
}
