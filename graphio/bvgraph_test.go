package graphio

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// bvFiles are the files of a graph; those that are nil are missing.
type bvFiles struct{ graph, properties, offsets []byte }

// in writes the files into a folder and returns the name of the .graph.
func (f bvFiles) in(t testing.TB, folder string) string {
	t.Helper()
	for end, data := range map[string][]byte{".graph": f.graph, ".properties": f.properties, ".offsets": f.offsets} {
		path := filepath.Join(folder, "g"+end)
		if data == nil {
			_ = os.Remove(path)
		} else if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, "g.graph")
}

// randomBVLists are lists that are like those near them.
func randomBVLists(random *rand.Rand, n int) (lists [][]int, arcs []graph.WideEdge) {
	for x := range n {
		var list []int
		if x > 0 {
			for _, v := range lists[x-1-random.IntN(min(x, 3))] {
				if random.IntN(5) > 0 {
					list = append(list, v)
				}
			}
		}
		for range random.IntN(4) {
			begin := random.IntN(n)
			for v := begin; v < min(begin+1+random.IntN(8), n); v++ {
				list = append(list, v)
			}
		}
		slices.Sort(list)
		list = slices.Compact(list)
		if list = list[:min(len(list), 30)]; random.IntN(6) == 0 {
			list = nil
		}
		lists = append(lists, list)
		for _, v := range list {
			arcs = append(arcs, graph.WideEdge{U: uint64(x), V: uint64(v)})
		}
	}
	return lists, arcs
}

// readBVGraph reads the files in one way.
func readBVGraph(t testing.TB, path string, random *rand.Rand, workers int) ([]graph.WideEdge, error) {
	t.Helper()
	src, err := Open(path, Options{Format: "bvgraph", Memory: 1 << 30})
	if err != nil {
		return nil, err
	}
	defer closeAll(t, src)
	s := src.(*bvSource)
	s.piece, s.batch, s.block = bvPadding+random.IntN(300), 1+random.IntN(40), int64(1+random.IntN(900))
	got, _, err := tryRead(src, workers)
	if held := src.Info().Holds(); held != 0 {
		t.Errorf("%d bytes are held behind the reading", held)
	}
	return got, err
}

func TestBVGraphRandom(t *testing.T) {
	folder := t.TempDir()
	for seed := range uint64(graphtest.Fewer(400)) {
		random := rand.New(rand.NewPCG(seed, 15))
		shape := randomBVShape(random)
		lists, want := randomBVLists(random, random.IntN(150))
		data, offsets := shape.write(random, lists)
		files := bvFiles{data, []byte(shape.properties(len(lists), len(want))), offsets}
		if seed%3 == 0 {
			files.offsets = nil
		}
		twin, ok := shape.read(data, len(lists), len(want))
		if !ok || !slices.Equal(twin, want) {
			t.Fatalf("%d: the twins differ: %d arcs, want %d; %+v", seed, len(twin), len(want), shape)
		}
		path := files.in(t, folder)
		for _, workers := range []int{1, 2, 5} {
			got, err := readBVGraph(t, path, random, workers)
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%d, %d workers: %d arcs, want %d: %v; %+v", seed, workers, len(got), len(want), err, shape)
			}
		}
	}
}

// bvSample is a small graph.
func bvSample() (shape bvShape, lists [][]int, files bvFiles) {
	shape = bvShape{window: 3, depth: 2, minInterval: 2, k: 3}
	shape.codes = [...]string{"GAMMA", "UNARY", "GAMMA", "GAMMA", "GAMMA", "ZETA", "GAMMA"}
	random := rand.New(rand.NewPCG(1, 15))
	lists, arcs := randomBVLists(random, 60)
	data, offsets := shape.write(random, lists)
	return shape, lists, bvFiles{data, []byte(shape.properties(len(lists), len(arcs))), offsets}
}

// refusedBVGraph checks that files are refused with the same message by any number of
// workers, and returns it.
func refusedBVGraph(t testing.TB, files bvFiles) string {
	t.Helper()
	path := files.in(t, t.TempDir())
	message := ""
	for i, workers := range []int{1, 2, 4, 4} {
		_, err := readBVGraph(t, path, rand.New(rand.NewPCG(uint64(i), 1)), workers)
		got := strings.ReplaceAll(inputError(t, err).Error(), filepath.Dir(path), "")
		if message != "" && got != message {
			t.Fatalf("%q, and %q with %d workers", message, got, workers)
		}
		message = got
	}
	return message
}

