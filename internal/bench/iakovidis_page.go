package bench

import (
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// Page tells what was published and what was counted and, in the section of the run, what was
// measured.
func (b *Iakovidis) Page(p *page.Page) {
	p.Title = "Iakovidis' table, measured here"
	published := page.Table{
		Title:   "Graphs and kernels",
		Columns: []string{"graph", "entries a column", "simple, ms", "shared, ms", "simple / shared"},
		Note:    "The entries a column of the first two graphs are swapped in the paper.",
	}
	counted := page.Table{Title: "Graphs", Columns: []string{"graph", "vertices", "edges", "triangles", "entries a column", "longest column", "which"}}
	for _, r := range b.rows {
		published.Rows = append(published.Rows, []any{r.name, r.perColumn, r.simple, r.shared, report.Rounded(r.iakovidis.speedup())})
		if r.missing != "" {
			counted.Rows = append(counted.Rows, []any{r.name, nil, nil, nil, nil, nil, r.missing})
			continue
		}
		counted.Rows = append(counted.Rows, []any{r.name, r.vertices, r.edges, r.triangles, report.Rounded(r.entries()), r.longest, graphItself(r.standIn)})
	}
	p.Sections = []page.Section{
		{Title: "As published", Blocks: []page.Block{
			page.Text("Iakovidis, Finding the number of triangles in a graph, section 9: two kernels on a Tesla T4, of which shared keeps columns of the matrix in shared memory."), published,
		}},
		{Title: "What was counted here", Blocks: []page.Block{counted}},
	}
	p.Run = page.Section{Title: "This run", Blocks: []page.Block{b.facts(b.device())}}
	if slices.Contains(b.Engines, device.CUDA) {
		p.Run.Blocks = append(p.Run.Blocks, speedUpFigure(b.Figure()))
	}
	p.Run.Blocks = append(p.Run.Blocks, sharedTimesTable(b.rows))
}

// sharedTimesTable has a row for each graph, engine and launch shape that was measured.
func sharedTimesTable(rows []*sharedRow) page.Table {
	t := page.Table{
		Title:   "Measured here",
		Columns: []string{"graph", "engine", "launch shape", "simple, ms", "shared, ms", "simple / shared", "bitmap, ms"},
		Note:    "On a GPU the times are its own, from the lists in its memory to the count. Simple is the method merge; on the CPU there is no shared.",
	}
	took := func(s samples) any {
		if s == nil {
			return nil
		}
		return report.Milliseconds(s.median())
	}
	for _, r := range rows {
		for _, times := range r.times {
			var faster any
			if v := times.speedup(); v > 0 {
				faster = report.Rounded(v)
			}
			shape := times.shape
			if shape == "" {
				shape = "–"
			}
			t.Rows = append(t.Rows, []any{barName(r.name, r.standIn), string(times.engine), shape, took(times.simple), took(times.shared), faster, took(times.bitmap)})
		}
	}
	return t
}
