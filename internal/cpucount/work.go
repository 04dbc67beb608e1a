package cpucount

import (
	"context"
	"math"
	"math/bits"
	"sort"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// The methods of this package that intersect lists all do the same sum: over
// every edge (u, v) of the strictly lower triangle, v being entry k of row u,
//
//	|row(u)[:k] ∩ row(v)|,
//
// because row(v) holds only ids below v. One such edge is called a pair here.
// A method is a kernel for one pair; this file cuts the pairs into chunks of
// about equal work, also inside a row, and walks each chunk.

// kernel counts pairs. Every worker has its own, and gives it the pairs of a
// row one after the other.
type kernel interface {
	// count returns |a ∩ head|, where a is row(u)[:k] and head is row(v), v
	// being entry k of row u. Neither is empty, and their ranges overlap.
	count(u uint32, a, head []uint32) uint64
	// list appends, for each common entry, where it stands in head, ascending.
	list(u uint32, a, head, to []uint32) []uint32
}

// taker is given the triangles of a pair: the row u, the position of its entry v in
// the lists, and where in v's row the third corners stand, ascending. It is called by
// several workers at once.
type taker interface {
	take(row uint32, pos uint64, third []uint32)
}

// pairs is a method that is ready to go over the pairs of oriented lists.
type pairs struct {
	cost   cost
	kernel func() kernel                            // one for each worker
	body   func(w *walker, begin, end place) uint64 // over a chunk; nil where each pair is taken whole
	free   func()                                   // nil where nothing is held
}

// noRow is the row before the first that a kernel sees: no row has this number.
const noRow = math.MaxUint32

// cost estimates the work of a pair from the lengths of its two sides, neither
// of them 0. The unit is about one comparison; it is at least 1.
type cost func(k, head uint64) uint64

// stepEdges is how many edges share one entry of the table of work.
const stepEdges = 1 << 10

// A chunk is small enough that workers end together and that the end of a
// context is seen at once (2^23 units take some 20 ms), and large enough that
// finding its two ends (a scan of a step) does not show.
const (
	minGrain        = 1 << 15
	maxGrain        = 1 << 23
	chunksPerWorker = 128
)

// flatRow is a length of rows up to which all pairs are taken for alike, and
// the work of each: to estimate pairs so short would take as long as to count
// them.
const flatRow = 32

// shares cuts the pairs of oriented lists, in the order of the rows, into
// chunks of equal estimated work. All work stands on one line, [0, total):
// chunk i is [i*grain, (i+1)*grain), wherever that cuts.
type shares struct {
	offsets   []uint64
	neighbors []uint32
	cost      cost     // nil where all pairs are alike
	before    []uint64 // work before each step of stepEdges edges, and in all
	grain     uint64
}

// place is a point on the line of work: rest units into the pair at position
// pos of the lists, in this row.
type place struct {
	row       uint32
	pos, rest uint64
}

func sharesBytes(edges uint64) int64 { return int64(edges/stepEdges+2) * 8 }

// share estimates the work of all pairs and cuts it into chunks of this much
// work each, or by itself for 0.
func share(ctx context.Context, o *lists.Oriented, workers int, cost cost, grain uint64) (*shares, error) {
	edges := o.Edges()
	steps := int((edges + stepEdges - 1) / stepEdges)
	s := &shares{offsets: o.Offsets(), neighbors: o.Neighbors(), cost: cost, before: make([]uint64, steps+1)}

	if grain == 0 && o.MaxOutDegree() <= flatRow {
		s.cost = nil
		for b := range steps {
			s.before[b+1] = flatRow * min(uint64(b+1)*stepEdges, edges)
		}
		s.grain = goodGrain(s.total(), workers)
		return s, nil
	}

	const stride = 64 // steps that share one search for their row
	err := par.Chunks(ctx, workers, steps, stride, func(_, first, last int) error {
		pos := uint64(first) * stepEdges
		row := lists.RowOf(s.offsets, pos)
		for b := first; b < last; b++ {
			end := min(uint64(b+1)*stepEdges, edges)
			work := uint64(0)
			for ; pos < end; pos++ {
				for pos >= s.offsets[row+1] {
					row++
				}
				work += s.work(row, pos)
			}
			s.before[b+1] = work
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for b := range steps {
		sum, carry := bits.Add64(s.before[b], s.before[b+1], 0)
		if carry != 0 {
			return nil, graph.ErrOverflow
		}
		s.before[b+1] = sum
	}
	s.grain = grain
	if grain == 0 {
		s.grain = goodGrain(s.total(), workers)
	}
	return s, nil
}

func goodGrain(total uint64, workers int) uint64 {
	return min(max(total/uint64(workers*chunksPerWorker), minGrain), maxGrain)
}

// total returns the work of all pairs.
func (s *shares) total() uint64 { return s.before[len(s.before)-1] }

// chunks returns the number of chunks.
func (s *shares) chunks() int { return int((s.total() + s.grain - 1) / s.grain) }

// chunk returns the two ends of a chunk and its work.
func (s *shares) chunk(i int) (begin, end place, work uint64) {
	from := uint64(i) * s.grain
	work = min(s.grain, s.total()-from)
	return s.locate(from), s.locate(from + work), work
}

// work estimates the pair at position pos, in this row.
func (s *shares) work(row uint32, pos uint64) uint64 {
	if s.cost == nil {
		return flatRow
	}
	v := s.neighbors[pos]
	k, head := pos-s.offsets[row], s.offsets[v+1]-s.offsets[v]
	if k == 0 || head == 0 {
		return 1
	}
	return s.cost(k, head)
}

// locate finds the pair that holds unit t of the work; at the total, the end
// of the lists.
func (s *shares) locate(t uint64) place {
	if t == s.total() {
		return place{row: uint32(len(s.offsets) - 1), pos: uint64(len(s.neighbors))}
	}
	step := sort.Search(len(s.before), func(b int) bool { return s.before[b] > t }) - 1
	p := place{pos: uint64(step) * stepEdges, rest: t - s.before[step]}
	p.row = lists.RowOf(s.offsets, p.pos)
	for {
		for p.pos >= s.offsets[p.row+1] {
			p.row++
		}
		work := s.work(p.row, p.pos)
		if p.rest < work {
			return p
		}
		p.rest -= work
		p.pos++
	}
}

// wholePairs takes the pairs that begin in a chunk: one that a cut runs through
// belongs to the chunk before the cut.
func wholePairs(w *walker, begin, end place) uint64 {
	return w.walk(begin.row, begin.afterCut(), end.afterCut())
}

// afterCut returns the position of the first pair that begins at or after p.
func (p place) afterCut() uint64 {
	if p.rest > 0 {
		return p.pos + 1
	}
	return p.pos
}

// walk is the way over all pairs, in chunks.
type walk struct {
	*shares
	params  Params
	pairs   *pairs
	walkers []*walker
}

func shareWalk(ctx context.Context, o *lists.Oriented, p Params, pairs *pairs) (*walk, error) {
	workers := par.Workers(p.Threads)
	s, err := share(ctx, o, workers, pairs.cost, p.grain)
	if err != nil {
		return nil, err
	}
	p.Meter.Start("count", int64(min(s.total(), math.MaxInt64)))
	return &walk{s, p, pairs, make([]*walker, workers)}, nil
}

// walker returns that of a worker.
func (w *walk) walker(worker int) *walker {
	if w.walkers[worker] == nil {
		w.walkers[worker] = &walker{offsets: w.offsets, neighbors: w.neighbors, kernel: w.pairs.kernel()}
	}
	return w.walkers[worker]
}

// over lets a walker go over a chunk, and returns the number of triangles.
func (w *walk) over(walker *walker, chunk int) uint64 {
	begin, end, work := w.chunk(chunk)
	body := w.pairs.body
	if body == nil {
		body = wholePairs
	}
	count := body(walker, begin, end)
	w.params.Meter.Add(int64(work))
	return count
}

// walkPairs goes over all pairs, and returns the number of triangles. They are given
// to a taker, if any.
func walkPairs(ctx context.Context, o *lists.Oriented, p Params, pairs *pairs, to taker) (uint64, error) {
	w, err := shareWalk(ctx, o, p, pairs)
	if err != nil {
		return 0, err
	}
	err = par.Each(ctx, len(w.walkers), w.chunks(), func(worker, item int) error {
		walker := w.walker(worker)
		walker.to = to
		var carry uint64
		walker.sum, carry = bits.Add64(walker.sum, w.over(walker, item), 0)
		if carry != 0 {
			return graph.ErrOverflow
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	var sum, carry uint64
	for _, w := range w.walkers {
		if w == nil {
			continue
		}
		if sum, carry = bits.Add64(sum, w.sum, 0); carry != 0 {
			return 0, graph.ErrOverflow
		}
	}
	return sum, nil
}

// batch is how many pairs are looked up together.
const batch = 32

// walker is one worker: its kernel and what it counted.
type walker struct {
	offsets   []uint64
	neighbors []uint32
	kernel    kernel
	to        taker // of the triangles; nil where they are only counted
	third     []uint32
	sum       uint64
	pairs     [batch]pair
	kept      [batch]uint8
}

// pair is one edge of a batch, as positions in the lists.
type pair struct {
	row                uint64
	rowBegin, pos      uint64 // the row's list up to the edge
	headBegin, headEnd uint64 // the head's list
}

// walk counts the pairs at positions [pos, end) of the lists. row is the row
// of pos or one before it.
//
// It goes by batches, in three steps that each touch one more level of memory:
// where the heads' lists are, their first and last entries, their contents.
// The misses of a step do not wait for each other, so on graphs larger than
// the caches most of their latency is hidden. The second step also drops the
// pairs whose ranges do not overlap.
func (w *walker) walk(row uint32, pos, end uint64) uint64 {
	offsets, neighbors := w.offsets, w.neighbors
	count := uint64(0)
	for pos < end {
		n := 0
		for ; pos < end && n < batch; pos++ {
			for pos >= offsets[row+1] {
				row++
			}
			v := neighbors[pos]
			p := &w.pairs[n]
			p.row, p.rowBegin, p.pos = uint64(row), offsets[row], pos
			p.headBegin, p.headEnd = offsets[v], offsets[v+1]
			if p.pos > p.rowBegin && p.headEnd > p.headBegin {
				n++
			}
		}
		kept := 0
		for i := range w.pairs[:n] {
			p := &w.pairs[i]
			w.kept[kept] = uint8(i)
			if neighbors[p.headBegin] <= neighbors[p.pos-1] && neighbors[p.rowBegin] <= neighbors[p.headEnd-1] {
				kept++
			}
		}
		for _, i := range w.kept[:kept] {
			p := &w.pairs[i]
			count += w.pair(uint32(p.row), p.pos, neighbors[p.rowBegin:p.pos], neighbors[p.headBegin:p.headEnd], 0)
		}
	}
	return count
}

// pair counts a pair, or a stretch of it, and gives its triangles to the taker. The
// stretch of the head begins at an entry of the head's list.
func (w *walker) pair(row uint32, pos uint64, a, head []uint32, begin int) uint64 {
	if w.to == nil {
		return w.kernel.count(row, a, head)
	}
	w.third = w.kernel.list(row, a, head, w.third[:0])
	if len(w.third) == 0 {
		return 0
	}
	for i := range w.third {
		w.third[i] += uint32(begin)
	}
	w.to.take(row, pos, w.third)
	return uint64(len(w.third))
}
