package generator

import "math"

// places says where the vertices of a graph are drawn: x to the right and y downwards, neither
// below 0 nor above side, with most neighbours about 1 apart.
type places struct {
	side float64
	at   func(v uint64) (x, y float64)
}

// Places returns the side of the square that the graph is drawn in, and the place of the vertex
// that records call v, from its upper left corner on; nil where no drawing is natural.
func (s *Source) Places() (side float64, at func(v uint64) (x, y float64)) {
	return s.places.side, s.places.at
}

// drawn returns the source with its places.
func (s *Source) drawn(p places) *Source {
	s.places = p
	return s
}

// onSquares are the places of vertices in rows, one row after the other.
func onSquares(rows, cols int) places {
	return places{float64(max(rows, cols) - 1), func(v uint64) (x, y float64) {
		return float64(v % uint64(cols)), float64(v / uint64(cols))
	}}
}

// onRing are the places of n vertices around a circle, clockwise from its top.
func onRing(n int) places { return onRings(n, ringRadius(n)) }

// onRings are the places of circles of n vertices within each other, the first one outermost.
func onRings(n int, radii ...float64) places {
	return places{2 * radii[0], func(v uint64) (x, y float64) {
		radius := radii[v/uint64(n)]
		sin, cos := math.Sincos(2 * math.Pi * float64(v%uint64(n)) / float64(n))
		return radii[0] + radius*sin, radii[0] - radius*cos
	}}
}

// ringRadius is that of a circle of n vertices with a step of 1 between two.
func ringRadius(n int) float64 {
	if n < 2 {
		return 0
	}
	return 0.5 / math.Sin(math.Pi/float64(n))
}

// onTorus are the places of a grid that wraps around, as a ring seen from above and from the
// front: rows lie around the ring's tube, columns along it.
func onTorus(rows, cols int) places {
	const fromAbove, fromFront = 0.8, 0.6 // the sine and the cosine of an angle
	tube := ringRadius(rows)
	ring := max(ringRadius(cols), 2*tube)
	middle := ring + tube
	return places{2 * middle, func(v uint64) (x, y float64) {
		// A quarter of a step aside, so that no column is seen from its edge.
		across, along := math.Sincos(2 * math.Pi * (float64(v%uint64(cols)) + 0.25) / float64(cols))
		high, out := math.Sincos(2 * math.Pi * float64(v/uint64(cols)) / float64(rows))
		out = ring + tube*out
		return middle + out*across, middle - fromAbove*out*along - fromFront*tube*high
	}}
}

// onCube are the places of words of so many bits: each bit is a step in a direction of its own.
func onCube(bits int) places {
	steps := make([][2]float64, bits)
	low, width, height := 0.0, 0.0, 0.0
	for i := range steps {
		// Directions of the same angle between them, and steps of slightly different length, so
		// that no two sums are the same.
		sin, cos := math.Sincos(math.Pi * (float64(i) + 0.5) / float64(bits))
		length := 1 + 0.3*float64(i)/float64(bits)
		steps[i] = [2]float64{length * cos, length * sin}
		low += min(steps[i][0], 0)
		width += math.Abs(steps[i][0])
		height += steps[i][1]
	}
	return places{max(width, height), func(v uint64) (x, y float64) {
		x, y = -low, height
		for i, step := range steps {
			if v>>i&1 != 0 {
				x, y = x+step[0], y-step[1]
			}
		}
		return x, y
	}}
}

// onUnitSquare are the places of random points.
func (s *scatter) onUnitSquare(n int) places {
	side := math.Sqrt(float64(n))
	return places{side, func(v uint64) (x, y float64) {
		p := s.at(int(v))
		return side * float64(p.x) / (1 << coordinateBits), side * float64(p.y) / (1 << coordinateBits)
	}}
}
