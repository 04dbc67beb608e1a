package cli

import (
	"cmp"
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/cyclelist"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// countFile counts the cycles of one file and shows the count while the file,
// in which the labels may live, is open. A count that was stopped is shown as
// far as it went, and is an error.
func (c *cycling) countFile(ctx context.Context, cmd *cobra.Command, name string, s *search, show func(io.Writer, *answer.Cycles) error) error {
	steps := c.stepsOf(&s.opt)
	a, err := c.countOne(ctx, cmd, name, s, steps)
	if a == nil {
		return err
	}
	if failed := output(show(cmd.OutOrStdout(), a)); failed != nil {
		return failed
	}
	return cmp.Or(c.report.addCount(cmd.Context(), s, a, steps, c.asked(), err), err)
}

// countOne returns a count, which is good until the file is closed, and an error
// beside it where it was stopped by a limit.
func (c *cycling) countOne(ctx context.Context, cmd *cobra.Command, name string, s *search, steps *report.Steps) (*answer.Cycles, error) {
	defer watch(cmd, c.quiet, s.opt.Meter)()
	result, err := chordless.Count(ctx, s.Graph, s.opt)
	if err != nil && !isStopped(err) {
		return nil, s.failed(err)
	}
	if result.Note != "" && !c.quiet {
		note(cmd.ErrOrStderr(), name, "%s", result.Note)
	}
	steps.Partial = err != nil
	if failed := c.writeTrace(steps, name); failed != nil {
		return nil, failed
	}
	times := answer.CycleSeconds{Read: (s.took.Read + s.took.Clean).Seconds(), Reduce: result.ReduceTime.Seconds(), Count: result.CountTime.Seconds()}
	times.Total = times.Read + times.Reduce + times.Count
	readable.Tidy(&times.Read, &times.Reduce, &times.Count, &times.Total)
	return &answer.Cycles{Result: result, Info: s.info, Labels: s.Labels(), Seconds: times, Peak: peakBytes()},
		c.stopped(name, "the counts are partial, there are at least as many", err)
}

// display returns what prints counts in the form that was asked for: sheets of
// text for one file and where vertices are counted, a table of text for several.
func (c *cycling) display(names []string) func(w io.Writer, a *answer.Cycles) error {
	switch {
	case c.form == cyclelist.NDJSON:
		return func(w io.Writer, a *answer.Cycles) error { return writeJSON(w, a.JSON()) }
	case c.form == cyclelist.CSV && c.perVertex:
		return new(answer.CycleCSV).PrintVertices
	case c.form == cyclelist.CSV:
		return (&answer.CycleCSV{ByLength: c.histogram}).Print
	case len(names) > 1 && !c.perVertex:
		return answer.CycleTable(names, c.histogram).Print
	}
	return new(answer.CycleSheets).Print
}
