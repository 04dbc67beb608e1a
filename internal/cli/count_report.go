package cli

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/report"
	"github.com/tricycle-graph/tricycle/triangle"
)

// writeReport writes the page of --report about the files, all of which were counted.
func (c *counting) writeReport() error {
	if !c.report.wanted() {
		return nil
	}
	p := &c.report.page
	if len(c.counted) == 1 {
		a := c.counted[0]
		p.Title = "Triangles of " + report.Name(a.Info)
		p.Sections = []page.Section{report.Triangles(a.Result), report.Input(a.Info, a.Cleaning)}
		p.Run = report.Run(a.Result, a.Peak)
		return c.report.write()
	}
	p.Title = fmt.Sprintf("Triangles of %d files", len(c.counted))
	results := make([]*triangle.Result, len(c.counted))
	for i, a := range c.counted {
		results[i] = a.Result
	}
	p.Sections = []page.Section{report.Compare(results), report.Inputs(results)}
	p.Run = report.Runs(results)
	return c.report.write()
}
