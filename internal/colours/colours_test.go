package colours_test

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// randomGraph has loops, duplicates, edges in both directions, and vertices without any.
func randomGraph(random *rand.Rand) *graphtest.Edges {
	g := &graphtest.Edges{N: 2 + random.IntN(40)}
	for range random.IntN(300) {
		u, v := random.IntN(g.N), random.IntN(g.N)
		g.Add(u, v)
		if random.IntN(4) == 0 {
			g.Add(v, u)
		}
	}
	return g
}

// cellsOf cuts a graph whose vertices have other ids, by several writers.
func cellsOf(t *testing.T, g *graphtest.Edges, n int, id func(v uint32) uint64, writers int) (objectfs.FS, []colours.File) {
	t.Helper()
	files := new(objectfs.Memory)
	var all []colours.File
	for i := range writers {
		w := colours.NewWriter(colours.Cut{Colours: n, Vertices: writers > 1}, 2, 1<<16, t.TempDir())
		for at, p := range g.Pairs {
			if at%writers != i {
				continue
			}
			if err := w.Add(at%2, id(p[0]), id(p[1])); err != nil {
				t.Fatal(err)
			}
		}
		set := fmt.Sprintf("%d/", i)
		some, err := w.Finish(t.Context(), objectfs.Sub(files, set))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		for _, f := range some {
			f.Name = set + f.Name
			all = append(all, f)
		}
	}
	if err := colours.Whole(t.Context(), files, all, nil); err != nil {
		t.Fatal(err)
	}
	return files, all
}

