package graphio

import "math"

// axes are the names that files have for coordinates of vertices, by the number of the axis: first
// where they are drawn, and then where they are on earth.
var axes = map[string]int{
	"x": 0, "y": 1, "z": 2,
	"lon": 3, "lng": 3, longName: 3, "longitude": 3, "lat": 4, "latitude": 4,
}

// longName is the one of these names that a long text may have, too, which is no place.
const longName = "long"

// axesMost is how many there are.
const axesMost = 5

// What the coordinates of a vertex take, in the answer and in a map that grows.
const (
	placeBytes = 3 * 8
	placeEntry = 72
)

// positions collects where vertices are, in the picture and on earth. A nil one collects nothing.
type positions struct {
	budget *budget
	of     [2]map[uint32][3]float64
	over   bool // some did not fit the memory
}

// newPositions returns nil unless positions are asked for. Those of the reading before, of the
// same input, are no longer needed.
func newPositions(in *input) *positions {
	if !in.opt.Positions {
		return nil
	}
	b := &in.budget
	b.give(b.positions)
	b.positions = 0
	return &positions{budget: b, of: [2]map[uint32][3]float64{make(map[uint32][3]float64), make(map[uint32][3]float64)}}
}

// hold tells the budget of so many bytes more.
func (p *positions) hold(more int64) error {
	p.budget.positions += more
	return p.budget.take("positions of vertices", more)
}

// put sets the coordinates of v in one of the maps, as long as the memory holds them.
func (p *positions) put(of map[uint32][3]float64, v uint32, at [3]float64) {
	if _, known := of[v]; !known {
		p.over = p.over || p.hold(placeEntry) != nil
		if p.over {
			return
		}
	}
	of[v] = at
}

// read takes two or three coordinates of v from the beginning of a text, if they
// are there.
func (p *positions) read(v uint32, text []byte) {
	if p == nil {
		return
	}
	var at [3]float64
	for axis := range at {
		var field []byte
		field, text = cutBlank(text)
		value, err := parseValue(field)
		if err != nil && axis < 2 {
			return
		}
		at[axis] = value
	}
	p.put(p.of[0], v, at)
}

// set takes one coordinate of v.
func (p *positions) set(v uint32, axis int, value float64) {
	of := p.of[axis/3]
	at, known := of[v]
	if !known {
		at = [3]float64{math.NaN(), math.NaN(), 0}
	}
	at[axis%3] = value
	p.put(of, v, at)
}

// all returns the positions of n vertices, or nil where none has one. Those on earth go before
// those in a picture, which may have been drawn by them.
func (p *positions) all(n uint64) ([][3]float64, error) {
	if p == nil {
		return nil, nil
	}
	of, maps := p.of[1], int64(2)
	if len(of) == 0 {
		of, maps = p.of[0], 1
	}
	if p.over { // by less than all of them take
		return nil, p.hold(max(int64(n)*(placeBytes+maps*placeEntry)-p.budget.positions, 0))
	}
	if len(of) == 0 {
		return nil, nil
	}
	if err := p.hold(placeBytes * int64(n)); err != nil {
		return nil, err
	}
	all := make([][3]float64, n)
	for v := range all {
		at, known := of[uint32(v)]
		if !known {
			at = [3]float64{math.NaN(), math.NaN(), math.NaN()}
		}
		all[v] = at
	}
	return all, nil
}
