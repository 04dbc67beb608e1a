package lists

import (
	"context"
	"errors"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Built is what is known of a graph once its rows are built.
type Built struct {
	Facts        Facts
	Report       graph.Report
	MaxOutDegree uint32
	// Order is that of the rows: by records where it is not that by degrees, too, as
	// far as can be told without the vertices.
	Order graph.Order
}

// Piece is a run of consecutive rows.
type Piece struct {
	First     uint32   // row
	Lengths   []uint32 // of each row
	Neighbors []uint32 // all rows, one after the other, each ascending
}

var errPieces = errors.New("lists: pieces are in the order of the ids, of the records, or of centers by records")

// Pieces makes the rows: each bucket is sorted and stripped of duplicates, and
// handed over in pieces of at most as many edges, and rows, as was asked for. Pieces
// come in any order, from several goroutines at once, and belong to add. Report and
// facts are those of Clean. An order that asks for the degrees is an error. It uses s
// up.
func (s *Builder) Pieces(ctx context.Context, add func(Piece) error) (Built, error) {
	if err := s.Partition(ctx); err != nil {
		return Built{}, err
	}
	if s.reorders() {
		return Built{}, errPieces
	}
	most := s.shape.target
	if s.opt.Piece > 0 {
		most = min(most, s.opt.Piece)
	}
	return s.build(ctx, most, func(w *builder, _ int, first uint32) error { return w.handOver(first, add) })
}

// build makes the rows job after job, of about so many records at most, and hands those of
// each over with its number and the first of them. Jobs are begun one after the other.
func (s *Builder) build(ctx context.Context, most uint64, handOver func(w *builder, job int, first uint32) error) (Built, error) {
	if err := s.at(shared); err != nil {
		return Built{}, err
	}
	b, err := s.buildRows(ctx, s.jobs(most), handOver)
	s.freeBuckets()
	return b, s.finish(made, err)
}

func (s *Builder) buildRows(ctx context.Context, jobs []job, handOver func(w *builder, job int, first uint32) error) (Built, error) {
	workers := min(s.shape.sorters, max(len(jobs), 1))
	s.room = s.newSortRoom(jobs, workers)
	defer func() {
		s.room.free()
		s.room = nil
	}()
	return s.buildJobs(ctx, workers, len(jobs), func(w *builder, job int) (first uint32, err error) {
		for i := jobs[job].begin; i < jobs[job].end; i++ {
			if err := w.add(ctx, &s.buckets[i]); err != nil {
				return 0, err
			}
		}
		return s.buckets[jobs[job].begin].rows.Begin, nil
	}, handOver)
}

// buildJobs has so many workers, at most, make the rows of jobs by a function that returns
// the first of them.
func (s *Builder) buildJobs(ctx context.Context, workers, jobs int, rows func(w *builder, job int) (first uint32, err error), handOver func(w *builder, job int, first uint32) error) (Built, error) {
	s.opt.Meter.Start("build", int64(s.records-s.loops))
	builders := make([]builder, min(workers, max(jobs, 1)))
	for i := range builders {
		builders[i].s, builders[i].few = s, newFewSorter()
		s.room.lend(i, &builders[i])
	}
	defer func() {
		for i := range builders {
			builders[i].free()
		}
	}()
	err := par.Each(ctx, len(builders), jobs, func(worker, job int) error {
		w := &builders[worker]
		w.n, w.lengths = 0, w.lengths[:0]
		first, err := rows(w, job)
		if err != nil {
			return err
		}
		for _, n := range w.lengths {
			w.longest = max(w.longest, n)
		}
		return handOver(w, job, first)
	})
	if err != nil {
		return Built{}, err
	}
	b := Built{Report: graph.Report{Records: s.records, Loops: s.loops}}
	for i := range builders {
		r := &builders[i].report
		b.Report.Duplicates += r.Duplicates
		b.Report.Reciprocal += r.Reciprocal
		b.Report.OneWay += r.OneWay
		b.MaxOutDegree = max(b.MaxOutDegree, builders[i].longest)
		builders[i].takeOff()
	}
	b.Report.Isolated = s.vertices() - uint64(s.masses.rows())
	// What was merged was taken off: the masses are the degrees.
	b.Facts, err = FactsOf(ctx, s.masses.low.Slice(), int(s.vertices()), b.Report.Reciprocal+b.Report.OneWay, s.workers)
	b.Order = s.orderBuilt(b.Report.Duplicates + b.Report.Reciprocal)
	return b, err
}

// job is a run of buckets whose rows are handed over together.
type job struct{ begin, end int }

// jobs puts neighbouring buckets together while they have no more than so many records,
// and no more rows.
func (s *Builder) jobs(most uint64) []job {
	var jobs []job
	records, rows := uint64(0), uint64(0)
	for i := range s.buckets {
		b := &s.buckets[i]
		last := len(jobs) - 1
		records, rows = records+b.records, rows+uint64(b.rows.Len())
		if last < 0 || records > most || rows > most {
			jobs = append(jobs, job{i, i + 1})
			records, rows = b.records, uint64(b.rows.Len())
		} else {
			jobs[last].end = i + 1
		}
	}
	return jobs
}

// handOver copies the rows of a job, of which the first is given, to pieces.
func (w *builder) handOver(first uint32, add func(Piece) error) error {
	edges := w.edges.Slice()[:w.n]
	for lengths := w.lengths; len(lengths) > 0; {
		rows, n := 0, uint64(0)
		for ; rows < len(lengths); rows++ {
			more := n + uint64(lengths[rows])
			if w.s.opt.Piece > 0 && rows > 0 && max(more, uint64(rows+1)) > w.s.opt.Piece {
				break
			}
			n = more
		}
		p := Piece{First: first, Lengths: hugemem.Make[uint32](rows), Neighbors: hugemem.Make[uint32](int(n))}
		copy(p.Lengths, lengths)
		copy(p.Neighbors, edges)
		if err := add(p); err != nil {
			return err
		}
		lengths, edges, first = lengths[rows:], edges[n:], first+uint32(rows)
	}
	return nil
}
