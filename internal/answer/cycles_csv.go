package answer

import (
	"encoding/csv"
	"io"
	"strconv"
)

// CycleCSV prints counts as a table of CSV, a row a file or a vertex.
type CycleCSV struct {
	ByLength bool
	begun    bool
}

// Print writes the row of a count.
func (p *CycleCSV) Print(w io.Writer, a *Cycles) error {
	head := []string{"file", "vertices", "edges", "triangles", "chordless", "method", "engine", "partial"}
	row := []string{
		a.Info.Name, strconv.FormatUint(a.Vertices, 10), strconv.FormatUint(a.Edges, 10),
		strconv.FormatUint(a.Triangles, 10), a.Chordless.String(), string(a.Method), string(a.Engine), strconv.FormatBool(a.Partial),
	}
	for _, s := range CyclePhases {
		head = append(head, s.Name+"_seconds")
		row = append(row, strconv.FormatFloat(s.Seconds(&a.Seconds), 'g', -1, 64))
	}
	if p.ByLength {
		head, row = append(head, "by_length"), append(row, a.Lengths().String())
	}
	return p.write(w, head, [][]string{row})
}

// PrintVertices writes a row for each vertex.
func (p *CycleCSV) PrintVertices(w io.Writer, a *Cycles) error {
	rows := make([][]string, len(a.PerVertex))
	for v, cycles := range a.PerVertex {
		rows[v] = []string{a.Info.Name, a.Labels.Label(uint32(v)), cycles.String()}
	}
	return p.write(w, []string{"file", "vertex", "cycles"}, rows)
}

// write writes rows, the first time below their head.
func (p *CycleCSV) write(w io.Writer, head []string, rows [][]string) error {
	if !p.begun {
		rows = append([][]string{head}, rows...)
		p.begun = true
	}
	return csv.NewWriter(w).WriteAll(rows)
}
