package truss

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Params says with what to decompose. The zero value takes every core and knows no
// limit.
type Params struct {
	Threads int          // goroutines; 0 for one a core
	Memory  int64        // bytes for all that [Bytes] names; 0 for no limit
	Meter   *graph.Meter // progress, in edges whose trussness is known; may be nil

	recountLeast int // edges that must leave at once for counting anew; 0 for a good number (tests take fewer)
}

// Check refuses more edges than have positions of 32 bits. The error wraps
// errors.ErrUnsupported.
func Check(edges uint64) error {
	if edges > math.MaxUint32 {
		return fmt.Errorf("finding the trussness of %d edges, which is done for %d and fewer: %w", edges, uint32(math.MaxUint32), errors.ErrUnsupported)
	}
	return nil
}

// Decompose replaces the support of every edge, at the edge's position in o's
// neighbours, by its trussness. When it fails, support holds neither.
//
// Errors: that of [Check] and *graph.MemoryError before any work, the cause of ctx soon
// after it ends.
func Decompose(ctx context.Context, o *lists.Oriented, support []uint32, p Params) error {
	if uint64(len(support)) != o.Edges() {
		return fmt.Errorf("truss: support of %d edges for lists of %d", len(support), o.Edges())
	}
	if err := Check(o.Edges()); err != nil {
		return err
	}
	workers := par.Workers(p.Threads)
	if need := Bytes(o.Rows(), o.Edges(), workers); p.Memory > 0 && need > p.Memory {
		return &graph.MemoryError{What: "truss decomposition", Need: need, Limit: p.Memory}
	}
	if p.recountLeast == 0 {
		p.recountLeast = 1 << 16 // with fewer nothing takes long
	}
	p.Meter.Start("truss", int64(o.Edges()))
	crew := par.NewCrew(ctx, workers)
	defer crew.Close()
	d := &decomposition{ctx: ctx, crew: crew, meter: p.Meter, out: support, recountLeast: p.recountLeast}
	defer d.free()
	return d.run(o)
}
