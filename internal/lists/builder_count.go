package lists

import (
	"context"
	"errors"
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// check refuses what cannot fit, as far as the header tells.
func (s *Builder) check() error {
	if s.opt.InMemory {
		return s.fits(graphFixed + 8*s.info.Records.Get() + 8*s.info.Vertices.Get())
	}
	least, disk := SpillBytes(s.info, s.opt.Memory, s.workers)
	if need := least.Or(fixedBytes(s.workers)); s.opt.Memory > 0 && need > s.opt.Memory {
		return s.memoryError(need)
	}
	if disk.Get() > 0 {
		return CheckRoom(s.chunks.folder, disk.Get())
	}
	return nil
}

func (s *Builder) memoryError(need int64) error {
	return &graph.MemoryError{What: "building the lists of " + s.info.Name, Need: need + s.held, Limit: s.limit}
}

// fits refuses to hold so many bytes beside what is held, where nothing may be spilled.
func (s *Builder) fits(need int64) error {
	if s.opt.InMemory && s.limit > 0 && need+s.held > s.limit {
		return s.memoryError(need)
	}
	return nil
}

// countLimit returns the bytes that are left for counting the records; 0 for no limit.
func (s *Builder) countLimit(r *records) int64 {
	switch {
	case s.opt.Memory > 0:
		return s.opt.Memory - fixedBytes(s.workers)
	case s.limit > 0:
		return max(s.limit-s.held-graphFixed-r.bytes(), 2)
	}
	return 0
}

// open returns the records of src, which are read and kept where that costs less
// than reading them again.
func (s *Builder) open(ctx context.Context, src graph.Source) (*records, error) {
	s.opt.Meter.Start("read", s.info.Records.Get())
	if sources := s.runsOf(src); sources != nil {
		return s.keepRuns(ctx, src, sources)
	}
	if s.info.Direct && s.info.Rereadable && s.info.Records.Known() {
		return &records{src: src, workers: s.workers}, nil
	}
	// What the vertices take is not known yet.
	s.chunks.room.Store(1 << 62)
	if s.opt.Memory > 0 {
		s.chunks.room.Store(keptBytes(s.opt.Memory, s.workers))
	}
	return keepRecords(ctx, src, s.workers, s.chunks, s.opt.Meter, func(bytes int64) error {
		return s.fits(graphFixed + bytes + s.info.Holds())
	})
}

// count counts the records of each id.
func (s *Builder) count(ctx context.Context, r *records) error {
	if r.kept != nil || r.runs != nil {
		s.opt.Meter.Start("degrees", int64(r.summary.Records))
	}
	err := s.countDense(ctx, r)
	var short *graph.MemoryError
	// Ids that are distinct by the few take less in tables than in arrays.
	if errors.Is(err, errSparse) || errors.As(err, &short) {
		s.opt.Meter.Start("ids", s.info.Records.Get())
		if sparse := s.countSparse(ctx, r); !errors.As(sparse, new(*graph.MemoryError)) || short == nil {
			err = sparse
		}
	}
	if errors.As(err, &short) {
		short.Need += s.held
		if s.opt.InMemory {
			short.Need += r.bytes()
		}
		short.Limit = s.limit // of which counting has a part
	}
	return err
}

// countDense counts in arrays. It returns errSparse where ids are no indexes.
func (s *Builder) countDense(ctx context.Context, r *records) error {
	// The pages are merged into one array more.
	t := newTally(r.expected(), s.workers, s.countLimit(r)*2/3)
	defer t.free()
	summary, err := s.tallyAll(ctx, r, t)
	if err != nil {
		return err
	}
	found, maxID := t.seen(), t.largest()
	if found.records > 0 && uint64(maxID) >= DenseBound(found.records) {
		return errSparse
	}
	if found.records > 0 {
		s.ids = int(maxID) + 1
		if err := s.declared(summary, uint64(maxID)); err != nil {
			return err
		}
	}
	if s.opt.Memory > 0 {
		if need := leastBytes(s.workers, uint64(s.ids), found.records-found.loops); need > s.opt.Memory {
			return s.memoryError(need)
		}
	}
	if err := s.makeRoom(ctx, r); err != nil {
		return err
	}
	s.seen, s.summary = found, summary
	s.sample = t.sample(found.records)
	s.alone = t.loops
	s.counts, s.lonely, err = t.merge(ctx, s.ids)
	return err
}

// tallyAll counts all records.
func (s *Builder) tallyAll(ctx context.Context, r *records, t *tally) (graph.Summary, error) {
	if r.runs != nil {
		return r.summary, r.runs.eachWords(ctx, r.workers, func(worker int, words []uint64) error {
			s.opt.Meter.Add(int64(len(words)))
			return t.addRun(worker, words)
		})
	}
	return r.each(ctx, false, func(worker int, b graph.Batch) error {
		if len(b.Wide) > 0 {
			return errSparse
		}
		s.opt.Meter.Add(int64(len(b.Edges)))
		return t.add(worker, b.Edges)
	})
}

// makeRoom writes kept records to the file that stand where ids are to be
// ranked.
func (s *Builder) makeRoom(ctx context.Context, r *records) error {
	if s.opt.Memory <= 0 {
		return nil
	}
	_, err := r.evict(ctx, max(s.opt.Memory-fixedBytes(s.workers)-rankBytes*int64(s.ids), 0))
	return err
}

// countSparse counts in hash tables.
func (s *Builder) countSparse(ctx context.Context, r *records) error {
	table, found, summary, err := countSparse(ctx, r, s.countLimit(r)/2, s.opt.Meter)
	var short *graph.MemoryError
	if errors.As(err, &short) {
		short.Need += fixedBytes(s.workers)
	}
	if err != nil {
		return err
	}
	s.table = table
	n := table.distinct()
	if n > 0 {
		if err := s.declared(summary, table.largest()); err != nil {
			return err
		}
	}
	s.ids = int(idsOfTables(table.held.Load(), uint64(n)))
	s.seen, s.summary = found, summary
	s.sample = table.sample
	return s.makeRoom(ctx, r)
}

// declared refuses an id beyond the vertices that the source declares.
func (s *Builder) declared(summary graph.Summary, id uint64) error {
	if summary.Vertices.Known() && id >= uint64(summary.Vertices.Get()) {
		return fmt.Errorf("lists: source %s yields an id beyond its %v declared vertices", s.info.Name, summary.Vertices)
	}
	return nil
}
