package gpugraph

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// roomForClusters reports whether the edges' spare room is enough to rank by lists.OrderClusters:
// where there are few edges a vertex there is nothing to gain. It goes by the records, for which
// there is room at least: how much more there is, where it had to grow, depends on who came first,
// and the order must not.
func (c *Cleaned) roomForClusters() bool { return 3*c.degree.Len() <= c.found.records }

// byClusters writes the keys of the ids for lists.OrderClusters: by the smallest hash among the neighbours, before that by
// the one of the vertex that it is of, and last by the ids. beside has room for a word an id.
func (c *Cleaned) byClusters(keys, beside gpu.Array[uint64]) field {
	n, m := c.degree.Len(), c.kept.edges
	smallest := gpu.Cast[uint32](beside).Slice(0, n)
	gpurun.Launch(c.Run, kernels.HashVertices, c.over(n), kernels.HashVerticesArgs{N: uint64(n), Smallest: smallest})
	gpurun.Launch(c.Run, kernels.SmallestHashes, c.over(int(m)), kernels.SmallestHashesArgs{Edges: c.keys, N: m, Smallest: smallest})
	gpurun.Launch(c.Run, kernels.ByClusters, c.over(n), kernels.ByClustersArgs{Degree: c.degree, N: uint64(n), Smallest: smallest, Keys: keys})
	return field{bits: 2 * kernels.SmallestBits}
}
