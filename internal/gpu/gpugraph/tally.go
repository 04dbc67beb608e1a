package gpugraph

import (
	"math/big"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// tally is what is counted on the way to the lists, whole or in parts.
type tally struct {
	found    readFacts
	kept     distinctFacts
	degrees  degreeFacts
	vertices int // declared ones, or the distinct ids
}

// Report says what cleaning did: what lists.Built says of the same source.
func (t *tally) Report() graph.Report {
	records := uint64(t.found.records)
	return graph.Report{
		Records:    records,
		Loops:      t.found.loops,
		Duplicates: records - t.found.loops - t.kept.edges - t.kept.reciprocal,
		Reciprocal: t.kept.reciprocal,
		OneWay:     t.kept.edges - t.kept.reciprocal,
		Isolated:   uint64(t.vertices - t.degrees.connected),
	}
}

// Facts returns what the degrees tell.
func (t *tally) Facts() lists.Facts {
	return lists.NewFacts(t.vertices, t.degrees.connected, t.kept.edges, t.degrees.largest, t.degrees.wedges())
}

// setVertices counts the vertices: the ids that arrays are made for, where the
// source declares them, and otherwise those that stand in a record.
func (t *tally) setVertices(ids int, declared bool) {
	t.vertices = t.degrees.connected + t.degrees.lonely
	if declared {
		t.vertices = ids
	}
}

// readFacts are what is found in the records.
type readFacts struct {
	records int
	loops   uint64
	largest uint64 // id
}

// distinctFacts are what the kernels behind distinct count.
type distinctFacts struct {
	edges      uint64
	reciprocal uint64 // of these, in both directions
}

const distinctFactWords = 2

func newDistinctFacts(words []uint64) distinctFacts { return distinctFacts{words[0], words[1]} }

// degreeFacts are sums over the degrees.
type degreeFacts struct {
	largest   uint32
	connected int // vertices with an edge
	lonely    int // vertices with nothing but a self-loop
	// The wedges of each vertex, their low and high 32 bits added apart.
	wedgesLow, wedgesHigh uint64
}

func newDegreeFacts(words []uint64) degreeFacts {
	return degreeFacts{
		largest: uint32(words[0]), connected: int(words[1]), lonely: int(words[2]),
		wedgesLow: words[3], wedgesHigh: words[4],
	}
}

func (f degreeFacts) wedges() *big.Int {
	w := new(big.Int).SetUint64(f.wedgesHigh)
	return w.Lsh(w, 32).Add(w, new(big.Int).SetUint64(f.wedgesLow))
}

// summarize adds up over degrees. facts are zero before.
func (w *work) summarize(degree, loopers gpu.Array[uint32], facts gpu.Array[uint64]) {
	n := degree.Len()
	gpurun.Launch(w.Run, kernels.Summarize, w.over(n), kernels.SummarizeArgs{Degree: degree, Loopers: loopers, N: uint64(n), Facts: facts})
}
