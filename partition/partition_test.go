package partition

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/triangle"
)

// randomLists returns the lower triangle of a random graph in which smaller ids
// have more neighbours, as hubs have, and its adjacency matrix.
func randomLists(random *rand.Rand) (*graph.Oriented, [][]bool) {
	n := random.IntN(30)
	adjacent := make([][]bool, n)
	offsets := make([]uint64, 1, n+1)
	var neighbors []uint32
	density := 0.2 + random.Float64()
	for u := range n {
		adjacent[u] = make([]bool, n)
		for v := range u {
			if random.Float64() < density*(1-float64(v)/float64(n)) {
				adjacent[u][v] = true
				neighbors = append(neighbors, uint32(v))
			}
		}
		offsets = append(offsets, uint64(len(neighbors)))
	}
	return graph.NewOriented(offsets, neighbors), adjacent
}

// plain looks at all triples for the triangles of a subtask.
func plain(adjacent [][]bool, g Grid, t Subtask) uint64 {
	count := uint64(0)
	for u := g.Rows[t.I].Begin; u < g.Rows[t.I].End; u++ {
		for v := g.Rows[t.J].Begin; v < min(u, g.Rows[t.J].End); v++ {
			for w := g.Columns[t.K].Begin; w < min(v, g.Columns[t.K].End); w++ {
				if adjacent[u][v] && adjacent[u][w] && adjacent[v][w] {
					count++
				}
			}
		}
	}
	return count
}

// TestSubtasksAddUp counts random graphs in random parts, by every method, from
// files.
func TestSubtasksAddUp(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(80) {
		random := rand.New(rand.NewPCG(seed, 0))
		o, adjacent := randomLists(random)
		g, err := NewGrid(ctx, o, 1+random.IntN(6), 1+random.IntN(6))
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		s, err := Write(ctx, folder, o, g, 1+random.IntN(3))
		if err != nil {
			t.Fatal(err)
		}
		sum := uint64(0)
		for task := range s.Grid().Subtasks() {
			lists, err := s.Lists(task)
			if err != nil {
				t.Fatal(err)
			}
			want := plain(adjacent, g, task)
			sum += want
			for _, method := range triangle.Methods {
				got, err := triangle.CountOriented(ctx, lists, method, triangle.Params{Threads: 1 + random.IntN(3)})
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Fatalf("seed %d, %v of %v by %s: %d triangles, want %d", seed, task, g, method, got, want)
				}
			}
		}
		whole, err := triangle.CountOriented(ctx, o, triangle.Merge, triangle.Params{})
		if err != nil {
			t.Fatal(err)
		}
		if sum != whole {
			t.Fatalf("seed %d: the subtasks of %v have %d triangles, the graph has %d", seed, g, sum, whole)
		}
		if err := s.Remove(); err != nil {
			t.Fatal(err)
		}
		if left := filesIn(t, folder); left != 0 {
			t.Fatalf("%d files left behind", left)
		}
	}
}

func filesIn(t *testing.T, folder string) int {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func TestGridBalancesEdges(t *testing.T) {
	// A path: row r has the one neighbour r-1.
	const n = 1000
	offsets, neighbors := make([]uint64, n+1), make([]uint32, n-1)
	for r := 1; r < n; r++ {
		offsets[r+1], neighbors[r-1] = uint64(r), uint32(r-1)
	}
	g, err := NewGrid(context.Background(), graph.NewOriented(offsets, neighbors), 4, 5)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Rows) != 4 || len(g.Columns) != 5 {
		t.Fatalf("%d x %d parts", len(g.Rows), len(g.Columns))
	}
	for _, cut := range [][]Range{g.Rows, g.Columns} {
		end := uint32(0)
		for _, r := range cut {
			if r.Begin != end || r.Len() < n/len(cut)-5 || r.Len() > n/len(cut)+5 {
				t.Errorf("uneven or with gaps: %v", cut)
			}
			end = r.End
		}
		if end != n {
			t.Errorf("ends at %d", end)
		}
	}
}

// TestPastTwoToThe32 plays edges that no machine here could hold.
func TestPastTwoToThe32(t *testing.T) {
	const each = 1 << 33 // edges of a vertex
	for i, r := range ranges(1000, 4, func(v int) uint64 { return uint64(v) * each }) {
		if want := (Range{uint32(250 * i), uint32(250 * (i + 1))}); r != want {
			t.Errorf("part %d is %v, want %v", i, r, want)
		}
	}
	if got, want := ListsBytes(Range{0, 1}, Range{1, 2}, Range{2, 3}, each), int64(4*8+4*each); got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	h := &blockHeader{Magic: [8]byte([]byte(blockMagic)), Version: blockVersion, Rows: Range{7, 4_000_000_007}, Edges: each + 5}
	size := uint64(64 + 4*4_000_000_000 + 4*(each+5))
	decoded, err := decodeHeader(h.encode(), size)
	if err != nil || decoded.Edges != each+5 {
		t.Errorf("%+v, %v", decoded, err)
	}
	for _, less := range []uint64{1 << 32, 1 << 34} { // the same in 32 bits
		if _, err := decodeHeader(h.encode(), size-less); !errors.Is(err, ErrTruncated) {
			t.Errorf("a file without %d of its bytes: %v", less, err)
		}
	}
	half := &Block{Rows: Range{0, 1 << 31}, Columns: Range{0, 1 << 31}}
	if _, err := Lists(half, half, half); !errors.Is(err, ErrRanges) {
		t.Errorf("3 * 2^31 ids: %v", err)
	}
}
