package graphio

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// rowLayout are the rows of a sparse matrix, CSR, its columns, CSC, or rows of blocks, BSR.
// The entries of row i are those from indptr[i] to before indptr[i+1] of indices and data.
type rowLayout struct {
	indptr, indices *array
	data            *array // nil where it is not read
	columns         bool   // CSC
	n               int64  // rows, of blocks in BSR
	entries         int64
	block           [2]int64 // rows and columns of a block in BSR; zero otherwise
}

// openRows opens such a matrix of n rows and columns. form is its name in SciPy.
func (in *input) openRows(form string, indptr, indices, data *array, n graph.Size) (graph.Source, error) {
	if err := in.noWeightColumn(); err != nil {
		return nil, err
	}
	l := &rowLayout{indptr: indptr, indices: indices, columns: form == "csc", n: n.Get()}
	for _, a := range []*array{indptr, indices} {
		if !a.isList() || !a.isInteger() {
			return nil, a.wrong("a list of whole numbers", a.found())
		}
	}
	l.entries = indices.shape[0]
	if form == "bsr" {
		if err := l.setBlocks(data); err != nil {
			return nil, err
		}
	} else if data != nil {
		if !data.isList() || data.shape[0] != l.entries {
			return nil, data.wrong(fmt.Sprintf("(%d,) values, one for each of the indices", l.entries), data.shapeText())
		}
		if in.opt.Weights && data.isReal() {
			l.data = data
		}
	}
	if indptr.shape[0] != l.n+1 {
		return nil, indptr.wrong(fmt.Sprintf("(%d,) offsets for %d rows", l.n+1, l.n), indptr.shapeText())
	}
	s := in.arraySource(l, n, true)
	s.info.Weighted = data != nil && data.kind != 'b'
	if form != "bsr" {
		s.records(l.entries)
	}
	return s, nil
}

// setBlocks settles the blocks of BSR.
func (l *rowLayout) setBlocks(data *array) error {
	if len(data.shape) != 3 || data.shape[0] != l.entries || data.fortran || !data.isNumber() {
		return data.wrong(fmt.Sprintf("%d blocks of numbers", l.entries), data.found())
	}
	l.data, l.block = data, [2]int64(data.shape[1:])
	if min(l.block[0], l.block[1]) < 1 || l.n%l.block[0] != 0 || l.n%l.block[1] != 0 {
		return data.wrong(fmt.Sprintf("blocks that fill %d rows and columns", l.n), data.shapeText())
	}
	l.n /= l.block[0]
	return nil
}

// width returns how many columns there are, of blocks in BSR.
func (l *rowLayout) width() uint64 {
	if l.block[1] > 0 {
		return uint64(l.n * l.block[0] / l.block[1])
	}
	return uint64(l.n)
}

func (l *rowLayout) arrays() []*array {
	if l.data != nil {
		return []*array{l.indptr, l.indices, l.data}
	}
	return []*array{l.indptr, l.indices}
}

// rows returns how many rows make a chunk: about as many as have a piece of entries.
func (l *rowLayout) rows(piece int64) int64 {
	return min(max(int64(float64(piece)*float64(l.n)/float64(l.entries+1)), min(piece, 64)), piece)
}

func (l *rowLayout) chunks(piece int64) int64 {
	rows := l.rows(piece)
	return max((l.n+rows-1)/rows, 1) // without rows there is still an offset
}

func (l *rowLayout) read(r *arrayReader, piece, chunk int64) error {
	rows := l.rows(piece)
	first := chunk * rows
	rows = min(rows, l.n-first)
	if err := l.readOffsets(r, first, rows); err != nil {
		return err
	}
	end := r.offsets[rows]
	row := int64(0)
	for next := r.offsets[0]; next < end; {
		count := min(end-next, piece)
		data, err := r.take(1, next, count, 0)
		if err != nil {
			return err
		}
		indexes, err := r.indexes(0, 1, data, next, l.width())
		if err != nil {
			return err
		}
		if l.block[0] > 0 {
			if row, err = l.readBlocks(r, first, row, next, indexes, piece); err != nil {
				return err
			}
			next += count
			continue
		}
		var weights []byte
		if l.data != nil {
			if weights, err = r.take(2, next, count, 0); err != nil {
				return err
			}
		}
		for len(indexes) > 0 {
			for r.offsets[row+1] <= next {
				row++
			}
			here := min(int64(len(indexes)), r.offsets[row+1]-next)
			if weights, err = l.emitRow(r, uint32(first+row), indexes[:here], weights); err != nil {
				return err
			}
			next, indexes = next+here, indexes[here:]
		}
	}
	return nil
}

// readOffsets reads the offsets of rows, and the one behind them, and checks them.
func (l *rowLayout) readOffsets(r *arrayReader, first, rows int64) error {
	again := min(first, 1) // the chunk before read it, too
	data, err := r.take(0, first, rows+1, again)
	if err != nil {
		return err
	}
	r.offsets = r.offsets[:0]
	least := int64(0)
	for i := range rows + 1 {
		most := l.entries
		switch {
		case first+i == l.n:
			least = l.entries
		case first+i == 0:
			most = 0
		}
		at := data[i*int64(l.indptr.size):]
		offset, ok := l.indptr.integer(at)
		if !ok || offset < uint64(least) || offset > uint64(most) {
			return l.indptr.wrongAt(first+i, fmt.Sprintf("an offset from %d to %d", least, most), l.indptr.integerText(at))
		}
		least = int64(offset)
		r.offsets = append(r.offsets, least)
	}
	return nil
}

// emitRow emits the entries of a row. It returns the weights behind theirs.
func (l *rowLayout) emitRow(r *arrayReader, u uint32, list []uint32, weights []byte) ([]byte, error) {
	for len(list) > 0 {
		if r.full() {
			if err := r.flush(); err != nil {
				return nil, err
			}
		}
		here := list[:min(len(list), batchEdges-r.filled)]
		to := r.edges[r.filled:][:len(here)]
		if l.columns {
			for i, v := range here {
				to[i] = graph.Edge{U: v, V: u}
			}
		} else {
			for i, v := range here {
				to[i] = graph.Edge{U: u, V: v}
			}
		}
		if r.weighted = r.weighted && l.data != nil; r.weighted {
			for range here {
				r.weights = append(r.weights, l.data.value(weights))
				weights = weights[l.data.size:]
			}
		}
		r.filled += len(here)
		list = list[len(here):]
	}
	return weights, nil
}

// readBlocks reads the blocks of indexes, which begin with entry next in some row at or
// behind the given one, and returns the row of the last. A zero in a block is no edge, as
// nothing else could be none.
func (l *rowLayout) readBlocks(r *arrayReader, first, row, next int64, indexes []uint32, piece int64) (int64, error) {
	size := l.block[0] * l.block[1]
	end := (next + int64(len(indexes))) * size
	for at := next * size; at < end; at += piece {
		err := r.eachValue(l.data, 2, at, min(piece, end-at), func(at int64, weight float64) error {
			entry, place := at/size, at%size
			for r.offsets[row+1] <= entry {
				row++
			}
			u := (first+row)*l.block[0] + place/l.block[1]
			v := int64(indexes[entry-next])*l.block[1] + place%l.block[1]
			return r.put(uint64(u), uint64(v), weight)
		})
		if err != nil {
			return row, err
		}
	}
	return row, nil
}
