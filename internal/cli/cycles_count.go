package cli

import (
	"context"
	"fmt"
	"io"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
)

// cycleCount is what cycles prints of a file whose cycles it counted.
type cycleCount struct {
	*chordless.Result
	info   graph.Info
	labels graph.Labels
}

// countFile counts the cycles of one file and shows the count while the file,
// in which the labels may live, is open. A count that was stopped is shown as
// far as it went, and is an error.
func (c *cycling) countFile(ctx context.Context, cmd *cobra.Command, name string, s *search, show func(io.Writer, *cycleCount) error) error {
	a, err := c.countOne(ctx, cmd, name, s)
	if a == nil {
		return err
	}
	if failed := output(show(cmd.OutOrStdout(), a)); failed != nil {
		return failed
	}
	return err
}

// countOne returns a count, which is good until the file is closed, and an error
// beside it where it was stopped by a limit.
func (c *cycling) countOne(ctx context.Context, cmd *cobra.Command, name string, s *search) (*cycleCount, error) {
	defer watch(cmd, c.quiet, s.opt.Meter)()
	result, err := chordless.Count(ctx, s.Graph, s.opt)
	if err != nil && !isStopped(err) {
		return nil, s.failed(err)
	}
	if result.Note != "" && !c.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "tricycle: %s: %s\n", oneLine(name), oneLine(result.Note))
	}
	if err := c.writeTrace(result.Levels); err != nil {
		return nil, err
	}
	result.Seconds.Read = s.read + s.clean
	result.Seconds.Total += result.Seconds.Read
	tidy(&result.Seconds.Read, &result.Seconds.Reduce, &result.Seconds.Count, &result.Seconds.Total)
	return &cycleCount{result, s.info, s.Labels()},
		c.stopped(name, "the counts are partial, there are at least as many", err)
}

// cycleSeconds names the times in the order in which they pass.
var cycleSeconds = []struct {
	name    string
	seconds func(s *chordless.Seconds) float64
}{
	{"read", func(s *chordless.Seconds) float64 { return s.Read }},
	{"reduce", func(s *chordless.Seconds) float64 { return s.Reduce }},
	{"count", func(s *chordless.Seconds) float64 { return s.Count }},
	{"total", func(s *chordless.Seconds) float64 { return s.Total }},
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
