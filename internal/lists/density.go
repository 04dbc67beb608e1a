package lists

import (
	"context"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// densityMost is how many rows and columns of cells a density has at most; a cell of a vertex
// is a byte.
const densityMost = 1 << 8

// Density is how full the cells of a symmetric matrix are whose rows and columns are the
// vertices by rank, without the isolated ones.
type Density struct {
	Rows  int       // of the matrix
	Side  int       // rows of cells, and cells of a row
	Cells []float64 // row by row, the part of the entries that are edges
}

// DensityOf cuts the matrix of g under a ranking into 256 rows and columns of cells, or into
// cells of one entry where it is smaller.
func DensityOf(ctx context.Context, g *graph.Graph, r Ranking, threads int) (Density, error) {
	n := len(r.order)
	side := min(n, densityMost)
	cell := hugemem.Make[uint8](g.Vertices()) // of each vertex
	workers := par.Workers(threads)
	err := par.Chunks(ctx, workers, n, 1<<16, func(_, begin, end int) error {
		for i, v := range r.order[begin:end] {
			cell[v] = uint8((begin + i) * side / n)
		}
		return nil
	})
	if err != nil {
		return Density{}, err
	}
	counts := make([][densityMost][densityMost]uint64, workers)
	err = par.Chunks(ctx, workers, n, 1<<10, func(worker, begin, end int) error {
		for _, v := range r.order[begin:end] {
			row := &counts[worker][cell[v]]
			for _, w := range g.Neighbors(v) {
				row[cell[w]]++
			}
		}
		return nil
	})
	if err != nil {
		return Density{}, err
	}
	d := Density{Rows: n, Side: side, Cells: make([]float64, 0, side*side)}
	for y := range side {
		for x := range side {
			count := uint64(0)
			for i := range counts {
				count += counts[i][y][x]
			}
			d.Cells = append(d.Cells, float64(count)/float64(ranksIn(n, side, y)*ranksIn(n, side, x)))
		}
	}
	return d, nil
}

// ranksIn is how many of n ranks are in a cell i of side cells: those r with r × side / n = i.
func ranksIn(n, side, i int) int {
	return ((i+1)*n+side-1)/side - (i*n+side-1)/side
}

// Blocks adds up the entries in up to so many rows and columns of blocks, whose rows of the matrix
// end before those of ends.
func (d Density) Blocks(most int) (ends []int, entries [][]uint64) {
	blocks := min(d.Side, most)
	ends, entries = make([]int, blocks), make([][]uint64, blocks)
	for y := range d.Side {
		at := y * blocks / d.Side
		if entries[at] == nil {
			entries[at] = make([]uint64, blocks)
		}
		ends[at] = ((y+1)*d.Rows + d.Side - 1) / d.Side
		for x := range d.Side {
			size := ranksIn(d.Rows, d.Side, y) * ranksIn(d.Rows, d.Side, x)
			entries[at][x*blocks/d.Side] += uint64(math.Round(d.Cells[y*d.Side+x] * float64(size)))
		}
	}
	return ends, entries
}

// DensityBytes bounds what ranking the vertices of a graph and [DensityOf] hold.
func DensityBytes(vertices, threads int) int64 {
	const ofVertex = 3*4 + 3*4 + 1 // while it is ranked by degeneracy, a ranking before that, a cell
	return int64(vertices)*ofVertex + int64(par.Workers(threads))*densityMost*densityMost*8
}
