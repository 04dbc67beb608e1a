package gpugraph

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// Look is what a look at some edges tells of lists in the order that they are in: what it
// would take to count over them. They are the same edges in each run, spread over all.
// The zero Look is that of few edges, or of lists that nobody looked at.
type Look struct {
	Rows  int    // of all lists
	Edges uint64 // in all
	Spare bool   // there is room to rank by [lists.OrderClusters]

	// Means over the edges that were looked at.
	Smaller, Larger             float64 // entries in the rows of both ends
	Slices32, Slices256         float64 // slices of so many bits: of the smaller end, and of the larger one as far as that
	Starts32, Starts256         float64 // of these slices an edge
	Near                        float64 // edges between ids near each other
	Closed                      float64 // of the pairs of entries of a row, those that are an edge
	RankedSmaller, RankedLarger float64 // what Smaller and Larger would be with the hubs first, about; 0 where the degrees are not known
}

// Seen reports whether somebody looked.
func (l Look) Seen() bool { return l.Edges > 0 }

const (
	// looked is how many edges are looked at, and fewLooked the number of edges up to which
	// it takes as long to look as to count.
	looked    = 1 << 12
	fewLooked = 1 << 18
	// nearShare is the part of all ids, as a power of two, that the ends of an edge may be
	// apart to be near each other.
	nearShare = 6
)

// Look looks at the edges in the order of the ids.
func (c *Cleaned) Look(ctx context.Context) (Look, error) {
	if c.kept.edges <= fewLooked || c.used {
		return Look{}, c.Err
	}
	if !c.seen.Seen() {
		c.seen = c.look(c.keys, c.kept.edges, c.degree.Len(), c.degree)
		c.seen.Rows, c.seen.Spare = c.degrees.connected, c.roomForClusters()
		c.done(ctx, "look")
	}
	return c.seen, c.Err
}

// look looks at sorted keys of so many edges; degree may be empty. It takes the words that
// are for sorting.
func (w *work) look(keys gpu.Array[uint64], edges uint64, ids int, degree gpu.Array[uint32]) Look {
	samples := min(looked, edges)
	if samples == 0 {
		return Look{}
	}
	facts := w.known.Slice(0, kernels.LookFacts)
	gpurun.Zero(w.Run, facts)
	gpurun.Launch(w.Run, kernels.Look, blocksOf(looked/kernels.Warps), kernels.LookArgs{
		Keys: keys, N: edges, Samples: samples, Near: uint32(ids >> nearShare), Degree: degree, Facts: facts,
	})
	words := w.ask("look", facts)
	if w.Err != nil {
		return Look{}
	}
	mean := func(i int) float64 { return float64(words[i]) / float64(samples) }
	return Look{
		Rows: ids, Edges: edges, Smaller: mean(0), Larger: mean(1), Slices32: mean(2), Slices256: mean(3),
		Starts32: mean(4), Starts256: mean(5), Near: mean(6), Closed: float64(words[7]) / float64(max(words[8], 1)),
		RankedSmaller: mean(9), RankedLarger: mean(10),
	}
}
