package graphio

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// written returns what would stand in the file of that name: without a file,
// which would have to be synced.
func written(t testing.TB, name string, g *graph.Graph) ([]byte, error) {
	t.Helper()
	f, _, err := outputFormat(name, "")
	if err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	err = f.write(context.Background(), &output{Writer: &data, suffix: filepath.Ext(name), workers: 2}, g)
	return data.Bytes(), err
}

// labelledEdges returns the edges of g by the labels of their ends, sorted.
func labelledEdges(g *graph.Graph) []string {
	var edges []string
	for u := range uint32(g.Vertices()) {
		for _, v := range g.Neighbors(u) {
			if u < v {
				ends := []string{g.Labels().Label(u), g.Labels().Label(v)}
				slices.Sort(ends)
				edges = append(edges, strings.Join(ends, " "))
			}
		}
	}
	slices.Sort(edges)
	return edges
}

// A graph comes back from each format that has room for it. Lists of edges lose
// vertices without one, so that only edges and their labels are compared.
func TestWrittenGraphIsReadAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	for _, n := range []int{2, 3, 4, 5, 6, 10, 100} {
		for kind, labels := range labelled(random, n) {
			want := randomGraph(t, random, n, labels)
			if want.Edges() == 0 {
				continue
			}
			for _, name := range []string{"g.tcsr", "g.mtx", "g.txt", "g.el", "g.edges", "g.edgelist", "g.tsv", "g.csv", "g.bin", "g.u32",
				"g.g500", "g.g500p", "g.sg", "g.parquet", "g.pq", "g.adjlist", "g.adjmat", "g.dl"} {
				t.Run(fmt.Sprintf("%d vertices, %s, %s", n, kind, name), func(t *testing.T) {
					want := want
					switch filepath.Ext(name) {
					case ".mtx":
						want = relabelled(t, want, graph.BaseLabels(1)) // its numbering
					case ".sg":
						want = relabelled(t, want, graph.Labels{})
					case ".bin", ".u32", ".g500", ".g500p":
						most := map[string]uint64{".g500": math.MaxInt64, ".g500p": 1<<47 - 1}[filepath.Ext(name)]
						if n := uint32(want.Vertices()); kind == "names" || want.Labels().Number(n-1) > max(most, math.MaxUint32) {
							if _, err := written(t, name, want); err == nil {
								t.Error("written without an error")
							}
							return
						}
					}
					data, err := written(t, name, want)
					if err != nil {
						t.Fatal(err)
					}
					src, err := OpenReader(bytes.NewReader(data), name, Options{})
					if err != nil {
						t.Fatal(err)
					}
					got, err := build(t.Context(), src, graph.Options{})
					if err != nil {
						t.Fatal(err)
					}
					if !slices.Equal(labelledEdges(got), labelledEdges(want)) {
						t.Errorf("read %d edges, wrote %d, or others", got.Edges(), want.Edges())
					}
					if f, _, _ := outputFormat(name, ""); f.keeps.isolated && got.Vertices() != n {
						t.Errorf("%d vertices, want %d", got.Vertices(), n)
					}
				})
			}
		}
	}
}

func relabelled(t testing.TB, g *graph.Graph, labels graph.Labels) *graph.Graph {
	t.Helper()
	g, err := graph.NewGraph(g.Offsets(), g.Adjacency(), labels)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Names that no line can hold are refused.
func TestNamesThatEdgeListsCannotHold(t *testing.T) {
	for _, name := range []string{"", "a\nb", "a\rb", "a\x00b"} {
		g, err := graph.NewGraph([]uint64{0, 1, 2}, []uint32{1, 0}, graph.NameLabels([]string{name, "b"}))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "graph.csv")
		if err := writeGraph(t.Context(), path, g, graph.Options{}); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", name)) {
			t.Errorf("name %q: %v", name, err)
		}
	}
}

