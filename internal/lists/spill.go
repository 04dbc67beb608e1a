package lists

import (
	"context"
	"errors"
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// SpillOptions bound and observe [Spill] and Build. The zero value uses every
// core, and memory alone.
type SpillOptions struct {
	Threads int          // goroutines; 0 for one a core
	Memory  int64        // bytes that they may hold, the pieces handed over apart; 0 for no limit
	TmpDir  string       // folder for what does not fit; "" for the system's
	Piece   uint64       // most edges in a piece, but for a single row, and most rows; 0 for no limit
	Meter   *graph.Meter // progress; may be nil
	// Reserve returns the bytes of Memory that the caller would like to hold while
	// Build runs. It is asked once the numbers of rows and records are known; nil
	// is none.
	Reserve func(rows uint32, records uint64) int64

	// Tests make buckets and chunks small, and files fail.
	shape  func(spillShape) spillShape
	create func(folder string) (chunkFile, error)
}

// Spilled is a graph on its way from raw records to oriented lists, in memory
// that does not grow with the records: these lie in buckets of rows, in memory as
// far as there is any, and else in a temporary file.
//
// Vertices are ranked by falling number of records, duplicates included and loops
// not, ties by smaller id. Rows are the ranks of those that have any.
type Spilled struct {
	opt     SpillOptions
	workers int
	info    graph.Info
	held    int64 // by the source
	shape   spillShape
	chunks  *chunkStore
	counted

	reserved bool // what the caller asked for

	buckets []bucket
}

// counted is what is known once the records of each id are counted.
type counted struct {
	seen
	ranker
	masses   masses
	ids      int    // that arrays are made for
	vertices uint64 // declared ones, or else all that have a record
}

// Spill reads src, ranks its vertices, and shares its records out to buckets.
// Build makes the rows of these; Close gives back what is held.
//
// A source whose records cost less to read again than to keep is read twice;
// every other once, and its records are kept in the meantime.
//
// Errors: *graph.InputError for bad input, and where the second reading finds
// other records than the first; *graph.MemoryError where arrays over the vertices
// do not fit; *DiskError where the folder has no room, before anything is
// written as far as the header tells the records; *FileError for the temporary
// file otherwise; the cause of ctx when it ends.
func Spill(ctx context.Context, src graph.Source, opt SpillOptions) (_ *Spilled, err error) {
	s := &Spilled{opt: opt, workers: par.Workers(opt.Threads), info: src.Info(), chunks: newChunkStore(opt.TmpDir)}
	if opt.create != nil {
		s.chunks.create = opt.create
	}
	defer func() {
		if err != nil {
			_ = s.Close() // the first error says more
		}
	}()
	if err := s.check(); err != nil {
		return nil, err
	}
	records, err := s.open(ctx, src)
	if err != nil {
		return nil, err
	}
	defer records.free()
	if s.opt.Memory > 0 {
		// What the source holds, such as names, is not there for others.
		s.held = s.info.Holds()
		s.opt.Memory = max(s.opt.Memory-s.held, 1)
	}
	if err := s.count(ctx, records); err != nil {
		return nil, err
	}
	if err := s.plan(); err != nil {
		return nil, err
	}
	if err := s.share(ctx, records); err != nil {
		return nil, err
	}
	return s, nil
}

// check refuses what cannot fit, as far as the header tells.
func (s *Spilled) check() error {
	least, disk := SpillBytes(s.info, s.opt.Memory, s.workers)
	if need := least.Or(spillFixed(s.workers)); s.opt.Memory > 0 && need > s.opt.Memory {
		return s.memoryError(need)
	}
	if disk.Get() > 0 {
		return CheckRoom(s.chunks.folder, disk.Get())
	}
	return nil
}

func (s *Spilled) memoryError(need int64) error {
	return &graph.MemoryError{What: "building the lists of " + s.info.Name, Need: need + s.held, Limit: s.opt.Memory + s.held}
}

// open returns the records of src, which are read and kept where that costs less
// than reading them again.
func (s *Spilled) open(ctx context.Context, src graph.Source) (*records, error) {
	s.opt.Meter.Start("read", s.info.Records.Get())
	if s.info.Direct && s.info.Rereadable && s.info.Records.Known() {
		return &records{src: src, workers: s.workers}, nil
	}
	// What the vertices take is not known yet.
	s.chunks.room.Store(1 << 62)
	if s.opt.Memory > 0 {
		s.chunks.room.Store((s.opt.Memory - spillFixed(s.workers)) / 4)
	}
	return keepRecords(ctx, src, s.workers, s.chunks, s.opt.Meter)
}

// count counts the records of each id, and ranks the ids.
func (s *Spilled) count(ctx context.Context, r *records) error {
	if r.kept != nil {
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
		short.Limit = s.opt.Memory + s.held // of which counting has a part
	}
	return err
}

// bound returns where ids begin that are too far apart for arrays over all up to
// the largest. That they were declared makes such arrays no smaller.
func (s *Spilled) bound(r *records) uint64 {
	if r.kept != nil {
		return DenseBound(r.summary.Records)
	}
	return DenseBound(uint64(s.info.Records.Get()))
}

// countDense counts in arrays. It returns errSparse where ids are no indexes.
func (s *Spilled) countDense(ctx context.Context, r *records) error {
	limit := int64(0)
	if s.opt.Memory > 0 {
		// The pages are merged into one array more.
		limit = (s.opt.Memory - spillFixed(s.workers)) * 2 / 3
	}
	t := newTally(s.bound(r), s.workers, limit)
	defer t.free()
	summary, err := r.each(ctx, false, func(worker int, b graph.Batch) error {
		if len(b.Wide) > 0 {
			return errSparse
		}
		s.opt.Meter.Add(int64(len(b.Edges)))
		return t.add(worker, b.Edges)
	})
	if err != nil {
		return err
	}
	found, maxID := t.seen()
	if found.records > 0 && uint64(maxID) >= DenseBound(found.records) {
		return errSparse
	}
	if found.records > 0 {
		s.ids = int(maxID) + 1
		if err := s.declared(summary, uint64(maxID)); err != nil {
			return err
		}
	}
	if need := leastSpill(s.workers, uint64(s.ids), found.records-found.loops); s.opt.Memory > 0 && need > s.opt.Memory {
		return s.memoryError(need)
	}
	if err := s.makeRoom(ctx, r); err != nil {
		return err
	}
	c, lonely, err := t.merge(ctx, s.ids)
	if err != nil {
		return err
	}
	defer c.low.Free()
	t.free()
	s.opt.Meter.Start("order", 0)
	rank, m, err := rankByRecords(ctx, c, s.workers)
	if err != nil {
		return err
	}
	s.seen, s.masses, s.ranker = found, m, &denseRanks{rank}
	s.vertices = uint64(m.rows()) + lonely
	if summary.Vertices.Known() {
		s.vertices = uint64(summary.Vertices.Get())
	}
	return nil
}

// makeRoom writes kept records to the file that stand where ids are to be
// ranked.
func (s *Spilled) makeRoom(ctx context.Context, r *records) error {
	if s.opt.Memory <= 0 {
		return nil
	}
	_, err := r.evict(ctx, max(s.opt.Memory-spillFixed(s.workers)-rankBytes*int64(s.ids), 0))
	return err
}

// countSparse counts in hash tables.
func (s *Spilled) countSparse(ctx context.Context, r *records) error {
	limit := int64(0)
	if s.opt.Memory > 0 {
		limit = (s.opt.Memory - spillFixed(s.workers)) / 2
	}
	table, found, summary, err := countSparse(ctx, r, limit, s.opt.Meter)
	var short *graph.MemoryError
	if errors.As(err, &short) {
		short.Need += spillFixed(s.workers)
	}
	if err != nil {
		return err
	}
	s.ranker = sparseRanks{table}
	n := table.distinct()
	s.ids = int(idsOfTables(table.held.Load(), uint64(n)))
	if err := s.makeRoom(ctx, r); err != nil {
		return err
	}
	s.opt.Meter.Start("order", 0)
	ids, c, err := table.sorted(ctx, s.workers)
	if err != nil {
		return err
	}
	defer ids.Free()
	defer c.low.Free()
	if n > 0 {
		if err := s.declared(summary, ids.Slice()[n-1]); err != nil {
			return err
		}
	}
	rank, m, err := rankByRecords(ctx, c, s.workers)
	if err != nil {
		return err
	}
	defer rank.Free()
	s.seen, s.masses, s.vertices = found, m, uint64(n)
	if summary.Vertices.Known() {
		s.vertices = uint64(summary.Vertices.Get())
	}
	return par.Chunks(ctx, s.workers, n, 1<<14, func(_, begin, end int) error {
		for i := begin; i < end; i++ {
			*table.number(ids.Slice()[i]) = rank.Slice()[i]
		}
		return nil
	})
}

// declared refuses an id beyond the vertices that the source declares.
func (s *Spilled) declared(summary graph.Summary, id uint64) error {
	if summary.Vertices.Known() && id >= uint64(summary.Vertices.Get()) {
		return fmt.Errorf("partition: source %s yields an id beyond its %v declared vertices", s.info.Name, summary.Vertices)
	}
	return nil
}

// plan cuts the rows into buckets, now that everything is known, and refuses
// what does not fit the memory or the disk.
func (s *Spilled) plan() error {
	n := s.records - s.loops
	shape, ok := shapeSpill(s.opt.Memory, s.workers, uint64(s.ids), n)
	if ok && s.opt.Memory > 0 && s.opt.Reserve != nil {
		less := max(s.opt.Memory-s.opt.Reserve(uint32(s.masses.rows()), n), 1)
		var beside spillShape
		if beside, s.reserved = shapeSpill(less, s.workers, uint64(s.ids), n); s.reserved {
			shape = beside
		}
	}
	if !ok {
		return s.memoryError(leastSpill(s.workers, uint64(s.ids), n))
	}
	if s.opt.shape != nil {
		shape = s.opt.shape(shape)
	}
	s.shape = shape
	return nil
}

// share puts the keys of all records into their buckets.
func (s *Spilled) share(ctx context.Context, r *records) error {
	k := s.shape.bins(s.records)
	buckets, at, err := cutBuckets(ctx, &s.masses, k, s.shape.target, s.workers)
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
	s.opt.Meter.Start("spill", int64(s.records))
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
			lanes[worker] = newKeyLanes(buckets, at, k, s.shape.chunk, s.chunks)
		}
		s.opt.Meter.Add(int64(len(b.Edges) + len(b.Wide)))
		return s.pushBatch(lanes[worker], b)
	})
	if err != nil {
		return err
	}
	s.ranker.free()
	s.ranker = nil
	var found seen
	for _, l := range lanes {
		if l == nil {
			continue
		}
		found.add(l.seen)
		for i := range buckets {
			full, err := l.finish(i)
			buckets[i].chunks = append(buckets[i].chunks, full...)
			if err != nil {
				return err
			}
		}
	}
	for i := range buckets {
		b := &buckets[i]
		for _, c := range b.chunks {
			b.records += uint64(c.length / int(b.width))
		}
	}
	if found != s.seen || summary.Vertices.Known() && uint64(summary.Vertices.Get()) != s.vertices {
		return s.changed()
	}
	return nil
}

