package report

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TestParts: each subtask of a count in parts is told with its triangles, and these are all.
func TestParts(t *testing.T) {
	src := graph.FromEdges(graphtest.SkewedRecords(rand.New(rand.NewPCG(9, 10)), 3000, 40_000))
	for _, cut := range []triangle.Parts{{Rows: 1, Columns: 1}, {Rows: 5, Columns: 1}, {Rows: 4, Columns: 3}, {Rows: 19, Columns: 2}, {Rows: 40, Columns: 1}} {
		opt := options(2)
		opt.Parts = cut
		r, err := triangle.Count(t.Context(), src, opt)
		if err != nil {
			t.Fatal(err)
		}
		sum := uint64(0)
		for _, s := range r.Subtasks {
			sum += s.Triangles
		}
		if len(r.Subtasks) != r.Parts.Subtasks || sum != r.Triangles {
			t.Errorf("%v: %d subtasks of %d have %d triangles of %d", cut, len(r.Subtasks), r.Parts.Subtasks, sum, r.Triangles)
		}
		got, html := tell(t, []page.Section{Run(r, 1)})
		if len(got.tables["This run: Subtasks of most triangles"]) == 0 || len(html) > 100<<10 {
			t.Errorf("%v: a report of %d bytes without subtasks", cut, len(html))
		}
		cells := got.tables["This run: Triangles by subtask"]
		each, told := (r.Parts.Rows+cellsMost-1)/cellsMost, uint64(0)
		for i, row := range cells {
			for column, value := range row[1:] {
				want := uint64(0)
				for _, s := range r.Subtasks {
					if s.I/each == i && (column == 0 && s.J == partition.HubColumn || column > 0 && s.J != partition.HubColumn && s.J/each == column-1) {
						want += s.Triangles
					}
				}
				if n, ok := value.(float64); ok && uint64(n) != want || !ok && (want > 0 || column-1 <= i) {
					t.Errorf("%v: row %d, column %d has %v, want %d", cut, i, column, value, want)
				}
				told += want
			}
		}
		if r.Parts.Rows > 1 && told != r.Triangles || len(cells) > cellsMost {
			t.Errorf("%v: %d rows with %d triangles of %d", cut, len(cells), told, r.Triangles)
		}
	}
}
