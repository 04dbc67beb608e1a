package cli

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cyclelist"
	"github.com/tricycle-graph/tricycle/internal/positions"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// placing is a source that keeps the positions of its vertices.
type placing struct {
	graph.Source
	positions [][3]float64
}

// withPlaces returns a source that does so, where it is asked for and there may be any: what
// holds a graph has none, and is left what it is.
func withPlaces(src graph.Source, asked bool) (graph.Source, *placing) {
	if _, ok := src.(graph.Loader); ok || !asked {
		return src, new(placing)
	}
	p := &placing{Source: src}
	return p, p
}

func (p *placing) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	summary, err := p.Source.Read(ctx, workers, emit)
	p.positions = summary.Positions
	return summary, err
}

// drawnBytes is how large the files are at most whose graphs may be drawn: a kilobyte and more for
// each vertex and edge.
const drawnBytes = 16 << 20

// mayBeDrawn says whether a file may have a graph that is small enough to be drawn. Of others the
// positions would take memory for nothing.
func mayBeDrawn(name string) bool {
	file, err := os.Stat(name)
	return err != nil || file.Size() <= drawnBytes // as pipes have none, and members of archives no file
}

// upwards says whether y counts upwards in positions, as in all formats but Pajek.
func upwards(info graph.Info) bool { return info.Format != "pajek" }

// drawnAt reads where the vertices of a graph are drawn, of the file of that name. Flags that no
// drawing would heed are refused, and files that leave out some vertex.
func drawnAt(ctx context.Context, path, name string, g *graph.Graph) ([][3]float64, error) {
	if !report.Drawable(g) {
		return nil, usagef("--positions is for a drawing, and %s is not drawn: %s", name, report.Undrawn)
	}
	all, err := positions.Read(ctx, path, g.Labels(), g.Vertices())
	for v, at := range all {
		if g.Degree(uint32(v)) > 0 && math.IsNaN(at[0]) {
			return nil, &graph.InputError{File: path, Expected: "a position of vertex " + readable.OneLine(g.Labels().Label(uint32(v))) + ", which is drawn", Found: "none"}
		}
	}
	return all, err
}

// place finds where the vertices of a graph are, in a file of its own or in that of the graph,
// and sees to it that all that may be on a cycle have a longitude and a latitude.
func (c *cycling) place(ctx context.Context, name string, s *search) (err error) {
	from := cmp.Or(c.positions, name)
	if c.positions != "" {
		if s.positions, err = positions.Read(ctx, c.positions, s.Labels(), s.Vertices()); err != nil {
			return err
		}
	}
	if s.positions == nil {
		return usagef("%s does not say where its vertices are, which --to %s needs; --positions names a file that does", name, cyclelist.GeoJSON)
	}
	if err := s.hold("the positions of the vertices", 3*8*int64(s.Vertices())); err != nil {
		return err
	}
	s.up = true // as latitudes
	on := mayBeOnCycle(s.Graph)
	for v, at := range s.positions {
		if !on[v] {
			continue
		}
		vertex := "vertex " + readable.OneLine(s.Labels().Label(uint32(v)))
		x, y := at[0], at[1]
		switch {
		case math.IsNaN(x) || math.IsNaN(y):
			return &graph.InputError{File: from, Expected: "a position of " + vertex + ", which may be on a cycle", Found: "none"}
		case !onEarth(x, y):
			hint := "; metres and pixels have to be made degrees first"
			if onEarth(y, x) {
				hint = "; it seems to be the other way round"
			}
			return &graph.InputError{
				File:     from,
				Expected: "longitudes from -180 to 180 and latitudes from -90 to 90, in degrees",
				Found:    fmt.Sprintf("%s at %v, %v%s", vertex, x, y, hint),
			}
		}
	}
	return nil
}

func onEarth(longitude, latitude float64) bool {
	return math.Abs(longitude) <= 180 && math.Abs(latitude) <= 90
}

// mayBeOnCycle says which vertices are left when those with fewer than two neighbours are taken
// away for as long as there are any: the 2-core. None of the others is on a cycle.
func mayBeOnCycle(g *graph.Graph) []bool {
	n := g.Vertices()
	on, degree := make([]bool, n), make([]uint32, n)
	var leaves []uint32
	for v := range uint32(n) {
		on[v], degree[v] = true, g.Degree(v)
		if degree[v] < 2 {
			leaves = append(leaves, v)
		}
	}
	for len(leaves) > 0 {
		v := leaves[len(leaves)-1]
		leaves, on[v] = leaves[:len(leaves)-1], false
		for _, w := range g.Neighbors(v) {
			if degree[w]--; degree[w] == 1 && on[w] {
				leaves = append(leaves, w)
			}
		}
	}
	return on
}
