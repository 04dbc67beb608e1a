package layout

import (
	"cmp"
	"slices"
)

// turn turns a component into the upper left corner of the plane so that the rectangle around
// it is as small as can be and lies, and its first vertex is to the left and above the middle.
func (c *component) turn() {
	along := c.tightest()
	for i, x := range c.x {
		c.x[i], c.y[i] = ahead(along, x, c.y[i]), aside(along, x, c.y[i])
	}
	c.width, c.height = toZero(c.x), toZero(c.y)
	if c.height > c.width {
		c.x, c.y, c.width, c.height = c.y, c.x, c.height, c.width
	}
	mirror(c.x, c.width)
	mirror(c.y, c.height)
}

// tightest is the direction of a side of the smallest rectangle around the vertices. One
// side of the rectangle is along a side of the hull (Freeman and Shapira, Determining
// the minimum-area encasing rectangle for an arbitrary closed curve, 1975). With h corners of
// the hull it takes O(n log n + h²) time.
func (c *component) tightest() (along [2]float64) {
	hull, least := c.hull(), -1.0
	along = [2]float64{1, 0}
	for i, p := range hull {
		q := hull[(i+1)%len(hull)]
		dx, dy := q[0]-p[0], q[1]-p[1]
		length := far(dx, dy)
		if length == 0 {
			continue
		}
		side := [2]float64{dx / length, dy / length}
		low, high := [2]float64{}, [2]float64{}
		for _, corner := range hull {
			dx, dy := corner[0]-p[0], corner[1]-p[1]
			for axis, v := range [2]float64{ahead(side, dx, dy), aside(side, dx, dy)} {
				low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
			}
		}
		if a := (high[0] - low[0]) * (high[1] - low[1]); least < 0 || a < least {
			along, least = side, a
		}
	}
	return along
}

func ahead(along [2]float64, x, y float64) float64 {
	return float64(along[0]*x) + float64(along[1]*y)
}

func aside(along [2]float64, x, y float64) float64 {
	return float64(along[0]*y) - float64(along[1]*x)
}

// hull is the convex hull of the vertices, by the monotone chain of Andrew (Another efficient
// algorithm for convex hulls in two dimensions, 1979).
func (c *component) hull() [][2]float64 {
	points := make([][2]float64, len(c.x))
	for i := range points {
		points[i] = [2]float64{c.x[i], c.y[i]}
	}
	slices.SortFunc(points, func(a, b [2]float64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	var hull [][2]float64
	for range 2 {
		begin := len(hull)
		for _, p := range points {
			for len(hull) >= begin+2 && !turnsLeft(hull[len(hull)-2], hull[len(hull)-1], p) {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, p)
		}
		hull = hull[:len(hull)-1]
		slices.Reverse(points)
	}
	return hull
}

func turnsLeft(a, b, c [2]float64) bool {
	return float64((b[0]-a[0])*(c[1]-a[1])) > float64((b[1]-a[1])*(c[0]-a[0]))
}

// toZero moves numbers so that the least is 0, and returns the greatest then.
func toZero(v []float64) float64 {
	low, high := slices.Min(v), slices.Max(v)
	for i := range v {
		v[i] -= low
	}
	return high - low
}

// mirror mirrors numbers from 0 to side where the first is in the upper half.
func mirror(v []float64, side float64) {
	if v[0] <= side/2 {
		return
	}
	for i := range v {
		v[i] = side - v[i]
	}
}
