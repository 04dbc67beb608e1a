package generator

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// coordinateBits makes a coordinate a number of [0, 2^30): the unit square is
// a lattice, on which every predicate is exact and the same on any machine.
const coordinateBits = 30

// point is a point of the unit square, and the vertex it stands for.
type point struct {
	x, y uint32
	id   uint32
}

// scatter makes random points. They are all different: their coordinates are
// the halves of a shuffle of 60 bits.
type scatter struct{ shuffle permutation }

func newScatter(seed uint64) *scatter {
	return &scatter{newPermutation(2*coordinateBits, seed)}
}

func (s *scatter) at(id int) point {
	z := s.shuffle.at(uint64(id))
	return point{x: uint32(z >> coordinateBits), y: uint32(z & (1<<coordinateBits - 1)), id: uint32(id)}
}

// bucketed are points in the order of their cells.
type bucketed struct {
	points hugemem.Array[point]
	start  hugemem.Array[uint32] // of each cell among the points, and the end of the last
}

// bucket makes the first n points and sorts them by counting.
func (s *scatter) bucket(ctx context.Context, n, cells int, cellOf func(p point) int) (bucketed, error) {
	points, err := hugemem.New[point](n)
	if err != nil {
		return bucketed{}, err
	}
	start, err := hugemem.New[uint32](cells + 1)
	b := bucketed{points, start}
	if err != nil {
		b.free()
		return bucketed{}, err
	}
	at := start.Slice()
	err = s.each(ctx, n, func(p point) { at[cellOf(p)]++ })
	sum := uint32(0)
	for cell := range at {
		sum += at[cell]
		at[cell] = sum // its end, from where it is filled
	}
	if err == nil {
		err = s.each(ctx, n, func(p point) {
			cell := cellOf(p)
			at[cell]--
			points.Slice()[at[cell]] = p
		})
	}
	if err != nil {
		b.free()
		return bucketed{}, err
	}
	return b, nil
}

// each calls body for the first n points.
func (s *scatter) each(ctx context.Context, n int, body func(p point)) error {
	for id := range n {
		if id%(1<<16) == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		body(s.at(id))
	}
	return nil
}

func (b *bucketed) free() {
	b.points.Free()
	b.start.Free()
}

// ccw reports whether the way from a over b to c turns to the left: whether
// they are in counterclockwise order.
func ccw(a, b, c point) bool {
	abx, aby := int64(b.x)-int64(a.x), int64(b.y)-int64(a.y)
	acx, acy := int64(c.x)-int64(a.x), int64(c.y)-int64(a.y)
	return abx*acy > aby*acx
}

// inCircle reports whether d is inside the circle through a, b and c, which
// are in counterclockwise order. The determinant has less than 2^124.
func inCircle(a, b, c, d point) bool {
	ax, ay := int64(a.x)-int64(d.x), int64(a.y)-int64(d.y)
	bx, by := int64(b.x)-int64(d.x), int64(b.y)-int64(d.y)
	cx, cy := int64(c.x)-int64(d.x), int64(c.y)-int64(d.y)
	sum := product(ax*ax+ay*ay, bx*cy-by*cx)
	sum = sum.plus(product(bx*bx+by*by, cx*ay-cy*ax))
	sum = sum.plus(product(cx*cx+cy*cy, ax*by-ay*bx))
	return sum.positive()
}
