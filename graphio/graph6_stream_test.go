package graphio

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphstream"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// answers returns the number and the edges of each graph, a line for each.
func answers(t *testing.T, src graph.Source, workers int) (string, error) {
	t.Helper()
	var text bytes.Buffer
	err := src.(graphstream.Source).Answer(t.Context(), workers, &text,
		func(_ int, index uint64, g *graphstream.Graph, text []byte) ([]byte, error) {
			edges, sum, err := tryReadEdges(g.Source())
			return fmt.Appendf(text, "%d %d %v\n", index, sum.Vertices.Get(), edges), err
		})
	return text.String(), err
}

// tryReadEdges returns the different edges of a source, without loops, in an order of
// their own.
func tryReadEdges(src graph.Source) (edges [][2]string, sum graph.Summary, err error) {
	all, sum, err := read(src, 1)
	seen := make(map[[2]string]bool)
	for _, e := range all {
		if e = ends(e[0], e[1]); e[0] != e[1] && !seen[e] {
			seen[e] = true
			edges = append(edges, e)
		}
	}
	return sortedEdges(edges), sum, err
}

// TestGraph6Stream answers the files that nauty and NetworkX wrote, in all ways; small
// graphs are decoded at once here, and one after the other in their own files.
func TestGraph6Stream(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "graph6", "*.?6"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		name := filepath.Base(path)
		if name == "nauty-incremental.s6" {
			continue
		}
		lines := graph6FileLines(t, name)
		var want strings.Builder
		for i, line := range lines {
			edges, sum, err := tryReadEdges(src(t, line, name))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&want, "%d %d %v\n", i+1, sum.Vertices.Get(), edges)
		}
		for _, w := range ways {
			for _, end := range []string{"", "\n", "\r\n"}[:graphtest.Fewer(3)] {
				text := strings.Join(lines, cmp.Or(end, "\n")) + end
				if name == "nauty-geng6-header.g6" {
					text = ">>graph6<<" + text
				}
				s, err := openWay(t, w, text, name, "")
				if err != nil {
					t.Fatal(err)
				}
				got, err := answers(t, s, w.workers)
				closeAll(t, s)
				if err != nil || got != want.String() {
					t.Fatalf("%s, %+v: %v, answers\n%s\nwant\n%s", name, w, err, got, &want)
				}
			}
		}
	}
}

// Rows stand in front of an error, all that there should be and none behind it.
func TestGraph6StreamMalformed(t *testing.T) {
	random := rand.New(rand.NewPCG(171, 172))
	for _, w := range ways {
		for range 20 {
			lines := graph6FileLines(t, "nauty-geng6.g6")
			bad := 1 + random.IntN(len(lines)-1)
			lines[bad] = "E?"
			for range random.IntN(3) {
				lines[bad+random.IntN(len(lines)-bad)] = "E?"
			}
			s, err := openWay(t, w, strings.Join(lines, "\n"), "a.g6", "")
			if err != nil {
				t.Fatal(err)
			}
			got, err := answers(t, s, w.workers)
			closeAll(t, s)
			if input := inputError(t, err); input.Line != int64(bad)+1 || strings.Count(got, "\n") != bad {
				t.Fatalf("%+v: %v behind %d rows, want line %d", w, err, strings.Count(got, "\n"), bad+1)
			}
		}
	}
}

// The end of the context, an error of an answer and one of the output end a stream that
// has no end.
func TestGraph6StreamEnds(t *testing.T) {
	broken := errors.New("broken")
	for _, workers := range []int{1, 3} {
		for _, why := range []string{"context", "answer", "output"} {
			s, err := OpenReader(new(endless), "a.g6", Options{})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			var out io.Writer = io.Discard
			if why == "output" {
				out = &failing{1000}
			}
			err = s.(graphstream.Source).Answer(ctx, workers, out, func(_ int, index uint64, _ *graphstream.Graph, text []byte) ([]byte, error) {
				if index == 100_000 && why == "context" {
					cancel(broken)
				}
				if index == 100_000 && why == "answer" {
					return text, broken
				}
				return append(text, "row\n"...), nil
			})
			cancel(nil)
			if want := map[string]error{"context": broken, "answer": broken, "output": errFull}[why]; !errors.Is(err, want) {
				t.Errorf("%s: %v", why, err)
			}
			closeAll(t, s)
		}
	}
}

// The records of a larger graph are held within the limit of memory, and those of smaller
// ones nowhere.
func TestGraph6StreamMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads long lines")
	}
	const characters = 7 * 571_431
	large := ":~@MG" + strings.Repeat("?", characters) + "\n" // of 5,000 vertices, and three loops for seven characters
	small := ":~?BG" + strings.Repeat("?", characters) + "\n" // of 200
	for text, fits := range map[string][2]bool{":@\n" + large: {false, true}, large + ":@\n": {false, true}, small + small: {true, true}} {
		for i, memory := range []int64{100e6, 500e6} {
			fits := fits[i]
			s, err := OpenReader(strings.NewReader(text), "a.s6", Options{Memory: memory})
			if err != nil {
				t.Fatal(err)
			}
			got, err := answers(t, s, 2)
			if fits && (err != nil || strings.Count(got, "\n") != 2) || !fits && !errors.As(err, new(*graph.MemoryError)) {
				t.Errorf("%d bytes: %v behind %d rows", memory, err, strings.Count(got, "\n"))
			}
			closeAll(t, s)
		}
	}
}

// endless is a stream of triangles.
type endless struct{ at int }

func (e *endless) Read(text []byte) (int, error) {
	for i := range text {
		text[i] = "Bw\n"[(e.at+i)%3]
	}
	e.at = (e.at + len(text)) % 3
	return len(text), nil
}
