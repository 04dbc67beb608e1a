package chordless

import (
	"context"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// walk is the depth-first search of [kernel] for atoms of any size, with the
// path at hand: it visits every hole, counts the holes through each vertex,
// keeps to vertices that must be on the hole, and goes only where a hole is
// to be found: before each step that is a choice, a search from both ends of
// the path makes sure that they can be joined within the length allowed. So
// O(n + m) work at most is done for each vertex of each hole, as long as no
// kernel takes over, which does not look ahead; see [handOver].
//
// Sets are lists here, and a mark at every vertex; a step takes time in the
// degree of the new end and leaves a trail by which it is undone.
type walk struct {
	heed     *par.Heed
	atom     *atom
	search   *search
	shortest int
	longest  int
	required []bool // vertices that must be on the hole; nil for none
	missing  int    // those not on the path

	// visit, where there is one, is called for every hole; its vertices are
	// valid until it returns.
	visit func(hole []uint32) error
	// through, where it is there, counts the holes through each vertex.
	through []uint64
	counts  []uint64  // holes by length
	total   uint64    // their sum
	hand    *handOver // for counting
	lister  *handOver // for visiting

	// A walk may be split into the steps of all paths up to some number of them,
	// cutAt, and a task for each step that would come next; see [task].
	cutAt   int
	cut     func(t task) error // nil for a whole walk
	guide   []uint32           // the steps of the task to be done; nil for none
	current seed
	choices []uint32 // the steps of the path

	mark     []mark
	excluded uint32 // vertices of smaller label are out for good
	trail    []change
	lists    []uint32 // the candidates of all steps, one after the other
	ends     [2][]uint32
	hole     []uint32
	steps    int // taken so far

	seen   []uint32 // by the search that met the vertex: 2·round + end
	round  uint32
	fronts [2][]uint32
	spare  []uint32
}

// mark says what a vertex is to the path.
type mark uint8

const (
	atLeft  mark = iota // adjacent to the left end and to no other vertex of the path
	atRight             // the same on the right
	free                // not adjacent to the path
	out                 // on the path, adjacent to an inner vertex of it, or excluded
)

// change is a mark as it was.
type change struct {
	vertex uint32
	mark   mark
}

func newWalk(ctx context.Context, s *search) *walk {
	a := s.atom
	w := &walk{
		heed: par.NewHeed(ctx), atom: a, search: s,
		shortest: s.query.shortest, longest: min(s.query.longest, len(a.members)),
		counts: newCounts(a), mark: make([]mark, a.size()), seen: make([]uint32, a.size()),
	}
	for v := range w.mark {
		w.mark[v] = free
	}
	if len(s.query.through) > 1 {
		w.required = make([]bool, a.size())
		for _, v := range s.query.through {
			w.required[v] = true
		}
		w.missing = len(s.query.through)
	}
	return w
}

// walkBytes is what a walk holds at most: marks and lists, the seeds, and the
// stack, which has a frame of grow and one of step for each vertex of the path
// and is up to twice as large as that.
func walkBytes(a *atom, longest int) int64 {
	return 64*int64(a.size()) + 1400*int64(min(a.size(), longest)) + 8*int64(len(a.members)+a.edges())
}

func (w *walk) set(v uint32, m mark) {
	w.trail = append(w.trail, change{v, w.mark[v]})
	w.mark[v] = m
}

func (w *walk) undo(to int) {
	for i := len(w.trail) - 1; i >= to; i-- {
		w.mark[w.trail[i].vertex] = w.trail[i].mark
	}
	w.trail = w.trail[:to]
}

// from visits the holes of a seed: those that u has with its neighbour x and
// another one, of greater label than x. Seeds must come in their order.
func (w *walk) from(s seed) error {
	u, x, label := s.u, s.x, w.search.label
	w.current = s
	for ; !w.search.single() && w.excluded < label[u]; w.excluded++ {
		w.mark[w.search.byLabel[w.excluded]] = out
	}
	a, before, missing := w.atom, w.total, w.missing
	if err := w.heed.Did(4 * (len(a.row(u)) + len(a.row(x)))); err != nil {
		return err
	}
	lists, trail := len(w.lists), len(w.trail)
	w.ends[0], w.ends[1] = append(w.ends[0][:0], x), append(w.ends[1][:0], u)
	w.take(u)
	w.take(x)
	w.set(u, out)
	w.set(x, out)
	lost := false
	for _, y := range a.row(u) {
		if w.mark[y] != free {
			continue
		}
		if label[y] < label[x] || a.adjacent(x, y) {
			w.set(y, out)
			lost = lost || w.needs(y)
			continue
		}
		w.set(y, atRight)
		w.lists = append(w.lists, y)
	}
	right := w.lists[lists:len(w.lists):len(w.lists)]
	left := w.extend(x, atLeft)
	var err error
	length := a.weight(u) + a.weight(x)
	joinable := false
	if !lost {
		joinable, err = w.joinable(left, right, length)
	}
	if joinable {
		err = w.grow([2][]uint32{left, right}, length)
	}
	w.lists = w.lists[:lists]
	w.undo(trail)
	w.missing = missing
	if w.through != nil {
		w.through[u] += w.total - before
		w.through[x] += w.total - before
	}
	return err
}

// extend marks the free neighbours of v and returns them.
func (w *walk) extend(v uint32, m mark) []uint32 {
	begin := len(w.lists)
	for _, y := range w.atom.row(v) {
		if w.mark[y] == free {
			w.set(y, m)
			w.lists = append(w.lists, y)
		}
	}
	return w.lists[begin:len(w.lists):len(w.lists)]
}

// needs says whether v must be on the hole.
func (w *walk) needs(v uint32) bool { return w.required != nil && w.required[v] }

// take notes that v is on the path now.
func (w *walk) take(v uint32) {
	if w.needs(v) {
		w.missing--
	}
}

// grow visits the holes of a path whose ends can be joined. The candidates are
// the vertices adjacent to each end; length is that of the path.
func (w *walk) grow(candidates [2][]uint32, length int) error {
	w.steps++
	if err := w.heed.Did(1 + len(candidates[0]) + len(candidates[1])); err != nil {
		return err
	}
	if w.hand != nil {
		if done, err := w.handed(candidates, length); done || err != nil {
			return err
		}
	}
	if w.lister != nil {
		if done, err := w.listed(candidates, length); done || err != nil {
			return err
		}
	}
	end := 0
	if len(candidates[1]) < len(candidates[0]) {
		end = 1
	}
	here, there := candidates[end], candidates[1-end]
	trail := len(w.trail)
	forced, count := uint32(0), 0
	for _, v := range here {
		w.set(v, out)
		if w.needs(v) {
			forced = v
			count++
		}
	}
	for _, v := range here {
		if count > 1 || count == 1 && v != forced || !w.guided(v) {
			continue
		}
		if w.cut != nil && len(w.choices) == w.cutAt {
			if err := w.cut(task{w.current, append(slices.Clone(w.choices), v)}); err != nil {
				return err
			}
			continue
		}
		if err := w.step(end, v, there, len(here) > 1, length); err != nil {
			return err
		}
	}
	w.undo(trail)
	return nil
}

// step appends v to one end of the path and visits the holes of that. choice
// says that v is not the only way, so that there may be none.
func (w *walk) step(end int, v uint32, there []uint32, choice bool, length int) error {
	before, missing := w.total, w.missing
	lists, trail := len(w.lists), len(w.trail)
	w.ends[end] = append(w.ends[end], v)
	w.choices = append(w.choices, v)
	w.take(v)
	length += w.atom.weight(v)
	here := w.extend(v, mark(end))
	closed, lost := false, false
	for _, y := range w.atom.row(v) {
		if w.mark[y] != mark(1-end) {
			continue
		}
		w.set(y, out)
		closed = true
		lost = lost || w.needs(y)
		if err := w.close(y, length); err != nil {
			return err
		}
	}
	if closed {
		begin := len(w.lists)
		for _, y := range there {
			if w.mark[y] != out {
				w.lists = append(w.lists, y)
			}
		}
		there = w.lists[begin:len(w.lists):len(w.lists)]
	}
	candidates := [2][]uint32{here, there}
	if end == 1 {
		candidates = [2][]uint32{there, here}
	}
	err := w.heed.Did(len(w.atom.row(v)))
	joinable := err == nil && !lost && len(here) > 0 && len(there) > 0 && length+2 <= w.longest
	if joinable && (choice || closed || w.longest < len(w.atom.members)) {
		joinable, err = w.joinable(here, there, length)
	}
	if joinable {
		err = w.grow(candidates, length)
	}
	w.undo(trail)
	w.lists = w.lists[:lists]
	w.missing = missing
	w.ends[end] = w.ends[end][:len(w.ends[end])-1]
	w.choices = w.choices[:len(w.choices)-1]
	if w.through != nil {
		w.through[v] += w.total - before
	}
	return err
}

// guided says whether a task, where one is done, leads to v.
func (w *walk) guided(v uint32) bool {
	return len(w.choices) >= len(w.guide) || w.guide[len(w.choices)] == v
}

// close counts the hole that y makes with the path, unless the path only leads
// to a task.
func (w *walk) close(y uint32, length int) error {
	if len(w.choices) < len(w.guide) {
		return nil
	}
	length += w.atom.weight(y)
	if length < w.shortest || length > w.longest || w.missing > 1 || w.missing == 1 && !w.needs(y) {
		return nil
	}
	w.counts[length]++
	w.total++
	if w.through != nil {
		w.through[y]++
	}
	if w.visit == nil {
		return nil
	}
	w.hole = append(w.hole[:0], y)
	for i := len(w.ends[0]) - 1; i >= 0; i-- {
		w.hole = append(w.hole, w.ends[0][i])
	}
	w.hole = append(w.hole, w.ends[1]...)
	return w.visit(w.hole)
}

// joinable says whether a path over free vertices leads from one of here to
// one of there, so that a hole of at most the length allowed is made: a
// shortest one has no chord. Both sides are searched level by level, the one
// with fewer vertices first.
func (w *walk) joinable(here, there []uint32, length int) (bool, error) {
	if len(here) == 0 || len(there) == 0 {
		return false, nil
	}
	if w.round == math.MaxUint32/2 {
		clear(w.seen)
		w.round = 0
	}
	w.round++
	w.fronts[0] = append(w.fronts[0][:0], here...)
	w.fronts[1] = append(w.fronts[1][:0], there...)
	for side, front := range w.fronts {
		for _, v := range front {
			w.seen[v] = 2*w.round + uint32(side)
		}
	}
	for length += 2; length <= w.longest; length++ {
		side := 0
		if len(w.fronts[1]) < len(w.fronts[0]) {
			side = 1
		}
		mine, other := 2*w.round+uint32(side), 2*w.round+uint32(1-side)
		next := w.spare[:0]
		for _, v := range w.fronts[side] {
			row := w.atom.row(v)
			if err := w.heed.Did(len(row)); err != nil {
				return false, err
			}
			for _, y := range row {
				switch {
				case w.seen[y] == other:
					return true, nil
				case w.mark[y] == free && w.seen[y] != mine:
					w.seen[y] = mine
					next = append(next, y)
				}
			}
		}
		if len(next) == 0 {
			w.spare = next
			return false, nil
		}
		w.spare, w.fronts[side] = w.fronts[side], next
	}
	return false, nil
}
