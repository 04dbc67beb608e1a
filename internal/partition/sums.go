package partition

import (
	"context"
	"errors"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Sums keeps a number for each edge of a store, in a temporary file: for each block of a
// grid, rows in a row range and columns in a column range, those of its edges in their
// order. At first all are 0.
type Sums struct {
	grid   Grid
	edges  [][]uint64          // in each block, at most
	blocks [][][]lists.Spilled // of each, in chunks; empty ones stand for zeros
	spill  *lists.Spill
}

// sumsAtOnce is how many numbers a chunk has.
const sumsAtOnce = 1 << 16

// SumsBytes is what so many workers hold while they add.
func SumsBytes(workers int) int64 { return int64(workers) * 4 * sumsAtOnce }

// NewSums makes them for a store that is cut by a grid, in a file in a folder.
func NewSums(s *Store, g Grid, folder string) *Sums {
	t := &Sums{grid: g, spill: lists.NewSpill(folder)}
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

// errSums is the error where a number passes its 32 bits: no edge is in as many triangles.
var errSums = errors.New("internal error: an edge is in 2^32 triangles or more; please report it")

// Add adds to the first edges of block (i, k).
func (t *Sums) Add(ctx context.Context, i, k int, more []uint32, threads int) error {
	lanes := make([][]uint32, par.Workers(threads))
	return par.Each(ctx, len(lanes), (len(more)+sumsAtOnce-1)/sumsAtOnce, func(worker, at int) error {
		some := more[at*sumsAtOnce : min((at+1)*sumsAtOnce, len(more))]
		if !anyOf(some) {
			return nil
		}
		if lanes[worker] == nil {
			lanes[worker] = make([]uint32, sumsAtOnce)
		}
		c := &t.blocks[i][k][at]
		sums := lanes[worker][:min(sumsAtOnce, t.edges[i][k]-uint64(at)*sumsAtOnce)]
		if err := t.read(*c, sums); err != nil {
			return err
		}
		for e, n := range some {
			sum := sums[e] + n
			if sum < n {
				return errSums
			}
			sums[e] = sum
		}
		if c.Len() > 0 {
			return t.spill.Rewrite(c, bytesOf(sums))
		}
		var err error
		*c, err = t.spill.Write(bytesOf(sums))
		return err
	})
}

func anyOf(numbers []uint32) bool {
	any := uint32(0)
	for _, n := range numbers {
		any |= n
	}
	return any != 0
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

// Close removes the file.
func (t *Sums) Close() error { return t.spill.Close() }
