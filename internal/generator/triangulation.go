package generator

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// triangulation is a Delaunay triangulation under construction, by the divide
// and conquer of Guibas and Stolfi (ACM Transactions on Graphics 4, 1985) with
// the strips of Dwyer (Algorithmica 2, 1987): the points are cut into vertical
// strips, each strip is triangulated from its lower and upper halves, and the
// strips are merged from left to right. Uniform points take O(n log log n)
// expected time.
//
// On the points' lattice all predicates are exact: any set of different points
// gets a triangulation, the same one on any machine. Where more than three
// points are on an empty circle, the order of the merges decides.
type triangulation struct {
	points []point
	// edges holds each edge in a slot of two half-edges side by side. The
	// points in [low, high) use the slots of [low, high) times slotsPerPoint
	// for the edges among them, so that different sets of points can be worked
	// on at once. A plane graph of n vertices has less than 3n edges: the slots
	// suffice at any time.
	edges []halfEdge
}

const slotsPerPoint = 3

// halfEdge is an edge as seen from one of its ends. In a free slot the first
// one's next is the next free slot.
type halfEdge struct {
	origin         uint32 // place of the end among the points, or nowhere
	next, previous uint32 // half-edge around the origin, counterclockwise and clockwise
}

// nowhere is the origin of the half-edges of a free slot.
const nowhere = ^uint32(0)

func (e halfEdge) used() bool { return e.origin != nowhere }

// part is the triangulation of consecutive points, in an order along a line.
type part struct {
	first uint32 // edge of the hull out of the first point, counterclockwise
	last  uint32 // edge of the hull out of the last point, clockwise
	// The free slots of the part, a list that never ends before lastFree.
	firstFree, lastFree uint32
}

// triangulate makes the triangulation of points in the order of byX, which it
// changes, in edges, which has room for slotsPerPoint edges a point.
func triangulate(ctx context.Context, workers int, points []point, edges []halfEdge) error {
	t := &triangulation{points, edges}
	n := len(points)
	if n < 2 {
		t.freeSlots(0, n)
		return nil
	}
	parts := make([]part, strips(n))
	err := par.Each(ctx, workers, len(parts), func(_, s int) error {
		low, high := s*n/len(parts), (s+1)*n/len(parts)
		slices.SortFunc(points[low:high], byY)
		parts[s] = t.turned(t.upwards(low, high))
		return nil
	})
	for err == nil && len(parts) > 1 {
		merged := make([]part, (len(parts)+1)/2)
		err = par.Each(ctx, workers, len(merged), func(_, i int) error {
			merged[i] = parts[2*i]
			if 2*i+1 < len(parts) {
				merged[i] = t.merge(parts[2*i], parts[2*i+1])
			}
			return nil
		})
		parts = merged
	}
	return err
}

// strips returns the number of strips to cut n points into, each of two points
// at least.
func strips(n int) int {
	if n < 4 {
		return 1
	}
	return int(math.Sqrt(float64(n) / math.Log2(float64(n))))
}

// byX orders from left to right, and upwards on a vertical line.
func byX(p, q point) int {
	if p.x != q.x {
		return cmp.Compare(p.x, q.x)
	}
	return cmp.Compare(p.y, q.y)
}

// byY orders upwards, and to the left on a horizontal line: byX after a quarter
// turn clockwise.
func byY(p, q point) int {
	if p.y != q.y {
		return cmp.Compare(p.y, q.y)
	}
	return cmp.Compare(q.x, p.x)
}

// upwards triangulates the points in [low, high), at least two, in the order
// of byY.
func (t *triangulation) upwards(low, high int) part {
	if high-low <= 3 {
		return t.few(low, high)
	}
	middle := (low + high) / 2
	return t.merge(t.upwards(low, middle), t.upwards(middle, high))
}

// few triangulates two or three points.
func (t *triangulation) few(low, high int) part {
	p := t.freeSlots(low, high)
	a := t.add(&p, uint32(low), uint32(low+1))
	if high-low == 2 {
		p.first, p.last = a, a^1
		return p
	}
	b := t.add(&p, uint32(low+1), uint32(low+2))
	t.splice(a^1, b)
	p.first, p.last = a, b^1
	switch p0, p1, p2 := t.points[low], t.points[low+1], t.points[low+2]; {
	case ccw(p0, p1, p2):
		t.connect(&p, b, a)
	case ccw(p0, p2, p1):
		c := t.connect(&p, b, a)
		p.first, p.last = c^1, c
	}
	return p
}

// turned returns a part in the order of byY as one in the order of byX.
func (t *triangulation) turned(p part) part {
	start := p.first
	p.last = start ^ 1
	for e := t.beforeRight(start); e != start; e = t.beforeRight(e) {
		if byX(t.origin(e), t.origin(p.first)) < 0 {
			p.first = e
		}
		if byX(t.origin(e^1), t.origin(p.last)) > 0 {
			p.last = e ^ 1
		}
	}
	return p
}

