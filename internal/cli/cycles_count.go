package cli

import (
	"cmp"
	"context"
	"io"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// cycleCount is what cycles prints of a file whose cycles it counted.
type cycleCount struct {
	*chordless.Result
	info    graph.Info
	labels  graph.Labels
	seconds cycleSeconds
}

// cycleSeconds is the wall time of each phase.
type cycleSeconds struct {
	Read   float64 `json:"read"`   // parse and clean the input
	Reduce float64 `json:"reduce"` // from the graph to its atoms, and the plan for them
	Count  float64 `json:"count"`
	Total  float64 `json:"total"`
}

// countFile counts the cycles of one file and shows the count while the file,
// in which the labels may live, is open. A count that was stopped is shown as
// far as it went, and is an error.
func (c *cycling) countFile(ctx context.Context, cmd *cobra.Command, name string, s *search, show func(io.Writer, *cycleCount) error) error {
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
func (c *cycling) countOne(ctx context.Context, cmd *cobra.Command, name string, s *search, steps *report.Steps) (*cycleCount, error) {
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
	times := cycleSeconds{Read: (s.took.Read + s.took.Clean).Seconds(), Reduce: result.ReduceTime.Seconds(), Count: result.CountTime.Seconds()}
	times.Total = times.Read + times.Reduce + times.Count
	tidy(&times.Read, &times.Reduce, &times.Count, &times.Total)
	return &cycleCount{result, s.info, s.Labels(), times},
		c.stopped(name, "the counts are partial, there are at least as many", err)
}

// cyclePhases names the times in the order in which they pass.
var cyclePhases = []struct {
	name    string
	seconds func(s *cycleSeconds) float64
}{
	{"read", func(s *cycleSeconds) float64 { return s.Read }},
	{"reduce", func(s *cycleSeconds) float64 { return s.Reduce }},
	{"count", func(s *cycleSeconds) float64 { return s.Count }},
	{"total", func(s *cycleSeconds) float64 { return s.Total }},
}

// lengthCount is the number of cycles of one length.
type lengthCount struct {
	length int
	cycles *big.Int
}

// byLength lists the lengths that there are cycles of.
func (a *cycleCount) byLength() []lengthCount {
	var counts []lengthCount
	for length, cycles := range a.ByLength {
		if cycles != nil && cycles.Sign() > 0 {
			counts = append(counts, lengthCount{length, cycles})
		}
	}
	return counts
}
