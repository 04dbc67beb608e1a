package answer

import (
	"fmt"
	"io"

	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// CycleSheets prints sheets with an empty line between them.
type CycleSheets struct{ begun bool }

// Print writes the sheet of a count.
func (p *CycleSheets) Print(w io.Writer, a *Cycles) error {
	if p.begun {
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	p.begun = true
	s := sheet.New()
	s.Add("file", "%s (%s)", a.Info.Name, Format(a.Info))
	s.Add("chordless", "%s%s", readable.Big(a.Chordless), partly(a))
	s.Add("triangles", "%s", readable.Number(a.Triangles))
	s.Add("vertices", "%s", readable.Number(a.Vertices))
	s.Add("edges", "%s", readable.Number(a.Edges))
	s.Add("method", "%s, engine %s", a.Method, a.Engine)
	for _, p := range CyclePhases {
		s.Add(p.Name, "%s", readable.Seconds(p.Seconds(&a.Seconds)))
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
func partly(a *Cycles) string {
	if a.Partial {
		return " at least"
	}
	return ""
}

func (a *Cycles) printLengths(w io.Writer) error {
	return sheet.Right(w, func(tabs io.Writer) {
		fmt.Fprint(tabs, "\nlength\tcycles\t\n")
		for _, l := range a.Lengths() {
			fmt.Fprintf(tabs, "%d\t%s\t\n", l.Length, readable.Big(l.Cycles))
		}
	})
}

func (a *Cycles) printVertices(w io.Writer) error {
	return sheet.Right(w, func(tabs io.Writer) {
		fmt.Fprint(tabs, "\ncycles\t  vertex\n")
		for v, cycles := range a.PerVertex {
			fmt.Fprintf(tabs, "%s\t  %s\n", readable.Big(cycles), readable.OneLine(a.Labels.Label(uint32(v))))
		}
	})
}

// CycleTable returns a table with a row a file.
func CycleTable(names []string, lengths bool) *sheet.Table[*Cycles] {
	t := &sheet.Table[*Cycles]{}
	t.Add("file", sheet.FileWidth(names), 0, func(a *Cycles) string { return a.Info.Name })
	t.Add("chordless", 15, 0, func(a *Cycles) string { return readable.Big(a.Chordless) + partly(a) })
	t.Add("triangles", 13, 3, func(a *Cycles) string { return readable.Number(a.Triangles) })
	t.Add("vertices", 10, 5, func(a *Cycles) string { return readable.Number(a.Vertices) })
	t.Add("edges", 11, 4, func(a *Cycles) string { return readable.Number(a.Edges) })
	t.Add("method", 8, 6, func(a *Cycles) string { return string(a.Method) })
	for _, p := range CyclePhases {
		t.Add(p.Name, 8, spareTime(p.Name), func(a *Cycles) string { return readable.Seconds(p.Seconds(&a.Seconds)) })
	}
	if lengths {
		t.Add("by length", 0, 0, func(a *Cycles) string { return a.Lengths().String() })
	}
	return t
}
