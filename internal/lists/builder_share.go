package lists

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// plan shapes the buckets, now that everything is known, and refuses what does not
// fit the memory. With twice the memory that is needed, and room for all workers to
// sort at once, it does as without a limit.
func (s *Builder) plan() error {
	memory := s.opt.Memory
	if memory > 0 {
		memory = max(memory-s.reserved, 1)
		bytes := graphBytes{records: s.Records(), ids: uint64(s.ids), wide: s.table != nil}
		need := fixedBytes(s.workers) + bytes.building()
		free, _ := shapeOf(0, s.workers, uint64(s.ids), s.Records())
		if memory/2 > need && memory > need+free.sorting() {
			memory = 0
		}
	}
	if memory <= 0 {
		s.chunks.slabs = new(slabs)
	}
	var ok bool
	if s.shape, ok = shapeOf(memory, s.workers, uint64(s.ids), s.Records()); !ok {
		return s.memoryError(leastBytes(s.workers, uint64(s.ids), s.Records()) + s.reserved)
	}
	if s.opt.shape != nil {
		s.shape = s.opt.shape(s.shape)
	}
	return nil
}

// share puts the keys of all records into their buckets.
func (s *Builder) share(ctx context.Context, r *records) error {
	k := s.shape.bins(s.records, s.masses.rows(), s.wish != graph.OrderRecords)
	buckets, at, err := cutBuckets(ctx, &s.masses, k, s.shape, s.workers)
	if err != nil {
		return err
	}
	s.buckets = buckets
	// Records that were kept in memory make room for their keys on the way.
	held, err := r.evict(ctx, s.shape.keep)
	if err != nil {
		return err
	}
	s.chunks.room.Store(s.shape.keep - held)
	if err := s.checkDisk(); err != nil {
		return err
	}
	s.opt.Meter.Start("share", int64(s.records))
	lanes := make([]*keyLanes, s.workers)
	defer func() {
		for _, l := range lanes {
			if l != nil {
				l.free()
			}
		}
	}()
	summary, err := r.each(ctx, true, func(worker int, b graph.Batch) error {
		if lanes[worker] == nil {
			lanes[worker] = newKeyLanes(buckets, at, k, s.shape.chunk, s.chunks, s.workers)
		}
		s.opt.Meter.Add(int64(len(b.Edges) + len(b.Wide)))
		return s.pushBatch(lanes[worker], b)
	})
	if err != nil {
		return err
	}
	s.freeRanks()
	var found seen
	for _, l := range lanes {
		if l != nil {
			found.add(l.seen)
		}
	}
	if err := s.gather(ctx, lanes); err != nil {
		return err
	}
	if found != s.seen || summary.Vertices != s.summary.Vertices {
		return s.changed()
	}
	return nil
}

// gather gives each bucket what all lanes have for it.
func (s *Builder) gather(ctx context.Context, lanes []*keyLanes) error {
	return par.Chunks(ctx, s.workers, len(s.buckets), 8, func(_, begin, end int) error {
		for i := begin; i < end; i++ {
			b := &s.buckets[i]
			chunks := 0
			for _, l := range lanes {
				if l != nil {
					chunks += len(l.kept[i].full) + 1
				}
			}
			b.chunks = make([]chunk, 0, chunks)
			for _, l := range lanes {
				if l == nil {
					continue
				}
				full, err := l.finish(i)
				b.chunks = append(b.chunks, full...)
				if err != nil {
					return err
				}
			}
			for _, c := range b.chunks {
				b.records += uint64(c.length / int(b.width))
			}
		}
		return nil
	})
}

// checkDisk refuses to begin where the folder cannot take what does not fit the
// memory.
func (s *Builder) checkDisk() error {
	need := int64(0)
	for i := range s.buckets {
		need += int64(s.buckets[i].ends) * int64(s.buckets[i].width)
	}
	// Each record was counted at both ends and is kept at one.
	most := int64(0)
	for i := range s.buckets {
		most = max(most, int64(s.buckets[i].width))
	}
	need = min(need, most*int64(s.records)) - s.chunks.room.Load()
	if need <= 0 {
		return nil
	}
	return CheckRoom(s.chunks.folder, need)
}

func (s *Builder) changed() error {
	return &graph.InputError{File: s.info.Name, Found: "other records than a moment ago: the file changed while it was read"}
}

// pushBatch maps records to ranks and pushes their keys, a few at a time: so
// several gathers are on their way at once, and what they bring stays in the
// first-level cache.
func (s *Builder) pushBatch(l *keyLanes, b graph.Batch) error {
	var room [keysAtOnce]graph.Edge
	l.records += uint64(len(b.Edges) + len(b.Wide))
	for edges := b.Edges; len(edges) > 0; {
		part := edges[:min(len(edges), len(room))]
		edges = edges[len(part):]
		l.print += fingerprints(&l.kernels, part)
		pairs, ok := s.ranker.narrow(part, room[:])
		if err := s.pushPairs(l, pairs, ok); err != nil {
			return err
		}
	}
	for edges := b.Wide; len(edges) > 0; {
		part := edges[:min(len(edges), len(room))]
		edges = edges[len(part):]
		for _, e := range part {
			l.print += fingerprint(e.U, e.V)
		}
		pairs, ok := s.ranker.wide(part, room[:])
		if err := s.pushPairs(l, pairs, ok); err != nil {
			return err
		}
	}
	return nil
}

func (s *Builder) pushPairs(l *keyLanes, pairs []graph.Edge, ok bool) error {
	if ok {
		var err error
		if ok, err = l.push(pairs); err != nil {
			return err
		}
	}
	if !ok {
		return s.changed()
	}
	return nil
}
