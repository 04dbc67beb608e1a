package graphio

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// rawEdges reads src with a number of workers and returns its records, sorted.
func rawEdges(t testing.TB, src graph.Source, workers int) ([]graph.WideEdge, graph.Summary) {
	t.Helper()
	edges, summary, err := tryRead(src, workers)
	if err != nil {
		t.Fatal(err)
	}
	if summary.Records != uint64(len(edges)) {
		t.Fatalf("%d records, the summary says %d", len(edges), summary.Records)
	}
	return edges, summary
}

func tryRead(src graph.Source, workers int) ([]graph.WideEdge, graph.Summary, error) {
	var mu sync.Mutex
	var edges []graph.WideEdge
	summary, err := src.Read(context.Background(), workers, func(_ int, b graph.Batch) error {
		mu.Lock()
		defer mu.Unlock()
		for _, e := range b.Edges {
			edges = append(edges, graph.WideEdge{U: uint64(e.U), V: uint64(e.V)})
		}
		edges = append(edges, b.Wide...)
		return nil
	})
	slices.SortFunc(edges, compareEdges)
	return edges, summary, err
}

func compareEdges(a, b graph.WideEdge) int {
	return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V))
}

// openFile opens a file that is closed with the test.
func openFile(t testing.TB, path string) graph.Source {
	t.Helper()
	src, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	})
	return src
}

// testFile puts data into a new file of that name.
func testFile(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// randomGraph returns a random graph of n vertices with these labels. The last
// vertex has no edge.
func randomGraph(t testing.TB, random *rand.Rand, n int, labels graph.Labels) *graph.Graph {
	t.Helper()
	lists := make([][]uint32, n)
	for u := range max(n-1, 0) {
		for v := range u {
			if random.IntN(4) == 0 {
				lists[u] = append(lists[u], uint32(v))
				lists[v] = append(lists[v], uint32(u))
			}
		}
	}
	offsets := make([]uint64, 1, n+1)
	var neighbors []uint32
	for _, list := range lists {
		neighbors = append(neighbors, list...)
		offsets = append(offsets, uint64(len(neighbors)))
	}
	g, err := graph.NewGraph(offsets, neighbors, labels)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Validate(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	return g
}

// sameGraph compares graphs with their labels, and all that both can know.
func sameGraph(t testing.TB, got, want *graph.Graph) {
	t.Helper()
	if !slices.Equal(got.Offsets(), want.Offsets()) || !slices.Equal(got.Adjacency(), want.Adjacency()) {
		t.Fatalf("another graph: %d vertices and %d edges, want %d and %d",
			got.Vertices(), got.Edges(), want.Vertices(), want.Edges())
	}
	for v := range uint32(want.Vertices()) {
		if got.Labels().Label(v) != want.Labels().Label(v) {
			t.Fatalf("vertex %d is called %s, want %s", v, got.Labels().Label(v), want.Labels().Label(v))
		}
	}
}

// numbersOf returns n ascending numbers, the first at least base.
func numbersOf(random *rand.Rand, n int, base uint64) []uint64 {
	numbers := make([]uint64, n)
	for i := range numbers {
		base += 1 + random.Uint64N(1000)
		numbers[i] = base
	}
	return numbers
}

func namesOf(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("node%d", i)
	}
	return names
}
