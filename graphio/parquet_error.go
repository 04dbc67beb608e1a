package graphio

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// damagedTable is the error for a table that cannot be decoded. It says so in
// words for those who have the file rather than for those who write decoders.
type damagedTable struct {
	what  string
	cause error
}

func (e *damagedTable) Error() string { return e.what }
func (e *damagedTable) Unwrap() error { return e.cause }

// inPages is the error for pages that break the rules, in our words.
func inPages(err error) error {
	var (
		system *fs.PathError
		known  *damagedTable
	)
	if errors.As(err, &system) || errors.As(err, &known) {
		return err
	}
	return &damagedTable{fmt.Sprintf("the file is damaged: %v", err), err}
}

// ofLibrary puts what the library of Parquet says of a file into our words.
func ofLibrary(err error) error {
	var system *fs.PathError
	switch {
	case err == nil, errors.As(err, &system):
		return err
	case errors.Is(err, errThrift):
		return inPages(err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &damagedTable{"the file is damaged: it ends too early", err}
	case errors.Is(err, parquet.ErrCorrupted):
		return &damagedTable{"the file is damaged: a page does not have its checksum", err}
	case strings.Contains(err.Error(), "unsupported"):
		return &damagedTable{fmt.Sprintf("the file is damaged, or of a kind that is not read (%v)", err), err}
	}
	return &damagedTable{"the file is damaged: it cannot be decoded", err}
}

// noIDColumns is the error for a table without two columns of ids.
func noIDColumns(columns []*parquet.Column) error {
	var shown []string
	floats := false
	for _, c := range columns {
		if c.Leaf() {
			kind := c.Type().Kind()
			floats = floats || kind == parquet.Float || kind == parquet.Double
		}
		shown = append(shown, describeColumn(c))
	}
	return noPair(shown, floats)
}

// describeColumn says what a column holds: "source" (DOUBLE).
func describeColumn(c *parquet.Column) string {
	if !c.Leaf() {
		return fmt.Sprintf("%q (nested)", c.Name())
	}
	return fmt.Sprintf("%q (%s)", c.Name(), c.Type())
}
