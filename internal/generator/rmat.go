package generator

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// RMAT is the recursive matrix graph of Chakrabarti, Zhan and Faloutsos (SDM
// 2004) with the parameters of Graph500 (a, b, c, d = 0.57, 0.19, 0.19, 0.05):
// the stand-in for skewed graphs such as social networks and the web. Ids are
// in [0, 2^Scale); those that no edge touches are no vertices.
//
// Record i draws one number a bit, from the high bit down, out of the
// splitmix64 stream with the state Seed·0x1000003 + i·0x9E37·64. The number r
// in [0, 1) picks the quadrant 0, 1, 2 or 3 for r below 0.57, 0.76, 0.95 or
// above; its high bit goes to the first id and its low bit to the second.
type RMAT struct {
	Scale      int    // bits of an id, 1 to 32
	EdgeFactor int    // records for each of the 2^Scale ids
	Seed       uint64 // another graph for each seed
	Permute    bool   // shuffle the ids, which otherwise tell the degree: the first ids are the hubs
}

// Thresholds of r = z>>11 · 2^-53 as thresholds of z: r is exact in float64,
// and so is each decimal's float64 times 2^53, an integer.
const (
	belowA   = uint64(float64(0.57)*(1<<53)) << 11
	belowAB  = uint64(float64(0.76)*(1<<53)) << 11
	belowABC = uint64(float64(0.95)*(1<<53)) << 11
)

// Source checks the parameters and returns the source of EdgeFactor · 2^Scale
// records.
func (g RMAT) Source() (*Source, error) {
	if err := within("rmat", "scale", g.Scale, 1, 32); err != nil {
		return nil, err
	}
	if err := within("rmat", "edge-factor", g.EdgeFactor, 1, maxRecords>>g.Scale); err != nil {
		return nil, err
	}
	name := fmt.Sprintf("rmat --scale %d --edge-factor %d --seed %d", g.Scale, g.EdgeFactor, g.Seed)
	if g.Permute {
		name += " --permute"
	}
	records := g.EdgeFactor << g.Scale
	info := graph.Info{Name: name, Format: "rmat", Records: graph.Known(records)}
	shuffle := newPermutation(g.Scale, g.Seed)
	return newSource(info, records, blockRecords, func(begin, end int, edges []graph.Edge) []graph.Edge {
		edges = slices.Grow(edges, end-begin)
		made := edges[len(edges) : len(edges)+end-begin]
		rmatFill(made, g.Seed*0x1000003+uint64(begin)*rmatStep, g.Scale)
		if g.Permute {
			for i, e := range made {
				made[i] = graph.Edge{U: uint32(shuffle.at(uint64(e.U))), V: uint32(shuffle.at(uint64(e.V)))}
			}
		}
		return edges[:len(edges)+len(made)]
	}), nil
}

// rmatStep is the distance of the states of two consecutive records.
const rmatStep = 0x9E37 * 64

// rmatFillGo makes the records that begin at a state. It is the twin of the
// assembly, and the rest that does not fill its registers.
func rmatFillGo(edges []graph.Edge, state uint64, scale int) {
	mask := uint64(1)<<scale - 1
	for i := range edges {
		s := state + uint64(i)*rmatStep
		// The bits are gathered inverted, as the borrows of the comparisons.
		var u, v uint64
		for range scale {
			s += golden
			z := mix(s)
			_, a := bits.Sub64(z, belowA, 0)
			_, ab := bits.Sub64(z, belowAB, 0)
			_, abc := bits.Sub64(z, belowABC, 0)
			u = u<<1 | ab
			v = v<<1 | a ^ ab ^ abc
		}
		edges[i] = graph.Edge{U: uint32(^u & mask), V: uint32(^v & mask)}
	}
}
