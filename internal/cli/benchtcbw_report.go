package cli

import (
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// fillPage says what was published and what was counted and, in the section of the run, what was
// measured.
func (b *benchingTCBW) fillPage(p *page.Page, rows []*tcbwRow) {
	p.Title = "TCBW's table, measured here"
	p.Sections = []page.Section{
		{Title: "As published", Blocks: []page.Block{
			page.Text("Table 1 of Lin, Ouyang, He and Li, Parallelize accelerated triangle counting using bit-wise on GPU, WISA 2023: whole runs on an RTX A6000, and of TCBW (CPU) on a Xeon Silver 4216."),
			tcbwTimes(rows),
		}},
		{Title: "What was counted here", Blocks: []page.Block{tcbwCounted(rows)}},
	}
	device := ""
	for _, row := range rows {
		if row.device != "" {
			device = row.device
		}
	}
	p.Run = page.Section{Title: "This run", Blocks: []page.Block{runFacts(par.Workers(int(b.limits.threads)), device, b.repeat)}}
	if figure := b.figure(rows); len(figure.Rows) > 0 {
		p.Run.Blocks = append(p.Run.Blocks, speedUpFigure(figure))
	}
	p.Run.Blocks = append(p.Run.Blocks, b.pageTimes(rows))
}

// tcbwTimes is the table as it was published.
func tcbwTimes(rows []*tcbwRow) page.Table {
	t := page.Table{
		Title:   "Graphs and seconds",
		Columns: []string{"graph", "nodes", "edges", "triangles", "TriCore", "Adam", "TCBW (CPU)", "TCBW (GPU)"},
		Note:    "K, M and G are 2^10, 2^20 and 2^30. Where there is no time, a system did not run, or took more than 30 minutes.",
	}
	for _, row := range rows {
		cells := []any{row.name, row.nodes, row.tcbwPublished.edges, row.tcbwPublished.triangles}
		for _, time := range []tcbwTime{row.tricore, row.adam, row.cpu, row.gpu} {
			if time < 0 {
				cells = append(cells, nil)
			} else {
				cells = append(cells, float64(time))
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// tcbwCounted says which graphs were counted, and what they have.
func tcbwCounted(rows []*tcbwRow) page.Table {
	t := page.Table{Title: "Graphs", Columns: []string{"graph", "vertices", "edges", "triangles", "largest degree", "which"}}
	for _, row := range rows {
		if row.missing != "" {
			t.Rows = append(t.Rows, []any{row.name, nil, nil, nil, nil, row.missing})
			continue
		}
		t.Rows = append(t.Rows, []any{row.name, row.vertices, row.edges, row.triangles, row.maxDegree, graphItself(row.standIn)})
	}
	return t
}

// graphItself says whether a graph stands for another.
func graphItself(standIn string) string {
	if standIn == "" {
		return "the graph itself"
	}
	return "stand-in: " + standIn
}

// pageTimes has a row for each graph and engine that was measured.
func (b *benchingTCBW) pageTimes(rows []*tcbwRow) page.Table {
	t := page.Table{Title: "Measured here", Columns: []string{"graph", "engine"}}
	for _, s := range tcbwSystems {
		t.Columns = append(t.Columns, s.name+", ms")
	}
	t.Columns = append(t.Columns, "search / on the fly", "merge / on the fly")
	if len(b.engines) > 1 {
		t.Columns = append(t.Columns, "CPU / GPU, on the fly")
	}
	t.Note = "Whole runs, from the file to the answer. Search is what TriCore does, merge what Adam does, and on the fly is TCBW with slices made on the fly, as published; kept keeps them."
	for _, row := range rows {
		for e, of := range row.took {
			cells := []any{barName(row.name, row.standIn), string(b.engines[e])}
			for _, times := range of {
				cells = append(cells, report.Milliseconds(times.median()))
			}
			f := b.faster(row, e)
			for _, faster := range []float64{f.tricore, f.adam, f.cpu}[:len(t.Columns)-len(cells)] {
				if faster == 0 {
					cells = append(cells, nil)
				} else {
					cells = append(cells, report.Rounded(faster))
				}
			}
			t.Rows = append(t.Rows, cells)
		}
	}
	return t
}
