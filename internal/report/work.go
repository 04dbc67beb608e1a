package report

import (
	"fmt"
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
	for i, each := range phases {
		total := 0.0
		for _, p := range each {
			total += p.Seconds
		}
		bars := phaseBars(append(slices.Clip(each), Phase{"total", total}))
		if len(names) > 1 {
			bars.Title += fmt.Sprintf(", %s", names[i])
		}
		section.Blocks = append(section.Blocks, page.Figure{Plot: bars})
	}
	return section
}
