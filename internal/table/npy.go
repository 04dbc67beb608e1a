package table

import (
	"bufio"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

// npyHead is the size of the header of a .npy file: room for any number of rows.
const npyHead = 128

// arrays writes a .npy file of NumPy for each column. Where vertices have names, a
// column holds their places in the array of names.
type arrays struct {
	table *Table
	words []wordType
	files []*atomicfile.File
	names *atomicfile.File // or nil
	width int              // of the longest name
}

func newArrays(out *output, table *Table) (encoder, error) {
	words, err := table.words()
	if err != nil {
		return nil, err
	}
	fits := func(name string) error {
		if strings.HasSuffix(name, "\x00") {
			return unfit("%q ends with a zero, which NumPy takes for none", name)
		}
		return nil
	}
	if err := table.fit(fits); err != nil {
		return nil, err
	}
	a := &arrays{table: table, words: words, width: npyWidth(table)}
	for _, c := range table.Columns {
		file, err := out.create(filepath.Join(out.target.path, c.Name+".npy"))
		if err != nil {
			return nil, err
		}
		a.files = append(a.files, file)
	}
	names := filepath.Join(out.target.path, "names.npy")
	if table.names() == nil {
		out.stale = names // by which numbers would be taken for places
		return a, nil
	}
	a.names, err = out.create(names)
	return a, err
}

// npyWidth returns the bytes of the longest name; NumPy knows no width of 0.
func npyWidth(table *Table) int {
	width := 1
	for _, name := range table.names() {
		width = max(width, len(name))
	}
	return width
}

func (*arrays) chunkRows() int { return streamRows }

func (*arrays) anyRows() bool { return false }

func (a *arrays) begin() error {
	if a.names == nil {
		return nil
	}
	names := a.table.names()
	out := bufio.NewWriterSize(a.names, 1<<16)
	if _, err := out.WriteString(npyHeader(fmt.Sprintf("|S%d", a.width), len(names))); err != nil {
		return err
	}
	zeros := make([]byte, a.width)
	for _, name := range names {
		if _, err := out.WriteString(name); err != nil {
			return err
		}
		if _, err := out.Write(zeros[len(name):]); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (a *arrays) encode(c *chunk) error {
	for i, column := range a.table.Columns {
		words := a.table.wordsOf(&c.text, column.Kind, a.words[i], &c.columns[i])
		if _, err := a.files[i].WriteAt(words, npyHead+int64(c.first)*int64(a.words[i].bytes())); err != nil {
			return err
		}
	}
	return nil
}

func (*arrays) write(*chunk) error { return nil }

// end writes the headers, which say how many rows there are.
func (a *arrays) end(rows int) error {
	for i, file := range a.files {
		kind := map[wordType]string{wordUint32: "<u4", wordUint64: "<u8", wordFloat: "<f8", wordName: "<u4"}[a.words[i]]
		if _, err := file.WriteAt([]byte(npyHeader(kind, rows)), 0); err != nil {
			return err
		}
	}
	return nil
}

// npyHeader returns the header of an array, version 1.0 of NumPy's format.
func npyHeader(kind string, rows int) string {
	const begin = "\x93NUMPY\x01\x00" + "\x76\x00" // and how long the rest is
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }", kind, rows)
	return begin + text + strings.Repeat(" ", npyHead-len(begin)-len(text)-1) + "\n"
}

// arraysBytes is what all files take.
func arraysBytes(table *Table, rows int64) (least, most int64) {
	words, err := table.words()
	if err != nil {
		return 0, 0
	}
	n := int64(0)
	for _, w := range words {
		n += npyHead + rows*int64(w.bytes())
	}
	if names := table.names(); names != nil {
		n += npyHead + int64(len(names))*int64(npyWidth(table))
	}
	return n, n
}
