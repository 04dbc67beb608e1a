package table

import (
	"slices"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/internal/names"
)

// lines writes a line a row. Text, CSV and NDJSON differ in what stands around the
// cells, and in how names are written.
type lines struct {
	out    *output
	table  *Table
	head   string
	before string                  // a row
	behind []string                // each cell
	quoted bool                    // numbers of vertices are in quotes
	fits   func(name string) error // or nil where every name does
	name   func(text []byte, name string) []byte
	word   func(text []byte, word string) []byte // the same for texts
	brief  *shortCells                           // or nil
}

const textRows = 1 << 13 // so that a chunk and its text fit into a cache

func (*lines) chunkRows() int { return textRows }

func (*lines) anyRows() bool { return true }

// newSeparated returns a table with a separator between the cells.
func newSeparated(out *output, table *Table, separator string) *lines {
	l := &lines{out: out, table: table}
	for i, c := range table.Columns {
		behind := separator
		if i == len(table.Columns)-1 {
			behind = "\n"
		}
		l.behind = append(l.behind, behind)
		l.head += c.Name + behind
	}
	if table.Headless {
		l.head = ""
	}
	return l
}

// newText returns a table whose cells are separated by tabs. Names are as in an
// edge list: all of them in quotes where one has to be.
func newText(out *output, table *Table) (encoder, error) {
	l := newSeparated(out, table, "\t")
	l.name = func(text []byte, name string) []byte { return append(text, name...) }
	if slices.ContainsFunc(table.names(), names.NeedsQuotes) {
		l.name = names.AppendQuoted
	}
	l.word = func(text []byte, word string) []byte {
		if names.NeedsQuotes(word) {
			return names.AppendQuoted(text, word)
		}
		return append(text, word...)
	}
	l.fits = func(name string) error {
		if !names.FitLine(name) {
			return unfit("%q cannot stand in a line of text", name)
		}
		return nil
	}
	return l, table.fit(l.fits)
}

// newCSV returns a table after RFC 4180, but for lines that end with LF alone.
func newCSV(out *output, table *Table) (encoder, error) {
	l := newSeparated(out, table, ",")
	l.name, l.word = appendCSV, appendCSV
	return l, nil
}

// exactNumber is the largest number up to which all are exact as floats of 64 bits.
const exactNumber = 1 << 53

// newNDJSON returns a table of an object a line. Numbers of vertices are strings
// where some are not exact in the 64-bit floats that many readers take for numbers.
func newNDJSON(out *output, table *Table) (encoder, error) {
	l := &lines{out: out, table: table, fits: fitUTF8, name: names.AppendJSON, word: names.AppendJSON}
	l.quoted = table.names() == nil && table.largestID() > exactNumber
	for i, c := range table.Columns {
		key := `"` + c.Name + `":`
		if i == 0 {
			l.before = "{" + key
		} else {
			l.behind = append(l.behind, ","+key)
		}
	}
	l.behind = append(l.behind, "}\n")
	return l, table.fit(l.fits)
}

// fitUTF8 refuses names for forms that ask for UTF-8.
func fitUTF8(name string) error {
	if !utf8.ValidString(name) {
		return unfit("%q is no UTF-8", name)
	}
	return nil
}

func (l *lines) begin() (err error) {
	if l.brief, err = l.short(); err != nil {
		return err
	}
	_, err = l.out.Write([]byte(l.head))
	return err
}

func (l *lines) write(c *chunk) error {
	_, err := l.out.Write(c.text)
	return err
}

func (l *lines) end(int) error { return nil }
