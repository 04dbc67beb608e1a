package loading_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle"
	"github.com/tricycle-graph/tricycle/foodweb"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/loading"
)

// TestTheLimitThatIsNamedDoesToLoad loads within too little, and then within the
// limit that is named.
func TestTheLimitThatIsNamedDoesToLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("many sums")
	}
	const records = 100_000
	random := rand.New(rand.NewPCG(1, 2))
	for name, line := range map[string]func() string{
		"dense":  func() string { return fmt.Sprintln(random.Uint32N(records), random.Uint32N(records)) },
		"sparse": func() string { return fmt.Sprintln(random.Uint32N(records)*40_009, random.Uint32N(records)*40_009) },
		"wide":   func() string { return fmt.Sprintln(random.Uint64N(records)<<40, random.Uint64N(records)<<40) },
		"names":  func() string { return fmt.Sprintf("v%d w%d\n", random.Uint32N(records), random.Uint32N(records)) },
	} {
		var text strings.Builder
		for range records {
			text.WriteString(line())
		}
		within := func(memory int64) error {
			src, err := graphio.OpenReader(strings.NewReader(text.String()), name, graphio.Options{Memory: memory})
			if err != nil {
				return err
			}
			defer src.Close()
			_, _, err = loading.Graph(t.Context(), src, graph.Options{Threads: 2, Memory: memory})
			return err
		}
		for _, memory := range []int64{1, 20 << 20, 33 << 20, 36 << 20} {
			err := within(memory)
			var short *graph.MemoryError
			if err == nil {
				continue
			} else if !errors.As(err, &short) || short.Limit != memory || short.Need <= memory {
				t.Errorf("%s within %d: %v", name, memory, err)
			} else if again := within(short.Need); again != nil {
				t.Errorf("%s within %d: %v; then: %v", name, memory, err, again)
			}
		}
	}
}

// TestTheLimitThatIsNamedDoesForAll: whoever returns a graph, or reads one into
// memory, says at once what limit does.
func TestTheLimitThatIsNamedDoesForAll(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var text strings.Builder
	var edges []graph.Edge
	for range 100_000 {
		e := graph.Edge{U: random.Uint32N(100_000), V: random.Uint32N(100_000)}
		edges = append(edges, e)
		fmt.Fprintln(&text, e.U, e.V)
	}
	path := filepath.Join(t.TempDir(), "g.txt")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	metis, err := graphio.EncodingOf("g.graph", "")
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func(memory int64) error{
		"tricycle.ReadGraph": func(memory int64) error {
			_, err := tricycle.ReadGraph(t.Context(), path, tricycle.Options{Threads: 2, Memory: memory})
			return err
		},
		"tricycle.NewGraph": func(memory int64) error {
			_, err := tricycle.NewGraph(t.Context(), edges, tricycle.Options{Threads: 2, Memory: memory})
			return err
		},
		"graphio.ReadGraph": func(memory int64) error {
			_, err := graphio.ReadGraph(t.Context(), path, graphio.Options{}, graph.Options{Threads: 2, Memory: memory})
			return err
		},
		"graphio.Encoding.WriteSource": func(memory int64) error {
			return metis.WriteSource(t.Context(), io.Discard, graph.FromEdges(edges), graph.Options{Threads: 2, Memory: memory})
		},
		"foodweb.Read": func(memory int64) error {
			src, err := graphio.OpenReader(strings.NewReader(text.String()), "-", graphio.Options{Memory: memory})
			if err != nil {
				return err
			}
			defer src.Close()
			_, err = foodweb.Read(t.Context(), src, graph.Options{Threads: 2, Memory: memory})
			return err
		},
	} {
		for _, memory := range []int64{1, 2 << 20} {
			var short *graph.MemoryError
			if err := call(memory); !errors.As(err, &short) || short.Limit != memory || short.Need <= memory {
				t.Errorf("%s within %d: %v", name, memory, err)
			} else if err := call(short.Need); err != nil {
				t.Errorf("%s within %d, as it says: %v", name, short.Need, err)
			}
		}
	}
}
