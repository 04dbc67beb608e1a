package truss

import (
	"math"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	// A chunk of a round is sorted by itself: the more edges there are in it, the more
	// share the marks of a vertex.
	minChunk = 1 << 6
	maxChunk = 1 << 14
	pushed   = 1 << 10
	// Longer lists are few, and so are the triangles of one of their edges in a round.
	maxLoses = 1 << 14
)

// worker is what one worker holds.
type worker struct {
	d    *decomposition
	g    *work
	heed *par.Heed

	marks marks
	loses []uint32 // by rank among the marked, the first of them: triangles that the edge loses

	staying []uint32 // by rank: the marked edges, where only those that stay are marked
	pushed  []uint32
	tallies []tally
	losses  []loss
	read    uint32   // of no meaning
	places  []uint16 // of the block of each 64 vertices among the tallies, from 1 on; 0 for none
	_       [64]byte
}

// push adds an edge to the order.
func (w *worker) push(e uint32) {
	w.pushed = append(w.pushed, e)
	if len(w.pushed) == cap(w.pushed) {
		w.flushPushed()
	}
}

// flush takes what is to be taken, and puts into the order what is to be there.
func (w *worker) flush() {
	w.loseAll()
	w.flushPushed()
}

func (w *worker) flushPushed() {
	n := len(w.pushed)
	if n == 0 {
		return // others add to the tail, too
	}
	at := int(w.d.tail.Add(int64(n))) - n
	copy(w.g.order[at:at+n], w.pushed)
	w.pushed = w.pushed[:0]
}

// peel takes from the support of what stays the triangles of some edges that leave.
func (w *worker) peel(keys, scratch []uint64) error {
	g := w.g
	keys = sortByHigh(keys, scratch, bits.Len(uint(g.n)))
	for len(keys) > 0 {
		v := uint32(keys[0] >> 32)
		n := 0
		dying, dyingSum, sum := 0, 0, 0 // edges whose other end has none that stays come first
		for ; n < len(keys) && uint32(keys[n]>>32) == v; n++ {
			u := g.other(v, uint32(keys[n]))
			if degree := int(g.degree(u)); g.stay[u] == 0 {
				keys[n], keys[dying] = keys[dying], keys[n]
				dying++
				dyingSum += degree
			} else {
				sum += degree
			}
		}
		own := int(g.degree(v))
		work := 0
		if dying > 0 {
			work += w.leaveWhole(v, own, dyingSum, keys[:dying])
		}
		if dying < n {
			work += w.group(v, own, sum, keys[dying:n])
		}
		if err := w.heed.Did(work); err != nil {
			return err
		}
		keys = keys[n:]
	}
	return nil
}

// sortByHigh sorts keys by their high half, of so many bits.
func sortByHigh(keys, scratch []uint64, width int) []uint64 {
	if len(keys) < 256 {
		slices.Sort(keys)
		return keys
	}
	from, to := keys, scratch[:len(keys)]
	for shift := 32; shift < 32+width; shift += 8 {
		var at [256]uint32
		for _, k := range from {
			at[uint8(k>>shift)]++
		}
		sum := uint32(0)
		for i, n := range at {
			at[i] = sum
			sum += n
		}
		for _, k := range from {
			i := uint8(k >> shift)
			to[at[i]] = k
			at[i]++
		}
		from, to = to, from
	}
	return from
}

// group peels edges of one vertex v by whichever way is the
// shortest for the length of v's lists and the sum of theirs.
func (w *worker) group(v uint32, own, sum int, keys []uint64) (work int) {
	g := w.g
	swapped := math.MaxInt
	if len(keys) == 1 {
		swapped = costMark*sum + costScan*own
	}
	marked, searched := costMark*own+costScan*sum, costSearch*sum
	switch {
	case searched < min(marked, swapped):
		for _, k := range keys {
			e := uint32(k)
			w.search(g.lower[e], g.row(e), e)
		}
		return searched
	case swapped < marked:
		e := uint32(keys[0])
		u := g.other(v, e)
		w.mark(u)
		w.scan(v, u, e)
		w.take(u)
		return swapped
	}
	w.mark(v)
	for _, k := range keys {
		e := uint32(k)
		w.scan(g.other(v, e), v, e)
	}
	w.take(v)
	return marked
}

// Costs for an entry of a list, in about nanoseconds. They need not be exact: what
// costs much is to mark a long list for a few short ones.
const (
	costMark    = 4
	costScan    = 2
	costSearch  = 24
	costStaying = 8
	costTest    = 1
)

// leaveWhole peels edges from v to vertices that lose every edge. Only edges of v that
// stay lose support by that, so these alone are marked.
func (w *worker) leaveWhole(v uint32, own, sum int, keys []uint64) (work int) {
	marked := costStaying*own + costTest*sum
	if own > maxLoses || costSearch*sum < marked {
		return w.group(v, own, sum, keys)
	}
	g := w.g
	w.markStaying(v)
	for _, k := range keys {
		e := uint32(k)
		u := g.other(v, e)
		begin := g.begin[u]
		for i, x := range g.lower[begin:g.begin[u+1]] {
			if rank, ok := w.marks.find(x); ok {
				w.leavingTriangle(e, begin+uint32(i), rank)
			}
		}
		begin = g.up[u]
		for i, x := range g.upper[begin:g.up[u+1]] {
			if rank, ok := w.marks.find(x); ok {
				w.leavingTriangle(e, g.upperEdge[begin+uint32(i)], rank)
			}
		}
	}
	for rank, n := range w.loses[:w.marks.n] {
		if n != 0 {
			w.lose(w.staying[rank], n)
		}
	}
	w.marks.clear()
	return marked
}

// markStaying marks the neighbours of v by edges that stay.
func (w *worker) markStaying(v uint32) {
	g := w.g
	w.staying = w.staying[:0]
	for e := g.begin[v]; e < g.begin[v+1]; e++ {
		if g.fates.of(e)&stays != 0 {
			w.marks.addOne(g.lower[e])
			w.staying = append(w.staying, e)
		}
	}
	for i := g.up[v]; i < g.up[v+1]; i++ {
		if e := g.upperEdge[i]; g.fates.of(e)&stays != 0 {
			w.marks.addOne(g.upper[i])
			w.staying = append(w.staying, e)
		}
	}
	clear(w.loses[:len(w.staying)])
}

// leavingTriangle takes a triangle of edge e from the edge that is marked at a rank, where
// the third edge, which leaves, too, does not do it.
func (w *worker) leavingTriangle(e, third, rank uint32) {
	if e < third && w.g.fates.of(third) != 0 {
		w.loses[rank]++
	}
}
