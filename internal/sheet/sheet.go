// Package sheet lays text out for people: names and values one below the other, small tables
// below them, and a row for each of several files, as wide as the terminal allows.
package sheet

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/tricycle-graph/tricycle/internal/readable"
)

// Sheet is a list of names and values, aligned.
type Sheet struct {
	text strings.Builder
	tabs *tabwriter.Writer
}

// New returns a sheet without lines.
func New() *Sheet {
	s := &Sheet{}
	s.tabs = tabwriter.NewWriter(&s.text, 0, 0, 2, ' ', 0)
	return s
}

// Add adds a name and a value, as [fmt.Sprintf] writes it.
func (s *Sheet) Add(name, format string, values ...any) {
	s.Row(name, fmt.Sprintf(format, values...))
}

// Row adds a name and several values in columns.
func (s *Sheet) Row(name string, cells ...string) {
	fmt.Fprint(s.tabs, name)
	for _, cell := range cells {
		fmt.Fprintf(s.tabs, "\t%s", readable.OneLine(cell))
	}
	fmt.Fprintln(s.tabs)
}

// String returns all lines.
func (s *Sheet) String() string {
	// The builder takes everything.
	_ = s.tabs.Flush()
	return s.text.String()
}

// Print writes all lines.
func (s *Sheet) Print(w io.Writer) error {
	_, err := io.WriteString(w, s.String())
	return err
}
