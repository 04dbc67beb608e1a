package graphio

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// pairLayout are records whose two ids stand in arrays of whole numbers: in two of them, or
// in two columns or rows of one.
type pairLayout struct {
	count  int64 // records
	n      uint64
	ends   [2]vector
	weight *vector // nil where none is asked for or known
	parts  []*array
}

// vector is where one value of each record stands: that of record i is the element
// start + i*width + column.
type vector struct {
	slot, column int
	start, width int64
}

// manyIDs bounds ids where no number of vertices does: NumPy's own numbers are signed.
const manyIDs = 1 << 63

// add makes an array that is read, and returns its slot.
func (l *pairLayout) add(a *array) int {
	l.parts = append(l.parts, a)
	return len(l.parts) - 1
}

// line returns a list as a vector.
func (l *pairLayout) line(a *array) vector { return vector{slot: l.add(a), width: 1} }

// openPairs opens two lists of the ends of edges. n is known where they declare the vertices.
func (in *input) openPairs(u, v, weight *array, n graph.Size, directed bool) (graph.Source, error) {
	for _, a := range []*array{u, v} {
		if !a.isList() || !a.isInteger() {
			return nil, a.wrong("a list of whole numbers", a.found())
		}
	}
	if u.shape[0] != v.shape[0] {
		return nil, v.wrong(fmt.Sprintf("(%d,) ids, one for each of %q", u.shape[0], u.name), v.shapeText())
	}
	l := &pairLayout{count: u.shape[0], n: manyIDs}
	if n.Known() {
		l.n = uint64(n.Get())
	}
	l.ends = [2]vector{l.line(u), l.line(v)}
	if weight != nil && (!weight.isList() || weight.shape[0] != l.count) {
		return nil, weight.wrong(fmt.Sprintf("(%d,) values, one for each edge", l.count), weight.shapeText())
	}
	if weight != nil && in.opt.Weights && weight.isReal() {
		w := l.line(weight)
		l.weight = &w
	}
	s := in.arraySource(l, n, directed)
	s.info.Weighted = weight != nil && weight.kind != 'b'
	s.records(l.count)
	return s, nil
}

// openTable opens an array with a row for each record, or a column where it lies on its
// side. columns are those of the ids, and perhaps one of weights.
func (in *input) openTable(a *array, columns []int, lies bool) (graph.Source, error) {
	if !a.isInteger() {
		return nil, a.wrong("whole numbers as ids", a.found())
	}
	count, width := a.shape[0], a.shape[1]
	if lies {
		count, width = width, count
	}
	l := &pairLayout{count: count, n: manyIDs}
	var of []vector
	slot := -1
	for _, column := range columns {
		if lies != a.fortran { // the values of a column stand together
			of = append(of, vector{l.add(a), 0, int64(column) * count, 1})
			continue
		}
		if slot < 0 {
			slot = l.add(a)
		}
		of = append(of, vector{slot, column, 0, width})
	}
	l.ends = [2]vector(of)
	if len(of) > 2 {
		l.weight = &of[2]
	}
	s := in.arraySource(l, graph.Size{}, lies)
	s.info.Weighted = width > 2
	s.records(count)
	return s, nil
}

// tableColumns returns the columns that were asked for, by their numbers from 1, and that
// of the weights; nil where none were.
func (a *array) tableColumns(width int64) (columns []int, err error) {
	wanted := slices.Clone(a.in.opt.Columns)
	if len(wanted) == 0 {
		return nil, nil
	}
	if a.in.weight != "" {
		wanted = append(wanted, a.in.weight)
	}
	for _, name := range wanted {
		column, err := strconv.Atoi(name)
		if err != nil || column < 1 || int64(column) > width {
			return nil, a.wrong(fmt.Sprintf("columns from 1 to %d", width), quote([]byte(name)))
		}
		columns = append(columns, column-1)
	}
	if len(a.in.opt.Columns) != 2 || columns[0] == columns[1] {
		return nil, a.wrong("two columns of ids", fmt.Sprint(a.in.opt.Columns))
	}
	return columns, nil
}

