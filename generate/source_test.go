package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
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
		Affiliation{Authors: 2, Papers: 10, MaxTeam: 2},
		Grid{Rows: 300, Cols: 400, Diagonals: true},
		Grid{Rows: 400, Cols: 300},
		Grid{Rows: 1, Cols: 1, Diagonals: true},
		Complete{Vertices: 700},
		Complete{Vertices: 1},
		Wheel{Rim: 100_000},
		Wheel{Rim: 3},
		Karate{},
		SiouxFalls{},
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
	var edges []graph.Edge
	for block := range src.Blocks() {
		edges = src.AppendBlock(block, edges)
	}
	return edges
}

func byIDs(a, b graph.Edge) int {
	if a.U != b.U {
		return int(int64(a.U) - int64(b.U))
	}
	return int(int64(a.V) - int64(b.V))
}

func TestReadYieldsTheBlocks(t *testing.T) {
	for _, g := range small() {
		src := source(t, g)
		t.Run(src.Info().Name, func(t *testing.T) {
			want := records(src)
			if int64(len(want)) != src.Info().Records {
				t.Errorf("%d records, Info says %d", len(want), src.Info().Records)
			}
			if n := src.Info().Vertices; n != graph.Unknown {
				for _, e := range want {
					if int64(max(e.U, e.V)) >= n {
						t.Fatalf("record %v, but %d vertices", e, n)
					}
				}
			}
			slices.SortFunc(want, byIDs)
			for _, workers := range []int{1, 2, 7} {
				var mu sync.Mutex
				var got []graph.Edge
				sum, err := src.Read(t.Context(), workers, func(worker int, b graph.Batch) error {
					mu.Lock()
					defer mu.Unlock()
					if worker < 0 || worker >= workers || len(b.Wide) > 0 {
						t.Errorf("worker %d of %d, %d wide records", worker, workers, len(b.Wide))
					}
					got = append(got, b.Edges...)
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				slices.SortFunc(got, byIDs)
				if !slices.Equal(got, want) {
					t.Errorf("%d workers read other records than the blocks hold", workers)
				}
				if sum.Records != uint64(len(want)) || sum.Vertices != src.Info().Vertices {
					t.Errorf("summary %+v", sum)
				}
			}
		})
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
		Grid{Rows: 0, Cols: 5},
		Grid{Rows: 5, Cols: 0},
		Grid{Rows: 1 << 16, Cols: 1 << 16},
		Complete{},
		Complete{Vertices: 1 << 21},
		Wheel{Rim: 2},
	} {
		if _, err := g.Source(); err == nil {
			t.Errorf("%#v was accepted", g)
		}
	}
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
				*value = -1
			case *uint64, *bool:
				continue
			default:
				t.Errorf("%s: parameter %s is a %T", kind.Name, p.Name, value)
			}
			if _, err := generator.Source(); err == nil {
				t.Errorf("%s: the generator does not see its parameter %s", kind.Name, p.Name)
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for _, g := range []Generator{
		RMAT{Scale: 20, EdgeFactor: 16, Seed: 1},
		RMAT{Scale: 20, EdgeFactor: 16, Seed: 1, Permute: true},
		Uniform{Vertices: 1 << 20, Edges: 1 << 24, Seed: 1},
		Grid{Rows: 2048, Cols: 2048, Diagonals: true},
		Affiliation{Authors: 1 << 19, Papers: 1 << 18, MaxTeam: 70, Seed: 1},
	} {
		src := source(b, g)
		b.Run(src.Info().Name, func(b *testing.B) {
			for b.Loop() {
				if _, err := src.Read(b.Context(), 1, func(int, graph.Batch) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
			edges := float64(src.Info().Records) * float64(b.N)
			b.ReportMetric(edges/b.Elapsed().Seconds()/1e6, "Medges/s")
		})
	}
}

func ExampleRMAT() {
	src, err := RMAT{Scale: 10, EdgeFactor: 8, Seed: 1}.Source()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(src.Info().Name, "makes", src.Info().Records, "records")
	// Output: rmat --scale 10 --edge-factor 8 --seed 1 makes 8192 records
}
