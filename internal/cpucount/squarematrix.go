package cpucount

import (
	"context"
	"iter"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// squareMatrix is the adjacency of the first ranks as a symmetric bit matrix.
type squareMatrix struct {
	hubs   int
	stride int // words a row, in whole lines; there are rows for all bits of these
	bits   hugemem.Array[uint64]
}

func newSquareMatrix(ctx context.Context, o *lists.Oriented, hubs, workers int) (*squareMatrix, error) {
	m, err := newLowerMatrix(ctx, o, hubs, workers)
	if err != nil || hubs == 0 {
		return m, err
	}
	return m, m.mirror(ctx, workers, nil)
}

// newLowerMatrix is newSquareMatrix with nothing above the diagonal.
func newLowerMatrix(ctx context.Context, o *lists.Oriented, hubs, workers int) (*squareMatrix, error) {
	m := &squareMatrix{hubs: hubs, stride: squareStride(hubs)}
	if hubs == 0 {
		return m, nil
	}
	var err error
	if m.bits, err = hugemem.New[uint64](64 * m.stride * m.stride); err != nil {
		return nil, err
	}
	err = par.Touch(ctx, workers, m.bits.Slice())
	if err == nil {
		err = eachHubRow(ctx, o, hubs, workers, m.set)
	}
	if err != nil {
		m.free()
	}
	return m, err
}

// newStoreSquare is newSquareMatrix for lists in pieces. Each worker holds a piece
// besides.
func newStoreSquare(ctx context.Context, s *partition.Store, hubs uint32, workers int) (*squareMatrix, error) {
	m := &squareMatrix{hubs: int(hubs), stride: squareStride(int(hubs))}
	var err error
	if m.bits, err = hugemem.New[uint64](64 * m.stride * m.stride); err != nil {
		return nil, err
	}
	return m, m.mirror(ctx, workers, eachStoredHubRow(ctx, s, hubs, workers, m.set))
}

// set sets row h.
func (m *squareMatrix) set(h uint32, neighbors []uint32) {
	row := m.row(int(h))
	for _, w := range neighbors {
		row[w>>6] |= 1 << (w & 63)
	}
}

// mirror copies what is below the diagonal to above it, once all rows are set without an
// error.
func (m *squareMatrix) mirror(ctx context.Context, workers int, err error) error {
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
	}
	return err
}

// squareStride is how many words a row has.
func squareStride(hubs int) int { return (hubs + lineHubs - 1) / lineHubs * simd.LineWords }

// squareBytes is what the matrix of so many hubs holds.
func squareBytes(hubs uint32) int64 {
	stride := int64(squareStride(int(hubs)))
	return 8 * 64 * stride * stride
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

// below yields the hubs that are adjacent to hub h, of those before it.
func (m *squareMatrix) below(h uint32) iter.Seq[uint32] {
	return func(yield func(w uint32) bool) {
		for k, word := range m.row(int(h))[:h>>6+1] {
			if k == int(h>>6) {
				word &= 1<<(h&63) - 1
			}
			for ; word != 0; word &= word - 1 {
				if !yield(uint32(64*k + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

func (m *squareMatrix) free() { m.bits.Free() }

// lineHubs is how many hubs there are in a line.
const lineHubs = 64 * simd.LineWords

// hubLines holds the hubs of one row as the lines of words that are not all zero.
type hubLines struct {
	lines []uint32 // where they are in a row, in bytes
	words []uint64
}

func (s *hubLines) init(hubs int) {
	words := squareStride(hubs)
	s.lines, s.words = make([]uint32, 0, words/simd.LineWords), make([]uint64, 0, words)
}

// pack takes the entries of row below hubs, and returns them: fewer than two close no
// triangle.
func (s *hubLines) pack(row []uint32, hubs int) []uint32 {
	lines, words := s.lines[:0], s.words[:0]
	n, last := 0, uint32(noRow)
	for _, h := range row {
		if int(h) >= hubs {
			break
		}
		n++
		if line := h / lineHubs; line != last {
			last = line
			lines = append(lines, line*lineHubs/8)
			words = append(words, 0, 0, 0, 0, 0, 0, 0, 0)
		}
		words[len(words)-simd.LineWords+int(h>>6%simd.LineWords)] |= 1 << (h & 63)
	}
	s.lines, s.words = lines, words
	return row[:n]
}
