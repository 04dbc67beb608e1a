package triangle

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// filesLeft counts what is in a folder.
func filesLeft(t *testing.T, folder string) int {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// partEdges draws records of a random graph: duplicates, loops and gaps between
// the ids among them.
func partEdges(random *rand.Rand) []graph.Edge {
	edges := graphtest.SkewedRecords(random, 1+random.Uint32N(300), random.IntN(3000))
	for range random.IntN(1 + len(edges)/4) {
		e := edges[random.IntN(len(edges))]
		edges = append(edges, [...]graph.Edge{e, {U: e.V, V: e.U}, {U: e.U, V: e.U}}[random.IntN(3)])
	}
	for range random.IntN(3) { // alone, but for themselves
		edges = append(edges, graph.Edge{U: 400 + random.Uint32N(9), V: 400 + random.Uint32N(9)})
	}
	return edges
}

// TestPartsCountTheSame counts random graphs in random parts, by every method,
// and holds all that is said of them against the whole.
func TestPartsCountTheSame(t *testing.T) {
	for seed := range uint64(25) {
		random := rand.New(rand.NewPCG(seed, 0))
		edges := partEdges(random)
		whole, err := Count(t.Context(), &graphtest.Source{Edges: edges}, Options{Engine: device.CPU})
		if err != nil {
			t.Fatal(err)
		}
		for _, method := range Methods(device.CPU) {
			opt := Options{
				Engine: device.CPU, Method: method, Threads: 1 + random.IntN(3), TmpDir: t.TempDir(),
				Parts: Parts{Rows: 1 + random.IntN(5), Columns: 1 + random.IntN(4)},
			}
			if random.IntN(3) == 0 {
				opt.Memory = 256 << 20
			}
			order := graph.OrderRecords
			if random.IntN(2) == 0 {
				opt.Order, order = graph.OrderAverageDegree, graph.OrderAverageDegree
			}
			got, err := Count(t.Context(), &graphtest.Source{Edges: edges}, opt)
			if err != nil {
				t.Fatal(err)
			}
			if got.Triangles != whole.Triangles || got.Vertices != whole.Vertices || got.Edges != whole.Edges || got.MaxDegree != whole.MaxDegree ||
				got.Wedges.Cmp(whole.Wedges) != 0 || got.Cleaning != whole.Cleaning {
				t.Fatalf("seed %d, %v by %s: %+v, want %+v", seed, opt.Parts, method, got, whole)
			}
			if got.Parts == nil || got.Parts.Rows > opt.Parts.Rows || got.Parts.Columns > opt.Parts.Columns || got.Order != order {
				t.Fatalf("seed %d: asked for %v, counted in %v on order %s", seed, opt.Parts, got.Parts, got.Order)
			}
			if left := filesLeft(t, opt.TmpDir); left > 0 {
				t.Fatalf("%d files left behind", left)
			}
		}
	}
}

// TestPartsOfTheSameGraph changes a graph in ways that its triangles do not see.
func TestPartsOfTheSameGraph(t *testing.T) {
	count := func(random *rand.Rand, edges []graph.Edge) uint64 {
		r, err := Count(t.Context(), &graphtest.Source{Edges: edges}, Options{
			Engine: device.CPU, Threads: 1 + random.IntN(3), TmpDir: t.TempDir(), Parts: Parts{Rows: 1 + random.IntN(5), Columns: 1 + random.IntN(2)},
		})
		if err != nil {
			t.Fatal(err)
		}
		return r.Triangles
	}
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 1))
		edges := partEdges(random)
		want := count(random, edges)
		names := random.Perm(500)
		var changed []graph.Edge
		for _, e := range edges {
			e = graph.Edge{U: uint32(names[e.U]), V: uint32(names[e.V])}
			switch random.IntN(4) {
			case 0:
				changed = append(changed, e)
			case 1:
				e.U, e.V = e.V, e.U
			case 2:
				changed = append(changed, graph.Edge{U: e.U, V: e.U})
			}
			changed = append(changed, e)
		}
		random.Shuffle(len(changed), func(i, j int) { changed[i], changed[j] = changed[j], changed[i] })
		if got := count(random, changed); got != want {
			t.Fatalf("seed %d: %d triangles, and %d of the same graph", seed, want, got)
		}
	}
}

