package bench

import (
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// Page tells what was published and what was counted and, in the section of the run, what was
// measured.
func (b *TCBW) Page(p *page.Page) {
	p.Title = "TCBW's table, measured here"
	p.Sections = []page.Section{
		{Title: "As published", Blocks: []page.Block{
			page.Text("Table 1 of Lin, Ouyang, He and Li, Parallelize accelerated triangle counting using bit-wise on GPU, WISA 2023: whole runs on an RTX A6000, and of TCBW (CPU) on a Xeon Silver 4216."),
			tcbwTimes(b.rows),
		}},
		{Title: "What was counted here", Blocks: []page.Block{tcbwCounted(b.rows)}},
	}
	p.Run = page.Section{Title: "This run", Blocks: []page.Block{b.facts(b.device())}}
	if figure := b.Figure(); len(figure.Rows) > 0 {
		p.Run.Blocks = append(p.Run.Blocks, speedUpFigure(figure))
	}
	p.Run.Blocks = append(p.Run.Blocks, b.pageTimes())
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

// pageTimes has a row for each graph and engine that was measured.
func (b *TCBW) pageTimes() page.Table {
	t := page.Table{Title: "Measured here", Columns: []string{"graph", "engine"}}
	for _, s := range tcbwSystems {
		t.Columns = append(t.Columns, s.name+", ms")
	}
	t.Columns = append(t.Columns, "search / on the fly", "merge / on the fly")
	if len(b.Engines) > 1 {
		t.Columns = append(t.Columns, "CPU / GPU, on the fly")
	}
	t.Note = "Whole runs, from the file to the answer. Search is what TriCore does, merge what Adam does, and on the fly is TCBW with slices made on the fly, as published; kept keeps them."
	for _, row := range b.rows {
		for e, of := range row.took {
			cells := []any{barName(row.name, row.standIn), string(b.Engines[e])}
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
