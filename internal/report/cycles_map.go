package report

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/layout"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
)

// What is drawn, so that a page stays small.
const (
	mapVertices = 2000 // of a graph, at most
	mapEdges    = 6000 // about as many as lie in a plane without crossing
	mapCycles   = 100
	mapBytes    = 32 << 10 // about what cycles take in the page, as lines and in words
)

// FirstFound says which cycles [SomeCycles] returns.
const FirstFound = "The cycles that a search finds first, the shortest of them first."

// Drawable says whether a graph is small enough to be drawn.
func Drawable(g *graph.Graph) bool {
	return g.Vertices() <= mapVertices && g.Edges() <= mapEdges
}

// SomeCycles returns some of the cycles that opt asks for, the shortest of these first, and always
// the same. They come at a bounded distance, however rare they are.
func SomeCycles(ctx context.Context, g *graph.Graph, opt chordless.Options) ([][]uint32, error) {
	opt.Engine, opt.Method, opt.Threads, opt.Limit = device.CPU, chordless.DiasCertified, 1, mapCycles
	opt.Trace, opt.Warn, opt.ByLength, opt.PerVertex = nil, nil, false, false
	var cycles [][]uint32
	for cycle, err := range chordless.All(ctx, g, opt) {
		if errors.Is(err, chordless.ErrLimit) {
			break
		}
		if err != nil {
			return nil, err
		}
		cycles = append(cycles, slices.Clone(cycle))
	}
	slices.SortStableFunc(cycles, func(a, b []uint32) int { return cmp.Compare(len(a), len(b)) })
	return cycles, nil
}

// CycleMap draws a graph that is [Drawable] with cycles to step through; which says which ones
// these are. Positions are those that the file has, with y upwards or not; nil where vertices have
// none. There is no section where there are no cycles.
func CycleMap(ctx context.Context, g *graph.Graph, positions [][3]float64, up bool, cycles [][]uint32, which string, threads int) ([]page.Section, error) {
	if len(cycles) == 0 || !Drawable(g) {
		return nil, nil
	}
	if less := fitting(g, cycles); len(less) < len(cycles) {
		which += fmt.Sprintf(" Of %d, %d have room in the page.", len(cycles), len(less))
		cycles = less
	}
	spare := g.Vertices()
	g, cycles, positions = withoutIsolated(g, cycles, positions)
	where := "Where vertices are is what the file says."
	places, err := layout.Given(positions, up)
	if positions == nil || err != nil {
		where = "Distances in the picture are about those in the graph."
		if places, err = layout.Of(ctx, g, threads); err != nil {
			return nil, err
		}
	}
	if spare -= g.Vertices(); spare > 0 {
		where += fmt.Sprintf(" %s not drawn.", several(uint64(spare), "isolated vertex is", "isolated vertices are"))
	}
	drawing := plot.Drawing{
		Head: plot.Head{
			Title: "Cycles on the graph",
			Description: fmt.Sprintf("The graph of %s and %s, with one of %s on it in colour. The first has %s.",
				several(uint64(g.Vertices()), "vertex", "vertices"), several(g.Edges(), "edge", "edges"),
				several(uint64(len(cycles)), "cycle", "cycles"), several(uint64(len(cycles[0])), "vertex", "vertices")),
		},
		Places: places.Places, Cycles: cycles,
	}
	for v := range uint32(g.Vertices()) {
		for _, w := range g.Neighbors(v) {
			if v < w {
				drawing.Edges = append(drawing.Edges, [2]uint32{v, w})
			}
		}
		drawing.Labels = append(drawing.Labels, called(g.Labels(), v))
	}
	table := page.Table{Title: "Cycles on the graph", Columns: []string{"cycle", "length", "vertices in turn"}}
	for i, cycle := range cycles {
		table.Rows = append(table.Rows, []any{
			fmt.Sprintf("cycle %d of %d", i+1, len(cycles)), several(uint64(len(cycle)), "vertex", "vertices"), spell(g, cycle),
		})
	}
	return []page.Section{{Title: "On the graph", Blocks: []page.Block{page.Figure{
		Plot: drawing, Table: &table,
		Note: which + " " + where,
	}}}}, nil
}

// fitting returns cycles from the ends of the list, as many as a page has room for, and at least
// one.
func fitting(g *graph.Graph, cycles [][]uint32) [][]uint32 {
	front, back, room := 0, len(cycles), mapBytes
	for front < back && front+len(cycles)-back < mapCycles {
		at := front
		if front > len(cycles)-back {
			at = back - 1
		}
		// As JSON, letters that are escaped take as many bytes as in HTML, or more.
		words, err := json.Marshal(spell(g, cycles[at]))
		if err != nil {
			panic(err) // as any text is JSON
		}
		const markup, turn = 300, 10
		if room -= markup + turn*len(cycles[at]) + 2*len(words); room < 0 && front > 0 {
			break
		}
		if at == front {
			front++
		} else {
			back--
		}
	}
	return slices.Concat(cycles[:front], cycles[back:])
}

// withoutIsolated returns what is left without the vertices that have no neighbour.
func withoutIsolated(g *graph.Graph, cycles [][]uint32, positions [][3]float64) (*graph.Graph, [][]uint32, [][3]float64) {
	number := make([]uint32, g.Vertices())
	offsets, names := []uint64{0}, []string(nil)
	var neighbors []uint32
	var left [][3]float64
	for v := range uint32(g.Vertices()) {
		if g.Degree(v) == 0 {
			continue
		}
		number[v] = uint32(len(names))
		names = append(names, g.Labels().Label(v))
		offsets = append(offsets, offsets[len(offsets)-1]+uint64(g.Degree(v)))
		if positions != nil {
			left = append(left, positions[v])
		}
	}
	for v := range uint32(g.Vertices()) {
		for _, w := range g.Neighbors(v) {
			neighbors = append(neighbors, number[w])
		}
	}
	renamed := make([][]uint32, len(cycles))
	for i, cycle := range cycles {
		for _, v := range cycle {
			renamed[i] = append(renamed[i], number[v])
		}
	}
	rest, err := graph.NewGraph(offsets, neighbors, graph.NameLabels(names))
	if err != nil {
		panic(err) // as g is a graph
	}
	return rest, renamed, left
}

// Some returns the shortest and the longest cycles of the list, the shortest first.
func (l *CycleList) Some() [][]uint32 {
	sets := slices.Clone(l.shortest.sets)
	for _, set := range slices.Backward(l.longest.sets) {
		if !slices.ContainsFunc(l.shortest.sets, func(other []uint32) bool { return slices.Equal(set, other) }) {
			sets = append(sets, set)
		}
	}
	cycles := make([][]uint32, len(sets))
	for i, set := range sets {
		cycles[i] = around(l.g, set)
	}
	return cycles
}
