package bench

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// Page tells on a page what was measured on some graphs. What orders make of a graph is the
// same in each run, and all else is in the section of the run.
func (w *Methods) Page(p *page.Page, measured []*Graph) {
	p.Title = fmt.Sprintf("Methods timed on %d graphs", len(measured))
	p.Run.Title = "This run"
	p.Run.Blocks = []page.Block{page.Facts{{Name: "repetitions", Value: w.Repeat, Note: "of each row; times are medians"}}}
	graphs := page.Table{Title: "The graphs", Columns: []string{"file", "vertices", "edges", "triangles"}}
	for _, m := range measured {
		name := report.Name(m.info)
		graphs.Rows = append(graphs.Rows, []any{name, m.vertices, m.edges, m.triangles})
		p.Run.Blocks = append(p.Run.Blocks, m.pageTimes(name, len(measured) > 1)...)
	}
	p.Sections = []page.Section{{Title: "What was timed", Blocks: []page.Block{
		page.Text("Every method of counting triangles, on every order of the vertices that was asked for. All of them count the same."), graphs,
	}}}
	for _, m := range measured {
		if orders := m.pageOrders(); len(orders.Rows) > 0 {
			p.Sections = append(p.Sections, page.Section{Title: "Orders of " + report.Name(m.info), Blocks: []page.Block{orders}})
		}
	}
	if len(measured) == 1 {
		m := measured[0]
		p.Title = "Methods timed on " + report.Name(m.info)
		p.Sections = append(p.Sections, report.Input(m.info, m.report))
	}
}

// pageOrders says what the orders make of the lists.
func (m *Graph) pageOrders() page.Table {
	t := page.Table{
		Title:   "What an order makes of the lists",
		Columns: []string{"order", "longest list", "comparisons to smaller ranks", "comparisons to larger ids"},
		Note:    "Comparisons are those of plain merges of the lists, which lead to smaller ranks, and of lists that lead to larger ids; they are counted where merge is among the methods of the CPU.",
	}
	m.eachOrder(func(trial *orderTrial) {
		row := []any{string(trial.order), trial.maxOutDegree, nil, nil}
		for i, n := range []*uint64{trial.comparisons, trial.reversed} {
			if n != nil {
				row[2+i] = *n
			}
		}
		t.Rows = append(t.Rows, row)
	})
	return t
}

// pageTimes shows what a graph's rows took; named says that there are other graphs.
func (m *Graph) pageTimes(name string, named bool) []page.Block {
	facts := page.Facts{{Name: "threads", Value: m.by.threads()}}
	on := m.device()
	if on != "" {
		facts = append(facts, page.Fact{Name: "device", Value: on})
	}
	if named {
		facts = append(page.Facts{{Name: "file", Value: name}}, facts...)
	}
	t := page.Table{Title: "Times of " + name, Columns: []string{"method", "order", "engine"}}
	for _, p := range answer.Phases {
		t.Columns = append(t.Columns, p.Name+", ms")
	}
	if on != "" {
		t.Columns = append(t.Columns, "kernels, ms")
	}
	t.Columns = append(t.Columns, "times best")
	t.Note = "Times best compares order, orient and count with those of the fastest row."
	rows, best := m.rows(), 0
	for i, row := range rows {
		cells := []any{string(row.Method), string(row.Order), string(row.Engine)}
		for _, p := range answer.Phases {
			cells = append(cells, report.Milliseconds(p.Seconds(&row.Seconds)))
		}
		if on != "" {
			cells = append(cells, report.Milliseconds(row.Seconds.Kernels))
		}
		t.Rows = append(t.Rows, append(cells, report.Rounded(row.TimesBest)))
		if row.TimesBest < rows[best].TimesBest {
			best = i
		}
	}
	says := fmt.Sprintf("The fastest from the lists in memory is %s on order %s, in %s.",
		rows[best].Method, rows[best].Order, readable.Seconds(fromLists(rows[best].Seconds)))
	if rows[best].Order == graph.OrderAuto {
		says = fmt.Sprintf("The fastest from the lists in memory is what count does, in %s.", readable.Seconds(fromLists(rows[best].Seconds)))
	}
	blocks := []page.Block{facts}
	if figure := m.Figure(); len(figure.Rows) > 0 {
		figure.Description += " " + says
		blocks = append(blocks, page.Figure{Plot: figure, Note: says})
	}
	return append(blocks, t)
}
