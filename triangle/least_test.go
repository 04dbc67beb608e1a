package triangle_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/triangle"
)

// shape is a graph that records are drawn of.
type shape struct {
	name     string
	declared int64 // vertices, where they are
	records  int
	record   func(i int) (u, v uint64)
}

// shapes are graphs that take memory in all the ways there are: by records, by ids,
// by distinct ids, by ids that no arrays are over, by vertices without an edge.
func shapes() []shape {
	random := rand.New(rand.NewPCG(3, 4))
	among := func(n, step uint64) func(int) (u, v uint64) {
		return func(int) (u, v uint64) { return random.Uint64N(n) * step, random.Uint64N(n) * step }
	}
	const n = 60_000
	return []shape{
		{"nothing", 0, 0, nil},
		{"one edge", 0, 1, func(int) (u, v uint64) { return 0, 1 }},
		{"dense", 0, n, among(700, 1)},
		{"thin", 0, n, among(n, 1)},
		{"matching", 0, n, func(i int) (u, v uint64) { return uint64(i), uint64(i) + n }},
		{"path", 0, n, func(i int) (u, v uint64) { return uint64(i), uint64(i) + 1 }},
		{"star", 0, n, func(i int) (u, v uint64) { return 0, uint64(i) + 1 }},
		{"loops", 0, n, func(i int) (u, v uint64) { return uint64(i), uint64(i) }},
		{"gaps", 0, n, among(2000, 397)},
		{"a far id", 0, n, func(i int) (u, v uint64) { return uint64(i % 1000), uint64(i/n) + uint64(i%2)*260_000 }},
		{"sparse", 0, n, among(n/2, 40_009)},
		{"few sparse", 0, n, among(500, 8_000_009)},
		{"wide", 0, n, among(n/2, 1<<40)},
		{"the largest id", 0, 3, func(i int) (u, v uint64) { return uint64(i), math.MaxUint64 }},
		{"wide and narrow", 0, n, func(i int) (u, v uint64) { return random.Uint64N(n), random.Uint64N(n) << (i % 2 * 40) }},
		{"few of many declared", 8_000_000, 1, func(int) (u, v uint64) { return 7, 7_999_998 }},
		{"declared", 1_000_000, n, among(290_000, 1)},
	}
}

// drawn is a shape as a source of records.
type drawn struct {
	pairs []graph.WideEdge
	info  graph.Info
}

func (s shape) source(rereadable, direct bool) *drawn {
	d := &drawn{info: graph.Info{
		Name: s.name, Format: "u32",
		Rereadable: rereadable, Direct: direct,
	}}
	if direct {
		d.info.Records = graph.Known(s.records)
	}
	if s.declared > 0 {
		d.info.Vertices, d.info.Records = graph.Known(s.declared), graph.Known(s.records)
	}
	for i := range s.records {
		u, v := s.record(i)
		d.pairs = append(d.pairs, graph.WideEdge{U: u, V: v})
	}
	return d
}

func (d *drawn) Info() graph.Info { return d.info }
func (d *drawn) Close() error     { return nil }

func (d *drawn) Read(_ context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	var b graph.Batch
	for i, p := range d.pairs {
		if max(p.U, p.V) >= 1<<32 {
			b.Wide = append(b.Wide, p)
		} else {
			b.Edges = append(b.Edges, graph.Edge{U: uint32(p.U), V: uint32(p.V)})
		}
		if len(b.Edges)+len(b.Wide) == 1000 || i == len(d.pairs)-1 {
			if err := emit(i/1000%workers, b); err != nil {
				return graph.Summary{}, err
			}
			b = graph.Batch{}
		}
	}
	return graph.Summary{Records: uint64(len(d.pairs)), Vertices: d.info.Vertices}, nil
}

// wishes are ways to count that plan their memory differently.
func wishes() map[string]triangle.Options {
	return map[string]triangle.Options{
		"auto":              {},
		"merge":             {Method: cpucount.Merge},
		"hash":              {Method: cpucount.Hash},
		"bitmap":            {Method: cpucount.Bitmap},
		"bitslice":          {Method: cpucount.Bitslice},
		"in parts":          {Parts: triangle.Parts{Rows: 3, Columns: 2}},
		"in parts by merge": {Parts: triangle.Parts{Rows: 2, Columns: 1}, Method: cpucount.Merge},
		"by degree":         {Order: graph.OrderDegree},
		"hash by id":        {Order: graph.OrderID, Method: cpucount.Hash},
		"bitslice by id":    {Order: graph.OrderID, Method: cpucount.Bitslice},
		"many threads":      {Threads: 16},
	}
}

// limits returns those that are asked of a way to count: from less than a process
// has to plenty, and fewer of the ways that are tried besides.
func limits(way string) []int64 {
	if way == "auto" {
		return []int64{1, 34 << 20, 47 << 20, 49 << 20, 52 << 20, 55 << 20, 60 << 20, 80 << 20, 200_000_000}
	}
	return []int64{34 << 20, 49 << 20, 53 << 20}
}

