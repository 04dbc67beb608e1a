package lists

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// mergesRuns reports whether Whole makes the rows of runs as they are, sorted by the ids.
func (s *Builder) mergesRuns() bool {
	return s.stage == ranked && s.failed == nil && s.byID && s.table == nil && s.input != nil && s.input.runs != nil
}

// wholeOfRuns is Whole for runs: each job merges the records whose larger ends are in a
// range of ids, and writes their rows to where they belong if no two runs have a record in
// common. Where some have, the rows are moved together in the end.
func (s *Builder) wholeOfRuns(ctx context.Context) (*Oriented, Built, error) {
	all := s.input.runs
	cuts := all.cut(s.workers)
	var rank []uint32 // of each id; nil where they are the same
	if r, ok := s.ranker.(*denseRanks); ok {
		rank = r.rank.Slice()
	}
	o := &Oriented{offsets: hugemem.Make[uint64](s.masses.rows() + 1), neighbors: hugemem.Make[uint32](all.records()), order: s.order}
	jobs := make([]runRows, len(cuts)-1)
	at := 0
	for i := range jobs {
		r := &jobs[i]
		r.some, r.at = all.between(cuts[i], cuts[i+1]), at
		r.first, r.end = s.rowFrom(rank, cuts[i]), s.rowFrom(rank, cuts[i+1])
		for _, words := range r.some {
			at += len(words)
		}
	}
	b, err := s.buildJobs(ctx, s.workers, len(jobs), func(w *builder, i int) (uint32, error) {
		r := &jobs[i]
		words, err := w.merge(r.some)
		if err == nil {
			r.n = len(words)
			w.lengths = append(w.lengths, make([]uint32, r.end-r.first)...)
			w.addRows(words, rank, r.first, o.neighbors[r.at:])
			s.opt.Meter.Add(int64(len(words)))
		}
		return r.first, err
	}, func(w *builder, i int, first uint32) error {
		end := uint64(jobs[i].at)
		for r, n := range w.lengths {
			end += uint64(n)
			o.offsets[int(first)+r+1] = end
		}
		return nil
	})
	s.input.free()
	s.input = nil
	s.freeRanks()
	if err := s.finish(made, err); err != nil {
		return nil, b, err
	}
	o.closeUp(jobs)
	return o, b, nil
}

// runRows is a job: the records of some rows in each run, where they are written, and how
// many that are.
type runRows struct {
	some       [][]uint64
	first, end uint32
	at, n      int
}

// closeUp moves the rows of jobs together.
func (o *Oriented) closeUp(jobs []runRows) {
	at := 0
	for _, r := range jobs {
		if less := r.at - at; less > 0 {
			copy(o.neighbors[at:], o.neighbors[r.at:r.at+r.n])
			for u := r.first; u < r.end; u++ {
				o.offsets[u+1] -= uint64(less)
			}
		}
		at += r.n
	}
	o.neighbors = o.neighbors[:at:at]
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

// runJob is about how many records a job has: its words stay in the second-level cache
// while they are merged.
const runJob = 1 << 15

// cut cuts the ids into ranges that have about as many records, a few for each worker.
func (r runs) cut(workers int) []uint64 {
	const past = 1 << 32 // any id
	records := r.records()
	jobs := min(max(jobsEach*workers, records/runJob), records/leastJob)
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
	n := 0
	if len(some) < 2 {
		return mergeAll(some, nil, nil, nil)
	}
	for _, words := range some {
		n += len(words)
	}
	if err := reserve(&w.keys, n, 0); err != nil {
		return nil, err
	}
	if err := reserve(&w.spare, n, 0); err != nil {
		return nil, err
	}
	return mergeAll(some, w.keys.Slice(), w.spare.Slice(), func(a, b []uint64, twice int) error {
		if twice > 0 {
			w.mergedRuns(a, b)
			w.report.Duplicates += uint64(twice)
		}
		return nil
	})
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
			w.merged(rank(a[0]>>32), rank(a[0]&(1<<32-1)), 1)
			a, b = a[1:], b[1:]
		}
	}
}

// addRows writes the rows of sorted records, of which the first is given.
func (w *builder) addRows(words []uint64, rank []uint32, first uint32, to []uint32) {
	to = to[:len(words)]
	for begin := 0; begin < len(words); {
		u := words[begin] >> 32
		end := begin
		for end < len(words) && words[end]>>32 == u {
			to[end] = uint32(words[end])
			end++
		}
		if rank != nil {
			u = uint64(rank[u])
		}
		w.lengths[uint32(u)-first] = uint32(end - begin)
		begin = end
	}
	if rank != nil {
		for i, v := range to {
			to[i] = rank[v]
		}
	}
	w.report.OneWay += uint64(len(words))
}