// merge joins the triangulations of two sets of points, where all of left come
// before those of right.
func (t *triangulation) merge(left, right part) part {
	t.edges[2*left.lastFree].next = right.firstFree
	p := part{first: left.first, last: right.last, firstFree: left.firstFree, lastFree: right.lastFree}

	// The common tangent below both.
	l, r := left.last, right.first
	for {
		if t.leftOf(t.origin(r), l) {
			l = t.afterLeft(l)
		} else if t.rightOf(t.origin(l), r) {
			r = t.beforeRight(r)
		} else {
			break
		}
	}
	base := t.connect(&p, r^1, l)
	if t.edges[l].origin == t.edges[left.first].origin {
		p.first = base ^ 1
	}
	if t.edges[r].origin == t.edges[right.last].origin {
		p.last = base
	}

	// Upwards from there: base runs from right to left. Its next triangle ends
	// in a neighbour of one of its ends, whichever has an empty circle; edges
	// whose circle is not empty any more go.
	for {
		to, from := t.origin(base^1), t.origin(base)
		l = t.edges[base^1].next
		leftAbove := ccw(to, from, t.origin(l^1))
		if leftAbove {
			for next := t.edges[l].next; inCircle(to, from, t.origin(l^1), t.origin(next^1)); next = t.edges[l].next {
				t.remove(&p, l)
				l = next
			}
		}
		r = t.edges[base].previous
		rightAbove := ccw(to, from, t.origin(r^1))
		if rightAbove {
			for next := t.edges[r].previous; inCircle(to, from, t.origin(r^1), t.origin(next^1)); next = t.edges[r].previous {
				t.remove(&p, r)
				r = next
			}
		}
		switch {
		case !leftAbove && !rightAbove:
			return p // the tangent above both
		case !leftAbove || rightAbove && inCircle(t.origin(l^1), t.origin(l), t.origin(r), t.origin(r^1)):
			base = t.connect(&p, r, base^1)
		default:
			base = t.connect(&p, base^1, l^1)
		}
	}
}

func (t *triangulation) origin(e uint32) point { return t.points[t.edges[e].origin] }

// leftOf reports whether p is to the left of e, rightOf whether to the right.
func (t *triangulation) leftOf(p point, e uint32) bool  { return ccw(p, t.origin(e), t.origin(e^1)) }
func (t *triangulation) rightOf(p point, e uint32) bool { return ccw(p, t.origin(e^1), t.origin(e)) }

// afterLeft returns the edge after e around the face to the left of e.
func (t *triangulation) afterLeft(e uint32) uint32 { return t.edges[e^1].previous }

// beforeRight returns the edge before e around the face to the right of e,
// which is the edge after e along a hull.
func (t *triangulation) beforeRight(e uint32) uint32 { return t.edges[e^1].next }

// splice joins the rings around the origins of a and b, or cuts the ring that
// they share.
func (t *triangulation) splice(a, b uint32) {
	nextA, nextB := t.edges[a].next, t.edges[b].next
	t.edges[a].next, t.edges[b].next = nextB, nextA
	t.edges[nextB].previous, t.edges[nextA].previous = a, b
}

// freeSlots returns an empty part with the slots of the points in [low, high).
func (t *triangulation) freeSlots(low, high int) part {
	first, end := uint32(slotsPerPoint*low), uint32(slotsPerPoint*high)
	for slot := first; slot < end; slot++ {
		t.edges[2*slot] = halfEdge{origin: nowhere, next: slot + 1}
	}
	return part{firstFree: first, lastFree: end - 1}
}

// add adds an edge that touches no other.
func (t *triangulation) add(p *part, from, to uint32) uint32 {
	e := 2 * p.firstFree
	p.firstFree = t.edges[e].next
	t.edges[e] = halfEdge{from, e, e}
	t.edges[e^1] = halfEdge{to, e ^ 1, e ^ 1}
	return e
}

// connect adds an edge from the end of a to the origin of b, so that all three
// have the same face to the left.
func (t *triangulation) connect(p *part, a, b uint32) uint32 {
	e := t.add(p, t.edges[a^1].origin, t.edges[b].origin)
	t.splice(e, t.afterLeft(a))
	t.splice(e^1, b)
	return e
}

// remove removes an edge.
func (t *triangulation) remove(p *part, e uint32) {
	t.splice(e, t.edges[e].previous)
	t.splice(e^1, t.edges[e^1].previous)
	slot := e / 2
	t.edges[2*slot] = halfEdge{origin: nowhere, next: p.firstFree}
	p.firstFree = slot
}
