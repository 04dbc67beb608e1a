package answer

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// CountTable returns a table with a row a file.
func CountTable(names []string) *sheet.Table[*Count] {
	t := &sheet.Table[*Count]{}
	t.Add("file", sheet.FileWidth(names), 0, func(a *Count) string { return a.Info.Name })
	t.Add("triangles", 15, 0, func(a *Count) string { return readable.Number(a.Triangles) })
	t.Add("vertices", 13, 2, func(a *Count) string { return readable.Number(a.Vertices) })
	t.Add("edges", 14, 1, func(a *Count) string { return readable.Number(a.Edges) })
	t.Add("wedges", 18, 3, func(a *Count) string { return readable.Big(a.Wedges) })
	t.Add("transitivity", 12, 4, func(a *Count) string { return fmt.Sprintf("%.6f", a.Transitivity()) })
	t.Add("max degree", 11, 7, func(a *Count) string { return readable.Number(a.MaxDegree) })
	t.Add("max out", 9, 8, func(a *Count) string { return readable.Number(a.MaxOutDegree) })
	t.Add("engine", 6, 6, func(a *Count) string { return string(a.Engine) })
	for _, p := range Phases {
		t.Add(p.Name, 8, spareTime(p.Name), func(a *Count) string { return readable.Seconds(p.Seconds(&a.Seconds)) })
	}
	t.Add("throughput", 14, 5, func(a *Count) string { return readable.EdgesPerSecond(a.rate()) })
	return t
}
