package truss

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	// A chunk of a round is sorted by itself: the more edges there are in it, the more
	// share the marks of a vertex.
	minChunk = 1 << 7
	maxChunk = 1 << 15
	pushed   = 1 << 10
)

// worker is what one worker holds.
type worker struct {
	d    *decomposition
	g    *work
	heed *par.Heed

	marks marks
	// For the neighbours that are marked, by rank: the edge, and how many triangles it
	// loses; the highest bit is set where the edge leaves in this round itself.
	edges []uint32
	loses []uint32

	keys, scratch []uint64
	pushed        []uint32
	level         uint32
	_             [64]byte
}

// push adds an edge to the order.
func (w *worker) push(e uint32) {
	w.pushed = append(w.pushed, e)
	if len(w.pushed) == cap(w.pushed) {
		w.flush()
	}
}

func (w *worker) flush() {
	n := len(w.pushed)
	at := int(w.d.tail.Add(int64(n))) - n
	copy(w.g.order[at:at+n], w.pushed)
	w.pushed = w.pushed[:0]
}

// part peels those edges of a block that are of one part: the edges whose lower end
// falls to it, so that the edges of a vertex are together.
func (w *worker) part(block []uint32, part, parts uint32) error {
	g := w.g
	keys := w.keys[:0]
	for _, e := range block {
		v := g.lower[e]
		if parts > 1 && uint32(uint64(v*0x9e3779b1)*uint64(parts)>>32) != part {
			continue
		}
		if len(keys) == maxChunk {
			if err := w.peel(keys); err != nil {
				return err
			}
			keys = keys[:0]
		}
		keys = append(keys, uint64(v)<<32|uint64(e))
	}
	err := w.peel(keys)
	w.flush()
	return err
}

// peel takes from the support of what stays the triangles of some edges that leave.
func (w *worker) peel(keys []uint64) error {
	g := w.g
	keys = sortByHigh(keys, w.scratch, bits.Len(uint(g.n)))
	for len(keys) > 0 {
		v := uint32(keys[0] >> 32)
		n, sum := 0, 0
		for n < len(keys) && uint32(keys[n]>>32) == v {
			sum += int(g.degree(g.row(uint32(keys[n]))))
			n++
		}
		own := int(g.degree(v))
		work := w.group(v, own, sum, keys[:n])
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

// group peels edges of one vertex v to neighbours above, by whichever way is the
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
			w.search(v, g.row(uint32(k)), uint32(k))
		}
		return searched
	case swapped < marked:
		e := uint32(keys[0])
		w.mark(g.row(e))
		w.scan(v, e)
		w.take()
		return swapped
	}
	w.mark(v)
	for _, k := range keys {
		e := uint32(k)
		w.scan(g.row(e), e)
	}
	w.take()
	return marked
}

// Costs for an entry of a list, in about nanoseconds.
const (
	costMark   = 4
	costScan   = 2
	costSearch = 24
)

// search looks for the triangles of edge e, from v to u, by looking each neighbour of
// u up in the lists: an edge stands in the row of its upper end.
func (w *worker) search(v, u, e uint32) {
	g := w.g
	at, end := g.begin[v], g.begin[v+1]
	i := g.begin[u]
	for ; g.lower[i] != v; i++ {
		if s := atomic.LoadUint32(&g.state[i]); s >= gone {
			continue
		}
		x := g.lower[i]
		at += lowerBound(g.lower[at:end], x)
		if at == end {
			break
		}
		if g.lower[at] == x {
			w.corner(e, i, at)
		}
	}
	for i = e + 1; i < g.begin[u+1]; i++ {
		if s := atomic.LoadUint32(&g.state[i]); s < gone {
			w.lookup(v, g.lower[i], e, i)
		}
	}
	for j := g.up[u]; j < g.up[u+1]; j++ {
		other := g.upperEdge[j]
		if s := atomic.LoadUint32(&g.state[other]); s < gone {
			w.lookup(v, g.upper[j], e, other)
		}
	}
}

// lookup finds v in the row of x.
func (w *worker) lookup(v, x, e, other uint32) {
	g := w.g
	begin, end := g.begin[x], g.begin[x+1]
	at := begin + lowerBound(g.lower[begin:end], v)
	if at < end && g.lower[at] == v {
		w.corner(e, other, at)
	}
}

// corner is triangle for edges of which none is marked.
func (w *worker) corner(e, a, b uint32) {
	s, t := atomic.LoadUint32(&w.g.state[a]), atomic.LoadUint32(&w.g.state[b])
	if s >= gone || t >= gone {
		return
	}
	if s < leaving && (t < leaving || e < b) {
		w.lose(a, 1)
	}
	if t < leaving && (s < leaving || e < a) {
		w.lose(b, 1)
	}
}

// mark marks the neighbours of v by edges that are there.
func (w *worker) mark(v uint32) {
	g := w.g
	edges, loses := w.edges[:0], w.loses[:0]
	for e := g.begin[v]; e < g.begin[v+1]; e++ {
		s := atomic.LoadUint32(&g.state[e])
		if s >= gone {
			continue
		}
		w.marks.add(g.lower[e])
		edges = append(edges, e)
		loses = append(loses, s&leaving)
	}
	for i := g.up[v]; i < g.up[v+1]; i++ {
		e := g.upperEdge[i]
		s := atomic.LoadUint32(&g.state[e])
		if s >= gone {
			continue
		}
		w.marks.add(g.upper[i])
		edges = append(edges, e)
		loses = append(loses, s&leaving)
	}
	w.edges, w.loses = edges, loses
}

// scan looks for the triangles of edge e, from the marked vertex to u.
func (w *worker) scan(u, e uint32) {
	g := w.g
	for i := g.begin[u]; i < g.begin[u+1]; i++ {
		if rank, ok := w.marks.find(g.lower[i]); ok {
			w.triangle(e, i, rank)
		}
	}
	upper := g.upper[g.up[u]:g.up[u+1]]
	for i, x := range upper {
		if rank, ok := w.marks.find(x); ok {
			w.triangle(e, g.upperEdge[int(g.up[u])+i], rank)
		}
	}
}

// triangle takes a triangle of three edges from those that stay, once: the edges are
// e, which leaves, other, and the one marked at rank.
func (w *worker) triangle(e, other, rank uint32) {
	s := atomic.LoadUint32(&w.g.state[other])
	if s >= gone {
		return
	}
	switch marked := w.loses[rank]&leaving != 0; {
	case s < leaving:
		if !marked {
			w.loses[rank]++
		} else if w.edges[rank] < e {
			return // the other edge that leaves does it
		}
		w.lose(other, 1)
	case !marked && e < other:
		w.loses[rank]++
	}
}

// lose takes triangles from an edge that stays, down to the level.
func (w *worker) lose(e, n uint32) {
	at := &w.g.state[e]
	for {
		s := atomic.LoadUint32(at)
		if s <= w.level {
			return
		}
		less := max(s-min(n, s), w.level)
		if atomic.CompareAndSwapUint32(at, s, less) {
			if less == w.level {
				w.push(e)
			}
			return
		}
	}
}

// take takes what the marked edges lose, and clears the marks.
func (w *worker) take() {
	for rank, n := range w.loses {
		if n != 0 && n < leaving {
			w.lose(w.edges[rank], n)
		}
	}
	w.marks.clear()
}
