package triangle

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// hubMatrix is the adjacency of the first ranks as a triangular bit matrix.
type hubMatrix struct {
	hubs int
	bits hugemem.Array[uint64]
}

const (
	// hubDensity is how many edges a 64-bit word of the matrix must stand for,
	// on average: below, looking the few edges up one by one is faster.
	hubDensity = 1
	// hubShare is the share of all edges that must lie within the matrix, as a
	// divisor: below, building it does not pay.
	hubShare = 64
	// hubLimit bounds the matrix to 4 GiB.
	hubLimit = 1 << 18
)

// hubCount chooses the number of hubs: the most, in powers of two, with which
// the matrix is dense enough. The edges among the first H ranks are the
// entries of the first H rows, so the choice reads a few offsets.
func hubCount(o *graph.Oriented, p Params) int {
	best := 0
	for hubs := 1 << 9; hubs <= min(o.Rows(), hubLimit); hubs *= 2 {
		inside := o.Offsets()[hubs]
		words := simd.MatrixRow(uint32(hubs))
		if p.Memory > 0 && int64(8*words) > p.Memory {
			break
		}
		if inside >= hubDensity*words && hubShare*inside >= o.Edges() {
			best = hubs
		}
	}
	return best
}

// hubBytes is the most that the matrix of a graph can hold: it must be dense
// enough even if all edges lay within it.
func hubBytes(rows int, edges uint64, p Params) int64 {
	most := int64(0)
	for hubs := 1 << 9; hubs <= min(rows, hubLimit); hubs *= 2 {
		words := simd.MatrixRow(uint32(hubs))
		if p.Memory > 0 && int64(8*words) > p.Memory || hubDensity*words > edges {
			break
		}
		most = int64(8 * words)
	}
	return most
}

func newHubMatrix(ctx context.Context, o *graph.Oriented, hubs, workers int) (*hubMatrix, error) {
	m := &hubMatrix{hubs: hubs}
	if hubs == 0 {
		return m, nil
	}
	var err error
	if m.bits, err = hugemem.New[uint64](int(simd.MatrixRow(uint32(hubs)))); err != nil {
		return nil, err
	}
	err = par.Chunks(ctx, workers, hubs, 128, func(_, begin, end int) error {
		for h := begin; h < end; h++ {
			row := m.bits.Slice()[simd.MatrixRow(uint32(h)):]
			for _, w := range o.Row(uint32(h)) {
				row[w>>6] |= 1 << (w & 63)
			}
		}
		return nil
	})
	if err != nil {
		m.free()
		return nil, err
	}
	return m, nil
}

func (m *hubMatrix) free() { m.bits.Free() }

// hubWords holds the hubs of one row as the 64-bit words that are not zero.
type hubWords struct {
	index []uint32
	words []uint64
}

func (s *hubWords) init(hubs int) {
	s.index = make([]uint32, 0, hubs/64+1)
	s.words = make([]uint64, 0, hubs/64+1)
}

// pack takes the entries of row below hubs. It reports whether there are two,
// fewer closing no triangle.
func (s *hubWords) pack(row []uint32, hubs int) bool {
	index, words := s.index[:cap(s.index)], s.words[:cap(s.words)]
	n, taken := 0, 0
	for _, w := range row {
		if int(w) >= hubs {
			break
		}
		taken++
		if n == 0 || index[n-1] != w>>6 {
			index[n], words[n] = w>>6, 0
			n++
		}
		words[n-1] |= 1 << (w & 63)
	}
	s.index, s.words = index[:n], words[:n]
	return taken > 1
}
