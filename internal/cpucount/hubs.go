package cpucount

import (
	"context"
	"iter"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// hubMatrix is the adjacency of the first ranks as a triangular bit matrix.
type hubMatrix struct {
	hubs int
	bits hugemem.Array[uint64]
}

const (
	// HubDensity is how many edges a 64-bit word of the matrix must stand for,
	// on average: below, looking the few edges up one by one is faster.
	HubDensity = 1
	// HubShare is the share of all edges that must lie within the matrix, as a
	// divisor: below, building it does not pay.
	HubShare = 64
	// HubLimit bounds the matrix to 4 GiB.
	HubLimit = 1 << 18
)

// hubCount chooses the number of hubs: the most, in powers of two, with which
// the matrix is dense enough. The edges among the first H ranks are the
// entries of the first H rows, so the choice reads a few offsets.
func hubCount(o *lists.Oriented, p Params) int {
	return ChooseHubs(o.Rows(), o.Edges(), HubLimit, p.Memory, func(hubs int) uint64 { return o.Offsets()[hubs] })
}

// ChooseHubs is hubCount for lists of which is known how many edges there are
// among the first H rows.
func ChooseHubs(rows int, edges uint64, limit int, memory int64, inside func(hubs int) uint64) int {
	best := 0
	for hubs := 1 << 9; hubs <= min(rows, limit); hubs *= 2 {
		if memory > 0 && matrixBytes(hubs) > memory {
			break
		}
		if in := inside(hubs); in >= HubDensity*wordsWithBits(hubs) && HubShare*in >= edges {
			best = hubs
		}
	}
	return best
}

// wordsWithBits is how many words of the matrix of so many hubs, a multiple of 64, have bits:
// others fill its lines, and are of no account for what is dense.
func wordsWithBits(hubs int) uint64 {
	words := uint64(hubs / 64)
	return 32 * words * (words + 1)
}

// HubBytes is the most that the matrix of a graph can hold.
func HubBytes(rows int, edges uint64, p Params) int64 {
	most := int64(0)
	for hubs := range hubChoices(rows, edges, p) {
		most = matrixBytes(hubs)
	}
	return most
}

// hubChoices yields how many hubs a graph can have, from few to many: the matrix must be dense
// enough even if all edges lay within it.
func hubChoices(rows int, edges uint64, p Params) iter.Seq[int] {
	return func(yield func(hubs int) bool) {
		for hubs := 1 << 9; hubs <= min(rows, HubLimit); hubs *= 2 {
			if p.Memory > 0 && matrixBytes(hubs) > p.Memory || HubDensity*wordsWithBits(hubs) > edges || !yield(hubs) {
				return
			}
		}
	}
}

func newHubMatrix(ctx context.Context, o *lists.Oriented, hubs, workers int) (*hubMatrix, error) {
	m := &hubMatrix{hubs: hubs}
	if hubs == 0 {
		return m, nil
	}
	var err error
	if m.bits, err = hugemem.New[uint64](int(simd.MatrixRow(uint32(hubs)))); err != nil {
		return nil, err
	}
	if err = fillMatrix(ctx, o, hubs, workers, m.bits.Slice(), m.set); err != nil {
		m.free()
		return nil, err
	}
	return m, nil
}

// fillMatrix calls set with the hubs' rows, some at once, for a matrix of these words.
func fillMatrix(ctx context.Context, o *lists.Oriented, hubs, workers int, words []uint64, set func(h uint32, neighbors []uint32)) error {
	// A small matrix is for few workers: those who come to one page for the first time wait for
	// each other.
	workers = min(workers, 1+int(matrixBytes(hubs)>>18))
	if err := par.Touch(ctx, workers, words); err != nil {
		return err
	}
	return eachHubRow(ctx, o, hubs, workers, set)
}

// eachHubRow calls set with the hubs' rows, some at once.
func eachHubRow(ctx context.Context, o *lists.Oriented, hubs, workers int, set func(h uint32, neighbors []uint32)) error {
	return par.Chunks(ctx, workers, hubs, 128, func(_, begin, end int) error {
		for h := begin; h < end; h++ {
			set(uint32(h), o.Row(uint32(h)))
		}
		return nil
	})
}

// newStoreMatrix is newHubMatrix for lists in pieces. Each worker holds a piece
// besides.
func newStoreMatrix(ctx context.Context, s *partition.Store, hubs uint32, workers int) (*hubMatrix, error) {
	m := &hubMatrix{hubs: int(hubs)}
	var err error
	if m.bits, err = hugemem.New[uint64](int(simd.MatrixRow(hubs))); err != nil {
		return nil, err
	}
	if err = eachStoredHubRow(ctx, s, hubs, workers, m.set); err != nil {
		m.free()
		return nil, err
	}
	return m, nil
}

// eachStoredHubRow is eachHubRow for lists in pieces.
func eachStoredHubRow(ctx context.Context, s *partition.Store, hubs uint32, workers int, set func(h uint32, neighbors []uint32)) error {
	pieces := s.Pieces()
	return par.Each(ctx, workers, len(pieces), func(_, i int) error {
		rows := pieces[i].Rows
		if rows.Begin >= hubs {
			return nil
		}
		b, err := s.Load(ctx, rows, partition.Range{End: hubs}, 1)
		if err != nil {
			return err
		}
		rest := b.Neighbors
		for r, n := range b.Lengths {
			if h := rows.Begin + uint32(r); h < hubs {
				set(h, rest[:n])
			}
			rest = rest[n:]
		}
		return nil
	})
}

// set sets row h.
func (m *hubMatrix) set(h uint32, neighbors []uint32) {
	row := m.bits.Slice()[simd.MatrixRow(h):]
	for _, w := range neighbors {
		row[w>>6] |= 1 << (w & 63)
	}
}

func (m *hubMatrix) free() { m.bits.Free() }

// matrixBytes is what the matrix of so many hubs holds.
func matrixBytes(hubs int) int64 { return int64(8 * simd.MatrixRow(uint32(hubs))) }

// hubWords holds the hubs of one row as the 64-bit words that are not zero.
type hubWords struct {
	index []uint32
	words []uint64
}

func (s *hubWords) init(hubs int) {
	s.index = make([]uint32, 0, hubs/64+1)
	s.words = make([]uint64, 0, hubs/64+1)
}

// pack takes the entries of row below hubs, and returns how many there are: fewer than
// two close no triangle.
func (s *hubWords) pack(row []uint32, hubs int) int {
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
	return taken
}
