package generator

import (
	"math"
	"slices"
	"testing"
)

// Vertices have places of their own within the square, and neighbours are about 1 apart.
func TestPlaces(t *testing.T) {
	for _, g := range []Generator{
		Grid{Rows: 3, Cols: 7}, Grid{Rows: 1, Cols: 1}, Road{Rows: 9, Cols: 5, Streets: 0.7, Diagonals: 0.2, Seed: 1}, King{5, 4},
		Torus{3, 3}, Torus{4, 9}, Torus{10, 10}, Torus{12, 5}, TriangularGrid{0}, TriangularGrid{7},
		Path{1}, Path{9}, Cycle{3}, Cycle{100}, Wheel{3}, Wheel{31}, Prism{3}, Prism{20}, CrossedPrism{8}, MobiusLadder{2}, MobiusLadder{11},
		Circulant{Vertices: 1, Offsets: []int{}}, Circulant{Vertices: 12, Offsets: []int{1, 3}}, Complete{1}, Complete{2}, Complete{9},
		CompleteBipartite{1, 1}, CompleteBipartite{3, 8}, CompleteBipartite{8, 3}, CompleteMultipartite{[]int{1, 2, 3}},
		Hypercube{0}, Hypercube{1}, Hypercube{5}, Hypercube{8}, FibonacciCube{0}, FibonacciCube{9},
		RandomGeometric{Vertices: 300, Radius: 0.1, Seed: 2}, Delaunay{Vertices: 300, Seed: 3}, SiouxFalls{},
	} {
		src, err := g.Source()
		if err != nil {
			continue // as of a circle without a chord
		}
		side, at := src.Places()
		n := int(src.Info().Vertices.Get())
		if road, ok := g.(Road); ok {
			n = road.Rows * road.Cols
		}
		all := make([][2]float64, n)
		for v := range all {
			x, y := at(uint64(v))
			all[v] = [2]float64{x, y}
			const rounded = 1e-9
			if !(x >= -rounded && y >= -rounded && x <= side+rounded && y <= side+rounded) {
				t.Errorf("%s: vertex %d at %v, %v of %v", src.Info().Name, v, x, y, side)
			}
			for u := range v {
				if apart(all[u], all[v]) < 1e-3 {
					t.Errorf("%s: %d and %d are in one place", src.Info().Name, u, v)
				}
			}
		}
		var lengths []float64
		if err := src.Prepare(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		for block := range src.Blocks() {
			for _, e := range src.AppendBlock(block, nil) {
				lengths = append(lengths, apart(all[e.U], all[e.V]))
			}
		}
		slices.Sort(lengths)
		switch g.(type) {
		case Complete, CompleteBipartite, CompleteMultipartite, Wheel: // where most are farther
		default:
			if len(lengths) > 0 && !(lengths[len(lengths)/2] > 0.5 && lengths[len(lengths)/2] < 3) {
				t.Errorf("%s: half of the edges are longer than %v", src.Info().Name, lengths[len(lengths)/2])
			}
		}
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
	if src, err := (Uniform{Vertices: 1}).Source(); err != nil {
		t.Error(err)
	} else if _, at := src.Places(); at != nil {
		t.Error("a random graph has places")
	}
}

func apart(a, b [2]float64) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }
