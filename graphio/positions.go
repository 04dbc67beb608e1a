package graphio

import "math"

// positions collects where vertices are drawn. A nil one collects nothing.
type positions struct {
	budget *budget
	of     map[uint32][3]float64
}

// newPositions returns nil unless positions are asked for.
func newPositions(in *input) *positions {
	if !in.opt.Positions {
		return nil
	}
	return &positions{&in.budget, make(map[uint32][3]float64)}
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
	p.of[v] = at
}

// set takes one coordinate of v.
func (p *positions) set(v uint32, axis int, value float64) {
	at, known := p.of[v]
	if !known {
		at = [3]float64{math.NaN(), math.NaN(), 0}
	}
	at[axis] = value
	p.of[v] = at
}

// all returns the positions of n vertices, or nil where none has one.
func (p *positions) all(n uint64) ([][3]float64, error) {
	if p == nil || len(p.of) == 0 {
		return nil, nil
	}
	const size = 3 * 8
	if err := p.budget.take("positions of vertices", size*int64(n)); err != nil {
		return nil, err
	}
	all := make([][3]float64, n)
	for v := range all {
		at, known := p.of[uint32(v)]
		if !known {
			at = [3]float64{math.NaN(), math.NaN(), math.NaN()}
		}
		all[v] = at
	}
	return all, nil
}
