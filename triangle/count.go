package triangle

import (
	"context"
	"math/big"

	"github.com/tricycle-graph/tricycle/graph"
)

// Engine says where the work is done.
type Engine string

const (
	EngineAuto Engine = "auto" // whatever the plan finds best
	EngineCPU  Engine = "cpu"  // every core of this machine
)

// Options are the wishes of a count. The zero value counts in the best way
// there is, on every core, without a memory limit.
type Options struct {
	Engine    Engine       // "" for EngineAuto
	Method    Method       // "" for Auto
	Order     graph.Order  // "" for graph.OrderAuto
	Threads   int          // goroutines; 0 for one a core
	Memory    int64        // bytes that may be held; 0 for no limit
	SliceBits int          // bitslice: bits a slice; 0 for 64
	Strict    bool         // loops, duplicates and one-way edges are errors
	Meter     *graph.Meter // progress; may be nil
}

// Seconds is the wall time of each phase.
type Seconds struct {
	Read   float64 `json:"read"`   // parse the input into raw edges
	Clean  float64 `json:"clean"`  // drop loops, merge duplicates, sort
	Order  float64 `json:"order"`  // rank the vertices
	Orient float64 `json:"orient"` // relabel and orient the edges
	Count  float64 `json:"count"`  // count, every auxiliary structure included
	Total  float64 `json:"total"`
}

// Result is the answer and how it was found.
type Result struct {
	Info         graph.Info
	Vertices     uint64
	Edges        uint64
	Triangles    uint64
	Wedges       *big.Int // paths of length two, sum of d(d-1)/2
	MaxDegree    uint32
	MaxOutDegree uint32 // longest oriented list under Order
	Engine       Engine
	Method       Method
	Order        graph.Order
	Cleaning     graph.Report
	Seconds      Seconds
}

// Transitivity returns the global clustering coefficient, three times the
// triangles over the wedges; 0 for a graph without wedges.
func (r *Result) Transitivity() float64 {
	if r.Wedges == nil || r.Wedges.Sign() == 0 {
		return 0
	}
	closed := new(big.Int).Mul(big.NewInt(3), new(big.Int).SetUint64(r.Triangles))
	ratio, _ := new(big.Rat).SetFrac(closed, r.Wedges).Float64()
	return ratio
}

// Count counts the triangles of src.
//
// Errors: *graph.InputError where the input breaks its format's rules (or, with
// Strict, is not clean), *graph.MemoryError before work that would not fit
// Memory, the cause of ctx when it ends, graph.ErrOverflow.
func Count(ctx context.Context, src graph.Source, opt Options) (*Result, error) {
	p, err := prepare(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	return p.count(ctx)
}

// CountGraph counts the triangles of a graph in memory.
func CountGraph(ctx context.Context, g *graph.Graph, opt Options) (*Result, error) {
	p := newPreparation(graph.Info{Format: "memory", Vertices: int64(g.Vertices()), Records: int64(g.Edges())}, opt)
	if err := p.takeGraph(ctx, g); err != nil {
		return nil, err
	}
	return p.count(ctx)
}
