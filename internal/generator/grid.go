package generator

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// Grid is the grid graph of Rows x Cols vertices: road-like, flat, of great
// diameter. Without diagonals it has no triangles; with them each of its
// (Rows-1)(Cols-1) cells is cut into two. The vertex at row r and column c has
// the id r·Cols + c.
type Grid struct {
	Rows      int
	Cols      int
	Diagonals bool // add the diagonal from the upper left to the lower right of each cell
}

// Source checks the parameters and returns the source.
func (g Grid) Source() (*Source, error) {
	if err := g.check("grid"); err != nil {
		return nil, err
	}
	name := fmt.Sprintf("grid --rows %d --cols %d", g.Rows, g.Cols)
	if g.Diagonals {
		name += " --diagonals"
	}
	vertices := g.Rows * g.Cols
	info := graph.Info{
		Name:     name,
		Format:   "grid",
		Vertices: graph.Known(vertices),
		Records:  graph.Known(g.records()),
		EachOnce: true,
	}
	return newSource(info, vertices, blockRecords/2, g.appendVertices).drawn(onSquares(g.Rows, g.Cols)), nil
}

// check returns an error unless a grid of a kind can have these sides.
func (g Grid) check(kind string) error {
	if err := within(kind, "rows", g.Rows, 1, maxVertices); err != nil {
		return err
	}
	return within(kind, "cols", g.Cols, 1, maxVertices/g.Rows)
}

// records returns the number of edges.
func (g Grid) records() int {
	records := g.Rows*(g.Cols-1) + (g.Rows-1)*g.Cols
	if g.Diagonals {
		records += (g.Rows - 1) * (g.Cols - 1)
	}
	return records
}

// appendVertices appends the edges that lead from the vertices in [begin, end)
// to the right, down, and along the diagonal.
func (g Grid) appendVertices(begin, end int, edges []graph.Edge) []graph.Edge {
	row, col := begin/g.Cols, begin%g.Cols
	for v := begin; v < end; v++ {
		right, down := col+1 < g.Cols, row+1 < g.Rows
		if right {
			edges = append(edges, graph.Edge{U: uint32(v), V: uint32(v + 1)})
		}
		if down {
			edges = append(edges, graph.Edge{U: uint32(v), V: uint32(v + g.Cols)})
		}
		if right && down && g.Diagonals {
			edges = append(edges, graph.Edge{U: uint32(v), V: uint32(v + g.Cols + 1)})
		}
		if col++; col == g.Cols {
			row, col = row+1, 0
		}
	}
	return edges
}
