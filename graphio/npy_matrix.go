package graphio

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// denseLayout are the values of a whole matrix: zero is no edge.
type denseLayout struct{ *array }

// openMatrix opens a square array as an adjacency matrix.
func (in *input) openMatrix(a *array) (graph.Source, error) {
	if err := in.noWeightColumn(); err != nil {
		return nil, err
	}
	n, err := matrixSize(a, a.shape)
	if err != nil {
		return nil, err
	}
	if !a.isNumber() {
		return nil, a.wrong("numbers", a.found())
	}
	s := in.arraySource(denseLayout{a}, n, true)
	s.info.Weighted = a.kind != 'b'
	return s, nil
}

func (l denseLayout) arrays() []*array { return []*array{l.array} }

func (l denseLayout) chunks(piece int64) int64 { return (l.count() + piece - 1) / piece }

func (l denseLayout) read(r *arrayReader, piece, chunk int64) error {
	n := l.shape[0]
	return r.eachValue(l.array, 0, chunk*piece, min(piece, l.count()-chunk*piece), func(at int64, weight float64) error {
		u, v := uint64(at/n), uint64(at%n)
		if l.fortran {
			u, v = v, u
		}
		return r.put(u, v, weight)
	})
}

// eachValue calls body for those of n values that are not zero, with their place in the
// array. What is no finite number is refused: it often stands for no edge.
func (r *arrayReader) eachValue(a *array, slot int, first, n int64, body func(at int64, weight float64) error) error {
	r.weighted = r.weighted && a.isReal()
	data, err := r.take(slot, first, n, 0)
	if err != nil {
		return err
	}
	for i := a.skipZeros(data, 0); i < int(n); i = a.skipZeros(data, i+1) {
		value := data[i*a.size:][:a.size]
		if a.isZero(value) {
			continue
		}
		if !a.isFinite(value) {
			return a.wrongAt(first+int64(i), "a number", "one that is missing or not finite")
		}
		weight := 0.0
		if r.weighted {
			weight = a.value(value)
		}
		if err := body(first+int64(i), weight); err != nil {
			return err
		}
	}
	return nil
}

// diagonalLayout are the diagonals of a sparse matrix, DIA: the value in row k and column j
// is that of the matrix in row j-offsets[k] and column j. Zero is no edge, and what lies
// beyond the matrix is nothing.
type diagonalLayout struct {
	data    *array
	offsets []int64
	n       int64
}

func (in *input) openDiagonals(offsets, data *array, n graph.Size) (graph.Source, error) {
	l := &diagonalLayout{data: data, n: n.Get()}
	if len(data.shape) != 2 || !data.isNumber() || !offsets.isList() || offsets.shape[0] != data.shape[0] {
		return nil, data.wrong("rows of numbers, one for each of the offsets "+offsets.shapeText(), data.found())
	}
	var err error
	if l.offsets, err = offsets.list(2 * max(l.n, 1)); err != nil {
		return nil, err
	}
	s := in.arraySource(l, n, true)
	s.info.Weighted = data.kind != 'b'
	return s, nil
}

func (l *diagonalLayout) arrays() []*array { return []*array{l.data} }

func (l *diagonalLayout) chunks(piece int64) int64 { return (l.data.count() + piece - 1) / piece }

func (l *diagonalLayout) read(r *arrayReader, piece, chunk int64) error {
	rows, width := l.data.shape[0], l.data.shape[1]
	first := chunk * piece
	return r.eachValue(l.data, 0, first, min(piece, l.data.count()-first), func(at int64, weight float64) error {
		diagonal, v := at/width, at%width
		if l.data.fortran {
			diagonal, v = at%rows, at/rows
		}
		u := v - l.offsets[diagonal]
		if u < 0 || u >= l.n || v >= l.n {
			return nil
		}
		return r.put(uint64(u), uint64(v), weight)
	})
}

// found describes an array that is not as it should be.
func (a *array) found() string {
	switch {
	case a.kind == 'O':
		return "Python objects, a pickle, which is never loaded: save whole numbers, and a sparse matrix by scipy.sparse.save_npz"
	case a.kind == 'V':
		return fmt.Sprintf("%s of fields that are no plain numbers (%s)", a.shapeText(), a.text)
	}
	return a.shapeText() + " of " + a.text
}
