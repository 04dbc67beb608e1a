package cli

import (
	"encoding/csv"
	"io"
	"strconv"
)

// cycleCSV prints counts as a table of CSV, a row a file or a vertex.
type cycleCSV struct {
	byLength bool
	begun    bool
}

func (p *cycleCSV) print(w io.Writer, a *cycleCount) error {
	head := []string{"file", "vertices", "edges", "triangles", "chordless", "method", "engine", "partial"}
	row := []string{
		a.info.Name, strconv.FormatUint(a.Vertices, 10), strconv.FormatUint(a.Edges, 10),
		strconv.FormatUint(a.Triangles, 10), a.Chordless.String(), string(a.Method), string(a.Engine), strconv.FormatBool(a.Partial),
	}
	for _, s := range cyclePhases {
		head = append(head, s.name+"_seconds")
		row = append(row, strconv.FormatFloat(s.seconds(&a.seconds), 'g', -1, 64))
	}
	if p.byLength {
		head, row = append(head, "by_length"), append(row, lengthsText(a.byLength()))
	}
	return p.write(w, head, [][]string{row})
}

func (p *cycleCSV) printVertices(w io.Writer, a *cycleCount) error {
	rows := make([][]string, len(a.PerVertex))
	for v, cycles := range a.PerVertex {
		rows[v] = []string{a.info.Name, a.labels.Label(uint32(v)), cycles.String()}
	}
	return p.write(w, []string{"file", "vertex", "cycles"}, rows)
}

// write writes rows, the first time below their head.
func (p *cycleCSV) write(w io.Writer, head []string, rows [][]string) error {
	if !p.begun {
		rows = append([][]string{head}, rows...)
		p.begun = true
	}
	return csv.NewWriter(w).WriteAll(rows)
}
