package generator

import (
	"context"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
)

// RandomGeometric is the random geometric graph of Gilbert (SIAM Journal 9,
// 1961): points drawn uniformly from the unit square, joined where they are no
// farther apart than Radius. Away from the border a vertex has about
// π·Radius²·Vertices neighbours, and of two neighbours of one about 0.5865 are
// neighbours, 1 - 3√3/(4π). Vertices are in the order of drawing.
type RandomGeometric struct {
	Vertices int
	Radius   float64 // of the unit square's side, at most √2
	Seed     uint64  // another graph for each seed
}

// Source checks the parameters and returns the source, which holds some 16
// bytes a vertex once it is prepared.
func (g RandomGeometric) Source() (*Source, error) {
	if err := within("random-geometric", "vertices", g.Vertices, 1, 1<<31); err != nil {
		return nil, err
	}
	if !(g.Radius >= 0 && g.Radius <= math.Sqrt2) {
		return nil, wrong("random-geometric", "radius", g.Radius, "from 0 to √2")
	}
	info := graph.Info{
		Name:     fmt.Sprintf("random-geometric --vertices %d --radius %v --seed %d", g.Vertices, g.Radius, g.Seed),
		Format:   "random-geometric",
		Vertices: graph.Known(g.Vertices),
		EachOnce: true,
	}
	c := &cells{
		vertices: g.Vertices,
		seed:     g.Seed,
		radius:   int64(g.Radius * (1 << coordinateBits)),
	}
	// Points within the radius are in adjoining cells. No more cells than
	// points: more would be empty.
	c.side = int(math.Sqrt(float64(g.Vertices)))
	if c.radius > 0 {
		c.side = min(c.side, max(1, 1<<coordinateBits/int(c.radius)))
	}
	perBlock := rowsPerBlock(float64(g.Vertices) * math.Pi * g.Radius * g.Radius)
	src := newSource(info, g.Vertices, perBlock, c.appendPoints)
	src.state = c
	return src.drawn(newScatter(g.Seed).onUnitSquare(g.Vertices)), nil
}

// cells are points in a grid over the unit square, cell by cell and row by row.
type cells struct {
	vertices int
	seed     uint64
	radius   int64 // in the lattice's unit
	side     int   // cells a row and a column, none narrower than the radius
	bucketed
}

func (c *cells) make(ctx context.Context, _ int) (err error) {
	c.bucketed, err = newScatter(c.seed).bucket(ctx, c.vertices, c.side*c.side, func(p point) int {
		col, row := c.cell(p)
		return row*c.side + col
	})
	return err
}

// cell returns the column and the row of p's cell.
func (c *cells) cell(p point) (col, row int) {
	return int(p.x) * c.side >> coordinateBits, int(p.y) * c.side >> coordinateBits
}

// appendPoints appends the edges from the points in [begin, end) to points
// later in the order of the cells: in the rest of their own cell, the one to
// the right and the three below.
func (c *cells) appendPoints(begin, end int, edges []graph.Edge) []graph.Edge {
	points, start := c.points.Slice(), c.start.Slice()
	for i := begin; i < end; i++ {
		p := points[i]
		col, row := c.cell(p)
		right := min(col+1, c.side-1)
		edges = c.appendNear(edges, p, points[i+1:start[row*c.side+right+1]])
		if row+1 < c.side {
			below := (row + 1) * c.side
			edges = c.appendNear(edges, p, points[start[below+max(col-1, 0)]:start[below+right+1]])
		}
	}
	return edges
}

// appendNear appends an edge from p to each candidate within the radius.
func (c *cells) appendNear(edges []graph.Edge, p point, candidates []point) []graph.Edge {
	square := c.radius * c.radius
	for _, q := range candidates {
		dx, dy := int64(p.x)-int64(q.x), int64(p.y)-int64(q.y)
		if dx*dx+dy*dy <= square {
			edges = append(edges, graph.Edge{U: p.id, V: q.id})
		}
	}
	return edges
}
