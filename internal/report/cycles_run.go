package report

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

// atomsMost is how many atoms have a row.
const atomsMost = 20

// CycleRun says how cycles were counted: by what, in which time and with how much memory, peak
// being that of the process.
func CycleRun(r *chordless.Result, phases []Phase, peak int64) page.Section {
	facts := page.Facts{
		{Name: "engine", Value: string(r.Engine)},
		{Name: "method", Value: string(r.Method)},
		{Name: "peak memory", Value: bytesize.Text(peak)},
	}
	section := page.Section{Title: "This run", Blocks: []page.Block{facts}}
	if r.Note != "" {
		section.Blocks = append(section.Blocks, page.Text(r.Note))
	}
	section.Blocks = append(append(section.Blocks, page.Figure{Plot: phaseBars(phases)}), Searched(r.Plan)...)
	return section
}

// Searched says how the parts of a graph were searched, where there are any.
func Searched(p *chordless.Plan) []page.Block {
	if p == nil || len(p.Atoms) == 0 {
		return nil
	}
	blocks := []page.Block{atoms(p)}
	if figure, ok := frontierWidths(p.Atoms); ok {
		blocks = append(blocks, figure)
	}
	return blocks
}

// Timed says how long each phase took, and nothing else of a run but its memory.
func Timed(phases []Phase, peak int64) page.Section {
	return page.Section{Title: "This run", Blocks: []page.Block{
		page.Facts{{Name: "peak memory", Value: bytesize.Text(peak)}},
		page.Figure{Plot: phaseBars(phases)},
	}}
}

// atoms says how each part was searched.
func atoms(p *chordless.Plan) page.Table {
	t := page.Table{
		Title:   "How the largest atoms were searched",
		Columns: []string{"vertices", "edges", "method", "engine", "search nodes, about", "widest frontier", "states, about", "why"},
	}
	about := func(v float64) any {
		if v <= 0 {
			return nil
		}
		return v
	}
	for _, a := range p.Atoms[:min(len(p.Atoms), atomsMost)] {
		row := []any{a.Vertices, a.Edges, string(a.Method), string(a.Engine), about(a.Nodes), nil, about(a.States), a.Reason}
		if a.Width > 0 {
			row[5] = a.Width
		}
		t.Rows = append(t.Rows, row)
	}
	if more := p.Reductions.Atoms - uint64(len(t.Rows)); p.Reductions.Atoms > uint64(len(t.Rows)) {
		t.Note = fmt.Sprintf("And %s smaller ones.", readable.Number(more))
	}
	return t
}

// frontierWidths draws how wide the frontier of the largest atom that was counted by one is
// after each step.
func frontierWidths(atoms []chordless.AtomPlan) (page.Figure, bool) {
	const most = 400 // points
	for _, a := range atoms {
		if len(a.Widths) == 0 {
			continue
		}
		each := (len(a.Widths) + most - 1) / most
		series := plot.Series{Name: "frontier", Mark: plot.Steps}
		for at := 0; at < len(a.Widths); at += each {
			widest := uint8(0)
			for _, w := range a.Widths[at:min(at+each, len(a.Widths))] {
				widest = max(widest, w)
			}
			series.X, series.Y = append(series.X, float64(at+1)), append(series.Y, float64(widest))
		}
		says := fmt.Sprintf("Over the %s of the largest atom that was counted so, in the order in which they are decided: the vertices decided that still have a neighbour to come, %d at most.",
			readable.Quantity(uint64(len(a.Widths)), "vertex", "vertices"), a.Width)
		figure := page.Figure{
			Plot: plot.Chart{
				Head: plot.Head{Title: "Width of the frontier by step", Description: says},
				X:    plot.Axis{Label: "vertices decided"}, Y: plot.Axis{Label: "vertices on the frontier"},
				Series: []plot.Series{series},
			},
			Note: says + " The states, and the time, grow exponentially with the width.",
		}
		if each > 1 {
			figure.Note += fmt.Sprintf(" A point is the widest of %d steps.", each)
		}
		return figure, true
	}
	return page.Figure{}, false
}

// CycleRuns says how long each of several counts took; names are those of the files.
func CycleRuns(names []string, results []*chordless.Result, phases [][]Phase) page.Section {
	t := page.Table{Title: "All files", Columns: []string{"file", "engine", "method"}}
	for i, r := range results {
		row := []any{names[i], string(r.Engine), string(r.Method)}
		for _, p := range phases[i] {
			if row = append(row, Milliseconds(p.Seconds)); i == 0 {
				t.Columns = append(t.Columns, p.Name+", ms")
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return page.Section{Title: "This run", Blocks: []page.Block{t}}
}
