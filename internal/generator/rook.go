package generator

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// Rook is the rook's graph: the squares of a chessboard of Rows x Cols, joined
// where they share a row or a column; the line graph of K_{Rows,Cols}. With R
// rows and C columns it has R·C(R+C-2)/2 edges and R·C(C,3) + C·C(R,3)
// triangles.
//
// Its complement joins the squares that share neither. It has
// R(R-1)·C(C-1)/2 edges, 6·C(R,3)·C(C,3) triangles and, on a board of n x n,
// (n-2)(n-1)²n²(6n-13)/12 longer chordless cycles.
//
// The vertex at row r and column c has the id r·Cols + c.
type Rook struct {
	Rows       int
	Cols       int
	Complement bool
}

// Source checks the parameters and returns the source.
func (g Rook) Source() (*Source, error) {
	if err := within("rook", "rows", g.Rows, 1, mostDense); err != nil {
		return nil, err
	}
	most := min(mostDense, maxVertices/g.Rows)
	if g.Complement {
		most = mostDense / g.Rows
	}
	if err := within("rook", "cols", g.Cols, 1, most); err != nil {
		return nil, err
	}
	name, n := fmt.Sprintf("rook --rows %d --cols %d", g.Rows, g.Cols), g.Rows*g.Cols
	degree, appendBefore := g.Rows+g.Cols-2, g.appendSharing
	if g.Complement {
		name += " --complement"
		degree, appendBefore = (g.Rows-1)*(g.Cols-1), g.appendApart
	}
	info := graph.Info{
		Name:     name,
		Format:   "rook",
		Vertices: graph.Known(n),
		Records:  graph.Known(int64(n) * int64(degree) / 2),
		EachOnce: true,
	}
	perBlock := max(1, 2*blockRecords/max(1, degree))
	return newSource(info, n, perBlock, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for v := begin; v < end; v++ {
			edges = appendBefore(edges, v)
		}
		return edges
	}), nil
}

// appendSharing appends the edges to the smaller squares of v's row and column.
func (g Rook) appendSharing(edges []graph.Edge, v int) []graph.Edge {
	for u := v % g.Cols; u < v; u += g.Cols {
		edges = append(edges, graph.Edge{U: uint32(u), V: uint32(v)})
	}
	for u := v - v%g.Cols; u < v; u++ {
		edges = append(edges, graph.Edge{U: uint32(u), V: uint32(v)})
	}
	return edges
}

// appendApart appends the edges to the squares of the rows above v's, but for
// its column.
func (g Rook) appendApart(edges []graph.Edge, v int) []graph.Edge {
	col := v % g.Cols
	for row := 0; row < v-col; row += g.Cols {
		for u := row; u < row+g.Cols; u++ {
			if u != row+col {
				edges = append(edges, graph.Edge{U: uint32(u), V: uint32(v)})
			}
		}
	}
	return edges
}