func TestBVGraphDamaged(t *testing.T) {
	_, _, whole := bvSample()
	for cut := 0; cut < len(whole.graph); cut += 3 {
		files := whole
		files.graph = whole.graph[:cut]
		refusedBVGraph(t, files)
		files.offsets = nil
		if message := refusedBVGraph(t, files); !strings.Contains(message, "the end") && !strings.Contains(message, "at most") {
			t.Error(message)
		}
	}
	for cut := range len(whole.offsets) {
		files := whole
		files.offsets = whole.offsets[:cut]
		if message := refusedBVGraph(t, files); !strings.Contains(message, "g.offsets") {
			t.Error(message)
		}
	}
	// Offsets of which one is some bits off, and the next back again, lead to other
	// lists, or to none.
	shape, lists, _ := bvSample()
	data, _ := shape.write(rand.New(rand.NewPCG(2, 15)), lists)
	files := whole
	files.graph = data
	if message := refusedBVGraph(t, files); !strings.Contains(message, "g.offsets") {
		t.Error(message)
	}
	files = whole
	files.graph = append(slices.Clone(files.graph), make([]byte, 9)...)
	if message := refusedBVGraph(t, files); !strings.Contains(message, "more") {
		t.Error(message)
	}
	files.graph = append(slices.Clone(whole.graph), 1)
	if message := refusedBVGraph(t, files); !strings.Contains(message, "more") {
		t.Error(message)
	}
}