// What stands for nothing without quotes is written in quotes, or refused.
func TestNamesThatAreWrittenAreRead(t *testing.T) {
	for _, name := range []string{"1.5", "-1", "+1.5", "--", "'s", "[", "{x", "\ufeffx", "0x1", "1e3", "nan", "labels:", "data:", "a: b", "A|B", "//", "'", "<b>", "1a", "-", "%", "a#b", "x:"} {
		g, err := graph.NewGraph([]uint64{0, 1, 2}, []uint32{1, 0}, graph.NameLabels([]string{name, "b"}))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range formats {
			if !f.keeps.labels || len(f.outputs) == 0 {
				continue
			}
			path := filepath.Join(t.TempDir(), "graph"+f.outputs[0])
			if err := writeGraph(t.Context(), path, g, graph.Options{}); errors.Is(err, errors.ErrUnsupported) {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			src, err := Open(path, Options{})
			if err != nil {
				t.Errorf("%s: %q was written: %v", f.name, name, err)
				continue
			}
			again, err := build(t.Context(), src, graph.Options{})
			if err != nil {
				t.Errorf("%s: %q was written: %v", f.name, name, err)
			} else if !slices.Equal(again.Labels().Names(), []string{name, "b"}) {
				t.Errorf("%s: %q was written and is read as %q", f.name, name, again.Labels().Names())
			}
		}
	}
}

// generators are sources, the first of several blocks.
func generators(t testing.TB) []orderedSource {
	t.Helper()
	var sources []orderedSource
	for _, g := range []generator.Generator{
		generator.Affiliation{Authors: 3000, Papers: 11_000, MaxTeam: 3, Seed: 1},
		generator.RMAT{Scale: 10, EdgeFactor: 16, Seed: 1},
		generator.SiouxFalls{},
		generator.Uniform{Vertices: 1},
	} {
		src, err := g.Source()
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, src)
	}
	return sources
}

func TestWriteEdgesKeepsTheRecords(t *testing.T) {
	for _, src := range generators(t) {
		var pairs []byte
		var text bytes.Buffer
		for block := range src.Blocks() {
			for _, e := range src.AppendBlock(block, nil) {
				base := uint32(src.Info().Base)
				pairs = binary.LittleEndian.AppendUint32(pairs, e.U+base)
				pairs = binary.LittleEndian.AppendUint32(pairs, e.V+base)
				fmt.Fprintln(&text, e.U+base, e.V+base)
			}
		}
		for _, threads := range []int{0, 1, 4} {
			folder := t.TempDir()
			for name, want := range map[string][]byte{
				"edges.bin": pairs,
				"edges.txt": text.Bytes(),
				"edges.csv": bytes.ReplaceAll(text.Bytes(), []byte(" "), []byte(",")),
				"edges.tsv": bytes.ReplaceAll(text.Bytes(), []byte(" "), []byte("\t")),
			} {
				path := filepath.Join(folder, name)
				if err := writeSource(t.Context(), path, src, graph.Options{Threads: threads}); err != nil {
					t.Fatal(err)
				}
				if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s from %d threads: other records in %s, %v", src.Info().Name, threads, name, err)
				}
			}
		}
	}
}

// Formats of clean graphs get a clean graph, and so does everything that comes
// from a source without an order.
func TestWriteEdgesCleansOtherwise(t *testing.T) {
	for _, src := range generators(t) {
		want, err := build(t.Context(), src, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "graph.tcsr")
		if err := writeSource(t.Context(), path, src, graph.Options{}); err != nil {
			t.Fatal(err)
		}
		sameGraph(t, loaded(t, openFile(t, path)), want)
		if want.Edges() == 0 {
			continue
		}
		pairs := filepath.Join(t.TempDir(), "graph.bin")
		if err := writeSource(t.Context(), pairs, openFile(t, path), graph.Options{}); err != nil {
			t.Fatal(err)
		}
		if edges, _ := rawEdges(t, openFile(t, pairs), 2); uint64(len(edges)) != want.Edges() {
			t.Errorf("%s: %d records of %d edges", src.Info().Name, len(edges), want.Edges())
		}
	}
}

// stopping is a source that ends the context in the middle.
type stopping struct {
	orderedSource
	cancel func()
}

