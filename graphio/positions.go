package graphio

import "math"

// axes are the names that files have for coordinates of vertices, by the number of the axis: first
// where they are drawn, and then where they are on earth.
var axes = map[string]int{
	"x": 0, "y": 1, "z": 2,
	"lon": 3, "lng": 3, "long": 3, "longitude": 3, "lat": 4, "latitude": 4,
}

// axesMost is how many there are.
const axesMost = 5

// positions collects where vertices are, in the picture and on earth. A nil one collects nothing.
type positions struct {
	budget *budget
	of     [2]map[uint32][3]float64
}

// newPositions returns nil unless positions are asked for.
func newPositions(in *input) *positions {
	if !in.opt.Positions {
		return nil
	}
	return &positions{&in.budget, [2]map[uint32][3]float64{make(map[uint32][3]float64), make(map[uint32][3]float64)}}
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
	p.of[0][v] = at
}

// set takes one coordinate of v.
func (p *positions) set(v uint32, axis int, value float64) {
	of := p.of[axis/3]
	at, known := of[v]
	if !known {
		at = [3]float64{math.NaN(), math.NaN(), 0}
	}
	at[axis%3] = value
	of[v] = at
}

// all returns the positions of n vertices, or nil where none has one. Those on earth go before
// those in a picture, which may have been drawn by them.
func (p *positions) all(n uint64) ([][3]float64, error) {
	if p == nil {
		return nil, nil
	}
	of := p.of[1]
	if len(of) == 0 {
		of = p.of[0]
	}
	if len(of) == 0 {
		return nil, nil
	}
	const size = 3 * 8
	if err := p.budget.take("positions of vertices", size*int64(n)); err != nil {
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
