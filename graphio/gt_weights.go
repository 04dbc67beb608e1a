package graphio

import (
	"context"
	"math"
	"slices"
)

// endBatch emits the edges that were collected, or keeps them until their weights come, which
// stand behind all lists.
func (r *graphToolReader) endBatch() error {
	r.arcs += uint64(r.filled)
	if !r.waits {
		return r.flush()
	}
	if room := cap(r.waiting) - len(r.waiting); room < r.filled {
		const size = 8
		more := max(r.filled, len(r.waiting))
		r.held += size * int64(more)
		if err := r.in.budget.take("edges that wait for their weights", size*int64(more)); err != nil {
			return err
		}
		r.waiting = slices.Grow(r.waiting, more)
	}
	r.waiting = append(r.waiting, r.edges[:r.filled]...)
	r.filled = 0
	return nil
}

// readWeights reads a property of edges that are numbers, one for each edge in the order of the
// lists, and emits both.
func (r *graphToolReader) readWeights(kind byte, what string) error {
	waiting := r.waiting
	r.waiting, r.waits, r.weighted = nil, false, true
	width := int(graphToolElements[kind])
	for len(waiting) > 0 {
		if r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		some := waiting[:min(len(waiting), batchEdges/8)] // eight bytes each fit any buffer
		data, err := r.take(len(some)*width, what)
		if err != nil {
			return err
		}
		for i, e := range some {
			r.pushWeighted(uint64(e.U), uint64(e.V), r.number(kind, data[i*width:]))
		}
		waiting = waiting[len(some):]
		if err := r.flush(); err != nil {
			return err
		}
	}
	return nil
}

// number returns the value of a type that begins data.
func (r *graphToolReader) number(kind byte, data []byte) float64 {
	switch {
	case kind == graphToolDouble:
		return math.Float64frombits(r.order.Uint64(data))
	case graphToolElements[kind] == 1:
		return float64(data[0])
	case graphToolElements[kind] == 2:
		return float64(int16(r.order.Uint16(data)))
	case graphToolElements[kind] == 4:
		return float64(int32(r.order.Uint32(data)))
	}
	return float64(int64(r.order.Uint64(data)))
}

// emitWaiting emits the edges that no weights came for.
func (r *graphToolReader) emitWaiting() error {
	for waiting := r.waiting; len(waiting) > 0; {
		some := waiting[:min(len(waiting), batchEdges)]
		waiting = waiting[len(some):]
		r.filled = copy(r.edges[:], some)
		if err := r.flush(); err != nil {
			return err
		}
	}
	return nil
}
