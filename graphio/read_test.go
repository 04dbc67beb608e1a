package graphio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// read reads all of a source: its edges as labels, sorted, and what Read
// returned.
func read(src graph.Source, workers int) (edges [][2]string, sum graph.Summary, err error) {
	var mu sync.Mutex
	var wide []graph.WideEdge
	busy := make([]bool, workers)
	sum, err = src.Read(context.Background(), workers, func(worker int, b graph.Batch) error {
		mu.Lock()
		if worker >= workers || busy[worker] {
			mu.Unlock()
			return fmt.Errorf("worker %d of %d runs twice", worker, workers)
		}
		busy[worker] = true
		for _, e := range b.Edges {
			wide = append(wide, graph.WideEdge{U: uint64(e.U), V: uint64(e.V)})
		}
		for _, e := range b.Wide {
			if e.U < 1<<32 && e.V < 1<<32 {
				mu.Unlock()
				return fmt.Errorf("%v is not wide", e)
			}
			wide = append(wide, e)
		}
		busy[worker] = false
		mu.Unlock()
		return nil
	})
	if err != nil {
		return nil, sum, err
	}
	if uint64(len(wide)) != sum.Records {
		return nil, sum, fmt.Errorf("%d edges emitted, %d records in the summary", len(wide), sum.Records)
	}
	label := func(id uint64) string {
		if sum.Names != nil {
			return sum.Names[id]
		}
		return fmt.Sprint(id)
	}
	for _, e := range wide {
		edges = append(edges, [2]string{label(e.U), label(e.V)})
	}
	return sortedEdges(edges), sum, nil
}

func sortedEdges(edges [][2]string) [][2]string {
	edges = slices.Clone(edges)
	slices.SortFunc(edges, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	return edges
}

// way is one way to read a text: as a file or as a stream, in blocks of some
// size, by some workers.
type way struct {
	stream  bool
	block   int
	workers int
}

var ways = []way{
	{false, defaultBlockSize, 1}, {false, 1, 1}, {false, 7, 2}, {false, 16, 3},
	{true, defaultBlockSize, 1}, {true, 1, 1}, {true, 7, 2}, {true, 16, 3},
}

// openWay opens a text in a given format, the given way.
func openWay(t testing.TB, w way, text, name, format string) (graph.Source, error) {
	t.Helper()
	var src graph.Source
	var err error
	if w.stream {
		src, err = OpenReader(strings.NewReader(text), name, Options{Format: format})
	} else {
		src, err = Open(writeFile(t, name, text), Options{Format: format})
	}
	setBlockSize(src, w.block)
	return src, err
}

// setBlockSize sets how much text src hands out at a time, if it does so.
func setBlockSize(src graph.Source, size int) {
	switch src := src.(type) {
	case *edgeList:
		src.blockSize = size
	case *matrix:
		src.blockSize = size
	case *metis:
		src.blockSize = size
	case *headed:
		src.blockSize = size
	case *pajek:
		src.blockSize = size
	case *gml:
		src.blockSize = size
	case *dl:
		src.blockSize = size
	case *squareMatrix:
		src.blockSize = size
	case *ligra:
		src.blockSize = size
	case *ndjson:
		src.blockSize = size
	case *lgl:
		src.blockSize = size
	case *leda:
		src.blockSize = size
	case *adjacencyList:
		src.blockSize = size
	case *graph6File:
		src.blockSize = size
	case *bvSource:
		src.piece, src.batch, src.block = bvPadding+size, size, int64(size)
	case *arraySource:
		src.piece = int64(size)
	}
}

func closeAll(t testing.TB, all ...io.Closer) {
	t.Helper()
	for _, c := range all {
		if err := c.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	}
}

// writeFile writes a file into a temporary folder.
func writeFile(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// inputError returns the *graph.InputError that err should be.
func inputError(t testing.TB, err error) *graph.InputError {
	t.Helper()
	var input *graph.InputError
	if !errors.As(err, &input) {
		t.Fatalf("error is %T: %v, want an input error", err, err)
	}
	return input
}

// checkReading compares what a reader makes of a text, in every way, with
// what it should be.
func checkReading(t testing.TB, ways []way, text, name, format string, want reading) {
	t.Helper()
	var message string
	for _, w := range ways {
		src, err := openWay(t, w, text, name, format)
		var edges [][2]string
		var sum graph.Summary
		if err == nil {
			edges, sum, err = read(src, w.workers)
			closeAll(t, src)
		}
		switch {
		case want.badLine != 0:
			got := inputError(t, err)
			if want.badLine > 0 && got.Line != want.badLine {
				t.Fatalf("%+v: error %q, want one at line %d, in\n%q", w, err, want.badLine, text)
			}
			_, short, _ := strings.Cut(got.Error(), name)
			if message != "" && short != message {
				t.Fatalf("%+v: error %q, and %q another way, in\n%q", w, short, message, text)
			}
			message = short
		case err != nil:
			t.Fatalf("%+v: %v, in\n%q", w, err, text)
		case !slices.Equal(edges, sortedEdges(want.edges)):
			t.Fatalf("%+v: read %v, want %v, in\n%q", w, edges, want.edges, text)
		case !slices.Equal(sum.Names, want.names):
			t.Fatalf("%+v: names %q, want %q, in\n%q", w, sum.Names, want.names, text)
		case want.declares && (sum.Vertices != graph.Known(want.n) || !slices.Equal(sum.Numbers, want.numbers)):
			t.Fatalf("%+v: %v vertices %d, want %d %d, in\n%q", w, sum.Vertices, sum.Numbers, want.n, want.numbers, text)
		}
	}
}
