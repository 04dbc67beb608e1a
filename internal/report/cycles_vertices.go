package report

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

// topMost is how many vertices are named.
const topMost = 20

// cyclesByVertex says on how many cycles vertices are, whose names are labels.
func cyclesByVertex(r *chordless.Result, labels graph.Labels, asked CyclesAsked) page.Section {
	counts := r.PerVertex
	section := page.Section{Title: "Cycles a vertex"}
	sum, none := new(big.Int), 0
	for _, n := range counts {
		sum.Add(sum, n)
		if n.Sign() == 0 {
			none++
		}
	}
	facts := page.Facts{
		{Name: "vertices on a cycle", Value: len(counts) - none},
		{Name: "vertices on none", Value: none},
	}
	if len(counts) > 0 {
		mean, _ := new(big.Rat).SetFrac(sum, big.NewInt(int64(len(counts)))).Float64()
		facts = append(facts, page.Fact{Name: "cycles a vertex, mean", Value: mean, Note: "each cycle counts at all its vertices"})
	}
	section.Blocks = append(section.Blocks, facts)
	top := topOf(counts)
	if len(top) == 0 {
		return section
	}
	if figure, ok := atLeast(counts, counts[top[0]], r.Partial); ok {
		section.Blocks = append(section.Blocks, figure)
	}
	table := page.Table{
		Title:   "The vertices on most cycles",
		Columns: []string{"vertex", "cycles", "% of all cycles"},
	}
	all := r.Chordless
	if asked.Least == 3 {
		all = new(big.Int).Add(all, new(big.Int).SetUint64(r.Triangles))
	}
	for _, v := range top {
		share, _ := new(big.Rat).SetFrac(new(big.Int).Mul(counts[v], big.NewInt(100)), all).Float64()
		table.Rows = append(table.Rows, []any{called(labels, v), counts[v], math.Round(share*100) / 100})
	}
	section.Blocks = append(section.Blocks, table)
	return section
}

// topOf returns the vertices on most cycles, the most first, and the smaller number of two on as
// many.
func topOf(counts []*big.Int) []uint32 {
	var top []uint32
	for v, n := range counts {
		if n.Sign() == 0 || len(top) == topMost && n.Cmp(counts[top[topMost-1]]) <= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, n, func(u uint32, n *big.Int) int {
			if counts[u].Cmp(n) >= 0 {
				return -1
			}
			return 1
		})
		top = slices.Insert(top, at, uint32(v))[:min(len(top)+1, topMost)]
	}
	return top
}

// atLeast draws how many vertices are on so many cycles and more. The numbers of cycles at which
// that is told are all small ones, and further on eight for each power of two: of any number of
// vertices, a few hundred.
func atLeast(counts []*big.Int, largest *big.Int, partial bool) (page.Figure, bool) {
	if _, ok := drawable(largest); !ok {
		return page.Figure{}, false
	}
	const small, places = 64, 8
	bins := make([]int, small+places*(largest.BitLen()+1)) // vertices from this place up to the next
	shifted := new(big.Int)
	place := func(n *big.Int) int {
		bits := n.BitLen()
		if bits <= 6 {
			return int(n.Int64())
		}
		return small + places*(bits-7) + int(shifted.Rsh(n, uint(bits-4)).Int64()) - places
	}
	for _, n := range counts {
		bins[place(n)]++
	}
	series := plot.Series{Name: "vertices", Mark: plot.Steps}
	vertices := 0
	for at := len(bins) - 1; at > 0; at-- {
		if bins[at] == 0 {
			continue
		}
		vertices += bins[at]
		series.X, series.Y = append(series.X, begin(at, small, places)), append(series.Y, float64(vertices))
	}
	slices.Reverse(series.X)
	slices.Reverse(series.Y)
	text := fmt.Sprintf("The curve falls from %s, which are on a cycle, to those on most, on %s.",
		readable.Quantity(uint64(vertices), "vertex", "vertices"), readable.Big(largest))
	if partial {
		text += " The search was stopped, so that all numbers are lower bounds."
	}
	return page.Figure{
		Plot: plot.Chart{
			Head: plot.Head{Title: "Vertices by their number of cycles", Description: text},
			X:    plot.Axis{Label: "cycles", Log: true}, Y: plot.Axis{Label: "vertices on as many or more", Log: true},
			Series: []plot.Series{series},
		},
		Note: text + " It says for each number of cycles how many vertices are on as many or more.",
	}, true
}

// begin is the least number of a bin.
func begin(at, small, places int) float64 {
	if at < small {
		return float64(at)
	}
	at -= small
	v, _ := new(big.Float).SetInt(new(big.Int).Lsh(big.NewInt(int64(places+at%places)), uint(at/places+3))).Float64()
	return v
}
