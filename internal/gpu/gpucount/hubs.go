package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// hubBits is the bit matrix of the hubs.
type hubBits struct {
	run    *deviceRun
	count  int // hubs, a multiple of 64
	matrix gpurun.Kernel[kernels.MatrixArgs]
	bits   gpu.Array[uint32]
}

// hubMatrixBytes is what the matrix holds.
func hubMatrixBytes(hubs int) int64 { return int64(hubs) * int64(hubs) / 8 }

// newHubBits makes room for so many rows: those of the hubs, and others that follow.
func (r *deviceRun) newHubBits(hubs, rows int) *hubBits {
	return &hubBits{
		run: r, count: hubs,
		matrix: gpurun.Find(r.Run, kernels.Matrix, kernels.Threads, 0),
		bits:   gpurun.Array[uint32](r.Run, rows*hubs/32),
	}
}

// clear empties the matrix.
func (m *hubBits) clear() { gpurun.Zero(m.run.Run, m.bits) }

// build sets the bits of the hubs, all of which are among these rows.
func (m *hubBits) build(rows deviceRows) {
	m.clear()
	m.add(rows, 0)
}

// add sets the bits of the hubs among these rows, the first of which is that of
// the id first.
func (m *hubBits) add(rows deviceRows, first int) {
	if m.run.Err != nil || first >= m.count {
		return
	}
	words := m.count / 32
	m.matrix.Launch(kernels.MatrixArgs{
		Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(min(rows.count, m.count-first)),
		Hubs: uint32(m.count), Bits: m.bits.Slice(first*words, m.count*words),
	})
}

// deviceHubMatrix counts triangles whose middle corner is a hub, by the bit
// matrix of the hubs.
type deviceHubMatrix struct {
	*hubBits
	hubs gpurun.Kernel[kernels.HubsArgs]
}

// hubsShared is the dynamic shared memory of a block that packs rows of hubs whole, and
// sharesShared where it finds the share of each hub.
func hubsShared(hubs int) int   { return kernels.Warps * hubs / 64 * kernels.HubWordBytes }
func sharesShared(hubs int) int { return kernels.Warps * hubs / 32 * kernels.ShareWordBytes }

func (r *deviceRun) newHubMatrix(hubs int) *deviceHubMatrix {
	return &deviceHubMatrix{r.newHubBits(hubs, hubs), gpurun.Find(r.Run, kernels.Hubs, kernels.Threads, 0)}
}

// launch counts with u among these rows, whatever their ids. Twice as many rows at a time as other
// kernels take were faster, beside what writes the lines of columns.
func (m *deviceHubMatrix) launch(rows deviceRows) {
	m.hubs.Launch(kernels.HubsArgs{
		Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(rows.count), Most: warpShare(m.hubs, 2*uint64(rows.count), 16),
		Hubs: uint32(m.count), Bits: m.bits, Next: m.run.cursor(0), Total: m.run.total,
	})
}
