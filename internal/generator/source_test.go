package generator

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

var _ graph.Source = (*Source)(nil)

// small returns a graph of each kind, several blocks of it where the kind has
// a size.
func small() []Generator {
	return []Generator{
		RMAT{Scale: 13, EdgeFactor: 35, Seed: 7},
		RMAT{Scale: 13, EdgeFactor: 35, Seed: 7, Permute: true},
		RMAT{Scale: 1, EdgeFactor: 1},
		Uniform{Vertices: 1000, Edges: 300_000, Seed: 3},
		Uniform{Vertices: 1},
		Affiliation{Authors: 5000, Papers: 5000, MaxTeam: 70, Seed: 5},
		Affiliation{Authors: 5000, Papers: 5000, MaxTeam: 700, Exponent: 2.5, Seed: 5},
		Affiliation{Authors: 2, Papers: 10, MaxTeam: 2, Exponent: 3},
		Grid{Rows: 300, Cols: 400, Diagonals: true},
		Grid{Rows: 400, Cols: 300},
		Grid{Rows: 1, Cols: 1, Diagonals: true},
		Road{Rows: 300, Cols: 400, Streets: 0.6, Diagonals: 0.1, Seed: 1},
		Road{Rows: 400, Cols: 1, Streets: 0.6, Diagonals: 1, Seed: 1},
		Complete{Vertices: 700},
		Complete{Vertices: 1},
		Wheel{Rim: 100_000},
		Wheel{Rim: 3},
		Karate{},
		SiouxFalls{},
		Torus{Rows: 3, Cols: 30_000},
		Torus{Rows: 301, Cols: 300},
		King{Rows: 200, Cols: 300},
		TriangularGrid{Side: 400},
		TriangularGrid{Side: 0},
		Path{Vertices: 200_000},
		Path{Vertices: 1},
		Cycle{Vertices: 200_000},
		Prism{Length: 50_001},
		CrossedPrism{Length: 50_000},
		MobiusLadder{Rungs: 50_001},
		CompleteBipartite{Left: 300, Right: 500},
		CompleteMultipartite{Parts: []int{100, 1, 200, 300}},
		Hypercube{Dimension: 15},
		Hypercube{Dimension: 0},
		FibonacciCube{Dimension: 22},
		FibonacciCube{Dimension: 0},
		Rook{Rows: 60, Cols: 50},
		Rook{Rows: 20, Cols: 30, Complement: true},
		Triangular{Elements: 70},
		Kneser{Elements: 15, Size: 4},
		Kneser{Elements: 5, Size: 3},
		ErdosRenyi{Vertices: 5000, Probability: 0.015, Seed: 1},
		ErdosRenyi{Vertices: 300, Probability: 1, Seed: 1},
		ErdosRenyi{Vertices: 300, Probability: 0, Seed: 1},
		StochasticBlock{Vertices: 5000, Blocks: 7, Inside: 0.1, Across: 0.001, Seed: 1},
		PlantedCliques{Vertices: 5000, Probability: 0.01, Cliques: 20, Size: 100, Seed: 1},
		RandomGeometric{Vertices: 5000, Radius: 0.05, Seed: 1},
		RandomGeometric{Vertices: 500, Radius: 1.4, Seed: 1},
		RandomGeometric{Vertices: 1, Radius: 0},
		BarabasiAlbert{Vertices: 20_000, EdgesPerVertex: 8, Seed: 1},
		HolmeKim{Vertices: 20_000, EdgesPerVertex: 8, Triads: 0.7, Seed: 1},
		Delaunay{Vertices: 50_000, Seed: 1},
		Delaunay{Vertices: 1},
		Delaunay{Vertices: 2},
	}
}