// pipe is a source that can be read once, and does not know how much comes.
type pipe struct{ graphtest.Source }

func (s *pipe) Info() graph.Info {
	return graph.Info{Name: "pipe", Format: "test"}
}

// What may not fit the memory and cannot be read again is counted from pieces.
func TestPipeWithinMemory(t *testing.T) {
	for seed := range uint64(20) {
		edges := partEdges(rand.New(rand.NewPCG(seed, 2)))
		whole, err := Count(t.Context(), &pipe{graphtest.Source{Edges: edges}}, Options{Engine: device.CPU})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Count(t.Context(), &pipe{graphtest.Source{Edges: edges}}, Options{Engine: device.CPU, Memory: 256 << 20, TmpDir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		if got.Triangles != whole.Triangles || got.Cleaning != whole.Cleaning || got.Vertices != whole.Vertices || got.Parts != nil {
			t.Errorf("seed %d: %+v, want %+v", seed, got, whole)
		}
		var short *graph.MemoryError
		if _, err := Count(t.Context(), &pipe{graphtest.Source{Edges: edges}}, Options{Engine: device.CPU, Memory: 1 << 20, TmpDir: t.TempDir()}); !errors.As(err, &short) {
			t.Error(err)
		}
	}
}

// TestPartsStayWithinMemory lets the memory choose the parts.
func TestPartsStayWithinMemory(t *testing.T) {
	edges := graphtest.SkewedRecords(rand.New(rand.NewPCG(6, 6)), 20_000, 500_000)
	whole, err := Count(t.Context(), &graphtest.Source{Edges: edges}, Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	most, seeds := 0, uint64(8)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 6))
		opt := Options{Engine: device.CPU, Threads: 2, Method: []Method{cpucount.Auto, cpucount.Merge, cpucount.Bitmap}[random.IntN(3)]}
		d := &Divided{files: []objectfs.FS{nil, objectfs.NewScratch(t.TempDir())}[random.IntN(2)]}
		src := &graphtest.Source{Edges: edges}
		r := &run{opt: opt, info: src.Info(), src: src, goal: goal{parts: d}, clock: newClock(), result: new(Result)}
		source, err := r.openRecords(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := source.Rank(t.Context(), graph.OrderRecords); err != nil {
			t.Fatal(err)
		}
		// What reads the source would take more than these parts.
		r.opt.Memory = processBytes + cpucount.PageBytes + 2_800_000 + random.Int64N(2_000_000)
		if err := r.cutPieces(t.Context(), source, d); err != nil {
			t.Fatal(err)
		}
		counter := cpucount.NewSubtasks(opt.method(), r.opt.partParams())
		for task := range d.Grid.Subtasks() {
			if bytes := counter.Bytes(d.Store, d.Grid, task); bytes > r.opt.partParams().Memory {
				t.Errorf("%v of %v holds %d bytes of %d", task, d.Grid, bytes, r.opt.partParams().Memory)
			}
		}
		found, err := d.Count(t.Context(), slices.Collect(d.Grid.Subtasks()), r.opt, nil)
		if err != nil {
			t.Fatal(err)
		}
		if found.Triangles != whole.Triangles {
			t.Fatalf("seed %d: %d triangles in %v by %s, want %d", seed, found.Triangles, d.Grid, opt.method(), whole.Triangles)
		}
		most = max(most, len(d.Grid.Rows))
		if err := source.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if most < 3 {
		t.Errorf("no more than %d parts", most)
	}
}

// countdown is a context that ends when it was asked so many times.
type countdown struct {
	context.Context
	left atomic.Int32
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestPartsStop stops a count anywhere.
func TestPartsStop(t *testing.T) {
	edges := partEdges(rand.New(rand.NewPCG(3, 3)))
	stopped := 0
	for after := int32(0); ; after++ {
		ctx := &countdown{Context: t.Context()}
		ctx.left.Store(after)
		folder := t.TempDir()
		_, err := Count(ctx, &graphtest.Source{Edges: edges}, Options{Engine: device.CPU, Threads: 1, TmpDir: folder, Parts: Parts{Rows: 3}})
		if left := filesLeft(t, folder); left > 0 {
			t.Fatalf("%d files left behind", left)
		}
		if err == nil {
			break
		}
		if stopped++; !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped: %v", err)
		}
	}
	if stopped < 10 {
		t.Errorf("stopped in %d places only", stopped)
	}
}

// TestPartsOnDamagedDisk counts from blocks of which one is not what was written.
func TestPartsOnDamagedDisk(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	folder := t.TempDir()
	opt := Options{Engine: device.CPU, Parts: Parts{Rows: 3}}
	d, err := Divide(t.Context(), &graphtest.Source{Edges: graphtest.SkewedRecords(random, 300, 3000)}, objectfs.NewDisk(folder), opt)
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.tblk"))
	if err != nil || len(names) < 3 {
		t.Fatal(names, err)
	}
	tasks := slices.Collect(d.Grid.Subtasks())
	for range 20 {
		name := names[random.IntN(len(names))]
		good, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		bad := slices.Clone(good)
		if at := random.IntN(len(bad)); random.IntN(2) == 0 {
			bad = bad[:at]
		} else {
			bad[at] ^= 1 << random.IntN(8)
		}
		if err := os.WriteFile(name, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		var block *partition.BlockError
		if _, err := d.Count(t.Context(), tasks, opt, nil); !errors.As(err, &block) {
			t.Errorf("%v", err)
		}
		if err := os.WriteFile(name, good, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Count(t.Context(), tasks, opt, nil); err != nil {
		t.Error(err)
	}
}

func TestPartsOfAGraphInMemory(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	g, err := lists.Graph(t.Context(), &graphtest.Source{Edges: partEdges(random)}, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Count(t.Context(), g.Source(), Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Count(t.Context(), g.Source(), Options{Engine: device.CPU, TmpDir: t.TempDir(), Parts: Parts{Rows: 3}})
	if err != nil {
		t.Fatal(err)
	}
	if got.Triangles != whole.Triangles || got.Cleaning != whole.Cleaning || got.Vertices != whole.Vertices || got.Parts == nil {
		t.Errorf("%+v, want %+v", got, whole)
	}
}

// TestPartsOfOddGraphs counts graphs without rows, with one that is longer than
// any piece should be, and with rows that are all alike.
func TestPartsOfOddGraphs(t *testing.T) {
	var star []graph.Edge
	for v := range uint32(5000) {
		star = append(star, graph.Edge{U: 5000, V: v}, graph.Edge{U: v, V: (v + 1) % 5000})
	}
	for name, test := range map[string]struct {
		edges []graph.Edge
		want  uint64
	}{
		"no records":     {nil, 0},
		"only loops":     {[]graph.Edge{{U: 3, V: 3}, {U: 7, V: 7}}, 0},
		"one edge":       {[]graph.Edge{{U: 1, V: 0}}, 0},
		"one triangle":   {graphtest.CompleteRecords(3), 1},
		"wheel":          {star, 5000},
		"complete graph": {graphtest.CompleteRecords(120), 120 * 119 * 118 / 6},
	} {
		for _, parts := range []Parts{{Rows: 1, Columns: 1}, {Rows: 7, Columns: 1}, {Rows: 3, Columns: 3}, {Rows: 9, Columns: 4}} {
			for _, method := range []Method{cpucount.Auto, cpucount.Hash} {
				got, err := Count(t.Context(), &graphtest.Source{Edges: test.edges}, Options{Engine: device.CPU, Method: method, TmpDir: t.TempDir(), Parts: parts})
				if err != nil {
					t.Fatalf("%s in %v: %v", name, parts, err)
				}
				if got.Triangles != test.want {
					t.Errorf("%s in %v by %s: %d triangles, want %d", name, parts, method, got.Triangles, test.want)
				}
			}
		}
	}
}

// A folder that is not there is said, and nothing is counted.
func TestPartsWithoutAFolder(t *testing.T) {
	_, err := Count(t.Context(), &graphtest.Source{Edges: partEdges(rand.New(rand.NewPCG(1, 1)))}, Options{Engine: device.CPU, TmpDir: "/nowhere/at/all", Parts: Parts{Rows: 2}})
	if !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
