package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
)

// search is a graph to search, and the wishes in its terms.
type search struct {
	*loaded
	info graph.Info
	opt  chordless.Options
}

// load reads a file and says what cleaning did. The source is closed by the
// caller, as a graph may live in it.
func (c *cycling) load(ctx context.Context, cmd *cobra.Command, name string, src graph.Source) (*search, error) {
	meter := new(graph.Meter)
	stop := watch(cmd.ErrOrStderr(), c.quiet, meter)
	g, err := load(ctx, src, c.limits.options(meter))
	stop()
	if err != nil {
		return nil, c.stopped(name, "it was not even read", err)
	}
	if !c.quiet {
		reportCleaning(cmd.ErrOrStderr(), name, g.Report())
	}
	s := &search{loaded: g, info: src.Info(), opt: c.options()}
	s.opt.Meter = meter
	if s.opt.Memory, err = c.beside(g.Graph); err != nil {
		return nil, err
	}
	for _, label := range c.through {
		v, ok := g.Labels().Find(label, g.Vertices())
		if !ok {
			return nil, usagef("--through %s: %s has no such vertex", label, name)
		}
		s.opt.Through = append(s.opt.Through, v)
	}
	return s, nil
}

// beside returns what --memory leaves beside the graph; 0 for no limit.
func (c *cycling) beside(g *graph.Graph) (int64, error) {
	if c.limits.memory == 0 {
		return 0, nil
	}
	held := int64(8*len(g.Offsets()) + 4*len(g.Adjacency()))
	if held >= int64(c.limits.memory) {
		return 0, &graph.MemoryError{What: "the graph alone", Need: held, Limit: int64(c.limits.memory)}
	}
	return int64(c.limits.memory) - held, nil
}
