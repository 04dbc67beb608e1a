package lists

import (
	"context"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Runs is a source whose records lie in runs. Within a run the larger end of each comes
// first, they ascend by that and then by the smaller one, and there are neither loops nor
// duplicates, nor ids of more than 32 bits. Two runs may have records in common.
type Runs interface {
	graph.Source
	// Runs returns the runs, each as a source that yields its records in their order to a
	// single worker; nil where the records do not lie so.
	Runs() []graph.Source
}

// HeldRun is a run that may be in memory already.
type HeldRun interface {
	graph.Source
	// Words returns its records, each as a word, the larger end above; none where they are not
	// there and have to be read. They are read-only, and not the caller's to free.
	Words(ctx context.Context) (hugemem.Array[uint64], error)
}

// runs are kept in memory: each record as a word, the larger end above.
type runs []hugemem.Array[uint64]

// runBytes is what a record of a run takes.
const runBytes = 8

// runsOf returns the runs of a source if they can be kept beside the lists.
func (s *Builder) runsOf(src graph.Source) []graph.Source {
	sorted, ok := src.(Runs)
	if !ok || s.opt.InMemory || !s.info.Records.Known() {
		return nil
	}
	if s.opt.Memory > 0 {
		records := uint64(s.info.Records.Get())
		bound := uint64(1) << 32
		if s.info.MaxID > 0 {
			bound = min(bound, s.info.MaxID+1)
		}
		distinct := min(bound, 2*records)
		need := LeastMemory(s.workers, records, bound, distinct) + (runBytes+4)*int64(records) + 8*int64(distinct)
		if need > s.opt.Memory {
			return nil
		}
	}
	return sorted.Runs()
}

// keepRuns reads runs, and holds them.
func (s *Builder) keepRuns(ctx context.Context, src graph.Source, sources []graph.Source) (*records, error) {
	r := &records{src: src, workers: s.workers, runs: make(runs, len(sources))}
	r.summary.Records = uint64(s.info.Records.Get())
	err := par.Each(ctx, s.workers, len(sources), func(_, i int) (err error) {
		if held, ok := sources[i].(HeldRun); ok {
			if r.runs[i], err = held.Words(ctx); err != nil || r.runs[i].Slice() != nil {
				s.opt.Meter.Add(int64(len(r.runs[i].Slice())))
				return err
			}
		}
		if r.runs[i], err = hugemem.New[uint64](int(sources[i].Info().Records.Get())); err == nil {
			err = s.readRun(ctx, sources[i], r.runs[i].Slice())
		}
		return err
	})
	if err != nil {
		r.free()
		return nil, err
	}
	s.hold(r.runs.bytes())
	return r, nil
}

// readRun reads a run of as many records as there are words.
func (s *Builder) readRun(ctx context.Context, src graph.Source, words []uint64) error {
	n, last := 0, uint64(0)
	_, err := src.Read(ctx, 1, func(_ int, b graph.Batch) error {
		if n+len(b.Edges) > len(words) {
			return s.changed()
		}
		good := len(b.Wide) == 0
		to := words[n:][:len(b.Edges)]
		for i, e := range b.Edges {
			word := uint64(e.U)<<32 | uint64(e.V)
			good = good && word > last && e.V < e.U
			last, to[i] = word, word
		}
		if !good {
			return fmt.Errorf("lists: the runs of %s are not sorted", s.info.Name)
		}
		n += len(to)
		s.opt.Meter.Add(int64(len(to)))
		return nil
	})
	if err == nil && n < len(words) {
		err = s.changed()
	}
	return err
}

func (r runs) bytes() int64 { return runBytes * int64(r.records()) }

func (r runs) records() int {
	sum := 0
	for i := range r {
		sum += len(r[i].Slice())
	}
	return sum
}

// eachRun is how many records of a run are visited at a time.
const eachRun = 1 << 14

// eachWords calls visit with all records.
func (r runs) eachWords(ctx context.Context, workers int, visit func(worker int, words []uint64) error) error {
	var all [][]uint64
	for i := range r {
		all = slices.AppendSeq(all, slices.Chunk(r[i].Slice(), eachRun))
	}
	return par.Each(ctx, workers, len(all), func(worker, i int) error { return visit(worker, all[i]) })
}

// each is eachWords for batches.
func (r runs) each(ctx context.Context, workers int, visit func(worker int, b graph.Batch) error) error {
	batches := make([][]graph.Edge, workers)
	return r.eachWords(ctx, workers, func(worker int, words []uint64) error {
		if batches[worker] == nil {
			batches[worker] = make([]graph.Edge, eachRun)
		}
		batch := batches[worker][:len(words)]
		for k, word := range words {
			batch[k] = graph.Edge{U: uint32(word >> 32), V: uint32(word)}
		}
		return visit(worker, graph.Batch{Edges: batch})
	})
}

// keepsRuns reports whether there is room for runs until their records are in buckets, as there
// would be for records that are kept.
func (s *Builder) keepsRuns() bool {
	if s.input == nil || s.input.runs == nil || s.opt.Memory <= 0 {
		return true
	}
	return KeepsRecords(uint64(s.input.runs.records()), uint64(s.ids), s.opt.Memory+s.input.runs.bytes(), s.workers)
}

// dropRuns gives runs back. A source that is still wanted is read again.
func (s *Builder) dropRuns() {
	if s.input == nil || s.input.runs == nil {
		return
	}
	s.hold(-s.input.runs.bytes())
	s.input.free()
}
