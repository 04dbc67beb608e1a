package bench

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// Page tells what was published and, in the section of the run, what was measured.
func (b *Jradi) Page(p *page.Page) {
	p.Title = "Chordless cycles of a published table"
	p.Sections = []page.Section{{Title: "As published", Blocks: []page.Block{
		page.Text("Table 1 of Jradi, Dias, Castonguay, Longo and do Nascimento, A GPU-based parallel algorithm for enumerating all chordless cycles in graphs: times on one core of an AMD FX-9590, and on a Radeon R9 290X, its kernels alone and with all copies."),
		jradiGraphs(b.rows), jradiTimes(b.rows),
	}}}
	p.Run = page.Section{Title: "This run", Blocks: []page.Block{b.facts(b.Device)}}
	if b.Compares() {
		p.Run.Blocks = append(p.Run.Blocks, speedUpFigure(b.Figure()))
	}
	p.Run.Blocks = append(p.Run.Blocks, jradiMeasured(b.rows))
}

// jradiTimes are the times that were published.
func jradiTimes(rows []*jradiRow) page.Table {
	t := page.Table{Title: "Times", Columns: []string{"graph", "sequential, ms", "kernels, ms", "GPU, ms", "speed-up"}}
	for _, r := range rows {
		t.Rows = append(t.Rows, []any{r.name, r.sequential, r.kernels, r.parallel, report.Rounded(r.speedUp())})
	}
	return t
}

// jradiGraphs are the graphs as they were published, which the counts here agree with.
func jradiGraphs(rows []*jradiRow) page.Table {
	t := page.Table{
		Title:   "Graphs",
		Columns: []string{"graph", "vertices", "edges", "largest degree", "triangles", "chordless cycles", "measured here"},
		Note:    "Every count here is the published one. Of a graph that stands for another, the counts are its own.",
	}
	for _, r := range rows {
		here := "yes"
		switch {
		case r.missing != "":
			here = r.missing
		case r.standIn != "":
			here = "a stand-in"
			t.Note += fmt.Sprintf(" %s is %s.", r.name, r.standIn)
		}
		t.Rows = append(t.Rows, []any{r.name, r.vertices, r.edges, r.maxDegree, r.triangles, r.chordless, here})
	}
	return t
}

// jradiMeasured has a row for each graph and method.
func jradiMeasured(rows []*jradiRow) page.Table {
	t := page.Table{
		Title:   "Measured here",
		Columns: []string{"graph", "method", "engine", "counted by", "count, ms", "list, ms", "times as fast as " + string(chordless.Dias)},
		Note: fmt.Sprintf("From the graph in memory. To count is to search without bringing any cycle to the host, to list brings each as a set of vertices. The last column is of lists, or of counts where the published cycles were not kept; %s is the sequential algorithm, on one thread.",
			chordless.Dias),
	}
	for _, r := range rows {
		if r.missing != "" {
			continue
		}
		for _, try := range r.tries {
			row := []any{barName(r.name, r.standIn), string(try.wish), string(try.engine), "no, it does not suit", nil, nil, nil}
			if !try.unfit {
				row[2], row[3], row[4] = string(try.at), string(try.method), report.Milliseconds(try.count.median())
				row[5] = report.Milliseconds(try.listed())
			}
			if faster, ok := r.faster(try); ok && !try.unfit {
				row[6] = report.Rounded(faster)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
