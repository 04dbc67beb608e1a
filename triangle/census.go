package triangle

import (
	"context"
	"iter"
	"math/big"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/ties"
	"github.com/tricycle-graph/tricycle/internal/triads"
)

// Triads says of a directed graph how many of its triples of vertices are joined in
// each of the sixteen ways.
type Triads struct {
	Info       graph.Info
	Vertices   uint64
	Mutual     uint64 // pairs with arcs in both directions
	Asymmetric uint64 // pairs with one arc
	Cleaning   graph.Report
	counts     triads.Counts
}

// All yields the classes by their usual names (003, 012, 102, 021D, 021U, 021C, 111D,
// 111U, 030T, 030C, 201, 120D, 120U, 120C, 210, 300), each with the number of its
// triads.
func (t *Triads) All() iter.Seq2[string, *big.Int] {
	return func(yield func(class string, n *big.Int) bool) {
		for class, n := range t.counts {
			if !yield(triads.Names[class], n) {
				return
			}
		}
	}
}

// Census counts the triads of src. Its records are arcs, from their first end to the
// other, loops and repeats left out; where the source does not say whether they have a
// direction, as edges in memory, lists and tables do not, they are taken to have one.
// It is done on the CPU, in memory.
//
// Errors: *graph.InputError where the input breaks its format's rules, or says that its
// edges have no direction; *graph.MemoryError where they do not fit opt.Memory, with a
// limit that does; the cause of ctx when it ends.
func Census(ctx context.Context, src graph.Source, opt graph.Options) (*Triads, error) {
	d, err := ties.ReadDirected(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	c, err := triads.Of(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	return &Triads{
		Info: src.Info(), Vertices: uint64(d.Vertices()), Mutual: c.Mutual, Asymmetric: c.Asymmetric,
		Cleaning: d.Report(), counts: c.Triads,
	}, nil
}
