package chordless

import (
	"math/big"
	"time"

	"github.com/tricycle-graph/tricycle/device"
)

// Result is a count and how it was found.
type Result struct {
	Vertices uint64
	Edges    uint64

	// Triangles is the number of triangles that go through all of
	// Options.Through, whatever lengths were asked for.
	Triangles uint64
	// Chordless is the number of chordless cycles of four vertices and more that
	// were asked for.
	Chordless *big.Int
	// ByLength is the histogram where it was asked for: entry k is the number of
	// cycles of k vertices, 0 for lengths that were not asked for. Triangles are
	// in it where Options.MinLength is 3.
	ByLength []*big.Int
	// PerVertex is, where it was asked for, the number of the cycles asked for
	// that each vertex is on, triangles among them where Options.MinLength is 3.
	PerVertex []*big.Int

	Engine device.Engine // device.CUDA where any atom was counted on the GPU, or "opencl"
	Note   string        // why the CPU did what the GPU was chosen for; "" for nothing
	Method Method        // Auto where some atoms were counted by Frontier and some by DFS
	Plan   *Plan
	// Partial says that the count was stopped: all counts are lower bounds. It
	// stands beside an error only.
	Partial bool

	ReduceTime time.Duration // from the graph to its atoms, and the plan for them
	CountTime  time.Duration // all else
}

// Plan is what was found out before counting, and what was decided.
type Plan struct {
	Reductions Reductions `json:"reductions"`
	// Atoms are the parts to be counted apart, largest first, rings left out; of
	// the small ones, when there are many, only some.
	Atoms []AtomPlan `json:"atoms"`
	Bytes int64      `json:"bytes"` // held while counting beside the graph, at most
}

// Reductions says what the reductions left of a graph.
type Reductions struct {
	CoreVertices      uint64 `json:"core_vertices"`      // in the 2-core
	Blocks            uint64 `json:"blocks"`             // biconnected components that have a cycle
	SimplicialRemoved uint64 `json:"simplicial_removed"` // vertices whose neighbours formed a clique
	ChainVertices     uint64 `json:"chain_vertices"`     // vertices of degree 2 contracted into another
	Rings             uint64 `json:"rings"`              // atoms that are a single cycle, counted on the spot
	Atoms             uint64 `json:"atoms"`              // other atoms
	AtomVertices      uint64 `json:"atom_vertices"`      // in these, contracted
	AtomEdges         uint64 `json:"atom_edges"`
	// Undivided is the number of atoms that clique separators might have split
	// further: finding them would have taken too long.
	Undivided uint64 `json:"undivided"`
}

// AtomPlan is what is known of an atom before its cycles are counted.
type AtomPlan struct {
	Vertices uint64        `json:"vertices"`
	Edges    uint64        `json:"edges"`
	Engine   device.Engine `json:"engine"`
	Method   Method        `json:"method"`
	// Nodes is Knuth's estimate of the nodes of DFS's search tree.
	Nodes float64 `json:"nodes"`
	// Width is the largest frontier of the order that Frontier would take, and
	// States its estimate of the state-steps, -1 where the frontier is too wide.
	// Both are 0 where Frontier was not considered.
	Width  int     `json:"width"`
	States float64 `json:"states"`
	// Widths is the frontier after each step where Method is Frontier.
	Widths []uint8 `json:"-"`
	Reason string  `json:"reason"` // why this method
}
