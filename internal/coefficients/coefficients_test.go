package coefficients

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/ties"
)

// matrix is the weight of each arc or edge of a graph, 0 where there is none.
type matrix [][]float64

func newMatrix(n int) matrix {
	m := make(matrix, n)
	for v := range m {
		m[v] = make([]float64, n)
	}
	return m
}

// source gives the entries of a matrix, and a loop at each vertex so that none is
// missing.
type source struct {
	graph.Source
	batch graph.Batch
}

func (m matrix) source() graph.Source {
	s := &source{Source: graph.FromEdges(nil)}
	for u, row := range m {
		row[u] = 1
		for v, weight := range row {
			if weight > 0 {
				s.batch.Edges = append(s.batch.Edges, graph.Edge{U: uint32(u), V: uint32(v)})
				s.batch.Weights = append(s.batch.Weights, weight)
			}
		}
		row[u] = 0
	}
	return s
}

func (s *source) Info() graph.Info { return graph.Info{Name: "matrix", Format: "memory"} }

func (s *source) Read(_ context.Context, _ int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	return graph.Summary{Records: uint64(len(s.batch.Edges))}, emit(0, s.batch)
}

// atEach calls pair with every two neighbours of a vertex.
func (m matrix) atEach(x int, pair func(y, z int)) {
	for z := range m {
		for y := range z {
			if y != x && z != x && m[x][y]+m[y][x] > 0 && m[x][z]+m[z][x] > 0 {
				pair(y, z)
			}
		}
	}
}

func (m matrix) joined(u, v int) bool { return m[u][v]+m[v][u] > 0 }

func (m matrix) triangles(x int) (n uint64) {
	m.atEach(x, func(y, z int) {
		if m.joined(y, z) {
			n++
		}
	})
	return n
}

func ratio(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return a / b
}

// slowly are the coefficients by their formulas.
var slowly = map[string]func(m matrix, x int) float64{
	"fagiolo": func(m matrix, x int) float64 { // (A + Aᵀ)³ and degrees
		closed, degree, both := 0.0, 0.0, 0.0
		for y := range m {
			degree += m[x][y] + m[y][x]
			both += m[x][y] * m[y][x]
			for z := range m {
				closed += (m[x][y] + m[y][x]) * (m[y][z] + m[z][y]) * (m[z][x] + m[x][z])
			}
		}
		return ratio(closed, 2*(degree*(degree-1)-2*both))
	},
	"lcc": func(m matrix, x int) float64 {
		arcs, pairs := 0.0, 0.0
		m.atEach(x, func(y, z int) {
			arcs += m[y][z] + m[z][y]
			pairs += 2
		})
		return ratio(arcs, pairs)
	},
	"onnela": func(m matrix, x int) float64 {
		largest, given, pairs := slices.Max(slices.Concat(m...)), 0.0, 0.0
		m.atEach(x, func(y, z int) {
			given += math.Cbrt(m[x][y] / largest * m[y][z] / largest * m[z][x] / largest)
			pairs++
		})
		return ratio(given, pairs)
	},
	"barrat": func(m matrix, x int) float64 {
		given, strength, degree := 0.0, 0.0, 0.0
		for y := range m {
			if m[x][y] > 0 {
				strength += m[x][y]
				degree++
			}
		}
		m.atEach(x, func(y, z int) {
			if m[y][z] > 0 {
				given += (m[x][y] + m[x][z]) / 2 * 2
			}
		})
		return ratio(given, strength*(degree-1))
	},
}

var fast = map[string]func(ctx context.Context, src graph.Source, opt graph.Options) (*PerVertex, error){
	"fagiolo": ofDirected(Fagiolo), "lcc": ofDirected(LCC), "onnela": ofWeighted(Onnela), "barrat": ofWeighted(Barrat),
}

