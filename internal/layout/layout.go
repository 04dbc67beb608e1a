package layout

import (
	"context"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Most is how many vertices can be laid out: the distances of all pairs take 32 MB then.
const Most = 4000

// Layout is a place for each vertex. The longer of Width and Height is 1, unless all vertices
// are in one place, and both are 0; it is Width where places were found and not given.
type Layout struct {
	Places        [][2]float64 // x from 0 to Width, y from 0 to Height, which counts downwards
	Width, Height float64
}

// Of lays a graph out, on so many threads, 0 for one a core. The only errors are that it has
// more than Most vertices, and the cause of ctx when that ends.
func Of(ctx context.Context, g *graph.Graph, threads int) (Layout, error) {
	n := g.Vertices()
	if n > Most {
		return Layout{}, fmt.Errorf("%d vertices are more than the %d that can be laid out", n, Most)
	}
	roots, err := g.Components(ctx)
	if err != nil {
		return Layout{}, err
	}
	crew := par.NewCrew(ctx, par.Workers(threads))
	defer crew.Close()
	components := componentsOf(g, roots)
	for _, c := range components {
		if err := c.layOut(crew); err != nil {
			return Layout{}, err
		}
	}
	pack(components)
	places := make([][2]float64, n)
	for _, c := range components {
		for i, v := range c.vertices {
			places[v] = [2]float64{c.at[0] + c.x[i], c.at[1] + c.y[i]}
		}
	}
	return normal(places), nil
}

// component is the part of a graph that can be reached from one of its vertices.
type component struct {
	vertices  []uint32   // ascending
	neighbors [][]uint32 // of each, by their numbers within the component

	x, y          []float64
	width, height float64
	at            [2]float64 // of its upper left corner
}

func componentsOf(g *graph.Graph, roots []uint32) []*component {
	var components []*component
	of := make(map[uint32]*component)
	within := make([]uint32, len(roots)) // number of a vertex in its component
	for v, root := range roots {
		c := of[root]
		if c == nil {
			c = &component{}
			of[root], components = c, append(components, c)
		}
		within[v] = uint32(len(c.vertices))
		c.vertices = append(c.vertices, uint32(v))
	}
	for _, c := range components {
		c.neighbors = make([][]uint32, len(c.vertices))
		for i, v := range c.vertices {
			for _, w := range g.Neighbors(v) {
				c.neighbors[i] = append(c.neighbors[i], within[w])
			}
		}
		c.x, c.y = make([]float64, len(c.vertices)), make([]float64, len(c.vertices))
	}
	return components
}

// layOut places the vertices of a component so that an edge is about 1 long, more where they
// would be crowded.
func (c *component) layOut(crew *par.Crew) error {
	if len(c.vertices) == 1 {
		return nil
	}
	d, err := distances(crew, c.neighbors)
	if err != nil {
		return err
	}
	c.x, c.y = pivotMDS(d)
	if err := majorize(crew, d, c.x, c.y); err != nil {
		return err
	}
	c.turn()
	c.spread()
	return nil
}

// room is the least part of a square of side 1 for each vertex.
const room = 0.25

// spread stretches a component in which vertices are crowded, as those of a complete graph
// are, all of them being at distance 1.
func (c *component) spread() {
	has := (c.width + 1) * (c.height + 1)
	if wants := room * float64(len(c.vertices)); wants > has {
		c.scale(math.Sqrt(wants / has))
	}
}

func (c *component) scale(factor float64) {
	for i := range c.x {
		c.x[i] *= factor
		c.y[i] *= factor
	}
	c.width *= factor
	c.height *= factor
}

// fine is how many steps there are from 0 to 1: some twenty a pixel.
const fine = 1 << 14

// normal moves and scales places to where a Layout has them, and rounds them.
func normal(places [][2]float64) Layout {
	if len(places) == 0 {
		return Layout{}
	}
	low, high := places[0], places[0]
	for _, place := range places {
		for axis, v := range place {
			low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
		}
	}
	side := max(high[0]-low[0], high[1]-low[1])
	if side == 0 {
		side = 1
	}
	rounded := func(v float64) float64 { return math.Round(v/side*fine) / fine }
	l := Layout{Places: places, Width: rounded(high[0] - low[0]), Height: rounded(high[1] - low[1])}
	for i, place := range places {
		for axis, v := range place {
			places[i][axis] = rounded(v - low[axis])
		}
	}
	return l
}
