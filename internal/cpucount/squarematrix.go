package cpucount

import (
	"context"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// squareMatrix is the adjacency of the first ranks as a symmetric bit matrix.
type squareMatrix struct {
	hubs   int // a multiple of 64
	stride int // words a row
	bits   hugemem.Array[uint64]
}

func newSquareMatrix(ctx context.Context, o *lists.Oriented, hubs, workers int) (*squareMatrix, error) {
	m := &squareMatrix{hubs: hubs, stride: hubs / 64}
	if hubs == 0 {
		return m, nil
	}
	var err error
	if m.bits, err = hugemem.New[uint64](hubs * m.stride); err != nil {
		return nil, err
	}
	err = par.Chunks(ctx, workers, hubs, 128, func(_, begin, end int) error {
		for h := begin; h < end; h++ {
			row := m.row(h)
			for _, w := range o.Row(uint32(h)) {
				row[w>>6] |= 1 << (w & 63)
			}
		}
		return nil
	})
	if err == nil {
		// The blocks of 64 rows and 64 columns below the diagonal, flipped.
		err = par.Chunks(ctx, workers, m.stride, 1, func(_, begin, end int) error {
			for r := begin; r < end; r++ {
				for q := r; q < m.stride; q++ {
					m.flip(q, r)
				}
			}
			return nil
		})
	}
	if err != nil {
		m.free()
		return nil, err
	}
	return m, nil
}

func (m *squareMatrix) row(h int) []uint64 { return m.bits.Slice()[h*m.stride:][:m.stride] }

// flip copies a block of the lower triangle to the upper one.
func (m *squareMatrix) flip(q, r int) {
	all := m.bits.Slice()
	for i := range 64 {
		for word := all[(64*q+i)*m.stride+r]; word != 0; word &= word - 1 {
			j := bits.TrailingZeros64(word)
			if q != r || j < i {
				all[(64*r+j)*m.stride+q] |= 1 << i
			}
		}
	}
}

func (m *squareMatrix) free() { m.bits.Free() }
