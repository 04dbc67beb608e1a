package frontier

import (
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// gridOrder returns the vertices of a grid graph row by row and how many there
// are in a row, no more than there are rows, whatever they are called. For other
// graphs, a single row, and where vertices have weights, it returns 0.
//
// The top row is found by walking along the border from a corner. Each vertex
// of a row then has one neighbour that is not placed yet, the one below.
func gridOrder(heed *par.Heed, g *Graph) (cells []uint32, columns int, err error) {
	if g.Weights != nil {
		return nil, 0, nil
	}
	n := g.Vertices()
	corner := 0
	for corner < n && len(g.row(uint32(corner))) != 2 {
		corner++
	}
	if corner == n {
		return nil, 0, nil
	}
	placed := make([]bool, n)
	unplaced := func(v uint32, degree int) (uint32, int) {
		found, count := uint32(0), 0
		for _, u := range g.row(v) {
			if !placed[u] && len(g.row(u)) <= degree {
				found = u
				count++
			}
		}
		return found, count
	}

	// The top row: the second vertex is a corner where there is one.
	top := []uint32{uint32(corner)}
	placed[corner] = true
	next, corners := unplaced(uint32(corner), 2)
	if corners == 0 {
		next = g.row(uint32(corner))[0]
	}
	for {
		if err := heed.Did(1); err != nil {
			return nil, 0, err
		}
		top = append(top, next)
		placed[next] = true
		switch len(g.row(next)) {
		case 2:
			return placeRows(heed, g, top, placed)
		case 3:
			onward, count := unplaced(next, 3)
			if count != 1 {
				return nil, 0, nil
			}
			next = onward
		default:
			return nil, 0, nil
		}
	}
}

// placeRows places the rows below the top one, and checks every neighbour.
func placeRows(heed *par.Heed, g *Graph, top []uint32, placed []bool) (cells []uint32, columns int, err error) {
	columns = len(top)
	cells = slices.Clone(top)
	for len(cells) < len(placed) {
		if err := heed.Did(columns); err != nil {
			return nil, 0, err
		}
		above := cells[len(cells)-columns:]
		for _, v := range above {
			below := -1
			for _, u := range g.row(v) {
				if !placed[u] {
					if below >= 0 {
						return nil, 0, nil
					}
					below = int(u)
				}
			}
			if below < 0 {
				return nil, 0, nil
			}
			cells = append(cells, uint32(below))
		}
		for _, v := range cells[len(cells)-columns:] {
			if placed[v] {
				return nil, 0, nil // below two cells
			}
			placed[v] = true
		}
	}
	edges := 0
	for i, v := range cells {
		if i%columns > 0 {
			if !slices.Contains(g.row(v), cells[i-1]) {
				return nil, 0, nil
			}
			edges++
		}
		if i >= columns {
			edges++ // by the way it was placed
		}
	}
	if 2*edges != len(g.Neighbors) {
		return nil, 0, nil
	}
	if rows := len(cells) / columns; rows < columns {
		return transposed(cells, columns), rows, nil
	}
	return cells, columns, nil
}

// transposed turns rows into columns.
func transposed(cells []uint32, columns int) []uint32 {
	rows := len(cells) / columns
	turned := make([]uint32, len(cells))
	for i, v := range cells {
		turned[i%columns*rows+i/columns] = v
	}
	return turned
}