func ofDirected(formula func(context.Context, *ties.Directed, graph.Options) (*PerVertex, error)) func(context.Context, graph.Source, graph.Options) (*PerVertex, error) {
	return func(ctx context.Context, src graph.Source, opt graph.Options) (*PerVertex, error) {
		d, err := ties.ReadDirected(ctx, src, opt)
		if err != nil {
			return nil, err
		}
		return formula(ctx, d, opt)
	}
}

func ofWeighted(formula func(context.Context, *ties.Weighted, graph.Options) (*PerVertex, error)) func(context.Context, graph.Source, graph.Options) (*PerVertex, error) {
	return func(ctx context.Context, src graph.Source, opt graph.Options) (*PerVertex, error) {
		w, err := ties.ReadWeighted(ctx, src, opt)
		if err != nil {
			return nil, err
		}
		return formula(ctx, w, opt)
	}
}

// random fills a matrix with arcs, or with edges of several weights.
func random(rng *rand.Rand, n int, weighted bool) matrix {
	m, density := newMatrix(n), rng.Float64()
	for u := range n {
		for v := range n {
			switch {
			case u == v || rng.Float64() > density:
			case weighted:
				m[u][v] = math.Exp(8 * rng.NormFloat64())
				m[v][u] = m[u][v]
			default:
				m[u][v] = 1
			}
		}
	}
	return m
}

func TestFormulas(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 13))
	for name, formula := range fast {
		for range 60 {
			m := random(rng, 1+rng.IntN(30), name == "onnela" || name == "barrat")
			var before *PerVertex
			for _, threads := range []int{1, 2, 5} {
				got, err := formula(t.Context(), m.source(), graph.Options{Threads: threads})
				if err != nil {
					t.Fatal(err)
				}
				if before != nil && (!slices.Equal(got.Triangles, before.Triangles) || !slices.Equal(got.Coefficients, before.Coefficients)) {
					t.Fatalf("%s: %v with %d threads, and %v with fewer", name, got, threads, before)
				}
				before = got
			}
			for x := range m {
				want := slowly[name](m, x)
				if got := before.Coefficients[x]; math.Abs(got-want) > 1e-13*want || got > 1 || before.Triangles[x] != m.triangles(x) {
					t.Fatalf("%s of %d in %v: %v of %d triangles, want %v of %d", name, x, m, got, before.Triangles[x], want, m.triangles(x))
				}
			}
		}
	}
}

// Where all weights are the same, every formula is the plain coefficient; and where all
// arcs are in both directions.
func TestFormulasOfPlainGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 13))
	for name, formula := range fast {
		for _, weight := range []float64{1, 0.1, 5e-324, math.MaxFloat64} {
			m := newMatrix(20)
			for u := range m {
				for v := range u {
					if rng.IntN(2) == 0 {
						m[u][v], m[v][u] = weight, weight
					}
				}
			}
			got, err := formula(t.Context(), m.source(), graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for x := range m {
				pairs := 0.0
				m.atEach(x, func(_, _ int) { pairs++ })
				if want := ratio(float64(got.Triangles[x]), pairs); math.Abs(got.Coefficients[x]-want) > 1e-15*want {
					t.Errorf("%s with weights of %v: %v, want %v", name, weight, got.Coefficients[x], want)
				}
			}
		}
	}
}

func TestNoWeightAtAll(t *testing.T) {
	src := &source{Source: graph.FromEdges(nil), batch: graph.Batch{
		Edges: []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 0}}, Weights: []float64{0, 0, 0},
	}}
	for _, name := range []string{"onnela", "barrat"} {
		got, err := fast[name](t.Context(), src, graph.Options{})
		if err != nil || !slices.Equal(got.Coefficients, []float64{0, 0, 0}) || !slices.Equal(got.Triangles, []uint64{1, 1, 1}) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestStops(t *testing.T) {
	why := errors.New("why")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for name, formula := range fast {
		if _, err := formula(ctx, newMatrix(3).source(), graph.Options{}); !errors.Is(err, why) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
