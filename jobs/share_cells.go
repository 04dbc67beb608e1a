package jobs

import (
	"cmp"
	"context"
	"math"
	"runtime/debug"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/triangle"
)

// cells makes those of some files, under names that begin with set.
func (s *share) cells(ctx context.Context, r Request, files FS, set string, own []string, opt triangle.Options) (err error) {
	opt.TmpDir = cmp.Or(opt.TmpDir, objectfs.Folder(files))
	from := r.input(opt.Memory)
	from.Union = own
	src, err := graphio.Open(own[0], from)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(src.Close(), err) }()
	if names, ok := src.(namer); ok && names.MayHaveNames() {
		return s.cellsOfNames(ctx, src, names, files, set, opt)
	}
	info := src.Info()
	w, workers, err := s.writer(uint64(info.MaxRecords.Or(0)), 0, info.MaxID > 0 && info.MaxID <= math.MaxUint32, opt)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, w.Close()) }()
	base := info.Base
	if _, err := s.read(ctx, src, workers, "cells", opt, func(worker int, u, v uint64) error { return w.Add(worker, u+base, v+base) }); err != nil {
		return err
	}
	return s.finish(ctx, w, files, set)
}

// cellsOfNames is cells for a source that may have names, which it tells at its end: its records wait
// in a temporary file.
func (s *share) cellsOfNames(ctx context.Context, src graph.Source, names namer, files FS, set string, opt triangle.Options) (err error) {
	workers := par.Workers(opt.Threads)
	pairs := colours.NewPairs(workers, opt.TmpDir)
	defer func() { err = cmp.Or(err, pairs.Close()) }()
	summary, err := s.read(ctx, src, workers, "read", opt, pairs.Add)
	if err != nil {
		return err
	}
	base, held := src.Info().Base, int64(0)
	id := func(v uint64) uint64 { return v + base }
	if len(summary.Names) > 0 {
		ids, err := s.keepNames(ctx, files, set, summary.Names, names.NamesBehind(), src.Info().Holds(), opt)
		defer ids.Free()
		if err != nil {
			return err
		}
		summary.Names = nil
		if opt.Memory > 0 {
			debug.FreeOSMemory() // or the names would be beside the chunks
		}
		id, held = func(v uint64) uint64 { return ids.Slice()[v] }, 8*int64(len(ids.Slice()))
	}
	w, workers, err := s.writer(summary.Records, held, false, opt)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, w.Close()) }()
	opt.Meter.Start("cells", int64(summary.Records))
	err = pairs.Each(ctx, workers, func(worker int, some [][2]uint64) error {
		for _, p := range some {
			if err := w.Add(worker, id(p[0]), id(p[1])); err != nil {
				return err
			}
		}
		opt.Meter.Add(int64(len(some)))
		return nil
	})
	if err != nil {
		return err
	}
	if summary.Vertices.Known() && len(s.Names) > 0 { // some may have no record
		for v := range uint64(summary.Vertices.Get()) {
			if err := w.Add(0, id(v), id(v)); err != nil {
				return err
			}
		}
	}
	return s.finish(ctx, w, files, set)
}

// writer makes what shares so many edges, perhaps all of short ids, out to cells, beside so many bytes,
// and says by how many workers.
func (s *share) writer(edges uint64, held int64, short bool, opt triangle.Options) (w *colours.Writer, workers int, err error) {
	cut, room, workers := colours.Cut{Colours: s.Colours, Vertices: true, Short: short}, int64(0), par.Workers(opt.Threads)
	if opt.Memory > 0 {
		fits := false
		if room, workers, fits = cut.Room(opt.Memory-besideCells-held, workers, edges); !fits {
			return nil, 0, &graph.MemoryError{What: noRoomToCut, Need: besideCells + held + cut.NeedBytes(edges), Limit: opt.Memory}
		}
	}
	return colours.NewWriter(cut, workers, room, opt.TmpDir), workers, nil
}

// read hands the records of a source over, in a phase of some name, and counts them.
func (s *share) read(ctx context.Context, src graph.Source, workers int, phase string, opt triangle.Options, add func(worker int, u, v uint64) error) (summary graph.Summary, err error) {
	loops := make([]uint64, 8*workers) // of each worker, apart from those of others
	opt.Meter.Start(phase, src.Info().Records.Get())
	err = mapping.Guard(func() error {
		summary, err = src.Read(ctx, workers, func(worker int, b graph.Batch) error {
			take := func(u, v uint64) error {
				if u == v {
					loops[8*worker]++
				}
				return add(worker, u, v)
			}
			for _, e := range b.Edges {
				if err := take(uint64(e.U), uint64(e.V)); err != nil {
					return err
				}
			}
			for _, e := range b.Wide {
				if err := take(e.U, e.V); err != nil {
					return err
				}
			}
			opt.Meter.Add(int64(len(b.Edges) + len(b.Wide)))
			return nil
		})
		return err
	})
	if err != nil {
		return summary, err
	}
	s.Cleaning.Records = summary.Records
	for _, n := range loops {
		s.Cleaning.Loops += n
	}
	if s.Shares == 1 { // nobody else has edges
		err = checkCells(src.Info().Files[0], s.Colours, summary.Records)
	}
	return summary, err
}

// finish makes the files of what was shared out, under names that begin with set.
func (s *share) finish(ctx context.Context, w *colours.Writer, files FS, set string) error {
	made, err := w.Finish(ctx, objectfs.Sub(files, set))
	if err != nil {
		return err
	}
	set = strings.TrimPrefix(set, cellPrefix)
	for _, f := range made {
		f.Name = set + f.Name
		s.Files = append(s.Files, f)
		if f.Loops {
			s.Vertices += f.Edges
		} else {
			s.Edges += f.Edges
		}
	}
	for i := range s.Names {
		s.Names[i].Name = set + s.Names[i].Name
	}
	return nil
}
