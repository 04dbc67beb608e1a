package cli

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/summary"
)

// degreeSummary says how the degrees of a graph are distributed. All of it is
// zero for a graph without vertices.
type degreeSummary struct {
	Min    uint32  `json:"min"`
	Median uint32  `json:"median"` // the least degree that half of the vertices do not exceed
	Mean   float64 `json:"mean"`
	P99    uint32  `json:"p99"` // the least degree that 99% of the vertices do not exceed
	Max    uint32  `json:"max"`
	// Having is the whole distribution: [degree, vertices that have it].
	Having [][2]uint64 `json:"having"`
}

func summarizeDegrees(g *graph.Graph) degreeSummary {
	n := uint64(g.Vertices())
	if n == 0 {
		return degreeSummary{}
	}
	having := summary.Distribute(func(yield func(uint32) bool) {
		for v := range uint32(n) {
			if !yield(g.Degree(v)) {
				return
			}
		}
	})
	return degreeSummary{
		Having: having,
		Min:    uint32(having.Quantile(0)),
		Median: uint32(having.Quantile(50)),
		Mean:   2 * float64(g.Edges()) / float64(n),
		P99:    uint32(having.Quantile(99)),
		Max:    uint32(having.Max()),
	}
}
