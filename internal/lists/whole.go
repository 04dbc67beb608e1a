package lists

import (
	"context"
	"slices"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

const (
	jobsEach = 32      // jobs of a worker
	leastJob = 1 << 13 // records of a job
)

// Whole makes the rows in memory: lists of all of them. It uses s up.
//
// The vertices that the rows stand for are ids of the input, less its base: where
// these have gaps, so have they. See Labels.
func (s *Builder) Whole(ctx context.Context) (*Oriented, Built, error) {
	whole := s.wholeOfBuckets
	if s.mergesRuns() {
		whole = s.wholeOfRuns
	}
	o, built, err := whole(ctx)
	if err != nil || !s.reorders() {
		return o, built, err
	}
	return s.reorder(ctx, o, built)
}

// wholeOfBuckets is Whole in the order of the ids or of records.
func (s *Builder) wholeOfBuckets(ctx context.Context) (*Oriented, Built, error) {
	if err := s.Partition(ctx); err != nil {
		return nil, Built{}, err
	}
	j := &joint{waiting: map[int]jobRows{}, most: s.workers}
	defer j.free()
	j.lists = &Oriented{
		offsets:   hugemem.Make[uint64](s.masses.rows() + 1),
		neighbors: hugemem.Make[uint32](int(s.Records())),
		order:     s.order,
	}
	// Each worker has so many jobs that all end at about the same time.
	most := min(s.shape.target, max(s.Records()/uint64(jobsEach*s.workers), leastJob))
	built, err := s.build(ctx, most, func(w *builder, job int, first uint32) error {
		j.add(w, job, first)
		return nil
	})
	if err != nil {
		return nil, Built{}, err
	}
	j.lists.neighbors = j.lists.neighbors[:j.edges:j.edges]
	return j.lists, built, nil
}

// reorders reports whether an order was asked for that takes the degrees: they are
// known once the rows are made.
func (s *Builder) reorders() bool {
	return s.wish != graph.OrderID && s.wish != graph.OrderRecords && s.wish != OrderClusters && !s.centers
}

// reorder ranks rows that are in the order of the ids by their degrees, as is wished,
// and relabels the edges.
func (s *Builder) reorder(ctx context.Context, o *Oriented, built Built) (*Oriented, Built, error) {
	degree := s.masses.low.Slice()
	var ranking Ranking
	var err error
	if s.wish == graph.OrderDegeneracy {
		ranking, err = rankLists(ctx, o, degree, s.workers, s.opt.Meter)
	} else {
		ranking, err = rankByDegrees(ctx, s.wish, degree, built.Facts.degreeFacts, built.Facts.Vertices, o.Edges(), s.workers)
	}
	if err != nil {
		return nil, built, err
	}
	lists, err := o.rowLists().orient(ctx, ranking, s.workers, s.opt.Meter)
	if err != nil {
		return nil, built, err
	}
	if s.opt.Vertices {
		before := slices.Clone(degree)
		for r, row := range lists.order {
			degree[r] = before[row]
		}
	}
	if o.order != nil {
		for r, row := range lists.order {
			lists.order[r] = o.order[row]
		}
	}
	if s.opt.Vertices {
		s.order = lists.order
	}
	built.Order, built.MaxOutDegree = s.wish, lists.MaxOutDegree()
	return lists, built, nil
}

// rankLists ranks rows by degeneracy.
func rankLists(ctx context.Context, o *Oriented, degree []uint32, workers int, meter *graph.Meter) (Ranking, error) {
	c, err := symmetricOf(ctx, o, degree, workers, meter)
	if err != nil {
		return Ranking{}, err
	}
	g, err := graph.NewGraph(c.offsets, c.neighbors, graph.Labels{})
	if err != nil {
		return Ranking{}, err
	}
	ranking, _, err := rankByDegeneracy(ctx, g)
	return ranking, err
}

// joint puts the rows of jobs, which workers take in turn, one behind the other.
// Where a job begins is known once all before it are done: until then its rows wait,
// and whoever finishes what they wait for puts them in their place, too.
type joint struct {
	lists   *Oriented
	mutex   sync.Mutex
	job     int    // whose place is known
	edges   uint64 // before it
	waiting map[int]jobRows
	idle    []hugemem.Array[uint32] // of rows that waited, for others to fill
	most    int                     // of these
	pages   uint64                  // entries before which pages are there, or somebody makes them
}

const (
	// joinPage is how many entries a huge page has.
	joinPage = 2 << 20 / 4
	// joinAhead is how many entries ahead of the rows somebody makes the pages.
	joinAhead = 4 * joinPage
)

// populate makes a page of the lists ahead of the rows, if it is time for one. It is called
// with the mutex held, and lets go of it.
func (j *joint) populate() {
	all := j.lists.neighbors
	begin := min(j.pages, uint64(len(all)))
	end := min(begin+joinPage, uint64(len(all)))
	due := begin < j.edges+joinAhead && len(all) >= 2*joinPage
	if due {
		j.pages = end
	}
	j.mutex.Unlock()
	if due {
		hugemem.Populate(all[begin:end])
	}
}

// jobRows are the rows of a job.
type jobRows struct {
	first   uint32 // row
	lengths []uint32
	edges   hugemem.Array[uint32] // of which n are in use
	n       int
}

// add takes the rows of a job over from a builder: their arrays, where they have to
// wait.
func (j *joint) add(w *builder, job int, first uint32) {
	rows := jobRows{first: first, lengths: w.lengths, edges: w.edges, n: w.n}
	j.mutex.Lock()
	if job != j.job {
		j.waiting[job] = rows
		w.lengths, w.edges = nil, hugemem.Array[uint32]{}
		if last := len(j.idle) - 1; last >= 0 {
			w.edges, j.idle = j.idle[last], j.idle[:last]
		}
		j.populate()
		return
	}
	at := j.edges
	j.job++
	j.edges += uint64(rows.n)
	j.populate()
	j.put(rows, at)
	for {
		j.mutex.Lock()
		rows, ok := j.waiting[j.job]
		if !ok {
			j.mutex.Unlock()
			return
		}
		delete(j.waiting, j.job)
		at := j.edges
		j.job++
		j.edges += uint64(rows.n)
		j.mutex.Unlock()
		j.put(rows, at)
		j.giveBack(rows.edges)
	}
}

// giveBack keeps an array for others to fill: each new one is memory to be touched for the
// first time, for which the system lets workers wait for each other.
func (j *joint) giveBack(edges hugemem.Array[uint32]) {
	j.mutex.Lock()
	keep := len(j.idle) < j.most
	if keep {
		j.idle = append(j.idle, edges)
	}
	j.mutex.Unlock()
	if !keep {
		edges.Free() // which takes its time
	}
}

// put copies rows to their place.
func (j *joint) put(rows jobRows, at uint64) {
	copy(j.lists.neighbors[at:], rows.edges.Slice()[:rows.n])
	ends := j.lists.offsets[rows.first+1:]
	for r, n := range rows.lengths {
		at += uint64(n)
		ends[r] = at
	}
}

// free gives back what is idle or, after an error, still waits.
func (j *joint) free() {
	for _, rows := range j.waiting {
		rows.edges.Free()
	}
	for i := range j.idle {
		j.idle[i].Free()
	}
}

// orderBuilt returns the order of the rows: that of the degrees where the number of
// records led to the same.
func (s *Builder) orderBuilt(duplicates uint64) graph.Order {
	switch {
	case s.byID:
		return graph.OrderID
	case s.centers, s.wish == OrderClusters:
		return s.wish
	case duplicates == 0, s.order != nil && s.fallsByDegree():
		return graph.OrderDegree
	}
	return graph.OrderRecords
}

// fallsByDegree reports whether the degrees fall from row to row, ties by smaller
// id.
func (s *Builder) fallsByDegree() bool {
	for r := 1; r < s.masses.rows(); r++ {
		before, here := s.masses.of(r-1), s.masses.of(r)
		if before < here || before == here && s.order[r-1] > s.order[r] {
			return false
		}
	}
	return true
}

// Labels returns the ids of the input for those that Oriented.Vertex gives.
func (s *Builder) Labels() graph.Labels {
	switch labels := s.labels(); {
	case s.numbers == nil:
		return labels
	case s.summary.Vertices.Known(), labels.Names() != nil:
		return pick(labels, s.numbers, s.workers)
	default:
		return graph.NumberLabels(s.numbers)
	}
}

// labels returns the ids of the input for those that the source gives.
func (s *Builder) labels() graph.Labels { return LabelsOf(s.info, s.summary) }

// LabelsOf returns the ids of the input for those that a source gave which was read.
func LabelsOf(info graph.Info, summary graph.Summary) graph.Labels {
	switch {
	case summary.Names != nil:
		return graph.NameLabels(summary.Names)
	case summary.Numbers != nil:
		return graph.NumberLabels(summary.Numbers)
	}
	return graph.BaseLabels(info.Base)
}
