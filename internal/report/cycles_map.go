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
	"github.com/tricycle-graph/tricycle/internal/readable"
)

// What is drawn, so that a page stays small.
const (
	mapVertices = 2000 // of a graph, at most
	mapEdges    = 6000 // about as many as lie in a plane without crossing
	mapCycles   = 100
	mapBytes    = 16 << 10 // about what cycles take in the page, as lines and in words
)

// FirstFound says which cycles [SomeCycles] returns.
const FirstFound = "The cycles that a search finds first, the shortest of them first."

// Undrawn says of a graph why it is not [Drawable].
var Undrawn = fmt.Sprintf("a picture has room for %s vertices and %s edges", readable.Number(mapVertices), readable.Number(mapEdges))

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

// CycleMap is a graph to be drawn, with cycles to step through.
type CycleMap struct {
	Graph     *graph.Graph
	Positions [][3]float64 // those that the file has; nil where vertices have none
	Up        bool         // y counts upwards in these
	Cycles    [][]uint32
	Which     string // says which cycles these are
}

// Sections draws the map of a graph that is [Drawable], also without a cycle. There is no section
// where there is no edge.
func (m CycleMap) Sections(ctx context.Context, threads int) ([]page.Section, error) {
	if m.Graph.Edges() == 0 || !Drawable(m.Graph) {
		return nil, nil
	}
	if less := fitting(m.Graph, m.Cycles); len(less) < len(m.Cycles) {
		m.Which += fmt.Sprintf(" Of %d, %d have room in the page.", len(m.Cycles), len(less))
		m.Cycles = less
	}
	spare := m.Graph.Vertices()
	m.Graph, m.Cycles, m.Positions = withoutIsolated(m.Graph, m.Cycles, m.Positions)
	where := "Where vertices are is what the file says."
	places, err := layout.Given(m.Positions, m.Up)
	if m.Positions == nil || err != nil {
		where = "Distances in the picture are about those in the graph."
		if places, err = layout.Of(ctx, m.Graph, threads); err != nil {
			return nil, err
		}
	}
	if spare -= m.Graph.Vertices(); spare > 0 {
		where += fmt.Sprintf(" %s not drawn.", readable.Quantity(uint64(spare), "isolated vertex is", "isolated vertices are"))
	}
	figure := page.Figure{Plot: m.drawing(places), Table: cyclesInWords(m.Graph, m.Cycles), Note: m.Which + " " + where}
	if len(m.Cycles) == 0 {
		figure.Table, figure.Note = neighbours(m.Graph), "No cycle is drawn. "+where
	}
	return []page.Section{{Title: "On the graph", Blocks: []page.Block{figure}}}, nil
}

// cyclesInWords has a row for each cycle of a drawing.
func cyclesInWords(g *graph.Graph, cycles [][]uint32) *page.Table {
	t := &page.Table{Title: "Cycles on the graph", Columns: []string{"cycle", "length", "vertices in turn"}}
	for i, cycle := range cycles {
		t.Rows = append(t.Rows, []any{
			fmt.Sprintf("cycle %d of %d", i+1, len(cycles)), readable.Quantity(uint64(len(cycle)), "vertex", "vertices"), spell(g, cycle, " – "),
		})
	}
	return t
}

// neighbours has a row for each vertex of a drawing without a cycle, as far as a page has room.
func neighbours(g *graph.Graph) *page.Table {
	t := &page.Table{Title: "The graph", Columns: []string{"vertex", "neighbours", "these are"}}
	room := mapBytes
	for v := range uint32(g.Vertices()) {
		name, words := called(g.Labels(), v), spell(g, g.Neighbors(v), ", ")
		if room -= inPage(name + words); room < 0 && v > 0 {
			t.Note = fmt.Sprintf("And %s more.", readable.Quantity(uint64(g.Vertices())-uint64(v), "vertex", "vertices"))
			break
		}
		t.Rows = append(t.Rows, []any{name, g.Degree(v), words})
	}
	return t
}

// drawing is the graph with its vertices at these places.
func (m CycleMap) drawing(places layout.Layout) plot.Drawing {
	g := m.Graph
	size := fmt.Sprintf("The graph of %s and %s", readable.Quantity(uint64(g.Vertices()), "vertex", "vertices"), readable.Quantity(g.Edges(), "edge", "edges"))
	drawing := plot.Drawing{Head: plot.Head{Title: "The graph", Description: size + "."}, Places: places.Places, Cycles: m.Cycles}
	if len(m.Cycles) > 0 {
		drawing.Title = "Cycles on the graph"
		drawing.Description = fmt.Sprintf("%s, with one of %s on it in colour. The first has %s.",
			size, readable.Quantity(uint64(len(m.Cycles)), "cycle", "cycles"), readable.Quantity(uint64(len(m.Cycles[0])), "vertex", "vertices"))
	}
	for v := range uint32(g.Vertices()) {
		for _, w := range g.Neighbors(v) {
			if v < w {
				drawing.Edges = append(drawing.Edges, [2]uint32{v, w})
			}
		}
		drawing.Labels = append(drawing.Labels, called(g.Labels(), v))
	}
	return drawing
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
		const turn = 10
		if room -= turn*len(cycles[at]) + inPage(spell(g, cycles[at], " – ")); room < 0 && front > 0 {
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

// inPage is about how many bytes words of a row take in a page: in its table, and as JSON.
func inPage(words string) int {
	// As JSON, letters that are escaped take as many bytes as in HTML, or more.
	data, err := json.Marshal(words)
	if err != nil {
		panic(err) // as any text is JSON
	}
	const markup = 300
	return markup + 2*len(data)
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
