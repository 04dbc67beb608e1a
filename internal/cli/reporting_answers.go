package cli

import (
	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/report"
	"github.com/tricycle-graph/tricycle/triangle"
)

// checkReport refuses a report in the place of the rows, or among the files of a job.
func (a *asking) checkReport(rows, folder string) error {
	if !a.report.wanted() {
		return nil
	}
	if folder != "" {
		if err := keepFolder(a.report.path, folder); err != nil {
			return err
		}
	}
	if rows == "-" {
		return nil
	}
	if inside, err := isInside(a.report.path, rows); err == nil && inside {
		return usagef("--report %s: there the rows go; name another file", a.report.path)
	}
	return nil
}

// tell writes the report about an answer, where one is asked for: what is said of it, and of
// the graph around it. sections finds out what is said, with so many threads.
func (a *asking) tell(cmd *cobra.Command, title string, r *triangle.Result, sections func(threads int) ([]page.Section, error)) error {
	if !a.report.wanted() {
		return nil
	}
	bounds, stop := a.start(cmd)
	defer stop()
	bounds.Meter.Start("report", 0)
	found, err := sections(bounds.Threads)
	if err != nil {
		return err
	}
	p := &a.report.page
	p.Title = title + " of " + report.Name(r.Info)
	p.Sections = append([]page.Section{report.Triangles(r)}, found...)
	p.Sections = append(p.Sections, report.Input(r.Info, r.Cleaning))
	p.Run = report.Run(r, peakBytes())
	return a.report.write()
}