// TestTheLimitThatIsNamedDoes: a count is done, or names a limit with which it
// is, at the first try. Every shape is read in every way and counted in every way;
// of each two of these three, all pairs are tried.
func TestTheLimitThatIsNamedDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("many sums")
	}
	ways := wishes()
	for i, s := range shapes() {
		t.Run(s.name, func(t *testing.T) {
			sources := []*drawn{s.source(true, false), s.source(true, true), s.source(false, false)}
			for j, way := range slices.Sorted(maps.Keys(ways)) {
				opt := ways[way]
				if opt.Engine, opt.TmpDir = device.CPU, t.TempDir(); opt.Threads == 0 {
					opt.Threads = 2
				}
				for k, kind := range []string{"text", "pairs", "pipe"} {
					if way != "auto" && (i+j)%len(sources) != k {
						continue
					}
					src := sources[k]
					for l, limit := range limits(way) {
						if way == "auto" && (i+k+l)%2 == 1 { // pairs of two of the three, again
							continue
						}
						holdToWord(t, fmt.Sprintf("%s, %s", way, kind), func(memory int64) (*triangle.Result, error) {
							opt.Memory = memory
							return triangle.Count(t.Context(), src, opt)
						}, limit)
					}
				}
			}
		})
	}
}

// holdToWord counts within a limit, and where that is refused within the one that
// is named.
func holdToWord(t *testing.T, way string, count func(memory int64) (*triangle.Result, error), limit int64) {
	t.Helper()
	_, err := count(limit)
	if err == nil {
		return
	}
	var short *graph.MemoryError
	switch {
	case !errors.As(err, &short):
		t.Errorf("%s within %d bytes: %v", way, limit, err)
		return
	case short.Limit != limit || short.Need <= limit:
		t.Errorf("%s within %d bytes: %v", way, limit, err)
		return
	}
	if _, err := count(short.Need); err != nil {
		t.Errorf("%s within %d bytes: %v; then: %v", way, limit, short, err)
	}
}

// TestTheLimitThatIsNamedDoesForFiles does so for files of every kind, in ways
// that differ in how a source is read; how it is counted, files make no difference to.
func TestTheLimitThatIsNamedDoesForFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("many sums")
	}
	folder := t.TempDir()
	var names []string
	write := func(name string, data []byte) {
		names = append(names, filepath.Join(folder, name))
		if err := os.WriteFile(names[len(names)-1], data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const n, records = 20_000, 60_000
	random := rand.New(rand.NewPCG(5, 6))
	var pairs, text, entries, labels bytes.Buffer
	fmt.Fprintf(&entries, "%%%%MatrixMarket matrix coordinate pattern general\n3000000 3000000 %d\n", records)
	for range records {
		u, v := random.Uint32N(n), random.Uint32N(n)
		pairs.Write(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, u), v))
		fmt.Fprintf(&text, "%d %d\n", uint64(u)<<34, uint64(v)<<34)
		fmt.Fprintf(&entries, "%d %d\n", u+1, v+1)
		fmt.Fprintf(&labels, "vertex-%d,vertex-%d\n", u, v)
	}
	write("pairs.bin", pairs.Bytes())
	write("wide.txt", text.Bytes())
	write("entries.mtx", entries.Bytes())
	write("labels.csv", labels.Bytes())
	write("declared.mtx", []byte("%%MatrixMarket matrix coordinate pattern symmetric\n8000000 8000000 1\n7999999 5\n"))
	for _, suffix := range []string{".txt.gz", ".txt.zst", ".tcsr", ".graph", ".parquet"} {
		src, err := graphio.Open(names[0], graphio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.Join(folder, "written"+suffix))
		if err := convert(t.Context(), src, names[len(names)-1]); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names {
		for _, way := range []string{"auto", "bitslice", "in parts by merge", "many threads"} {
			opt := wishes()[way]
			opt.Engine, opt.TmpDir = device.CPU, folder
			for _, limit := range limits(way) {
				for _, piped := range []bool{false, true} {
					what := fmt.Sprintf("%s, %s, piped: %v", filepath.Base(name), way, piped)
					holdToWord(t, what, func(memory int64) (*triangle.Result, error) {
						src, err := openEither(name, piped, memory)
						if err != nil {
							return nil, err
						}
						defer src.Close()
						opt.Memory = memory
						return triangle.Count(t.Context(), src, opt)
					}, limit)
				}
			}
		}
	}
}

// openEither opens a file by its name, or as a pipe hands it over.
func openEither(name string, piped bool, memory int64) (graph.Source, error) {
	if !piped {
		return graphio.Open(name, graphio.Options{Memory: memory})
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return graphio.OpenReader(io.MultiReader(bytes.NewReader(data)), name, graphio.Options{Memory: memory})
}

// convert writes a graph or its records to a file, as the format asks for.
func convert(ctx context.Context, src graph.Source, name string) error {
	defer src.Close()
	if strings.Contains(name, ".txt") {
		return write(name, "edgelist", func(e graphio.Encoding, w io.Writer) error { return e.WriteSource(ctx, w, src, graph.Options{}) })
	}
	g, err := lists.Graph(ctx, src, graph.Options{})
	if err != nil {
		return err
	}
	formats := map[string]string{".tcsr": "tcsr", ".graph": "metis", ".parquet": "parquet"}
	return write(name, formats[filepath.Ext(name)], func(e graphio.Encoding, w io.Writer) error { return e.Write(ctx, w, g, graph.Options{}) })
}

func write(name, format string, body func(e graphio.Encoding, w io.Writer) error) error {
	e, err := graphio.EncodingOf(name, format)
	if err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(body(e, file), file.Close())
}
