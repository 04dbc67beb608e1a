package graphio

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// Adjacency matrices as text, a row a line: what numpy.savetxt, igraph, pandas
// (to_pandas_adjacency and to_csv), R (write.table, write.csv) and UCINET write.

var denseMatrixFormat = format{
	name:     "matrix",
	text:     "adjacency matrix: a row a line, with or without the names of rows and columns; zero is no edge",
	suffixes: []string{".adjmat"},
	sniff:    isText,
	named:    true,
	evidence: "suffix",
	open:     openDenseMatrix,
	outputs:  []string{".adjmat"},
	keeps:    keeps{labels: true, isolated: true},
	write:    writeDenseMatrix,
}

// matrixNames is what memory is for.
const matrixNames = "keeping the names of rows and columns"

// squareMatrix is a file of such rows.
type squareMatrix struct {
	in        *input
	by        separator
	n         int          // columns
	columns   []string     // their names, or nil
	held      atomic.Int64 // bytes of the names of rows that the budget knows of
	named     bool         // the rows have names
	start     place        // of the first row
	weighted  bool         // some value is neither zero nor one
	blockSize int
}

func openDenseMatrix(in *input) (graph.Source, error) {
	s := &squareMatrix{in: in, by: blank, blockSize: defaultBlockSize}
	lines, err := in.dataLines(edgeListComments)
	if err != nil {
		return nil, err
	}
	first, ok, err := lines.first()
	if s.start = first.place; err != nil || !ok {
		s.start = lines.next
		return s, err
	}
	behind := lines.next
	second, more, err := lines.read()
	if err != nil {
		second.raw, more = nil, false // reading meets it
	}
	for _, by := range []separator{'\t', ';', ','} {
		if bytes.IndexByte(first.raw, byte(by)) >= 0 || bytes.IndexByte(second.raw, byte(by)) >= 0 {
			s.by = by
			break
		}
	}
	var above, row cells
	if wrong := above.cut(first.raw, s.by); wrong != nil {
		return nil, in.malformed(first.line, wrong)
	}
	if more {
		if wrong := row.cut(second.raw, s.by); wrong != nil {
			return nil, in.malformed(second.line, wrong)
		}
	}
	s.settle(above, row, more, behind, lines)
	if s.columns != nil {
		err = in.budget.take(matrixNames, int64(s.n)*(nameBytes+leastName)+2*int64(len(first.raw)))
	}
	return s, err
}

// settle says what the first line is, and whether rows have names.
func (s *squareMatrix) settle(above, row cells, more bool, behind place, further *dataLines) {
	width, values := len(above.fields), 0
	for _, f := range above.fields {
		if spellsNumber(f) {
			values++
		}
	}
	isName := func(f field) bool { return f.quoted || !spellsNumber(f) }
	switch {
	case more && len(row.fields) == width+1, // R has no name above the names
		more && len(row.fields) == width && width > 1 && (values < width-1 || values < width && isName(above.fields[0]) && len(above.fields[0].text) == 0),
		more && s.countsColumns(above, row, further):
		s.n, s.start = width, behind
		for _, f := range above.fields {
			s.columns = append(s.columns, string(f.text))
		}
		if len(row.fields) == width && (len(s.columns[0]) == 0 || isName(row.fields[0])) {
			s.columns, s.n = s.columns[1:], width-1
		}
		s.named = len(row.fields) > s.n
	case width > 0 && isName(above.fields[0]):
		s.named, s.n = true, width-1
	default:
		s.n = width
	}
}

// countsColumns says that the first line has the numbers of the columns: 0, 1, 2,
// ... or 1, 2, 3, ..., and as many lines behind as there are of them.
func (s *squareMatrix) countsColumns(above, row cells, further *dataLines) bool {
	for i, f := range above.fields {
		base, _, _ := parseID(above.fields[0].text)
		if id, ok, _ := parseID(f.text); !ok || base > 1 || id != base+uint64(i) {
			return false
		}
	}
	lines := 1
	for rest := *further; lines <= len(above.fields); lines++ {
		if _, ok, err := rest.read(); err != nil || !ok {
			return err == nil && lines == len(above.fields) && len(row.fields) == lines
		}
	}
	return false
}

func (s *squareMatrix) Info() graph.Info {
	info := s.in.info()
	info.Vertices, info.Base, info.MaxID = graph.Known(s.n), 1, uint64(s.n)
	info.Directed, info.Weighted = true, s.weighted
	if _, ok := s.in.plain(); ok {
		info.MaxRecords = graph.Known((s.in.bytes + 1) / 2)
	}
	return info
}

