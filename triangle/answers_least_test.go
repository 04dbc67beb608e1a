package triangle_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TestTheLimitThatIsNamedDoesForAnswers: an answer for each vertex or edge is given, or
// a limit with which it is.
func TestTheLimitThatIsNamedDoesForAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("many sums")
	}
	ways := map[string]triangle.Options{
		"auto":      {},
		"by degree": {Order: graph.OrderDegree},
		"bitslice":  {Method: cpucount.Bitslice},
		"hash":      {Method: cpucount.Hash, Order: graph.OrderID},
	}
	for i, s := range shapes() {
		t.Run(s.name, func(t *testing.T) {
			g, _, err := loading.Graph(t.Context(), s.source(true, false), graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			sources := []graph.Source{s.source(true, false), s.source(true, true), s.source(false, false), g.Source()}
			for j, kind := range []string{"text", "pairs", "pipe", "graph"} {
				for k, way := range slices.Sorted(maps.Keys(ways)) {
					if (i+j)%len(sources) != k { // each pair of two of the three
						continue
					}
					src, opt := sources[j], ways[way]
					opt.Threads, opt.TmpDir = 2, t.TempDir()
					for _, limit := range []int64{1, 49 << 20, 53 << 20} {
						holdToWord(t, "vertices, "+way+", "+kind, func(memory int64) (*triangle.Result, error) {
							opt.Memory = memory
							_, err := triangle.Vertices(t.Context(), src, opt)
							return nil, err
						}, limit)
						holdToWord(t, "edges, "+way+", "+kind, func(memory int64) (*triangle.Result, error) {
							opt.Memory = memory
							p, err := triangle.Edges(t.Context(), src, opt)
							if err == nil {
								err = p.Close()
							}
							return nil, err
						}, limit)
						holdToWord(t, "triangles, "+way+", "+kind, func(memory int64) (*triangle.Result, error) {
							opt.Memory = memory
							_, err := triangle.List(t.Context(), src, opt)
							return nil, err
						}, limit)
						holdToWord(t, "truss, "+way+", "+kind, func(memory int64) (*triangle.Result, error) {
							opt.Memory = memory
							_, err := triangle.Truss(t.Context(), src, opt)
							return nil, err
						}, limit)
					}
				}
			}
		})
	}
}

// TestTheLimitThatIsNamedIsNear: with a tenth less there is no answer, of a graph large
// enough to count beside the process.
func TestTheLimitThatIsNamedIsNear(t *testing.T) {
	if testing.Short() {
		t.Skip("a large graph, a dozen times")
	}
	src, err := generator.RMAT{Scale: 17, EdgeFactor: 16, Seed: 1}.Source()
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := loading.Graph(t.Context(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for kind, src := range map[string]graph.Source{"records": src, "graph": g.Source()} {
		for question, ask := range map[string]func(opt triangle.Options) error{
			"vertices": func(opt triangle.Options) error {
				_, err := triangle.Vertices(t.Context(), src, opt)
				return err
			},
			"edges": func(opt triangle.Options) error {
				p, err := triangle.Edges(t.Context(), src, opt)
				if err == nil {
					err = p.Close()
				}
				return err
			},
			"truss": func(opt triangle.Options) error {
				_, err := triangle.Truss(t.Context(), src, opt)
				return err
			},
		} {
			opt := triangle.Options{Engine: device.CPU, Threads: 2, TmpDir: t.TempDir(), Memory: 1}
			var short *graph.MemoryError
			if err := ask(opt); !errors.As(err, &short) {
				t.Fatalf("%s of %s within a byte: %v", question, kind, err)
			}
			opt.Memory = short.Need
			if err := ask(opt); err != nil {
				t.Errorf("%s of %s within the limit that was named: %v", question, kind, err)
			}
			opt.Memory -= opt.Memory / 10
			if err := ask(opt); !errors.As(err, &short) {
				t.Errorf("%s of %s: %v within %d, and %d was named", question, kind, err, opt.Memory, short.Need)
			}
		}
	}
}
