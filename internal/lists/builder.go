package lists

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Options bound and observe what makes lists. The zero value uses every core, and
// memory alone.
type Options struct {
	Threads int          // goroutines; 0 for one a core
	Memory  int64        // bytes that may be held, the lists handed over apart; 0 for no limit
	TmpDir  string       // folder for what does not fit; "" for the system's
	Piece   uint64       // most edges in a piece, but for a single row, and most rows; 0 for no limit
	Meter   *graph.Meter // progress; may be nil
	// InMemory refuses what does not fit Memory, rather than to spill it.
	InMemory bool
	// Vertices keeps the vertex of each row, at 4 bytes each, and where ids are in a
	// table the id of each vertex, at 8. See Order and Labels.
	Vertices bool

	// Tests make buckets and chunks small, and files fail.
	shape  func(shape) shape
	create func(folder string) (chunkFile, error)
}

// Builder makes oriented lists of the raw records of a source. It counts the records of
// each id, ranks the vertices, and shares the records out to buckets of rows: in
// memory as far as there is any, and else in a temporary file. Then each bucket is
// sorted and stripped of duplicates, and its rows are done.
//
//	Open  →  Rank  →  Whole, or Pieces
//
// Rows are the ranks of the vertices that have a record other than self-loops.
type Builder struct {
	opt      Options
	workers  int
	info     graph.Info
	summary  graph.Summary
	limit    int64 // Memory as it was given
	held     int64 // of it, by the source and by the vertices of the rows
	reserved int64 // bytes of the memory that are the caller's
	chunks   *chunkStore
	input    *records // until they are in buckets
	stage    stage
	failed   error // of the step that was the last

	// Known once the records are counted.
	seen
	ids    int                        // that arrays are made for, or would be as large as tables
	lonely uint64                     // vertices without a record but for self-loops
	alone  []atomic.Pointer[loopPage] // which ids have self-loops
	counts counts                     // of each id, until these are ranked
	sample sample                     // of the records, until the vertices are ranked
	table  *sparseIDs                 // of ids that are no indexes; nil for others

	clusters *Clusters // where somebody asked for them, until the vertices are ranked

	// Known once the vertices are ranked.
	ranker
	wish    graph.Order // the order that was asked for
	byID    bool        // rows are in the order of the ids
	centers bool        // rows are ranked by graph.OrderAverageDegree, of records
	masses  masses
	order   []uint32 // id of each row; nil where it is the row itself, or not wanted
	numbers []uint64 // of the input, of ids that were in a table; nil for others

	// Known once the records are in buckets.
	shape   shape
	buckets []bucket
	room    *sortRoom // while rows are made of them
}

// Open reads src and counts the records of each id. Close gives back what is held.
//
// A source whose records cost less to read again than to keep is read twice, and once
// more where its ids turn out too far apart for arrays, or by Clusters; every other once, and its
// records are kept in the meantime.
//
// Errors: *graph.InputError for bad input, and where the last reading finds
// other records than the one before; *graph.MemoryError where arrays over the vertices
// do not fit; *DiskError where the folder has no room, before anything is
// written as far as the header tells the records; *FileError for the temporary
// file otherwise; the cause of ctx when it ends.
func Open(ctx context.Context, src graph.Source, opt Options) (_ *Builder, err error) {
	s := &Builder{opt: opt, limit: opt.Memory, workers: par.Workers(opt.Threads), info: src.Info(), chunks: newChunkStore(opt.TmpDir)}
	if opt.InMemory {
		s.opt.Memory = 0
	}
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
	if s.input, err = s.open(ctx, src); err != nil {
		return nil, err
	}
	// What the source holds, such as names, is not there for others.
	s.hold(s.info.Holds())
	err = s.count(ctx, s.input)
	if s.opt.Vertices && s.table != nil {
		s.hold(tableVertexBytes * int64(s.table.distinct()))
	} else if s.opt.Vertices {
		s.hold(arrayVertexBytes * int64(s.ids))
	}
	return s, err
}

// hold takes bytes off the memory.
func (s *Builder) hold(bytes int64) {
	s.held += bytes
	if s.opt.Memory > 0 {
		s.opt.Memory = max(s.opt.Memory-bytes, 1)
	}
}

// Records returns the number of records that are no loops.
func (s *Builder) Records() uint64 { return s.records - s.loops }

// Rows returns the number of rows, once the vertices are ranked.
func (s *Builder) Rows() uint32 { return uint32(s.masses.rows()) }