// sum counts all tasks, each by itself, or of cells that are held.
func sum(t *testing.T, files objectfs.FS, all []colours.File, n int, held *colours.Held) uint64 {
	t.Helper()
	var sum colours.Sum
	for task := range colours.Tasks(n) {
		src := &colours.Task{Files: files, Colours: n, Parts: colours.Select(all, task), Held: held}
		if held != nil {
			held.Forget(task.I)
		}
		r, err := triangle.Count(t.Context(), src, triangle.Options{Engine: device.CPU, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		sum.Add(colours.Weight(task, n), new(big.Int).SetUint64(r.Triangles))
	}
	triangles, err := sum.Total()
	if err != nil {
		t.Fatal(err)
	}
	return triangles
}

func TestSumIsTheCount(t *testing.T) {
	ids := map[string]func(v uint32) uint64{
		"dense": func(v uint32) uint64 { return uint64(v) },
		"wide":  func(v uint32) uint64 { return uint64(v)*0x9e3779b97f4a7c15 + 1 },
		"mixed": func(v uint32) uint64 { return uint64(v) << (v % 3 * 20) },
	}
	names := slices.Sorted(maps.Keys(ids))
	for seed := range uint64(3) {
		random := rand.New(rand.NewPCG(seed, 20))
		g := randomGraph(random)
		want := g.Triangles()
		for n := 1; n <= 7; n++ {
			name, writers := names[(int(seed)+n)%len(names)], 1+random.IntN(3)
			files, all := cellsOf(t, g, n, ids[name], writers)
			for _, held := range []*colours.Held{nil, {}} {
				if got := sum(t, files, all, n, held); got != want {
					t.Errorf("graph %d, %s ids, %d colours, %d writers, held %v: %d triangles, want %d", seed, name, n, writers, held != nil, got, want)
				}
			}
		}
	}
}

// TestCellsHoldEachEdgeOnce reads cells: in each the edges between its colours, the larger
// end first, ascending, however small the memory.
func TestCellsHoldEachEdgeOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	g := &graphtest.Edges{N: 300}
	for range 20_000 {
		g.Add(random.IntN(g.N), random.IntN(g.N))
	}
	const n = 3
	files, all := cellsOf(t, g, n, func(v uint32) uint64 { return uint64(v) }, 1)
	found := make(map[graph.Edge]bool)
	for _, f := range all {
		task := &colours.Task{Files: files, Colours: n, Parts: []colours.File{f}}
		_, err := task.Read(t.Context(), 1, func(_ int, b graph.Batch) error {
			for _, e := range b.Edges {
				if f.Loops {
					t.Fatal("loops")
				}
				if colours.CellOf(colours.Of(uint64(e.U), n), colours.Of(uint64(e.V), n)) != f.Cell || e.U <= e.V {
					t.Fatalf("edge %v is in cell %v", e, f.Cell)
				}
				found[e] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	want := make(map[graph.Edge]bool)
	for _, p := range g.Pairs {
		if p[0] != p[1] {
			want[graph.Edge{U: max(p[0], p[1]), V: min(p[0], p[1])}] = true
		}
	}
	if len(found) != len(want) {
		t.Errorf("%d edges, want %d", len(found), len(want))
	}
	for e := range want {
		if !found[e] {
			t.Fatalf("edge %v is in no cell", e)
		}
	}
	if len(all) <= len(colours.Cells(n)) {
		t.Errorf("%d files: the memory was to be too small for cells as a whole", len(all))
	}
}

// TestColoursNeverChange: cells of several processes, and of others' programs, belong
// together.
func TestColoursNeverChange(t *testing.T) {
	var got []int
	for _, id := range []uint64{0, 1, 2, 3, 1 << 32, 1<<64 - 1} {
		got = append(got, colours.Of(id, 18))
	}
	if want := []int{15, 10, 10, 2, 13, 16}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestTasksAndCells(t *testing.T) {
	for n := 1; n <= 9; n++ {
		tasks, read := 0, make(map[colours.Cell]int)
		for task := range colours.Tasks(n) {
			tasks++
			if task.I == task.K {
				continue // single colours are in addition
			}
			for _, cell := range colours.CellsOf(task) {
				read[cell]++
			}
		}
		if tasks != colours.Size(n) {
			t.Errorf("%d colours: %d tasks, want %d", n, tasks, colours.Size(n))
		}
		for _, cell := range colours.Cells(n) {
			if read[cell] != n-1 {
				t.Errorf("%d colours: cell %v is read %d times, want %d", n, cell, read[cell], n-1)
			}
		}
	}
	if colours.Size(colours.Most) >= partition.MaxSubtasks || colours.Size(colours.Most+1) < partition.MaxSubtasks {
		t.Error("the most colours are others")
	}
}

func TestSumsThatCannotBe(t *testing.T) {
	single, pair := partition.Subtask{}, partition.Subtask{K: 1}
	var s colours.Sum
	s.Add(colours.Weight(single, 4), big.NewInt(5))
	if _, err := s.Total(); !errors.Is(err, partition.ErrDamaged) {
		t.Error("below 0:", err)
	}
	s.Add(colours.Weight(pair, 4), new(big.Int).SetUint64(1<<64-1))
	s.Add(colours.Weight(pair, 4), big.NewInt(10))
	if got, err := s.Total(); err != nil || got != 1<<64-1 {
		t.Error("between 0 and 64 bits:", got, err)
	}
	s.Add(colours.Weight(pair, 4), big.NewInt(1))
	if _, err := s.Total(); !errors.Is(err, graph.ErrOverflow) {
		t.Error("past 64 bits:", err)
	}
}

// TestDamagedCells flips each bit of a small file, and cuts it at each length.
func TestDamagedCells(t *testing.T) {
	g := &graphtest.Edges{N: 4}
	g.Add(0, 1)
	g.Add(1, 2)
	g.Add(3, 0)
	files, all := cellsOf(t, g, 1, func(v uint32) uint64 { return uint64(v) }, 1)
	f := all[0]
	r, err := objectfs.NewReader(t.Context(), files, f.Name, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	whole := make([]byte, f.Bytes())
	if _, err := r.Read(whole); err != nil {
		t.Fatal(err)
	}
	refuses := func(what string, data []byte) {
		t.Helper()
		files := new(objectfs.Memory)
		if err := objectfs.CreateBytes(t.Context(), files, f.Name, data); err != nil {
			t.Fatal(err)
		}
		task := &colours.Task{Files: files, Colours: 1, Parts: all}
		_, err := task.Read(t.Context(), 1, func(int, graph.Batch) error { return nil })
		if bad := new(partition.BlockError); !errors.As(err, &bad) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for bit := range 8 * len(whole) {
		data := slices.Clone(whole)
		data[bit/8] ^= 1 << (bit % 8)
		refuses(fmt.Sprint("bit ", bit), data)
	}
	for n := range whole {
		refuses(fmt.Sprint(n, " bytes"), whole[:n])
	}
	refuses("a byte more", append(slices.Clone(whole), 0))
}

// TestHeldBytes counts the last huge page of each cell as a whole, which cells of no more than one
// do not have.
func TestHeldBytes(t *testing.T) {
	cell := func(edges uint64) colours.File { return colours.File{Edges: edges, Width: 4} }
	if got, ok := colours.HeldBytes([]colours.File{cell(1000), cell(1<<18 - 1), cell(1 << 18), cell(1<<18 + 1)}); !ok || got != 8*1000+(2<<20-8)+2<<20+4<<20 {
		t.Errorf("%d bytes, %v", got, ok)
	}
	if _, ok := colours.HeldBytes([]colours.File{{Edges: 1, Width: 8}}); ok {
		t.Error("ids of 64 bits are held")
	}
}
