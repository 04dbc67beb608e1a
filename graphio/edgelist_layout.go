package graphio

import (
	"fmt"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// layout is what the first lines of an edge list tell about the others.
type layout struct {
	start     place     // from where on every line is an edge
	by        separator // of the fields
	columns   [2]int    // of the ids
	weight    int       // column of the weight, from 1; 0 where none is asked for or known
	names     []string  // of the columns, where they have some
	commented bool      // the names stand in a comment
	skipped   bool      // the first line is something else, as was told
	width     int       // fields of every line; 0 where each that has the ids will do
	fields    int       // about as many as width, where that is 0
	labels    bool      // ids are labels
	first     *sizeLine
	// looks says what the file could be when a line has another width.
	looks *UnclearError
}

// table returns the layout for Info.
func (l *layout) table() *graph.Table {
	t := &graph.Table{Separator: l.by.String(), Header: "none"}
	for i, column := range l.columns {
		t.Columns[i] = strconv.Itoa(column + 1)
		if column < len(l.names) {
			t.Names[i] = l.names[column]
		}
	}
	switch {
	case l.commented:
		t.Header = "comment"
	case l.names != nil:
		t.Header = "names"
	case l.skipped:
		t.Header = "skipped"
	}
	return t
}

// ids cuts a line that is no comment and returns its two ids.
func (l *layout) ids(r *cells, line []byte) (ids [2]field, err *lineError) {
	if err = r.cut(line, l.by); err != nil {
		return ids, err
	}
	last := max(l.columns[0], l.columns[1])
	switch {
	case last >= len(r.fields) && len(r.fields) == 1:
		err = &lineError{expected: "two vertex ids", found: "one field, " + quote(r.fields[0].text)}
	case last >= len(r.fields):
		err = &lineError{expected: fmt.Sprintf("at least %d fields", last+1), found: fmt.Sprintf("%d: %s", len(r.fields), quote(line))}
	case l.width > 0 && !r.has(l.width):
		err = &lineError{expected: fmt.Sprintf("%d fields separated by %s, as on other lines", l.width, l.by),
			found: fmt.Sprintf("%d: %s", len(r.fields), quote(line)), looks: l.looks}
		if l.looks != nil {
			err.found += ", which looks like " + l.looks.Looks
		}
	default:
		return [2]field{r.fields[l.columns[0]], r.fields[l.columns[1]]}, nil
	}
	return ids, err
}

// weightOf returns the weight of a line that was cut.
func (l *layout) weightOf(r *cells) (float64, *lineError) {
	if l.weight == 0 {
		return 1, nil
	}
	if l.weight > len(r.fields) {
		return 0, &lineError{expected: fmt.Sprintf("a weight in column %d", l.weight), found: fmt.Sprintf("%d columns", len(r.fields))}
	}
	weight, err := parseValue(r.fields[l.weight-1].text)
	if err != nil {
		err.expected = "a number as weight"
	}
	return weight, err
}
