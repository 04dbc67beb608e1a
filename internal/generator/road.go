package generator

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// Road is a grid of Rows x Cols crossings whose edges are there by chance: bond
// percolation (Broadbent and Hammersley, Proceedings of the Cambridge Philosophical
// Society 53, 1957), with a diagonal in some of the cells. Like a road map it is flat,
// with hardly more edges than vertices and a few triangles, of which
// 2·(Rows-1)(Cols-1)·Streets²·Diagonals are to be expected. The crossing at row r and
// column c has the id r·Cols + c; one without an edge is no vertex.
type Road struct {
	Rows      int
	Cols      int
	Streets   float64 // probability of an edge of the grid
	Diagonals float64 // probability of the diagonal from the upper left to the lower right of a cell
	Seed      uint64  // another graph for each seed
}

// Source checks the parameters and returns the source. Each crossing draws the edges
// to the right, down, and along the diagonal from a stream of its own.
func (g Road) Source() (*Source, error) {
	whole := Grid{Rows: g.Rows, Cols: g.Cols, Diagonals: true}
	if err := whole.check("road"); err != nil {
		return nil, err
	}
	if err := chance("road", "streets", g.Streets); err != nil {
		return nil, err
	}
	if err := chance("road", "diagonals", g.Diagonals); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name: fmt.Sprintf("road --rows %d --cols %d --streets %v --diagonals %v --seed %d",
			g.Rows, g.Cols, g.Streets, g.Diagonals, g.Seed),
		Format:     "road",
		MaxRecords: graph.Known(whole.records()),
		EachOnce:   true,
	}
	// At most 2^53, so that the conversions are exact.
	street, diagonal := uint64(g.Streets*(1<<53)), uint64(g.Diagonals*(1<<53))
	return newSource(info, g.Rows*g.Cols, blockRecords/2, func(begin, end int, edges []graph.Edge) []graph.Edge {
		var all [3]graph.Edge
		for v := begin; v < end; v++ {
			random := streamOf(g.Seed, v)
			for _, e := range whole.appendVertices(v, v+1, all[:0]) {
				threshold := street
				if int(e.V-e.U) == g.Cols+1 {
					threshold = diagonal
				}
				if random.next()>>11 < threshold {
					edges = append(edges, e)
				}
			}
		}
		return edges
	}).drawn(onSquares(g.Rows, g.Cols)), nil
}
