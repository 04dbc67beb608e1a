package chordless

import (
	"context"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/triangle"
)

// triangles visits every triangle that goes through the vertices asked for.
func (opt Options) triangles(ctx context.Context, g *graph.Graph, q query, visit func(cycle []uint32) error) error {
	l, err := triangle.List(ctx, g.Source(), triangle.Options{
		Engine: device.CPU, Threads: opt.Threads, Memory: opt.Memory, Meter: opt.Meter,
	})
	if err != nil {
		return err
	}
	l.Through = q.through
	for cycle, err := range l.All(ctx) {
		if err != nil {
			return err
		}
		if err := visit(cycle[:]); err != nil {
			return err
		}
	}
	return nil
}