func (s *squareMatrix) Close() error { return s.in.Close() }

func (s *squareMatrix) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	workers = s.in.busy(workers, s.blockSize)
	parsers := make([]*denseRows, workers)
	s.in.budget.give(s.held.Swap(0)) // of the reading before
	names := s.columns
	if s.named {
		more := int64(s.n) * (nameBytes + leastName)
		s.held.Store(more)
		if err := s.in.budget.take(matrixNames, more); err != nil {
			return graph.Summary{}, err
		}
		names = make([]string, s.n)
	}
	for worker := range parsers {
		parsers[worker] = &denseRows{batch: batch{emit: emitter(worker, emit), weighted: s.in.opt.Weights}, matrix: s, names: names, counting: true}
	}
	next := 0 // row
	err := s.in.eachBlockInTurn(ctx, workers, s.blockSize, s.start, blockSteps{
		ahead: func(worker int, b *block) { parsers[worker].count(b) },
		turn: func(worker int, _ *block) error {
			parsers[worker].row = next
			next += parsers[worker].lines
			return nil
		},
		after: func(worker int, b *block) error { return parsers[worker].parse(b) },
	})
	summary := graph.Summary{Vertices: graph.Known(s.n)}
	if err != nil {
		return summary, err
	}
	if slices.ContainsFunc(parsers, func(p *denseRows) bool { return p.over }) {
		return summary, s.in.budget.take(matrixNames, 0) // with what all of them take
	}
	if next != s.n {
		return summary, s.in.malformed(s.start.line, &lineError{
			expected: counted(uint64(s.n), "row", "rows") + " from here on, as the first has so many values",
			found:    withCommas(uint64(next)),
		})
	}
	counting := true // the names of the rows
	s.weighted = false
	for _, p := range parsers {
		summary.Records += p.records
		counting = counting && p.counting
		s.weighted = s.weighted || p.values
	}
	if names == nil {
		return summary, nil
	}
	if s.named && s.columns != nil {
		for v, name := range names {
			if name != s.columns[v] && !counting {
				return summary, s.in.malformed(s.start.line, &lineError{
					expected: "rows with the names of the columns", found: fmt.Sprintf("row %d, %s, and column %s", v+1, quote([]byte(name)), quote([]byte(s.columns[v])))})
			}
		}
		names = s.columns
	}
	summary.Names, summary.Numbers, err = s.distinct(names)
	return summary, err
}

// distinct returns names as numbers, if they ascend, and refuses one that comes
// twice.
func (s *squareMatrix) distinct(names []string) ([]string, []uint64, error) {
	if others, numbers := numbersOrNames(names); others == nil {
		return nil, numbers, nil
	}
	d := newDictionary(new(budget)) // the names are counted twice already
	for v, name := range names {
		if d.id(d.label([]byte(name))) != uint32(v) {
			return nil, nil, s.in.malformed(s.start.line, &lineError{expected: "each name once", found: quote([]byte(name)) + " again"})
		}
	}
	return d.names, nil, nil
}

// writeDenseMatrix writes a row of zeros and ones for each vertex, the names of
// the vertices in front of the rows and above the columns, unless they count them
// from 1. It holds one row at a time: a graph has many times as many of them as it
// has neighbours.
func writeDenseMatrix(ctx context.Context, out *output, g *graph.Graph) error {
	labels, named, n := g.Labels(), hasOwnIDs(g, 1), g.Vertices()
	if err := fitNames(labels, "a matrix", names.FitLine); err != nil {
		return err
	}
	appendName := func(text []byte, v uint32) []byte {
		if labels.Names() != nil {
			return names.AppendQuoted(append(text, '\t'), labels.Label(v))
		}
		return appendLabel(append(text, '\t'), labels, v)
	}
	if named {
		err := out.writeVertices(ctx, g, appendName)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(out, "\n"); err != nil {
			return err
		}
	}
	out.meter.Start("write", int64(n))
	none := bytes.Repeat([]byte("0\t"), n)
	var text []byte
	for v := range uint32(n) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		text = text[:0]
		if named {
			text = append(appendName(text, v)[1:], '\t')
		}
		begin := len(text)
		text = append(text, none...)
		for _, w := range g.Neighbors(v) {
			text[begin+2*int(w)] = '1'
		}
		text[len(text)-1] = '\n'
		if _, err := out.Write(text); err != nil {
			return err
		}
		out.meter.Add(1)
	}
	return nil
}
