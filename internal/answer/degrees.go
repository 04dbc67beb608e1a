package answer

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/summary"
)

// Degrees says how the degrees of a graph are distributed. All of it is
// zero for a graph without vertices.
type Degrees struct {
	Min    uint32  `json:"min"`
	Median uint32  `json:"median"` // the least degree that half of the vertices do not exceed
	Mean   float64 `json:"mean"`
	P99    uint32  `json:"p99"` // the least degree that 99% of the vertices do not exceed
	Max    uint32  `json:"max"`
	// Having is the whole distribution: [degree, vertices that have it].
	Having [][2]uint64 `json:"having"`
}

// DegreesOf returns how the degrees of g are distributed.
func DegreesOf(g *graph.Graph) Degrees {
	n := uint64(g.Vertices())
	if n == 0 {
		return Degrees{}
	}
	having := summary.Distribute(func(yield func(uint32) bool) {
		for v := range uint32(n) {
			if !yield(g.Degree(v)) {
				return
			}
		}
	})
	return Degrees{
		Having: having,
		Min:    uint32(having.Quantile(0)),
		Median: uint32(having.Quantile(50)),
		Mean:   2 * float64(g.Edges()) / float64(n),
		P99:    uint32(having.Quantile(99)),
		Max:    uint32(having.Max()),
	}
}

func (d Degrees) String() string {
	return fmt.Sprintf("min %s, median %s, mean %.2f, 99%% up to %s, max %s",
		readable.Number(d.Min), readable.Number(d.Median), d.Mean, readable.Number(d.P99), readable.Number(d.Max))
}
