package frontier

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// spectralOrders returns orders of the vertices that go across the graph in several
// directions: by the values of combinations of the two eigenvectors of the
// Laplacian with the least positive eigenvalues. It is the spectral envelope
// reduction of Barnard, Pothen and Simon (1995), which takes the first of them;
// the others matter where a graph is as long as it is wide.
func spectralOrders(heed *par.Heed, g *Graph) ([][]uint32, error) {
	n := g.Vertices()
	first, err := fiedler(heed, g, nil)
	if err != nil {
		return nil, err
	}
	second, err := fiedler(heed, g, first)
	if err != nil {
		return nil, err
	}
	const directions = 16
	orders := make([][]uint32, directions)
	value := make([]float64, n)
	for d := range orders {
		sin, cos := math.Sincos(math.Pi * float64(d) / directions)
		for v := range value {
			value[v] = cos*first[v] + sin*second[v]
		}
		order := make([]uint32, n)
		for v := range order {
			order[v] = uint32(v)
		}
		slices.SortFunc(order, func(a, b uint32) int {
			switch {
			case value[a] < value[b]:
				return -1
			case value[a] > value[b]:
				return 1
			}
			return int(a) - int(b)
		})
		orders[d] = order
	}
	return orders, nil
}

// fiedler approximates the eigenvector of the Laplacian with the least
// eigenvalue among those that are orthogonal to the constants and to another
// vector, nil for none, by inverse iteration with conjugate gradients. A few
// digits are enough to sort by.
func fiedler(heed *par.Heed, g *Graph, other []float64) ([]float64, error) {
	const inverses, steps = 6, 60
	n := g.Vertices()
	random := rand.New(rand.NewPCG(uint64(n), uint64(len(g.Neighbors))))
	x := make([]float64, n)
	for v := range x {
		x[v] = random.Float64() - 0.5
	}
	project := func(x []float64) {
		mean := 0.0
		for _, a := range x {
			mean += a
		}
		mean /= float64(n)
		for v := range x {
			x[v] -= mean
		}
		if other != nil {
			along := dot(x, other)
			for v := range x {
				x[v] -= along * other[v]
			}
		}
	}
	y, residual, direction, image := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for range inverses {
		project(x)
		normalize(x)
		// L y = x, from y = 0.
		clear(y)
		copy(residual, x)
		copy(direction, x)
		norm := dot(residual, residual)
		for range steps {
			if err := heed.Did(n + len(g.Neighbors)); err != nil {
				return nil, err
			}
			for v := range image {
				row := g.row(uint32(v))
				sum := float64(len(row)) * direction[v]
				for _, u := range row {
					sum -= direction[u]
				}
				image[v] = sum
			}
			curvature := dot(direction, image)
			if norm < 1e-12 || curvature <= 0 {
				break
			}
			length := norm / curvature
			for v := range y {
				y[v] += length * direction[v]
				residual[v] -= length * image[v]
			}
			project(residual)
			before := norm
			norm = dot(residual, residual)
			for v := range direction {
				direction[v] = residual[v] + norm/before*direction[v]
			}
		}
		copy(x, y)
	}
	project(x)
	normalize(x)
	return x, nil
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for i, a := range x {
		sum += a * y[i]
	}
	return sum
}

func normalize(x []float64) {
	if norm := math.Sqrt(dot(x, x)); norm > 0 {
		for i := range x {
			x[i] /= norm
		}
	}
}