func TestBVGraphProperties(t *testing.T) {
	_, _, whole := bvSample()
	replaced := func(from, to string) []byte {
		changed := strings.Replace(string(whole.properties), from, to, 1)
		if changed == string(whole.properties) {
			t.Fatalf("no %s", from)
		}
		return []byte(changed)
	}
	for _, c := range []struct{ from, to, want string }{
		{"nodes=60", "nodes=61", "g.graph"},
		{"nodes=60", "nodes=59", "below 59"},
		{"nodes=60", "nodes=4294967295", "at most"},
		{"nodes=60", "nodes=-1", "nodes of at most"},
		{"nodes=60", "Nodes=60", "a property nodes"},
		{"nodes=60", "nodes=60\nnodes=60", "which line 4 has"},
		{"nodes=60", `nodes=\`, "one line"},
		{"arcs = ", "arcs = 1", "arcs"},
		{"arcs = ", "arcs = 0 #", "arcs"},
		{"windowsize:3", "windowsize:2", "reference"},
		{"windowsize:3", "windowsize:65536", "windowsize"},
		{"maxrefcount=2", "maxrefcount=1", "chain"},
		{"version=0", "version=2", "version"},
		{"version=0", "version=1\nendianness=little", "endianness"},
		{"zetak=3", "zetak=0", "zetak"},
		{"zetak=3", "zetak=99", "zetak"},
		{"RESIDUALS_ZETA", "RESIDUALS_GOLOMB", "RESIDUALS_GOLOMB"},
		{"RESIDUALS_ZETA", "RESIDUALS_SKEWED_GOLOMB", "RESIDUALS_SKEWED_GOLOMB"},
		{"RESIDUALS_ZETA", "RESIDUALS", "RESIDUALS"},
		{"RESIDUALS_ZETA", "COLOURS_ZETA", "COLOURS_ZETA"},
		{"class it.unimi.dsi.webgraph.BVGraph", "it.unimi.dsi.webgraph.EFGraph", "EFGraph, which is not read"},
		{"class it.unimi.dsi.webgraph.BVGraph", "it.unimi.dsi.webgraph.labelling.BitStreamArcLabelledImmutableGraph\nunderlyinggraph=deep/under", "under.graph"},
		{"graphclass", "colour", "graphclass"},
	} {
		files := whole
		files.properties = replaced(c.from, c.to)
		if message := refusedBVGraph(t, files); !strings.Contains(message, c.want) {
			t.Errorf("%s: %s", c.to, message)
		}
	}
	for _, c := range [][2]string{
		{"class it.unimi.dsi.webgraph.BVGraph", "it.unimi.dsi.big.webgraph.BVGraph"},
		{"maxrefcount=2", "maxrefcount=-1"},
		{"zetak=3", "! zetak=4\r\n\tcomment\\ 1"},
		{"version=0", ""},
	} {
		files := whole
		files.properties = replaced(c[0], c[1])
		if _, err := readBVGraph(t, files.in(t, t.TempDir()), rand.New(rand.NewPCG(1, 1)), 2); err != nil {
			t.Errorf("%s: %v", c[1], err)
		}
	}
}

func TestBVGraphRecognised(t *testing.T) {
	_, _, whole := bvSample()
	folder := t.TempDir()
	path := whole.in(t, folder)
	for _, name := range []string{path, filepath.Join(folder, "g.properties")} {
		src := openFile(t, name)
		if src.Info().Format != "bvgraph" {
			t.Error(src.Info().Format)
		}
	}
	// What is METIS stays METIS.
	files := whole
	files.graph = []byte("3 2\n2\n1 3\n2\n")
	src := openFile(t, files.in(t, t.TempDir()))
	if src.Info().Format != "metis" {
		t.Error(src.Info().Format)
	}
	for _, c := range []struct {
		files bvFiles
		name  string
		want  string
	}{
		{bvFiles{graph: whole.graph}, "g.graph", "g.properties beside it"},
		{bvFiles{properties: whole.properties}, "g.properties", "g.graph beside it"},
	} {
		folder := t.TempDir()
		c.files.in(t, folder)
		if _, err := Open(filepath.Join(folder, c.name), Options{}); !strings.Contains(inputError(t, err).Error(), c.want) {
			t.Error(err)
		}
	}
	if _, err := OpenReader(bytes.NewReader(whole.graph), path, Options{Format: "bvgraph"}); !strings.Contains(inputError(t, err).Error(), "stream") {
		t.Error(err)
	}
	if _, err := Open(writeFile(t, "g.graph.gz", gzipped(t, string(whole.graph))), Options{Format: "bvgraph"}); !strings.Contains(inputError(t, err).Error(), "compressed") {
		t.Error(err)
	}
}

func TestBVGraphEmitError(t *testing.T) {
	_, _, whole := bvSample()
	full := errors.New("full")
	for _, offsets := range [][]byte{whole.offsets, nil} {
		whole.offsets = offsets
		src := openFile(t, whole.in(t, t.TempDir()))
		if _, err := src.Read(t.Context(), 3, func(int, graph.Batch) error { return full }); !errors.Is(err, full) {
			t.Error(err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(full)
		if _, err := src.Read(ctx, 3, func(int, graph.Batch) error { return nil }); !errors.Is(err, full) {
			t.Error(err)
		}
	}
}

// Lists that others refer to are held within the limit.
func TestBVGraphMemory(t *testing.T) {
	const n = 3 << 20
	var b bvText
	b.code("GAMMA", 0, n) // one interval of all
	b.code("UNARY", 0, 0)
	b.code("GAMMA", 0, 1)
	b.code("GAMMA", 0, 0)
	b.code("GAMMA", 0, n-4)
	data := append(b.bytes(), bytes.Repeat([]byte{0xff}, n/8)...)
	shape := bvShape{window: 7, depth: 3, minInterval: 4, k: 3}
	for i := range shape.codes {
		shape.codes[i] = "GAMMA"
	}
	shape.codes[1] = "UNARY"
	path := bvFiles{data, []byte(shape.properties(n, n)), nil}.in(t, t.TempDir())
	for memory, fits := range map[int64]bool{60 << 20: false, 1 << 30: true} {
		src, err := Open(path, Options{Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		records := 0
		_, err = src.Read(t.Context(), 1, func(_ int, b graph.Batch) error { records += len(b.Edges); return nil })
		var large *graph.MemoryError
		if fits && records != n || !fits && !errors.As(err, &large) {
			t.Errorf("%d bytes: %d records, %v", memory, records, err)
		}
		closeAll(t, src)
	}
}

func FuzzBVGraph(f *testing.F) {
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 16))
		shape := randomBVShape(random)
		lists, arcs := randomBVLists(random, 1+random.IntN(12))
		data, offsets := shape.write(rand.New(rand.NewPCG(seed, 17)), lists)
		f.Add(seed, data, offsets, uint16(len(lists)), uint32(len(arcs)))
	}
	f.Fuzz(func(t *testing.T, seed uint64, data, offsets []byte, nodes uint16, arcs uint32) {
		shape := randomBVShape(rand.New(rand.NewPCG(seed, 16)))
		want, ok := shape.read(data, int(nodes), int(arcs))
		files := bvFiles{data, []byte(shape.properties(int(nodes), int(arcs))), nil}
		for _, files.offsets = range [][]byte{nil, offsets} {
			if !ok {
				refusedBVGraph(t, files)
				continue
			}
			path := files.in(t, t.TempDir())
			for _, workers := range []int{1, 3} {
				// Offsets may be wrong, but never lead to other arcs.
				got, err := readBVGraph(t, path, rand.New(rand.NewPCG(seed, 1)), workers)
				if err != nil && (files.offsets == nil || !strings.Contains(inputError(t, err).Error(), "offsets")) {
					t.Fatal(err)
				}
				if err == nil && !slices.Equal(got, want) {
					t.Fatalf("%d workers: %v, want %v", workers, got, want)
				}
			}
		}
	})
}
