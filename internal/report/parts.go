package report

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/triangle"
)

// gridMost is how many ranges of rows have a place in the picture of a grid.
const gridMost = 128

// parts shows where in the grid of a count in parts the triangles are.
func parts(r *triangle.Result) []page.Block {
	p := r.Parts
	text := page.Text(fmt.Sprintf("The rows of the lists were cut into %s, and the columns into %s. A triangle with corners u > v > w, by rank, is counted in the subtask of the ranges of rows that have u and v, and of the range of columns that has w; where v is a hub, in that of u alone.",
		readable.Quantity(uint64(p.Rows), "range", "ranges"), readable.Quantity(uint64(p.Columns), "range", "ranges")))
	if len(r.Subtasks) == 0 {
		return []page.Block{text}
	}
	heavy := summary.Largest[partition.Counted]{Most: topRows}
	wide := p.Rows + 1 // a column for each range of v, behind that of the hubs
	cells := make([]uint64, p.Rows*wide)
	most, empty := partition.Counted{}, 0
	for _, t := range r.Subtasks {
		if t.Triangles > most.Triangles {
			most = t
		}
		if t.Triangles == 0 {
			empty++
		}
		heavy.Add(t, float64(t.Triangles))
		cells[t.I*wide+t.J-partition.HubColumn] += t.Triangles
	}
	table := page.Table{Title: "Subtasks of most triangles", Columns: []string{"row range of u", "row range of v", "column range of w", "triangles"}}
	for _, t := range heavy.Sorted() {
		row := []any{fmt.Sprint(t.I), fmt.Sprint(t.J), fmt.Sprint(t.K), t.Triangles}
		if t.J == partition.HubColumn {
			row[1], row[2] = "hubs", "all"
		}
		table.Rows = append(table.Rows, row)
	}
	if p.Rows < 2 || p.Rows > gridMost {
		return []page.Block{text, table}
	}
	says := fmt.Sprintf("Of %s subtasks %s has the most triangles, %s of all.",
		readable.Number(uint64(len(r.Subtasks))), most, percent(most.Triangles, r.Triangles))
	if empty > 0 {
		says += " Without a triangle: " + readable.Number(uint64(empty)) + "."
	}
	shades := make([]float64, len(cells))
	for i, triangles := range cells {
		shades[i] = float64(triangles)
	}
	heat := plot.Heat{
		Head:   plot.Head{Title: "Triangles by subtask", Description: says},
		Scale:  plot.Axis{Label: "triangles", Log: true},
		Panels: []plot.Panel{{Title: "range of u down, of v across, hubs first", Columns: wide, Cells: shades}},
	}
	note := says
	if p.Columns > 1 {
		note += " Cells add up the ranges of columns."
	}
	return []page.Block{text, page.Figure{Plot: heat, Note: note, Table: gridCells(p.Rows, cells)}, table}
}

// cellsMost is how many rows the numbers of a grid have, and columns beside those of the hubs.
const cellsMost = 16

// gridCells are the cells of a grid of so many ranges in numbers, neighbouring ranges together where
// they are many.
func gridCells(rows int, cells []uint64) *page.Table {
	each := (rows + cellsMost - 1) / cellsMost
	t := &page.Table{Title: "Triangles by subtask", Columns: []string{"range of u", "v a hub"}, Note: "u is above v, so that there are none to the right."}
	if each > 1 {
		t.Note = fmt.Sprintf("Ranges are put together, %d at a time. ", each) + t.Note
	}
	span := func(begin int) string {
		if last := min(begin+each, rows) - 1; last > begin {
			return fmt.Sprintf("%d–%d", begin, last)
		}
		return fmt.Sprint(begin)
	}
	for begin := 0; begin < rows; begin += each {
		t.Columns = append(t.Columns, "v in "+span(begin))
	}
	for begin := 0; begin < rows; begin += each {
		row := make([]any, len(t.Columns))
		row[0] = span(begin)
		for column := 1; column < len(row) && (column == 1 || (column-2)*each <= begin); column++ {
			from, to := 0, 1 // of the columns of cells
			if column > 1 {
				from = (column-2)*each + 1
				to = min(from+each, rows+1)
			}
			sum := uint64(0)
			for u := begin; u < min(begin+each, rows); u++ {
				for v := from; v < to; v++ {
					sum += cells[u*(rows+1)+v]
				}
			}
			row[column] = sum
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
