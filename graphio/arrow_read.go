package graphio

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
)

// arrowChunk is how many rows are decoded at a time: few enough to stay in a cache.
const arrowChunk = 1024

// readNumbers reads tables of numeric ids.
func (s *arrowSource) readNumbers(ctx context.Context, workers int, emit func(int, graph.Batch) error) error {
	type worker struct {
		arrowReader
		batch
		ids     [2][]uint64
		weights []float64
	}
	own := make([]*worker, workers)
	defer func() {
		for _, w := range own {
			if w != nil {
				w.close()
			}
		}
	}()
	return eachInOrder(ctx, workers, len(s.pieces), func(number, item int) error {
		w := own[number]
		if w == nil {
			w = &worker{arrowReader: arrowReader{s: s}, batch: batch{emit: emitter(number, emit), weighted: len(s.chosen) > 2}}
			own[number] = w
		}
		w.filled, w.wide = 0, w.wide[:0]
		w.batch.weights, w.wideWeights = w.batch.weights[:0], w.wideWeights[:0]
		piece := s.pieces[item]
		b := &s.batches[piece.batch]
		values, err := w.read(b, piece.begin, piece.end)
		if err != nil {
			return asInputError(s.in.name, err)
		}
		rows := int(piece.end - piece.begin)
		for from := 0; from < rows; from += arrowChunk {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			to := min(from+arrowChunk, rows)
			for side := range w.ids {
				w.ids[side], err = appendNumbers(w.ids[side][:0], &s.columns[s.chosen[side]], &values[side], from, to, b.first+piece.begin)
				if err != nil {
					return asInputError(s.in.name, err)
				}
			}
			if w.weighted {
				w.weights = appendWeights(w.weights[:0], &values[2], from, to)
			}
			v := w.ids[1]
			for i, u := range w.ids[0] {
				if w.weighted {
					w.pushWeighted(u, v[i], w.weights[i])
				} else {
					w.push(u, v[i])
				}
				if w.full() {
					if err := w.flush(); err != nil {
						return err
					}
				}
			}
		}
		return w.flush()
	})
}

// read reads some rows of the chosen columns.
func (r *arrowReader) read(b *arrowBatch, begin, end int64) ([]arrowValues, error) {
	values := make([]arrowValues, len(b.parts))
	for i := range b.parts {
		var err error
		if values[i], err = r.values(&r.s.columns[r.s.chosen[i]], b, &b.parts[i], begin, end); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// readNames reads rows of tables of strings.
func (s *arrowSource) readNames(ctx context.Context, item int, like *dictionary) (edges []graph.Edge, weights []float64, _ []string, _ error) {
	r := &arrowReader{s: s}
	defer r.close()
	piece := s.pieces[item]
	b := &s.batches[piece.batch]
	values, err := r.read(b, piece.begin, piece.end)
	if err != nil {
		return nil, nil, nil, asInputError(s.in.name, err)
	}
	rows := int(piece.end - piece.begin)
	names := newDictionary(new(budget))
	names.seed = like.seed
	edges = make([]graph.Edge, rows)
	known := [2]map[uint64]uint32{{}, {}} // the ids of entries of dictionaries
	for i := range edges {
		if i%arrowChunk == 0 && ctx.Err() != nil {
			return nil, nil, nil, context.Cause(ctx)
		}
		var ends [2]uint32
		for side := range ends {
			v := &values[side]
			if v.dictionary == nil {
				ends[side] = names.id(names.label(v.string(i)))
				continue
			}
			at := v.number(i)
			id, ok := known[side][at]
			if !ok {
				if at >= uint64(v.dictionary.rows) {
					return nil, nil, nil, asInputError(s.in.name, s.columns[s.chosen[side]].outside(v, at))
				}
				id = names.id(names.label(v.dictionary.string(int(at))))
				known[side][at] = id
			}
			ends[side] = id
		}
		edges[i] = graph.Edge{U: ends[0], V: ends[1]}
	}
	if len(values) > 2 {
		weights = appendWeights(nil, &values[2], 0, rows)
	}
	return edges, weights, names.names, nil
}

// outside says that a row has a position beyond its dictionary.
func (c *arrowColumn) outside(v *arrowValues, at uint64) error {
	return inPages(fmt.Errorf("column %q has entry %d of a dictionary of %d", c.name, int64(at), v.dictionary.rows))
}

// number returns an integer, of which a negative one is above all others.
func (v *arrowValues) number(i int) uint64 {
	switch data := v.data[i*v.width:]; {
	case v.width == 8:
		return binary.LittleEndian.Uint64(data)
	case v.width == 4 && v.signed:
		return uint64(int64(int32(binary.LittleEndian.Uint32(data))))
	case v.width == 4:
		return uint64(binary.LittleEndian.Uint32(data))
	case v.width == 2 && v.signed:
		return uint64(int64(int16(binary.LittleEndian.Uint16(data))))
	case v.width == 2:
		return uint64(binary.LittleEndian.Uint16(data))
	case v.signed:
		return uint64(int64(int8(data[0])))
	default:
		return uint64(data[0])
	}
}

// appendNumbers appends the ids of rows, of which the first one of values is in row first of
// the table.
func appendNumbers(numbers []uint64, c *arrowColumn, v *arrowValues, from, to int, first int64) ([]uint64, error) {
	switch {
	case v.width == 8:
		for data := v.data[8*from : 8*to]; len(data) >= 8; data = data[8:] {
			numbers = append(numbers, binary.LittleEndian.Uint64(data))
		}
	case v.width == 4 && !v.signed:
		for data := v.data[4*from : 4*to]; len(data) >= 4; data = data[4:] {
			numbers = append(numbers, uint64(binary.LittleEndian.Uint32(data)))
		}
	default:
		for i := from; i < to; i++ {
			numbers = append(numbers, v.number(i))
		}
	}
	appended := numbers[len(numbers)-(to-from):]
	if v.dictionary != nil {
		for i, at := range appended {
			if at >= uint64(v.dictionary.rows) {
				return nil, c.outside(v, at)
			}
			appended[i] = v.dictionary.numbers[at]
		}
		return numbers, nil
	}
	if v.signed {
		for i, number := range appended {
			if number > math.MaxInt64 {
				return nil, c.wrong(first+int64(from+i), fmt.Sprint(int64(number)))
			}
		}
	}
	return numbers, nil
}

// appendWeights appends numbers as they are.
func appendWeights(weights []float64, v *arrowValues, from, to int) []float64 {
	for i := from; i < to; i++ {
		switch {
		case v.kind == arrowFloat && v.width == 4:
			weights = append(weights, float64(math.Float32frombits(binary.LittleEndian.Uint32(v.data[4*i:]))))
		case v.kind == arrowFloat:
			weights = append(weights, math.Float64frombits(binary.LittleEndian.Uint64(v.data[8*i:])))
		case v.signed:
			weights = append(weights, float64(int64(v.number(i))))
		default:
			weights = append(weights, float64(v.number(i)))
		}
	}
	return weights
}
