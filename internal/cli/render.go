package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/dustin/go-humanize"

	"github.com/tricycle-graph/tricycle/graph"
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
		fmt.Fprintf(s.tabs, "\t%s", oneLine(cell))
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

// thousands writes a whole number for people: 1,234,567.
func thousands[T uint32 | uint64 | int | int64](n T) string {
	return bigThousands(new(big.Int).SetUint64(uint64(n)))
}

func bigThousands(n *big.Int) string {
	return humanize.BigComma(new(big.Int).Set(n)) // a copy, for BigComma uses it up
}

// quantity writes a number and what there are so many of: 1 loop, 2 loops.
func quantity(n uint64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

// known writes a count that a source may not know before it was read.
func known(n graph.Size) string {
	if !n.Known() {
		return "unknown"
	}
	return thousands(n.Get())
}

// duration writes seconds with three digits that mean something; - for what
// was not done.
func duration(seconds float64) string {
	switch {
	case seconds == 0:
		return "-"
	case seconds >= 1:
		return short(seconds) + " s"
	case seconds >= 1e-3:
		return short(seconds*1e3) + " ms"
	}
	return short(seconds*1e6) + " µs"
}

// edgesPerSecond writes a rate: 12.3M edges/s; - where there is none.
func edgesPerSecond(rate float64) string {
	switch {
	case rate == 0:
		return "-"
	case rate < 1:
		return short(rate) + " edges/s" // and not 198m
	}
	value, prefix := humanize.ComputeSI(rate)
	return short(value) + prefix + " edges/s"
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

// short writes three significant digits, without an exponent.
func short(value float64) string {
	digits := 2
	switch {
	case value >= 100:
		digits = 0
	case value >= 10:
		digits = 1
	}
	return strconv.FormatFloat(value, 'f', digits, 64)
}
