package colours

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Task is the source of a task's edges. Where several files of a cell have an edge, it
// comes as often.
type Task struct {
	Files   objectfs.FS
	Colours int
	Parts   []File // of its cells
	Name    string // for messages
	MaxID   uint64 // that a vertex can have; 0 for any
	Again   bool   // is read again, which takes less memory than to keep the edges
	Held    *Held  // cells that are in memory for several tasks; nil for none
}

var _ lists.Coloured = (*Task)(nil)

// Select returns the files of a task. Those of the vertices of a colour are with it alone.
func Select(all []File, t partition.Subtask) []File {
	var some []File
	for _, cell := range CellsOf(t) {
		for _, f := range all {
			if f.Cell == cell && f.Edges > 0 && (!f.Loops || t.I == t.K) {
				some = append(some, f)
			}
		}
	}
	return some
}

// Filled returns the files that have edges.
func Filled(all []File) []File {
	return slices.DeleteFunc(slices.Clone(all), func(f File) bool { return f.Edges == 0 || f.Loops })
}

// Records adds up the edges, and loops, of files.
func Records(files []File) uint64 {
	sum := uint64(0)
	for _, f := range files {
		sum += f.Edges
	}
	return sum
}

// Info implements [graph.Source].
func (t *Task) Info() graph.Info {
	records, bytes, maxID := graph.Known(int64(Records(t.Parts))), uint64(0), uint64(math.MaxUint32)
	for _, f := range t.Parts {
		bytes += f.Bytes()
		if f.Width > 4 {
			maxID = 0
		}
	}
	if t.MaxID > 0 {
		maxID = t.MaxID
	}
	return graph.Info{
		Name: t.Name, Format: "cells", Bytes: graph.Known(int64(bytes)), Records: records, MaxRecords: records,
		MaxID: maxID, EachOnce: true, Rereadable: true, Direct: t.Again,
	}
}

// Read implements [graph.Source].
func (t *Task) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	err := par.Each(ctx, workers, len(t.Parts), func(worker, i int) error {
		return t.Parts[i].read(ctx, t.Files, t.Colours, func(b graph.Batch) error { return emit(worker, b) })
	})
	return graph.Summary{Records: Records(t.Parts)}, err
}

// Runs implements [lists.Runs]: each file is one, but for loops and ids of 64 bits.
func (t *Task) Runs() []graph.Source {
	var all []graph.Source
	for i, f := range t.Parts {
		if f.Loops || f.Width > 4 {
			return nil
		}
		one := *t
		one.Parts = t.Parts[i : i+1]
		all = append(all, &one)
	}
	return all
}

// Words implements [lists.HeldRun], for a single file.
func (t *Task) Words(ctx context.Context) (words hugemem.Array[uint64], err error) {
	if t.Held == nil {
		return words, nil
	}
	return t.Held.words(ctx, t, t.Parts[0])
}

// Colouring implements [lists.Coloured]: the colours are those of the cells that have edges.
func (t *Task) Colouring() (n int, of func(id uint64) int) {
	number := make([]int, t.Colours)
	for i := range number {
		if slices.ContainsFunc(t.Parts, func(f File) bool { return f.A == i || f.B == i }) {
			number[i], n = n, n+1
		}
	}
	return n, func(id uint64) int { return number[Of(id, t.Colours)] }
}

// Close implements [graph.Source].
func (t *Task) Close() error { return nil }

// Whole says whether each file, and each of names, is there and of its size. The error is a
// [*partition.BlockError] where it is not.
func Whole(ctx context.Context, files objectfs.FS, all []File, names []Names) error {
	sizes, err := files.List(ctx, "")
	if err != nil {
		return err
	}
	for _, f := range all {
		if err := whole(ctx, files, sizes, f.Name, f.Bytes()); err != nil {
			return err
		}
	}
	for _, f := range names {
		if err := whole(ctx, files, sizes, f.Name, f.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// whole says whether a file is among those that are listed with their sizes, and has so many bytes.
func whole(ctx context.Context, files objectfs.FS, sizes map[string]int64, name string, bytes uint64) error {
	size, ok := sizes[name]
	bad := error(nil)
	switch {
	case !ok:
		object, err := files.Open(ctx, name, 0, 1)
		if err == nil {
			_ = object.Close() // it was not to be read
			err = fmt.Errorf("%w: it is not listed", partition.ErrDamaged)
		}
		bad = objectfs.Cause(err)
	case uint64(size) > bytes:
		bad = partition.ErrDamaged
	case uint64(size) < bytes:
		bad = partition.ErrTruncated
	}
	if bad != nil {
		return &partition.BlockError{File: objectfs.Path(files, name), Err: bad}
	}
	return nil
}
