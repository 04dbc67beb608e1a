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

// each calls visit with all records.
func (r runs) each(ctx context.Context, workers int, visit func(worker int, b graph.Batch) error) error {
	const most = 1 << 14
	var all [][]uint64
	for i := range r {
		all = slices.AppendSeq(all, slices.Chunk(r[i].Slice(), most))
	}
	batches := make([][]graph.Edge, workers)
	return par.Each(ctx, workers, len(all), func(worker, i int) error {
		if batches[worker] == nil {
			batches[worker] = make([]graph.Edge, most)
		}
		batch := batches[worker][:len(all[i])]
		for k, word := range all[i] {
			batch[k] = graph.Edge{U: uint32(word >> 32), V: uint32(word)}
		}
		return visit(worker, graph.Batch{Edges: batch})
	})
}

// dropRuns gives runs back that are of no use. The source is read again.
func (s *Builder) dropRuns() {
	if s.input == nil || s.input.runs == nil {
		return
	}
	s.hold(-s.input.runs.bytes())
	s.input.free()
}

// mergesRuns reports whether Whole makes the rows of runs as they are, sorted by the ids.
func (s *Builder) mergesRuns() bool {
	return s.stage == ranked && s.failed == nil && s.byID && s.table == nil && s.input != nil && s.input.runs != nil
}

// buildRuns is build for runs: each job merges the records whose larger ends are in a
// range of ids.
func (s *Builder) buildRuns(ctx context.Context, handOver func(w *builder, job int, first uint32) error) (Built, error) {
	all := s.input.runs
	cuts := all.cut(jobsEach * s.workers)
	var rank []uint32 // of each id; nil where they are the same
	if r, ok := s.ranker.(*denseRanks); ok {
		rank = r.rank.Slice()
	}
	b, err := s.buildJobs(ctx, s.workers, len(cuts)-1, func(w *builder, i int) (first uint32, err error) {
		first, end := s.rowFrom(rank, cuts[i]), s.rowFrom(rank, cuts[i+1])
		w.lengths = append(w.lengths, make([]uint32, end-first)...)
		words, err := w.merge(all.between(cuts[i], cuts[i+1]))
		if err != nil {
			return first, err
		}
		s.opt.Meter.Add(int64(len(words)))
		return first, w.addRows(words, rank, first)
	}, handOver)
	s.input.free()
	s.input = nil
	s.freeRanks()
	return b, s.finish(made, err)
}

// rowFrom returns the first row of an id that is not below one.
func (s *Builder) rowFrom(rank []uint32, id uint64) uint32 {
	if rank == nil {
		return uint32(min(id, uint64(s.masses.rows())))
	}
	for ; id < uint64(len(rank)); id++ {
		if rank[id] != noRank {
			return rank[id]
		}
	}
	return uint32(s.masses.rows())
}

// cut cuts the ids into so many ranges, or fewer, that have about as many records.
func (r runs) cut(jobs int) []uint64 {
	const past = 1 << 32 // any id
	records := r.records()
	jobs = min(jobs, records/leastJob)
	if jobs < 2 {
		return []uint64{0, past}
	}
	// Some records, as far apart in each run: many for each job.
	step := max(records/(jobs*max(16, 4*len(r))), 1)
	var some []uint64
	for i := range r {
		for words := r[i].Slice(); len(words) > step; {
			words = words[step:]
			some = append(some, words[0]>>32)
		}
	}
	slices.Sort(some)
	cuts := []uint64{0}
	for i := 1; i < jobs; i++ {
		if id := some[i*len(some)/jobs]; id > cuts[len(cuts)-1] {
			cuts = append(cuts, id)
		}
	}
	return append(cuts, past)
}

// between returns the records of each run whose larger ends are in a range of ids, where
// there are any.
func (r runs) between(from, to uint64) [][]uint64 {
	var some [][]uint64
	for i := range r {
		words := r[i].Slice()
		begin, _ := slices.BinarySearch(words, from<<32)
		end := len(words)
		if to < 1<<32 {
			end, _ = slices.BinarySearch(words, to<<32)
		}
		if begin < end {
			some = append(some, words[begin:end])
		}
	}
	return some
}

// merge merges sorted records, two runs at a time. What several of them have is left once,
// and taken off the masses of its ends.
func (w *builder) merge(some [][]uint64) ([]uint64, error) {
	switch len(some) {
	case 0:
		return nil, nil
	case 1:
		return some[0], nil
	}
	n := 0
	for _, words := range some {
		n += len(words)
	}
	if err := reserve(&w.keys, n, 0); err != nil {
		return nil, err
	}
	if err := reserve(&w.spare, n, 0); err != nil {
		return nil, err
	}
	to, next := w.keys.Slice(), w.spare.Slice()
	for len(some) > 1 {
		rest, merged := to, some[:0]
		for ; len(some) > 1; some = some[2:] {
			n := mergeTwo(rest, some[0], some[1])
			if twice := len(some[0]) + len(some[1]) - n; twice > 0 {
				w.mergedRuns(some[0], some[1])
				w.report.Duplicates += uint64(twice)
			}
			merged, rest = append(merged, rest[:n:n]), rest[n:]
		}
		if len(some) > 0 {
			n := copy(rest, some[0])
			merged = append(merged, rest[:n:n])
		}
		some, to, next = merged, next, to
	}
	return some[0], nil
}

// mergeTwo merges two sorted sets, and returns how many there are of both.
func mergeTwo(to, a, b []uint64) int {
	n, i, j := 0, 0, 0
	to = to[:len(a)+len(b)]
	for i < len(a) && j < len(b) {
		x, y := a[i], b[j]
		to[n] = min(x, y)
		n++
		if x <= y {
			i++
		}
		if y <= x {
			j++
		}
	}
	n += copy(to[n:], a[i:])
	return n + copy(to[n:], b[j:])
}

// mergedRuns takes what two sorted sets have in common off the masses.
func (w *builder) mergedRuns(a, b []uint64) {
	rank := func(id uint64) uint32 { return uint32(id) }
	if r, ok := w.s.ranker.(*denseRanks); ok {
		rank = func(id uint64) uint32 { return r.rank.Slice()[id] }
	}
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			w.s.merged(rank(a[0]>>32), rank(a[0]&(1<<32-1)), 1)
			a, b = a[1:], b[1:]
		}
	}
}

// addRows appends the rows of sorted records, of which the first is given.
func (w *builder) addRows(words []uint64, rank []uint32, first uint32) error {
	if err := reserve(&w.edges, w.n+len(words), w.n); err != nil {
		return err
	}
	edges := w.edges.Slice()[w.n:][:len(words)]
	for begin := 0; begin < len(words); {
		u := words[begin] >> 32
		end := begin
		for end < len(words) && words[end]>>32 == u {
			edges[end] = uint32(words[end])
			end++
		}
		if rank != nil {
			u = uint64(rank[u])
		}
		w.lengths[uint32(u)-first] = uint32(end - begin)
		begin = end
	}
	if rank != nil {
		for i, v := range edges {
			edges[i] = rank[v]
		}
	}
	w.n += len(words)
	w.report.OneWay += uint64(len(words))
	return nil
}
