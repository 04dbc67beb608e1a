package ties

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// Direction says which arcs there are between a vertex and a neighbour.
type Direction uint8

// Of a pair that is joined, at least one of these.
const (
	Out  Direction = 1 << iota // an arc from the vertex to the neighbour
	In                         // an arc from the neighbour to the vertex
	Both = Out | In
)

// Arcs returns how many arcs there are.
func (d Direction) Arcs() uint64 { return uint64(d&1 + d>>1) }

// Directed is a graph whose edges are arcs, or pairs of them in both directions.
type Directed struct {
	*graph.Graph
	directions []uint32 // of each place in the adjacency, 16 in a word
}

// ReadDirected reads src, whose records lead from their first end to the other, loops
// left out. A source that says that its records have no direction is a
// *graph.InputError.
//
// Errors: *graph.InputError, *graph.MemoryError with a limit that does, the cause of
// ctx when it ends.
func ReadDirected(ctx context.Context, src graph.Source, opt graph.Options) (*Directed, error) {
	d := &Directed{}
	var err error
	d.Graph, err = read(ctx, src, opt, d)
	return d, err
}

// Direction returns which arcs there are at a place in the adjacency.
func (d *Directed) Direction(place uint64) Direction {
	return Direction(d.directions[place/16]>>(place%16*2)) & Both
}

func (d *Directed) begin(g *graph.Graph) {
	d.directions = hugemem.Make[uint32](int((2*g.Edges() + 15) / 16))
}

func (d *Directed) mark(from, to uint64, _ float64) {
	atomic.OrUint32(&d.directions[from/16], uint32(Out)<<(from%16*2))
	atomic.OrUint32(&d.directions[to/16], uint32(In)<<(to%16*2))
}

func (d *Directed) bytes(edges uint64) int64 { return int64(edges/2) + 4 }

func (d *Directed) weighted() bool { return false }

func (d *Directed) check(info graph.Info) error {
	return CheckArcs(info, "arcs, which have a direction")
}

// CheckArcs refuses a source of edges that lead nowhere, where such arcs are expected. Lists
// and tables of pairs, which do not say whether they have a direction, are taken for arcs.
func CheckArcs(info graph.Info, expected string) error {
	found := ""
	switch {
	case info.Mixed:
		found = "edges without a direction beside them"
	case info.Directed:
		return nil
	default:
		switch info.Format {
		case "edgelist", "parquet", "arrow", "ndjson", "u32", "graph500", "graph500-packed", "npy", "npz", "memory":
			if !info.EachOnce {
				return nil
			}
		}
		found = "edges without a direction"
	}
	return &graph.InputError{File: info.Name, Expected: expected, Found: found}
}
