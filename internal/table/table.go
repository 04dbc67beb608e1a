// Package table writes tables of answers: a row for every vertex, edge or
// triangle, as text, CSV, NDJSON, Parquet or plain binary columns. Rows are
// formatted and compressed in parallel and written in order, and the bytes are the
// same for any number of threads and any size of the batches.
package table

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// Kind is what a column holds.
type Kind int

const (
	Vertex Kind = iota // vertices, by their numbers inside; their labels are written
	Uint32
	Uint64
	Float // none is infinite or no number
	Text
)

// Column is one column: a word for its name, and what it holds.
type Column struct {
	Name string
	Kind Kind
	Most uint64 // the largest of its numbers, where that is known; else 0
}

// Table is what is to be written.
type Table struct {
	Columns  []Column
	Labels   graph.Labels // of the vertices
	Vertices int          // how many there are
	Rows     graph.Size   // where they are known; then there must be as many
	// Headless leaves out the line of names with which text and CSV begin.
	Headless bool
}

// Values are values of one column: Uint32s where it holds Vertex or Uint32, and
// otherwise those of its kind.
type Values struct {
	Uint32s []uint32
	Uint64s []uint64
	Floats  []float64
	Texts   []string
}

// Batch is some rows: the values of each column, equally many of each.
type Batch []Values

// rows returns how many rows a batch has.
func (t *Table) rows(b Batch) (int, error) {
	if len(b) != len(t.Columns) {
		return 0, fmt.Errorf("a batch of %d columns for a table of %d", len(b), len(t.Columns))
	}
	rows := b[0].len(t.Columns[0].Kind)
	for i, c := range t.Columns {
		if n := b[i].len(c.Kind); n != rows {
			return 0, fmt.Errorf("%d values of %s for %d of %s", n, c.Name, rows, t.Columns[0].Name)
		}
	}
	return rows, nil
}

// hasVertices says that there is a column of vertices.
func (t *Table) hasVertices() bool { return t.has(Vertex) }

func (t *Table) has(kind Kind) bool {
	for _, c := range t.Columns {
		if c.Kind == kind {
			return true
		}
	}
	return false
}

// names returns the names that the table holds, or nil where ids are numbers.
func (t *Table) names() []string {
	if !t.hasVertices() {
		return nil
	}
	return t.Labels.Names()
}

// fit says whether all names of vertices fit.
func (t *Table) fit(fits func(name string) error) error {
	for _, name := range t.names() {
		if err := fits(name); err != nil {
			return fmt.Errorf("the name of a vertex: %w", err)
		}
	}
	return nil
}

// largestID returns the largest number of a vertex, where ids are numbers.
func (t *Table) largestID() uint64 {
	if t.Vertices == 0 || !t.hasVertices() {
		return 0
	}
	return t.Labels.Number(uint32(t.Vertices - 1))
}

func (v *Values) len(kind Kind) int {
	switch kind {
	case Uint64:
		return len(v.Uint64s)
	case Float:
		return len(v.Floats)
	case Text:
		return len(v.Texts)
	}
	return len(v.Uint32s)
}

// append appends the values [begin, end) of others.
func (v *Values) append(others *Values, kind Kind, begin, end int) {
	switch kind {
	case Uint64:
		v.Uint64s = append(v.Uint64s, others.Uint64s[begin:end]...)
	case Float:
		v.Floats = append(v.Floats, others.Floats[begin:end]...)
	case Text:
		v.Texts = append(v.Texts, others.Texts[begin:end]...)
	default:
		v.Uint32s = append(v.Uint32s, others.Uint32s[begin:end]...)
	}
}

// resize makes room for n values of a kind, whatever they are.
func (v *Values) resize(kind Kind, n int) {
	switch kind {
	case Uint64:
		v.Uint64s = resized(v.Uint64s, n)
	case Float:
		v.Floats = resized(v.Floats, n)
	case Text:
		v.Texts = resized(v.Texts, n)
	default:
		v.Uint32s = resized(v.Uint32s, n)
	}
}

func resized[T any](values []T, n int) []T {
	if cap(values) < n {
		return make([]T, n)
	}
	return values[:n]
}
