package generator

import (
	"maps"
	"testing"
)

// Where nothing is left to chance, a road map is a grid.
func TestRoadIsGrid(t *testing.T) {
	for rows := 1; rows <= 6; rows++ {
		for cols := 1; cols <= 6; cols++ {
			grid := edgesOf(t, Grid{Rows: rows, Cols: cols})
			whole := edgesOf(t, Grid{Rows: rows, Cols: cols, Diagonals: true})
			if got := edgesOf(t, Road{Rows: rows, Cols: cols, Streets: 1, Seed: 3}); !maps.Equal(got, grid) {
				t.Errorf("%d x %d: all streets and no diagonals are %v", rows, cols, got)
			}
			if got := edgesOf(t, Road{Rows: rows, Cols: cols, Streets: 1, Diagonals: 1}); !maps.Equal(got, whole) {
				t.Errorf("%d x %d: all streets and diagonals are %v", rows, cols, got)
			}
			diagonals := edgesOf(t, Road{Rows: rows, Cols: cols, Diagonals: 1})
			if len(diagonals) != len(whole)-len(grid) || diagonals.triangles() != 0 {
				t.Errorf("%d x %d: the diagonals alone are %v", rows, cols, diagonals)
			}
		}
	}
}

// Each edge of the grid is there as often as its probability says.
func TestRoadByChance(t *testing.T) {
	g := Road{Rows: 500, Cols: 400, Streets: 0.7, Diagonals: 0.1, Seed: 1}
	roads := edgesOf(t, g)
	right, down, diagonal := 0, 0, 0
	for e := range roads {
		switch int(e.V - e.U) {
		case 1:
			right++
		case g.Cols:
			down++
		case g.Cols + 1:
			diagonal++
		default:
			t.Fatalf("%v is no edge of a grid", e)
		}
	}
	near(t, "streets to the right", right, 500*399*0.7, 500*399*0.7*0.3)
	near(t, "streets down", down, 499*400*0.7, 499*400*0.7*0.3)
	near(t, "diagonals", diagonal, 499*399*0.1, 499*399*0.1*0.9)
	triangles := 2 * 499 * 399 * 0.7 * 0.7 * 0.1
	near(t, "triangles", roads.triangles(), triangles, 2*triangles)
}
