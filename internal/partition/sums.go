package partition

import (
	"context"
	"errors"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Sums keeps a number for each edge of a store, in a temporary file: for each block of a
// grid, rows in a row range and columns in a column range, those of its edges in their
// order. At first all are 0.
type Sums struct {
	edges  [][]uint64          // in each block, at most
	blocks [][][]lists.Spilled // of each, in chunks; empty ones stand for zeros
	spill  *lists.Spill
	folder string
	wraps  bool // numbers are added modulo 2^32
}

// sumsAtOnce is how many numbers a chunk has.
const sumsAtOnce = 1 << 16

// SumsBytes is what so many workers hold while they add.
func SumsBytes(workers int) int64 { return int64(workers) * 4 * sumsAtOnce }

// NewSums makes them for a store that is cut by a grid, in a file in a folder.
func NewSums(s *Store, g Grid, folder string) *Sums {
	t := &Sums{spill: lists.NewSpill(folder), folder: folder}
	for _, rows := range g.Rows {
		var edges []uint64
		var blocks [][]lists.Spilled
		for _, columns := range g.Columns {
			n := s.Edges(rows, columns)
			edges = append(edges, n)
			blocks = append(blocks, make([]lists.Spilled, (n+sumsAtOnce-1)/sumsAtOnce))
		}
		t.edges, t.blocks = append(t.edges, edges), append(t.blocks, blocks)
	}
	return t
}

// NewSumsOf makes them for blocks (0, 0), (1, 0) and so on, of so many edges each. They are
// added modulo 2^32, for numbers that are taken away again.
func NewSumsOf(edges []uint64, folder string) *Sums {
	t := &Sums{spill: lists.NewSpill(folder), folder: folder, wraps: true}
	for _, n := range edges {
		t.edges = append(t.edges, []uint64{n})
		t.blocks = append(t.blocks, [][]lists.Spilled{make([]lists.Spilled, (n+sumsAtOnce-1)/sumsAtOnce)})
	}
	return t
}

// errSums is the error where a number passes its 32 bits: no edge is in as many triangles.
var errSums = errors.New("internal error: an edge is in 2^32 triangles or more; please report it")

// Add adds to the edges of block (i, k) from one on.
func (t *Sums) Add(ctx context.Context, i, k int, first uint64, more []uint32, threads int) error {
	lanes := make([][]uint32, par.Workers(threads))
	begin, end := first/sumsAtOnce, (first+uint64(len(more))+sumsAtOnce-1)/sumsAtOnce
	return par.Each(ctx, len(lanes), int(end-begin), func(worker, n int) error {
		at := begin + uint64(n)
		from, to := max(at*sumsAtOnce, first), min((at+1)*sumsAtOnce, first+uint64(len(more)))
		some := more[from-first : to-first]
		if simd.Zero(some) {
			return nil
		}
		if lanes[worker] == nil {
			lanes[worker] = make([]uint32, sumsAtOnce)
		}
		return t.addAt(i, k, from, some, lanes[worker])
	})
}

// addAt adds to the numbers of a chunk from one on.
func (t *Sums) addAt(i, k int, first uint64, more, room []uint32) error {
	at := first / sumsAtOnce
	c := &t.blocks[i][k][at]
	sums := room[:min(sumsAtOnce, t.edges[i][k]-at*sumsAtOnce)]
	if err := t.read(*c, sums); err != nil {
		return err
	}
	some := sums[first%sumsAtOnce:]
	for e, n := range more {
		sum := some[e] + n
		if sum < n && !t.wraps {
			return errSums
		}
		some[e] = sum
	}
	if c.Len() > 0 {
		return t.spill.Rewrite(c, bytesOf(sums))
	}
	var err error
	*c, err = t.spill.Write(bytesOf(sums))
	return err
}

// read reads a chunk.
func (t *Sums) read(c lists.Spilled, to []uint32) error {
	if c.Len() == 0 {
		clear(to)
		return nil
	}
	return t.spill.Read(c, bytesOf(to))
}

// Read reads those of the first edges of block (i, k).
func (t *Sums) Read(ctx context.Context, i, k int, to []uint32, threads int) error {
	lanes := make([][]uint32, par.Workers(threads))
	return par.Each(ctx, len(lanes), (len(to)+sumsAtOnce-1)/sumsAtOnce, func(worker, at int) error {
		some := to[at*sumsAtOnce : min((at+1)*sumsAtOnce, len(to))]
		c := t.blocks[i][k][at]
		if c.Len() <= 4*len(some) {
			return t.read(c, some)
		}
		if lanes[worker] == nil {
			lanes[worker] = make([]uint32, sumsAtOnce)
		}
		err := t.read(c, lanes[worker])
		copy(some, lanes[worker])
		return err
	})
}

// Size returns how many stretches there are that have other numbers than 0, and with how
// many words.
func (t *Sums) Size() (stretches, words int64) {
	for _, blocks := range t.blocks {
		for _, block := range blocks {
			for _, c := range block {
				if c.Len() > 0 {
					stretches, words = stretches+1, words+int64(c.Len())/4
				}
			}
		}
	}
	return stretches, words
}

// Each calls emit with these.
func (t *Sums) Each(emit func(s Stretch) error) error {
	words := make([]uint32, sumsAtOnce)
	for i, blocks := range t.blocks {
		for k, block := range blocks {
			for at, c := range block {
				if c.Len() == 0 {
					continue
				}
				some := words[:c.Len()/4]
				if err := t.read(c, some); err != nil {
					return err
				}
				if err := emit(Stretch{uint32(i), uint32(k), uint64(at) * sumsAtOnce, some}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Take adds a stretch that Each gave, of sums for the same store and grid.
func (t *Sums) Take(s Stretch) error {
	if uint64(s.I) >= uint64(len(t.blocks)) || uint64(s.K) >= uint64(len(t.blocks[s.I])) {
		return ErrDamaged
	}
	edges := t.edges[s.I][s.K]
	if s.First%sumsAtOnce != 0 || s.First >= edges || uint64(len(s.Words)) > min(edges-s.First, sumsAtOnce) {
		return ErrDamaged
	}
	return t.addAt(int(s.I), int(s.K), s.First, s.Words, make([]uint32, sumsAtOnce))
}

// Reset makes all of them 0 again.
func (t *Sums) Reset() error {
	for _, blocks := range t.blocks {
		for _, block := range blocks {
			clear(block)
		}
	}
	err := t.spill.Close()
	t.spill = lists.NewSpill(t.folder)
	return err
}

// Close removes the file.
func (t *Sums) Close() error { return t.spill.Close() }
