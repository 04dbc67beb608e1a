package generator

import (
	"math"
	"math/big"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// near sees that a count is where its distribution has nearly all of its
// weight. The seeds are fixed, so that a test that passes always does.
func near(t *testing.T, what string, got int, mean, variance float64) {
	t.Helper()
	if math.Abs(float64(got)-mean) > 5*math.Sqrt(variance)+1 {
		t.Errorf("%s: %d, expected %.1f ± %.1f", what, got, mean, math.Sqrt(variance))
	}
}

func TestLogarithms(t *testing.T) {
	random := streamOf(1, 1)
	for i := range 100_000 {
		z := random.next() >> (i % 64)
		if got, want := negativeLogarithm(z), -math.Log(float64(z|1)*0x1p-64); math.Abs(got-want) > 1e-15*max(1, want) {
			t.Fatalf("-ln %#x/2^64 is %v, want %v", z, got, want)
		}
		x := (float64(random.next()>>11) + 1) * 0x1p-53
		if got, want := logarithm(x), math.Log(x); math.Abs(got-want) > 1e-15*math.Max(1, -want) {
			t.Fatalf("ln %v is %v, want %v", x, got, want)
		}
		p := math.Ldexp(x, -i%60)
		if p == 1 {
			continue
		}
		if got, want := logarithmOfRest(p), math.Log1p(-p); math.Abs(got-want) > -2e-15*want {
			t.Fatalf("ln(1-%v) is %v, want %v", p, got, want)
		}
	}
}

// The number of failures k has the probability p(1-p)^k.
func TestTrialsAreGeometric(t *testing.T) {
	const draws = 100_000
	for _, p := range []float64{0.003, 0.1, 0.5, 0.9} {
		trials, random := newTrials(p), streamOf(5, 0)
		counts := [10]int{}
		sum := 0.0
		for range draws {
			k := trials.next(&random)
			sum += float64(k)
			if k < uint64(len(counts)) {
				counts[k]++
			}
		}
		near(t, "failures", int(sum), draws*(1-p)/p, draws*(1-p)/(p*p))
		for k, count := range counts {
			chance := p * math.Pow(1-p, float64(k))
			near(t, "runs of a length", count, draws*chance, draws*chance*(1-chance))
		}
	}
}

func TestErdosRenyi(t *testing.T) {
	// Each of the pairs of a small graph is an edge as often.
	const seeds, p = 20_000, 0.3
	pairs := map[graph.Edge]int{}
	for seed := range uint64(seeds) {
		for e := range edgesOf(t, ErdosRenyi{Vertices: 6, Probability: p, Seed: seed}) {
			pairs[e]++
		}
	}
	if len(pairs) != 15 {
		t.Errorf("%d different pairs of 15", len(pairs))
	}
	for _, count := range pairs {
		near(t, "edges of a pair", count, seeds*p, seeds*p*(1-p))
	}
	// A large one has the expected number of edges and triangles.
	set := edgesOf(t, ErdosRenyi{Vertices: 2000, Probability: 0.01, Seed: 3})
	near(t, "edges", len(set), 1999*1000*0.01, 1999*1000*0.01)
	triangles := 2000.0 * 1999 * 1998 / 6 * 1e-6
	near(t, "triangles", set.triangles(), triangles, 2*triangles)
}

func TestStochasticBlock(t *testing.T) {
	g := StochasticBlock{Vertices: 1000, Blocks: 7, Inside: 0.2, Across: 0.01, Seed: 2}
	// The definition of the blocks, by the first id of each.
	blockOf := make([]int, g.Vertices)
	for b := range g.Blocks {
		for v := (b*g.Vertices + g.Blocks - 1) / g.Blocks; v < g.Vertices; v++ {
			blockOf[v] = b
		}
	}
	var pairs, edges [2]int
	for v := range g.Vertices {
		for u := range v {
			if blockOf[u] == blockOf[v] {
				pairs[1]++
			} else {
				pairs[0]++
			}
		}
	}
	for e := range edgesOf(t, g) {
		if blockOf[e.U] == blockOf[e.V] {
			edges[1]++
		} else {
			edges[0]++
		}
	}
	near(t, "edges across", edges[0], float64(pairs[0])*g.Across, float64(pairs[0])*g.Across)
	near(t, "edges inside", edges[1], float64(pairs[1])*g.Inside, float64(pairs[1])*g.Inside)

	// One block, or two equal probabilities, are an Erdős–Rényi graph.
	want := edgesOf(t, ErdosRenyi{Vertices: 500, Probability: 0.05, Seed: 9})
	got := edgesOf(t, StochasticBlock{Vertices: 500, Blocks: 1, Inside: 0.05, Across: 0.9, Seed: 9})
	if len(got) != len(want) {
		t.Errorf("%d edges in one block, want %d", len(got), len(want))
	}
	for e := range want {
		if !got[e] {
			t.Fatalf("edge %v is missing", e)
		}
	}
}

func TestPlantedCliques(t *testing.T) {
	spread := make([]int, 3)
	for seed := range uint64(300) {
		g := PlantedCliques{Vertices: 30, Cliques: 4, Size: 5, Seed: seed}
		bare := edgesOf(t, g)
		// Without a background the graph is the cliques: 20 vertices with 4
		// neighbours, and 4 groups of 10 triangles.
		degrees := map[uint32]int{}
		for e := range bare {
			degrees[e.U]++
			degrees[e.V]++
		}
		for v, d := range degrees {
			spread[v/10]++
			if d != 4 {
				t.Fatalf("seed %d: vertex %d of a K_5 has %d neighbours", seed, v, d)
			}
		}
		if len(degrees) != 20 || len(bare) != 40 || bare.triangles() != 40 {
			t.Fatalf("seed %d: %d vertices, %d edges, %d triangles", seed, len(degrees), len(bare), bare.triangles())
		}
		// With one, the cliques are those, and the rest is that of G(n, p).
		g.Probability = 0.2
		full := edgesOf(t, g)
		background := edgesOf(t, ErdosRenyi{Vertices: 30, Probability: 0.2, Seed: seed})
		for v := range uint32(30) {
			for u := range v {
				e := graph.Edge{U: u, V: v}
				if full[e] != (bare[e] || background[e]) {
					t.Fatalf("seed %d: %v is an edge: %v", seed, e, full[e])
				}
			}
		}
	}
	for _, members := range spread {
		near(t, "members in a third of the ids", members, 2000, 2000./3)
	}
}

func TestInt128(t *testing.T) {
	random := streamOf(2, 2)
	draw := func() int64 {
		x := int64(random.next()) >> (random.below(64))
		switch random.below(8) {
		case 0:
			return math.MinInt64 + 1 + int64(random.below(2))
		case 1:
			return math.MaxInt64 - int64(random.below(2))
		case 2:
			return int64(random.below(3)) - 1
		}
		return x
	}
	for range 20_000 {
		a, b, c, d := draw(), draw(), draw(), draw()
		want := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
		want.Add(want, new(big.Int).Mul(big.NewInt(c), big.NewInt(d)))
		if want.BitLen() > 127 {
			continue
		}
		got := product(a, b).plus(product(c, d))
		value := new(big.Int).Lsh(big.NewInt(got.high), 64)
		value.Add(value, new(big.Int).SetUint64(got.low))
		if value.Cmp(want) != 0 || got.positive() != (want.Sign() > 0) {
			t.Fatalf("%d·%d + %d·%d is %v, want %v", a, b, c, d, value, want)
		}
	}
}
