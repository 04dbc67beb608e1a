package report

import (
	"slices"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/page"
)

// Work says how long each part of the work for a report took, of the files of these names, and
// how much memory the process held at most.
func Work(names []string, phases [][]Phase, threads int, peak int64) page.Section {
	section := page.Section{Title: "This run", Blocks: []page.Block{page.Facts{
		{Name: "engine", Value: "cpu"},
		{Name: "threads", Value: threads},
		{Name: "peak memory", Value: bytesize.Text(peak)},
	}}}
	if len(names) == 1 {
		bars := phaseBars(append(slices.Clip(phases[0]), Phase{"total", total(phases[0])}))
		section.Blocks = append(section.Blocks, page.Figure{Plot: bars})
		return section
	}
	section.Blocks = append(section.Blocks, workTable(names, phases))
	return section
}

// workTable has a row for each file.
func workTable(names []string, phases [][]Phase) page.Table {
	t := page.Table{Title: "All files", Columns: []string{"file"}}
	var parts []string // of the work, for any file
	for _, each := range phases {
		for _, p := range each {
			if !slices.Contains(parts, p.Name) {
				parts = append(parts, p.Name)
				t.Columns = append(t.Columns, p.Name+", ms")
			}
		}
	}
	t.Columns = append(t.Columns, "total, ms")
	for i, each := range phases {
		seconds := make(map[string]float64)
		for _, p := range each {
			seconds[p.Name] = p.Seconds
		}
		row := []any{names[i]}
		for _, part := range parts {
			row = append(row, Milliseconds(seconds[part]))
		}
		t.Rows = append(t.Rows, append(row, Milliseconds(total(each))))
	}
	return t
}

func total(phases []Phase) (seconds float64) {
	for _, p := range phases {
		seconds += p.Seconds
	}
	return seconds
}