func (l *pairLayout) arrays() []*array { return l.parts }

func (l *pairLayout) chunks(piece int64) int64 { return (l.count + piece - 1) / piece }

func (l *pairLayout) read(r *arrayReader, piece, chunk int64) error {
	first := chunk * piece
	n := min(piece, l.count-first)
	var data [2][]byte
	for end, v := range l.ends {
		if end == 1 && v.slot == l.ends[0].slot {
			data[1] = data[0]
			continue
		}
		var err error
		if data[end], err = r.take(v.slot, v.start+first*v.width, n*v.width, 0); err != nil {
			return err
		}
	}
	r.weighted = r.weighted && l.weight != nil
	if r.weighted || l.ends[0].width > 2 {
		return l.readSlowly(r, data, first, n)
	}
	together := l.ends[0].width == 2
	if together && l.ends[0].column != 0 {
		return l.readSlowly(r, data, first, n)
	}
	var ids [2][]uint32
	for end, v := range l.ends {
		if end == 1 && together {
			break
		}
		var err error
		if ids[end], err = r.indexes(end, v.slot, data[end], v.start+first*v.width, min(l.n, 1<<32)); err != nil {
			return l.readSlowly(r, data, first, n) // for large numbers, or a better message
		}
	}
	if together {
		return r.pairUp(ids[0])
	}
	return r.zip(ids[0], ids[1])
}

// pairUp adds the edges whose ends stand side by side.
func (r *arrayReader) pairUp(ids []uint32) error {
	for len(ids) > 0 {
		if r.full() {
			if err := r.flush(); err != nil {
				return err
			}
		}
		n := min(len(ids)/2, batchEdges-r.filled)
		to := r.edges[r.filled:][:n]
		for i := range to {
			to[i] = graph.Edge{U: ids[2*i], V: ids[2*i+1]}
		}
		r.filled, ids = r.filled+n, ids[2*n:]
	}
	return nil
}

// zip adds the edges between two lists of ends.
func (r *arrayReader) zip(us, vs []uint32) error {
	for len(us) > 0 {
		if r.full() {
			if err := r.flush(); err != nil {
				return err
			}
		}
		n := min(len(us), batchEdges-r.filled)
		to, here := r.edges[r.filled:][:n], vs[:n]
		for i, u := range us[:n] {
			to[i] = graph.Edge{U: u, V: here[i]}
		}
		r.filled, us, vs = r.filled+n, us[n:], vs[n:]
	}
	return nil
}

// readSlowly reads records with weights, of large numbers, or of more than two columns.
func (l *pairLayout) readSlowly(r *arrayReader, data [2][]byte, first, n int64) error {
	weights := data[0]
	if w := l.weight; r.weighted && w.slot != l.ends[0].slot {
		var err error
		if weights, err = r.take(w.slot, w.start+first*w.width, n*w.width, 0); err != nil {
			return err
		}
	}
	for i := range n {
		var ids [2]uint64
		for end, v := range l.ends {
			a := r.cursors[v.slot].array
			place := i*v.width + int64(v.column)
			at := data[end][place*int64(a.size):]
			var ok bool
			if ids[end], ok = a.integer(at); !ok || ids[end] >= l.n {
				expected := "a number from 0 to 2^63-1"
				if l.n <= math.MaxUint32 {
					expected = fmt.Sprintf("a number from 0 to %d", l.n-1)
				}
				return a.wrongAt(v.start+first*v.width+place, expected, a.integerText(at))
			}
		}
		weight := 0.0
		if w := l.weight; r.weighted {
			a := r.cursors[w.slot].array
			weight = a.value(weights[(i*w.width+int64(w.column))*int64(a.size):])
		}
		if err := r.put(ids[0], ids[1], weight); err != nil {
			return err
		}
	}
	return nil
}
