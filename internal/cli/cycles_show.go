package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/tricycle-graph/tricycle/internal/cyclelist"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// display returns what prints counts in the form that was asked for: sheets of
// text for one file and where vertices are counted, a table of text for several.
func (c *cycling) display(names []string) func(w io.Writer, a *cycleCount) error {
	switch {
	case c.form == cyclelist.NDJSON:
		return printCycleJSON
	case c.form == cyclelist.CSV && c.perVertex:
		return new(cycleCSV).printVertices
	case c.form == cyclelist.CSV:
		return (&cycleCSV{byLength: c.histogram}).print
	case len(names) > 1 && !c.perVertex:
		return newCycleTable(names, c.histogram).Print
	}
	return new(cycleSheets).print
}

// cycleSheets prints sheets with an empty line between them.
type cycleSheets struct{ begun bool }

func (p *cycleSheets) print(w io.Writer, a *cycleCount) error {
	if p.begun {
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	p.begun = true
	s := sheet.New()
	s.Add("file", "%s (%s)", a.info.Name, formatOf(a.info))
	s.Add("chordless", "%s%s", readable.Big(a.Chordless), partly(a))
	s.Add("triangles", "%s", readable.Number(a.Triangles))
	s.Add("vertices", "%s", readable.Number(a.Vertices))
	s.Add("edges", "%s", readable.Number(a.Edges))
	s.Add("method", "%s, engine %s", a.Method, a.Engine)
	for _, p := range cyclePhases {
		s.Add(p.name, "%s", readable.Seconds(p.seconds(&a.seconds)))
	}
	if err := s.Print(w); err != nil {
		return err
	}
	if a.ByLength != nil {
		if err := a.printLengths(w); err != nil {
			return err
		}
	}
	if a.PerVertex != nil {
		return a.printVertices(w)
	}
	return nil
}

// partly marks a count that was stopped.
func partly(a *cycleCount) string {
	if a.Partial {
		return " at least"
	}
	return ""
}

func (a *cycleCount) printLengths(w io.Writer) error {
	var text strings.Builder
	tabs := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tabs, "\nlength\tcycles\t\n")
	for _, l := range a.byLength() {
		fmt.Fprintf(tabs, "%d\t%s\t\n", l.length, readable.Big(l.cycles))
	}
	return flushTabs(w, tabs, &text)
}

func (a *cycleCount) printVertices(w io.Writer) error {
	var text strings.Builder
	tabs := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tabs, "\ncycles\t  vertex\n")
	for v, cycles := range a.PerVertex {
		fmt.Fprintf(tabs, "%s\t  %s\n", readable.Big(cycles), readable.OneLine(a.labels.Label(uint32(v))))
	}
	return flushTabs(w, tabs, &text)
}

// flushTabs writes what tabs aligned into text.
func flushTabs(w io.Writer, tabs *tabwriter.Writer, text *strings.Builder) error {
	// The builder takes everything.
	_ = tabs.Flush()
	_, err := io.WriteString(w, text.String())
	return err
}

// newCycleTable returns a table with a row a file.
func newCycleTable(names []string, lengths bool) *sheet.Table[*cycleCount] {
	t := &sheet.Table[*cycleCount]{}
	t.Add("file", sheet.FileWidth(names), 0, func(a *cycleCount) string { return a.info.Name })
	t.Add("chordless", 15, 0, func(a *cycleCount) string { return readable.Big(a.Chordless) + partly(a) })
	t.Add("triangles", 13, 3, func(a *cycleCount) string { return readable.Number(a.Triangles) })
	t.Add("vertices", 10, 5, func(a *cycleCount) string { return readable.Number(a.Vertices) })
	t.Add("edges", 11, 4, func(a *cycleCount) string { return readable.Number(a.Edges) })
	t.Add("method", 8, 6, func(a *cycleCount) string { return string(a.Method) })
	for _, p := range cyclePhases {
		t.Add(p.name, 8, spareTime(p.name), func(a *cycleCount) string { return readable.Seconds(p.seconds(&a.seconds)) })
	}
	if lengths {
		t.Add("by length", 0, 0, func(a *cycleCount) string { return lengthsText(a.byLength()) })
	}
	return t
}

// lengthsText writes a histogram on one line: 4:568 5:130.
func lengthsText(counts []lengthCount) string {
	var texts []string
	for _, l := range counts {
		texts = append(texts, fmt.Sprintf("%d:%s", l.length, l.cycles))
	}
	return strings.Join(texts, " ")
}