// Order returns the vertex of each row, once the vertices are ranked: of the rows of
// Pieces and of Masses, and after Whole of its lists, as Oriented.Vertex has it. Labels
// says what the vertices are called. It is nil where each row is its own vertex, and
// without Options.Vertices. It is read-only, and stays after Close.
func (s *Builder) Order() []uint32 { return s.order }

// ScanWork returns the list entries that are looked at when, for every record, the
// list of its larger end in the order of the ids is scanned: how much there is to
// gain from another order. It is exact where there are few records, and estimated of
// a sample of the edges beyond [sampleSize] records; it depends neither on the threads
// nor on the order of the records. The lists are those without duplicates, and each
// duplicate counts as often as a mean edge: so the work of a record is that of an edge,
// however often the edges are listed. It is an error to ask once Rank has begun.
func (s *Builder) ScanWork() (uint64, error) {
	if err := s.at(counted); err != nil {
		return 0, err
	}
	return s.sample.scanWork(s.Records()), nil
}

// RankedWork is ScanWork under OrderRecords, or 0 where the records of a vertex are in a
// table. It is an error to ask once Rank has begun.
func (s *Builder) RankedWork() (uint64, error) {
	if err := s.at(counted); err != nil || s.table != nil {
		return 0, err
	}
	return s.sample.rankedWork(s.Records(), &s.counts), nil
}

// NearEdges is [NearEdges] of a sample of the edges. It is an error to ask once Rank has begun.
func (s *Builder) NearEdges() (float64, error) {
	if err := s.at(counted); err != nil {
		return 0, err
	}
	return s.sample.nearEdges(), nil
}

// Reserve sets bytes of the memory aside, which the caller would like to hold while
// the lists are made. It reports whether there are so many.
func (s *Builder) Reserve(bytes int64) bool {
	there := func() bool {
		return s.opt.Memory <= 0 || Reserves(s.opt.Memory, s.workers, uint64(s.ids), s.Records(), bytes)
	}
	if !there() {
		if s.dropRuns(); !there() {
			return false
		}
	}
	s.reserved = bytes
	return true
}

// Reserves reports whether so much memory has room for bytes of the caller's beside
// what makes lists of so many ids and records.
func Reserves(memory int64, threads int, ids, records uint64, bytes int64) bool {
	_, ok := shapeOf(max(memory-bytes, 1), threads, ids, records)
	return ok
}

// Partition shares the records out to buckets, which is what Masses tells of. Whole
// and Pieces see to it themselves.
func (s *Builder) Partition(ctx context.Context) error {
	if s.stage == shared {
		return s.failed
	}
	if err := s.at(ranked); err != nil {
		return err
	}
	if !s.keepsRuns() {
		s.dropRuns()
	}
	err := s.plan()
	if err == nil {
		err = s.share(ctx, s.input)
	}
	s.dropRuns()
	s.input.free()
	s.input = nil
	if err != nil {
		s.freeBuckets()
	}
	return s.finish(shared, err)
}

// freeBuckets gives back what the buckets hold.
func (s *Builder) freeBuckets() {
	for i := range s.buckets {
		s.chunks.releaseAll(s.buckets[i].chunks)
	}
	s.buckets = nil
}

// vertices returns the declared ones, or else all that have a record.
func (s *Builder) vertices() uint64 {
	if s.summary.Vertices.Known() {
		return uint64(s.summary.Vertices.Get())
	}
	return uint64(s.masses.rows()) + s.lonely
}

// Masses tells how the records spread over the ranks.
func (s *Builder) Masses() Masses {
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
func (s *Builder) Close() error {
	if s.failed == nil {
		s.failed = errClosed
	}
	s.freeBuckets()
	if s.input != nil {
		s.input.free()
		s.input = nil
	}
	s.counts.low.Free()
	s.dropClusters()
	s.masses.low.Free()
	s.freeRanks()
	return s.chunks.close()
}

// freeRanks gives back what maps ids to ranks.
func (s *Builder) freeRanks() {
	if s.ranker != nil {
		s.ranker.free()
	} else if s.table != nil {
		s.table.free()
	}
	s.ranker, s.table = nil, nil
}

// MostVertices returns what is known of the number of vertices before they are ranked:
// there are no more.
func (s *Builder) MostVertices() uint64 {
	if s.summary.Vertices.Known() {
		return uint64(s.summary.Vertices.Get())
	}
	return min(uint64(s.ids), 2*s.records)
}

// MostRows returns what is known of the number of rows before the vertices are ranked:
// there are no more.
func (s *Builder) MostRows() uint32 { return uint32(min(uint64(s.ids), 2*s.Records(), noRank)) }