// checkDisk refuses to begin where the folder cannot take what does not fit the
// memory.
func (s *Spilled) checkDisk() error {
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

func (s *Spilled) changed() error {
	return &graph.InputError{File: s.info.Name, Found: "other records than a moment ago: the file changed while it was read"}
}

// pushBatch maps records to ranks and pushes their keys, a few at a time: so
// several gathers are on their way at once, and what they bring stays in the
// first-level cache.
func (s *Spilled) pushBatch(l *keyLanes, b graph.Batch) error {
	var pairs [256]uint64
	l.records += uint64(len(b.Edges) + len(b.Wide))
	for edges := b.Edges; len(edges) > 0; {
		part := edges[:min(len(edges), len(pairs))]
		edges = edges[len(part):]
		for _, e := range part {
			l.print += fingerprint(uint64(e.U), uint64(e.V))
		}
		if !s.ranker.narrow(part, pairs[:len(part)]) {
			return s.changed()
		}
		if ok, err := l.push(pairs[:len(part)]); err != nil {
			return err
		} else if !ok {
			return s.changed()
		}
	}
	for edges := b.Wide; len(edges) > 0; {
		part := edges[:min(len(edges), len(pairs))]
		edges = edges[len(part):]
		for _, e := range part {
			l.print += fingerprint(e.U, e.V)
		}
		if !s.ranker.wide(part, pairs[:len(part)]) {
			return s.changed()
		}
		if ok, err := l.push(pairs[:len(part)]); err != nil {
			return err
		} else if !ok {
			return s.changed()
		}
	}
	return nil
}

// Reserved reports whether the caller may hold what it asked for, see
// [SpillOptions].
func (s *Spilled) Reserved() bool { return s.reserved }

// Masses tells how the records spread over the ranks.
func (s *Spilled) Masses() Masses {
	m := Masses{Bounds: []uint32{0}, Larger: []uint64{0}, Smaller: []uint64{0}}
	larger, ends := uint64(0), uint64(0)
	for i := range s.buckets {
		b := &s.buckets[i]
		larger += b.records
		ends += b.ends
		m.Bounds = append(m.Bounds, b.rows.End)
		m.Larger = append(m.Larger, larger)
		m.Smaller = append(m.Smaller, ends-larger)
	}
	return m
}

// Close gives back the memory and the temporary file.
func (s *Spilled) Close() error {
	for i := range s.buckets {
		s.chunks.releaseAll(s.buckets[i].chunks)
	}
	s.buckets = nil
	s.masses.low.Free()
	if s.ranker != nil {
		s.ranker.free()
		s.ranker = nil
	}
	return s.chunks.close()
}
