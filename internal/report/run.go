package report

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Run says how triangles were counted: by what, in which time and with how much memory, peak
// being that of the process.
func Run(r *triangle.Result, peak int64) page.Section {
	facts := page.Facts{}
	for _, fact := range []struct{ name, value string }{
		{"engine", string(r.Engine)}, {"method", string(r.Method)}, {"order", string(r.Order)}, {"device", r.Device},
	} {
		if fact.value != "" {
			facts = append(facts, page.Fact{Name: fact.name, Value: fact.value})
		}
	}
	if p := r.Parts; p != nil {
		facts = append(facts, page.Fact{Name: "parts", Value: fmt.Sprintf("%d × %d", p.Rows, p.Columns), Note: fmt.Sprintf("%d subtasks", p.Subtasks)})
	}
	facts = append(facts, page.Fact{Name: "peak memory", Value: bytesize.Text(peak)})
	if r.DeviceBytes > 0 {
		facts = append(facts, page.Fact{Name: "peak memory " + opencl.Place(r.Engine), Value: bytesize.Text(r.DeviceBytes)})
	}
	section := page.Section{Title: "This run", Blocks: []page.Block{facts}}
	if r.Note != "" {
		section.Blocks = append(section.Blocks, page.Text(r.Note))
	}
	section.Blocks = append(section.Blocks, page.Figure{Plot: phaseBars(phases(&r.Seconds))})
	if r.Parts != nil {
		section.Blocks = append(section.Blocks, parts(r)...)
	}
	return section
}

// phases are those of a count.
func phases(s *triangle.Seconds) []Phase {
	return []Phase{
		{"open the GPU", s.Open}, {"read", s.Read}, {"clean", s.Clean}, {"order", s.Order}, {"orient", s.Orient},
		{"count", s.Count}, {"total", s.Total},
	}
}

// Runs says how long each of several counts took.
func Runs(results []*triangle.Result) page.Section {
	t := page.Table{Title: "All files", Columns: []string{"file", "engine", "method", "order", "seconds"}}
	names := namesOf(results)
	for i, r := range results {
		t.Rows = append(t.Rows, []any{names[i], string(r.Engine), string(r.Method), string(r.Order), r.Seconds.Total})
	}
	f := plot.Bars{
		Head: plot.Head{Title: "Seconds by file and phase", Description: "For each file a bar for each phase of its count, in the order in which they pass, and for all of it."},
		Axis: plot.Axis{Label: "seconds", Format: plot.Seconds},
	}
	note := ""
	if len(results) > filesBeside {
		note = fmt.Sprintf("The first %d of %d files are drawn.", filesBeside, len(results))
		results, names = results[:filesBeside], names[:filesBeside]
	}
	f.Rows = names
	all := make([][]Phase, len(results))
	for i, r := range results {
		all[i] = phases(&r.Seconds)
	}
	for phase := range all[0] {
		bars, some := plot.BarSeries{Name: all[0][phase].Name}, false
		for i := range all {
			bars.Values = append(bars.Values, all[i][phase].Seconds)
			some = some || all[i][phase].Seconds > 0
		}
		if some {
			f.Series = append(f.Series, bars)
		}
	}
	return page.Section{Title: "This run", Blocks: []page.Block{t, page.Figure{Plot: f, Note: note}}}
}