func source(t testing.TB, g Generator) *Source {
	t.Helper()
	src, err := g.Source()
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// records returns all records in their order.
func records(src *Source) []graph.Edge {
	if err := src.Prepare(context.Background(), 2); err != nil {
		panic(err)
	}
	var edges []graph.Edge
	for block := range src.Blocks() {
		edges = src.AppendBlock(block, edges)
	}
	return edges
}

// fingerprint tells sets of records apart, whatever their order.
func fingerprint(edges []graph.Edge) uint64 {
	sum := uint64(0)
	for _, e := range edges {
		sum += mix(uint64(e.U)<<32 | uint64(e.V))
	}
	return sum
}

func TestReadYieldsTheBlocks(t *testing.T) {
	for _, g := range small() {
		src := source(t, g)
		t.Run(src.Info().Name, func(t *testing.T) {
			want := records(src)
			info := src.Info()
			if info.Records.Known() && int64(len(want)) != info.Records.Get() {
				t.Errorf("%d records, Info says %v", len(want), info.Records)
			}
			if info.MaxRecords.Known() && int64(len(want)) > info.MaxRecords.Get() {
				t.Errorf("%d records, Info says no more than %v", len(want), info.MaxRecords)
			}
			if n := src.Info().Vertices; n.Known() {
				for _, e := range want {
					if int64(max(e.U, e.V)) >= n.Get() {
						t.Fatalf("record %v, but %v vertices", e, n)
					}
				}
			}
			if info.EachOnce && len(want) > 0 {
				checkSimple(t, want)
			}
			for _, workers := range []int{1, 2, 7} {
				// What was prepared by two workers goes.
				if err := src.Close(); err != nil {
					t.Fatal(err)
				}
				var got atomic.Uint64
				sum, err := src.Read(t.Context(), workers, func(worker int, b graph.Batch) error {
					if worker < 0 || worker >= workers || len(b.Wide) > 0 {
						t.Errorf("worker %d of %d, %d wide records", worker, workers, len(b.Wide))
					}
					got.Add(fingerprint(b.Edges))
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if got.Load() != fingerprint(want) {
					t.Errorf("%d workers read other records than the blocks hold", workers)
				}
				if sum.Records != uint64(len(want)) || sum.Vertices != src.Info().Vertices {
					t.Errorf("summary %+v", sum)
				}
			}
		})
	}
}

// checkSimple sees that no record is a loop or there twice.
func checkSimple(t *testing.T, edges []graph.Edge) {
	keys := make([]uint64, len(edges))
	for i, e := range edges {
		if e.U == e.V {
			t.Fatalf("record %d is the loop %v", i, e)
		}
		keys[i] = uint64(min(e.U, e.V))<<32 | uint64(max(e.U, e.V))
	}
	slices.Sort(keys)
	for i, key := range keys[1:] {
		if key == keys[i] {
			t.Fatalf("the edge from %d to %d is there twice", key>>32, uint32(key))
		}
	}
}

// The random graphs are the same on every machine and with every version.
func TestGraphsStayTheSame(t *testing.T) {
	for _, c := range []struct {
		generator Generator
		want      uint64
	}{
		{RMAT{Scale: 10, EdgeFactor: 16, Seed: 1, Permute: true}, 0xcb15fdfa8f69f9fd},
		{Uniform{Vertices: 1000, Edges: 10_000, Seed: 1}, 0xab16a5882a2f12a3},
		{Affiliation{Authors: 1000, Papers: 500, MaxTeam: 20, Seed: 1}, 0x385fae4baf21c0b9},
		{ErdosRenyi{Vertices: 1000, Probability: 0.02, Seed: 1}, 0xeae0c34a5606cc89},
		{StochasticBlock{Vertices: 1000, Blocks: 9, Inside: 0.3, Across: 0.001, Seed: 1}, 0xcdb8e286f27fddec},
		{PlantedCliques{Vertices: 1000, Probability: 0.01, Cliques: 5, Size: 20, Seed: 1}, 0x4cdcc70b5d7f1e23},
		{RandomGeometric{Vertices: 1000, Radius: 0.07, Seed: 1}, 0x334934d6ed904e5a},
		{BarabasiAlbert{Vertices: 1000, EdgesPerVertex: 8, Seed: 1}, 0x45787474985b7fd3},
		{HolmeKim{Vertices: 1000, EdgesPerVertex: 8, Triads: 0.3, Seed: 1}, 0x5f6b1e17c89b275d},
		{Delaunay{Vertices: 1000, Seed: 1}, 0x2977bb9c51140f51},
	} {
		src := source(t, c.generator)
		if got := fingerprint(records(src)); got != c.want {
			t.Errorf("%s: another graph than before, %#x", src.Info().Name, got)
		}
	}
}

func TestReadStops(t *testing.T) {
	src := source(t, Uniform{Vertices: 10, Edges: 10 * blockRecords})
	stop := errors.New("stop")
	if _, err := src.Read(t.Context(), 2, func(int, graph.Batch) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("emit's error came back as %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := src.Read(ctx, 2, func(int, graph.Batch) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled reading returned %v", err)
	}
	for _, g := range []Generator{
		Delaunay{Vertices: 10},
		RandomGeometric{Vertices: 10},
		BarabasiAlbert{Vertices: 1 << 15, EdgesPerVertex: 1},
		HolmeKim{Vertices: 1 << 15, EdgesPerVertex: 1},
		PlantedCliques{Vertices: 10, Cliques: 1, Size: 3},
	} {
		if err := source(t, g).Prepare(ctx, 2); !errors.Is(err, context.Canceled) {
			t.Errorf("%T: cancelled preparing returned %v", g, err)
		}
	}
}

func TestParametersAreChecked(t *testing.T) {
	for _, g := range []Generator{
		RMAT{Scale: 0, EdgeFactor: 1},
		RMAT{Scale: 33, EdgeFactor: 1},
		RMAT{Scale: 20, EdgeFactor: 0},
		RMAT{Scale: 20, EdgeFactor: 1 << 50},
		Uniform{Vertices: 0, Edges: 1},
		Uniform{Vertices: 1 << 32, Edges: 1},
		Uniform{Vertices: 5, Edges: -1},
		Affiliation{Authors: 69, Papers: 1, MaxTeam: 70},
		Affiliation{Authors: 100, Papers: 1, MaxTeam: 1},
		Affiliation{Authors: 5000, Papers: 1, MaxTeam: 1025},
		Affiliation{Authors: 100, Papers: -1, MaxTeam: 5},
		Affiliation{Authors: 100, Papers: 1, MaxTeam: 5, Exponent: 1.5},
		Grid{Rows: 0, Cols: 5},
		Grid{Rows: 5, Cols: 0},
		Grid{Rows: 1 << 16, Cols: 1 << 16},
		Road{Rows: 0, Cols: 5},
		Road{Rows: 5, Cols: 5, Streets: 1.5},
		Road{Rows: 5, Cols: 5, Diagonals: -0.5},
		Complete{},
		Complete{Vertices: 1 << 21},
		Wheel{Rim: 2},
		Torus{Rows: 2, Cols: 5},
		Torus{Rows: 5, Cols: 2},
		Torus{Rows: 1 << 16, Cols: 1 << 16},
		King{Rows: 0, Cols: 5},
		King{Rows: 1 << 16, Cols: 1 << 16},
		TriangularGrid{Side: -1},
		TriangularGrid{Side: 92681},
		Path{},
		Cycle{Vertices: 2},
		Prism{Length: 2},
		CrossedPrism{Length: 2},
		CrossedPrism{Length: 5},
		MobiusLadder{Rungs: 1},
		CompleteBipartite{Left: 0, Right: 5},
		CompleteBipartite{Left: 1 << 20, Right: 1},
		CompleteMultipartite{},
		CompleteMultipartite{Parts: []int{3, 0}},
		CompleteMultipartite{Parts: []int{1 << 20, 1}},
		Circulant{Vertices: 10, Offsets: []int{1, 2, 1}},
		Circulant{Vertices: 10, Offsets: []int{6}},
		Circulant{Vertices: 10, Offsets: []int{0}},
		Hypercube{Dimension: 32},
		FibonacciCube{Dimension: 46},
		Rook{Rows: 0, Cols: 1},
		Rook{Rows: 1 << 20, Cols: 1 << 13},
		Rook{Rows: 1 << 10, Cols: 1 << 11, Complement: true},
		Triangular{Elements: 1},
		Triangular{Elements: 92683},
		Kneser{Elements: 5, Size: 6},
		Kneser{Elements: 5, Size: 0},
		Kneser{Elements: 40, Size: 20},
		ErdosRenyi{Vertices: 5, Probability: 1.1},
		ErdosRenyi{Vertices: 5, Probability: math.NaN()},
		ErdosRenyi{Vertices: 0, Probability: 0.5},
		StochasticBlock{Vertices: 5, Blocks: 6},
		StochasticBlock{Vertices: 5, Blocks: 2, Inside: -1},
		StochasticBlock{Vertices: 5, Blocks: 2, Across: 2},
		PlantedCliques{Vertices: 10, Cliques: 4, Size: 3},
		PlantedCliques{Vertices: 10, Cliques: 1, Size: 0},
		PlantedCliques{Vertices: 1 << 30, Cliques: 1 << 20, Size: 1 << 10},
		RandomGeometric{Vertices: 10, Radius: 1.5},
		RandomGeometric{Vertices: 10, Radius: math.NaN()},
		RandomGeometric{Vertices: 0, Radius: 0.1},
		BarabasiAlbert{Vertices: 1, EdgesPerVertex: 1},
		BarabasiAlbert{Vertices: 10, EdgesPerVertex: 10},
		BarabasiAlbert{Vertices: 10_000, EdgesPerVertex: 1025},
		HolmeKim{Vertices: 10, EdgesPerVertex: 3, Triads: 1.5},
		HolmeKim{Vertices: 1 << 30, EdgesPerVertex: 1},
		Delaunay{},
		Delaunay{Vertices: 1 << 30},
	} {
		_, err := g.Source()
		var wrong *ParameterError
		if !errors.As(err, &wrong) || !named(wrong) {
			t.Errorf("%#v: got %v", g, err)
		}
	}
}

// named reports whether an error names a kind and one of its parameters.
func named(wrong *ParameterError) bool {
	for _, kind := range Kinds {
		if kind.Name == wrong.Kind {
			_, parameters := kind.New()
			return slices.ContainsFunc(parameters, func(p Parameter) bool { return p.Name == wrong.Parameter })
		}
	}
	return false
}

func TestKindsHaveUsableDefaults(t *testing.T) {
	for _, kind := range Kinds {
		generator, parameters := kind.New()
		src, err := generator.Source()
		if err != nil {
			t.Errorf("%s: %v", kind.Name, err)
			continue
		}
		if src.Info().Format != kind.Name {
			t.Errorf("%s makes the format %q", kind.Name, src.Info().Format)
		}
		for _, p := range parameters {
			switch value := p.Value.(type) {
			case *int:
				fails(t, kind.Name, p.Name, generator, value, -1)
			case *float64:
				fails(t, kind.Name, p.Name, generator, value, -1)
			case *[]int:
				fails(t, kind.Name, p.Name, generator, value, nil)
			case *uint64, *bool:
			default:
				t.Errorf("%s: parameter %s is a %T", kind.Name, p.Name, value)
			}
		}
	}
}

// fails sees that the generator refuses a wrong value of one parameter.
func fails[T any](t *testing.T, kind, parameter string, generator Generator, at *T, wrong T) {
	right := *at
	*at = wrong
	if _, err := generator.Source(); err == nil {
		t.Errorf("%s: the generator does not see its parameter %s", kind, parameter)
	}
	*at = right
}

func BenchmarkRead(b *testing.B) {
	for _, g := range []Generator{
		RMAT{Scale: 20, EdgeFactor: 16, Seed: 1},
		RMAT{Scale: 20, EdgeFactor: 16, Seed: 1, Permute: true},
		Uniform{Vertices: 1 << 20, Edges: 1 << 24, Seed: 1},
		Grid{Rows: 2048, Cols: 2048, Diagonals: true},
		Affiliation{Authors: 1 << 19, Papers: 1 << 18, MaxTeam: 70, Seed: 1},
		ErdosRenyi{Vertices: 1 << 20, Probability: 3e-5, Seed: 1},
		StochasticBlock{Vertices: 1 << 20, Blocks: 1 << 10, Inside: 0.02, Across: 1e-6, Seed: 1},
		PlantedCliques{Vertices: 1 << 20, Probability: 3e-5, Cliques: 100, Size: 50, Seed: 1},
		RandomGeometric{Vertices: 1 << 20, Radius: 0.002, Seed: 1},
		BarabasiAlbert{Vertices: 1 << 20, EdgesPerVertex: 8, Seed: 1},
		HolmeKim{Vertices: 1 << 20, EdgesPerVertex: 8, Triads: 0.5, Seed: 1},
		Delaunay{Vertices: 1 << 20, Seed: 1},
		Kneser{Elements: 24, Size: 4},
	} {
		src := source(b, g)
		b.Run(src.Info().Name, func(b *testing.B) {
			edges := uint64(0)
			for b.Loop() {
				sum, err := src.Read(b.Context(), 1, func(int, graph.Batch) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
				edges += sum.Records
				if err := src.Close(); err != nil { // so that all is prepared again
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(edges)/b.Elapsed().Seconds()/1e6, "Medges/s")
		})
	}
}

func ExampleRMAT() {
	src, err := RMAT{Scale: 10, EdgeFactor: 8, Seed: 1}.Source()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(src.Info().Name, "makes", src.Info().Records.Get(), "records")
	// Output: rmat --scale 10 --edge-factor 8 --seed 1 makes 8192 records
}
