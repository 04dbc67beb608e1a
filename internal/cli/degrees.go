package cli

import "github.com/tricycle-graph/tricycle/graph"

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
	var most uint32
	for v := range uint32(n) {
		most = max(most, g.Degree(v))
	}
	having := make([]uint64, uint64(most)+1)
	for v := range uint32(n) {
		having[g.Degree(v)]++
	}
	quantile := func(percent uint64) uint32 {
		var below uint64
		for degree, count := range having {
			if below += count; below*100 >= n*percent && below > 0 {
				return uint32(degree)
			}
		}
		return most
	}
	var distribution [][2]uint64
	for degree, vertices := range having {
		if vertices > 0 {
			distribution = append(distribution, [2]uint64{uint64(degree), vertices})
		}
	}
	return degreeSummary{
		Having: distribution,
		Min:    quantile(0),
		Median: quantile(50),
		Mean:   2 * float64(g.Edges()) / float64(n),
		P99:    quantile(99),
		Max:    most,
	}
}
