package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// deviceHubMatrix counts triangles whose middle corner is a hub, by the bit
// matrix of the hubs.
type deviceHubMatrix struct {
	run          *deviceRun
	count        int // hubs, a multiple of 64
	matrix, hubs deviceKernel
	bits         gpu.Array[uint32]
}

// hubMatrixBytes is what the matrix holds.
func hubMatrixBytes(hubs int) int64 { return int64(hubs) * int64(hubs) / 8 }

func (r *deviceRun) newHubMatrix(hubs int) *deviceHubMatrix {
	module := r.load("hubs")
	return &deviceHubMatrix{
		run: r, count: hubs,
		matrix: r.kernel(module, "matrix", 0),
		// A word and its number for each word of a row, a warp.
		hubs: r.kernel(module, "hubs", blockThreads/32*hubs/64*9),
		bits: gpurun.Array[uint32](r.Run, hubs*hubs/32),
	}
}

// clear empties the matrix.
func (m *deviceHubMatrix) clear() { gpurun.Zero(m.run.Run, m.bits) }

// add sets the bits of the hubs among these rows, the first of which is that of
// the id first.
func (m *deviceHubMatrix) add(rows deviceRows, first int) {
	if m.run.Err != nil || first >= m.count {
		return
	}
	words := m.count / 32
	m.matrix.Launch(rows.offsets.Arg(), rows.neighbors.Arg(), gpu.Uint32(uint32(min(rows.count, m.count-first))), gpu.Uint32(uint32(m.count)),
		m.bits.Slice(first*words, m.count*words).Arg())
}

// launch counts with u among these rows, whatever their ids.
func (m *deviceHubMatrix) launch(rows deviceRows) {
	most := gpu.Uint32(m.hubs.share(uint64(rows.count), 16))
	m.hubs.Launch(rows.offsets.Arg(), rows.neighbors.Arg(), gpu.Uint32(uint32(rows.count)), most, gpu.Uint32(uint32(m.count)), m.bits.Arg(),
		m.run.cursor(0), m.run.total.Arg())
}