func (s stopping) AppendBlock(block int, edges []graph.Edge) []graph.Edge {
	if block == s.Blocks()/2 {
		s.cancel()
	}
	return s.orderedSource.AppendBlock(block, edges)
}

func TestCancelledWriting(t *testing.T) {
	for _, name := range []string{"edges.bin", "edges.txt", "edges.tcsr", "edges.mtx"} {
		for threads := 1; threads < 5; threads++ {
			ctx, cancel := context.WithCancel(t.Context())
			src := generators(t)[0]
			path := filepath.Join(t.TempDir(), name)
			if f, _, err := outputFormat(name, ""); err != nil || f.writeEdges == nil {
				cancel() // a graph would not be built block by block
			}
			err := writeSource(ctx, path, stopping{src, cancel}, graph.Options{Threads: threads})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %d threads: %v", name, threads, err)
			}
			cancel()
		}
	}
}

// failing is a file on a disk that is full after some bytes.
type failing struct{ room int }

var errFull = errors.New("no space left")

func (f *failing) Write(data []byte) (int, error) {
	if len(data) > f.room {
		n := f.room
		f.room = 0
		return n, errFull
	}
	f.room -= len(data)
	return len(data), nil
}

func TestFullDisk(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 24))
	g := randomGraph(t, random, 500, graph.Labels{})
	src := generators(t)[0]
	for _, f := range formats {
		if f.write == nil {
			continue
		}
		for _, room := range []int{0, 10, 5000, 50_000} {
			if small := []*format{&parquetFormat, &graph6Format, &digraph6Format}; room > 5000 && slices.Contains(small, f) {
				continue // all of it fits
			}
			for workers := 1; workers < 4; workers++ {
				if testing.Short() && workers < 3 {
					continue
				}
				out := &output{Writer: &failing{room}, workers: workers}
				if err := f.write(t.Context(), out, g); !errors.Is(err, errFull) {
					t.Errorf("%s with room for %d bytes: %v", f.name, room, err)
				}
				if f.writeEdges == nil {
					continue
				}
				out = &output{Writer: &failing{room}, workers: workers}
				if err := f.writeEdges(t.Context(), out, src); !errors.Is(err, errFull) {
					t.Errorf("%s with room for %d bytes: %v", f.name, room, err)
				}
			}
		}
	}
}

func TestEncodingOf(t *testing.T) {
	for _, c := range []struct{ path, format, want string }{
		{"g.bin", "", "u32"},
		{"a/G.TCSR", "", "tcsr"},
		{"g.mtx", "", "matrixmarket"},
		{"g.csv", "", "edgelist"},
		{"g.mtx", "u32", "u32"},
		{"-", "tcsr", "tcsr"},
		{"-", "", ""},
		{"g", "", ""},
		{"g.xyz", "", ""},
		{"g.mtx.gz", "", "matrixmarket"},
		{"G.TXT.ZST", "", "edgelist"},
		{"g.gz", "u32", "u32"},
		{"g.gz", "", ""},
		{"g.txt.bz2", "", ""},
		{"g.txt.xz", "edgelist", ""},
		{"g.wsg", "", ""},
		{"g.wel", "", ""},
		{"g.mtx", "nonsense", ""},
	} {
		e, err := EncodingOf(c.path, c.format)
		if (err == nil) != (c.want != "") || err == nil && e.format.name != c.want {
			t.Errorf("%q as %q: %+v, %v, want %q", c.path, c.format, e.format, err, c.want)
		}
	}
}

func BenchmarkWriteEdges(b *testing.B) {
	src, err := generator.RMAT{Scale: 18, EdgeFactor: 16, Seed: 1}.Source()
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"edges.bin", "edges.txt"} {
		b.Run(name, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), name)
			for b.Loop() {
				if err := writeSource(b.Context(), path, src, graph.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			stat, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(stat.Size())
		})
	}
	b.Run("null", func(b *testing.B) {
		b.SetBytes(src.Info().Records.Get() * u32Record)
		u32, err := EncodingOf("edges.bin", "")
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := u32.WriteSource(b.Context(), io.Discard, src, graph.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
