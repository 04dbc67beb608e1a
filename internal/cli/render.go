package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/triangle"
)

// sheet is a list of names and values, aligned.
type sheet struct {
	text strings.Builder
	tabs *tabwriter.Writer
}

func newSheet() *sheet {
	s := &sheet{}
	s.tabs = tabwriter.NewWriter(&s.text, 0, 0, 2, ' ', 0)
	return s
}

func (s *sheet) add(name, format string, values ...any) {
	s.row(name, fmt.Sprintf(format, values...))
}

// row adds a name and several values in columns.
func (s *sheet) row(name string, cells ...string) {
	fmt.Fprint(s.tabs, name)
	for _, cell := range cells {
		fmt.Fprintf(s.tabs, "\t%s", readable.OneLine(cell))
	}
	fmt.Fprintln(s.tabs)
}

func (s *sheet) String() string {
	// The builder takes everything.
	_ = s.tabs.Flush()
	return s.text.String()
}

func (s *sheet) writeTo(w io.Writer) error {
	_, err := io.WriteString(w, s.String())
	return err
}

// writeJSON writes one object on one line.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// tidy takes off what adding and subtracting times leaves behind the last whole
// nanosecond.
func tidy(times ...*float64) {
	for _, seconds := range times {
		*seconds = math.Round(*seconds*1e9) / 1e9
	}
}

// tidyCount tidies the times of a count.
func tidyCount(s triangle.Seconds) triangle.Seconds {
	tidy(&s.Open, &s.Read, &s.Clean, &s.Order, &s.Orient, &s.Count, &s.Kernels, &s.Total)
	return s
}
