package generator

import (
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
)

// Torus is the torus grid graph, the product of two cycles: each vertex is
// joined to its four neighbours in a grid whose rows and columns wrap around.
// It has 2·Rows·Cols edges, and triangles only where a cycle is one: Cols of
// them in columns of three rows, Rows of them in rows of three columns. The
// vertex at row r and column c has the id r·Cols + c.
type Torus struct {
	Rows int // at least 3
	Cols int // at least 3
}

// Source checks the parameters and returns the source.
func (g Torus) Source() (*Source, error) {
	if err := within("torus", "rows", g.Rows, 3, maxVertices/3); err != nil {
		return nil, err
	}
	if err := within("torus", "cols", g.Cols, 3, maxVertices/g.Rows); err != nil {
		return nil, err
	}
	n := g.Rows * g.Cols
	info := graph.Info{
		Name:     fmt.Sprintf("torus --rows %d --cols %d", g.Rows, g.Cols),
		Format:   "torus",
		Vertices: graph.Known(n),
		Records:  graph.Known(2 * int64(n)),
		EachOnce: true,
	}
	return newSource(info, n, blockRecords/2, func(begin, end int, edges []graph.Edge) []graph.Edge {
		col := begin % g.Cols
		for v := begin; v < end; v++ {
			right, down := v+1, v+g.Cols
			if col++; col == g.Cols {
				right -= g.Cols
				col = 0
			}
			if down >= n {
				down -= n
			}
			edges = append(edges,
				graph.Edge{U: uint32(v), V: uint32(right)},
				graph.Edge{U: uint32(v), V: uint32(down)})
		}
		return edges
	}).drawn(onTorus(g.Rows, g.Cols)), nil
}

// King is the king graph: the squares of a chessboard of Rows x Cols, joined
// where a king can move, so that each of the (Rows-1)(Cols-1) cells between
// four squares is a K_4. It has 4(Rows-1)(Cols-1) triangles. The vertex at row
// r and column c has the id r·Cols + c.
type King struct {
	Rows int
	Cols int
}

// Source checks the parameters and returns the source.
func (g King) Source() (*Source, error) {
	if err := within("king", "rows", g.Rows, 1, maxVertices); err != nil {
		return nil, err
	}
	if err := within("king", "cols", g.Cols, 1, maxVertices/g.Rows); err != nil {
		return nil, err
	}
	n := g.Rows * g.Cols
	info := graph.Info{
		Name:     fmt.Sprintf("king --rows %d --cols %d", g.Rows, g.Cols),
		Format:   "king",
		Vertices: graph.Known(n),
		Records:  graph.Known(int64(g.Rows*(g.Cols-1) + (g.Rows-1)*g.Cols + 2*(g.Rows-1)*(g.Cols-1))),
		EachOnce: true,
	}
	return newSource(info, n, blockRecords/4, func(begin, end int, edges []graph.Edge) []graph.Edge {
		col := begin % g.Cols
		for v := begin; v < end; v++ {
			left, right, below := col > 0, col+1 < g.Cols, v+g.Cols
			if right {
				edges = append(edges, graph.Edge{U: uint32(v), V: uint32(v + 1)})
			}
			if below < n {
				if left {
					edges = append(edges, graph.Edge{U: uint32(v), V: uint32(below - 1)})
				}
				edges = append(edges, graph.Edge{U: uint32(v), V: uint32(below)})
				if right {
					edges = append(edges, graph.Edge{U: uint32(v), V: uint32(below + 1)})
				}
			}
			if col++; col == g.Cols {
				col = 0
			}
		}
		return edges
	}).drawn(onSquares(g.Rows, g.Cols)), nil
}

// TriangularGrid is the triangular grid graph of OEIS A297671: a triangle of
// Side edges a side, cut into Side² triangles like it. It has (Side+1)(Side+2)/2
// vertices, 3·Side(Side+1)/2 edges, and no other triangles. The vertex at place
// i of row r, 0 <= i <= r <= Side, has the id r(r+1)/2 + i.
type TriangularGrid struct {
	Side int
}

// Source checks the parameters and returns the source.
func (g TriangularGrid) Source() (*Source, error) {
	// 92680 is the largest side whose vertices fit 32 bits.
	if err := within("triangular-grid", "side", g.Side, 0, 92680); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name:     fmt.Sprintf("triangular-grid --side %d", g.Side),
		Format:   "triangular-grid",
		Vertices: graph.Known(int64(g.Side+1) * int64(g.Side+2) / 2),
		Records:  graph.Known(3 * int64(g.Side) * int64(g.Side+1) / 2),
		EachOnce: true,
	}
	return newSource(info, int(info.Vertices.Get()), blockRecords/3, func(begin, end int, edges []graph.Edge) []graph.Edge {
		row, place := triangularRow(begin)
		for v := begin; v < end; v++ {
			if place < row {
				edges = append(edges, graph.Edge{U: uint32(v), V: uint32(v + 1)})
			}
			if row < g.Side {
				below := v + row + 1
				edges = append(edges,
					graph.Edge{U: uint32(v), V: uint32(below)},
					graph.Edge{U: uint32(v), V: uint32(below + 1)})
			}
			if place++; place > row {
				row, place = row+1, 0
			}
		}
		return edges
	}).drawn(g.places()), nil
}

// places has rows one below the other, half a step farther to the left each.
func (g TriangularGrid) places() places {
	return places{float64(g.Side), func(v uint64) (x, y float64) {
		row, place := triangularRow(int(v))
		return float64(place) + float64(g.Side-row)/2, float64(row) * math.Sqrt(3) / 2
	}}
}

// triangularRow returns the row and the place in it of item id, where row r
// holds the r+1 items from r(r+1)/2 on.
func triangularRow(id int) (row, place int) {
	row = int(math.Sqrt(2 * float64(id)))
	for row*(row+1)/2 > id {
		row--
	}
	return row, id - row*(row+1)/2
}
