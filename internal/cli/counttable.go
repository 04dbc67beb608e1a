package cli

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

func newTable(names []string) *sheet.Table[*answer] {
	t := &sheet.Table[*answer]{}
	t.Add("file", sheet.FileWidth(names), 0, func(a *answer) string { return a.Info.Name })
	t.Add("triangles", 15, 0, func(a *answer) string { return readable.Number(a.Triangles) })
	t.Add("vertices", 13, 2, func(a *answer) string { return readable.Number(a.Vertices) })
	t.Add("edges", 14, 1, func(a *answer) string { return readable.Number(a.Edges) })
	t.Add("wedges", 18, 3, func(a *answer) string { return readable.Big(a.Wedges) })
	t.Add("transitivity", 12, 4, func(a *answer) string { return fmt.Sprintf("%.6f", a.Transitivity()) })
	t.Add("max degree", 11, 7, func(a *answer) string { return readable.Number(a.MaxDegree) })
	t.Add("max out", 9, 8, func(a *answer) string { return readable.Number(a.MaxOutDegree) })
	t.Add("engine", 6, 6, func(a *answer) string { return string(a.Engine) })
	for _, p := range phases {
		t.Add(p.name, 8, spareTime(p.name), func(a *answer) string { return readable.Seconds(p.seconds(&a.Seconds)) })
	}
	t.Add("throughput", 14, 5, func(a *answer) string { return readable.EdgesPerSecond(a.rate()) })
	return t
}

// spareTime says how spare the time of a phase is: the total tells most.
func spareTime(phase string) int {
	if phase == "total" {
		return 2
	}
	return 9
}
