package partition

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// randomLists returns the lower triangle of a random graph in which smaller ids
// have more neighbours, as hubs have, and its adjacency matrix.
func randomLists(random *rand.Rand) (*lists.Oriented, [][]bool) {
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
	return lists.NewOriented(offsets, neighbors), adjacent
}

// plain looks at all triples for the triangles of a subtask.
func plain(adjacent [][]bool, g Grid, t Subtask) uint64 {
	n := uint32(len(adjacent))
	middle, columns := Range{0, g.Hubs}, Range{0, n}
	if t.J != HubColumn {
		middle, columns = g.Rows[t.J], g.Columns[t.K]
		middle.Begin = max(middle.Begin, g.Hubs)
	}
	count := uint64(0)
	for u := g.Rows[t.I].Begin; u < g.Rows[t.I].End; u++ {
		for v := middle.Begin; v < min(u, middle.End); v++ {
			for w := columns.Begin; w < min(v, columns.End); w++ {
				if adjacent[u][v] && adjacent[u][w] && adjacent[v][w] {
					count++
				}
			}
		}
	}
	return count
}

// triangles counts the triangles of lists by binary search.
func triangles(o *lists.Oriented) uint64 {
	count := uint64(0)
	for u := range uint32(o.Rows()) {
		for _, v := range o.Row(u) {
			for _, w := range o.Row(v) {
				if _, found := slices.BinarySearch(o.Row(u), w); found {
					count++
				}
			}
		}
	}
	return count
}

// randomStore is a store of o, cut somewhere, in memory or in files.
func randomStore(t *testing.T, o *lists.Oriented, random *rand.Rand) *Store {
	t.Helper()
	var files objectfs.FS
	if random.IntN(2) == 0 {
		files = objectfs.NewScratch(t.TempDir())
	}
	return storeOf(t, o, 1+random.IntN(8), randomRanges(uint32(o.Rows()), random), files, random)
}

// randomRanges cuts [0, n) into a few ranges.
func randomRanges(n uint32, random *rand.Rand) []Range {
	if n == 0 {
		return []Range{{0, 0}}
	}
	var ranges []Range
	for begin := uint32(0); begin < n; {
		end := begin + 1 + random.Uint32N(n-begin)
		ranges = append(ranges, Range{begin, end})
		begin = end
	}
	return ranges
}

// randomGrid joins pieces of s to rows, and cuts columns anywhere.
func randomGrid(s *Store, random *rand.Rand) Grid {
	g := Grid{Columns: randomRanges(s.Rows(), random)}
	for _, p := range s.Pieces() {
		if last := len(g.Rows) - 1; last >= 0 && random.IntN(3) == 0 {
			g.Rows[last].End = p.Rows.End
		} else {
			g.Rows = append(g.Rows, p.Rows)
		}
	}
	if random.IntN(2) == 0 {
		g.Hubs = random.Uint32N(s.Rows() + 1)
	}
	return g
}

// TestSubtasksAddUp says that each triangle is in exactly one subtask.
func TestSubtasksAddUp(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		o, adjacent := randomLists(random)
		g := randomGrid(randomStore(t, o, random), random)
		sum := uint64(0)
		seen := map[Subtask]bool{}
		for task := range g.Subtasks() {
			if seen[task] {
				t.Fatalf("seed %d: %v twice", seed, task)
			}
			seen[task] = true
			sum += plain(adjacent, g, task)
		}
		want := triangles(o)
		if sum != want {
			t.Fatalf("seed %d: the subtasks of %v have %d triangles, the graph has %d", seed, g, sum, want)
		}
	}
}

// TestLoad holds blocks against the lists that they are of.
func TestLoad(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		o, _ := randomLists(random)
		s := randomStore(t, o, random)
		for _, rows := range randomGrid(s, random).Rows {
			left := random.Uint32N(s.Rows())
			for _, columns := range []Range{{0, s.Rows()}, s.Cuts()[random.IntN(len(s.Cuts()))], {left, left + random.Uint32N(s.Rows()-left+1)}} {
				b, err := s.Load(t.Context(), rows, columns, 1+random.IntN(3))
				if err != nil {
					t.Fatal(err)
				}
				want := pieceOf(o, rows).cut(columns)
				if b.Rows != rows || b.Columns != columns || !slices.Equal(b.Lengths, want.Lengths) || !slices.Equal(b.Neighbors, want.Neighbors) {
					t.Fatalf("seed %d: rows %v, columns %v: %v, want %v", seed, rows, columns, b, want)
				}
				if edges := s.Edges(rows, columns); edges < b.Edges() || !s.trims(columns) && edges != b.Edges() {
					t.Fatalf("seed %d: rows %v, columns %v: %d edges, not %d", seed, rows, columns, edges, b.Edges())
				}
			}
		}
	}
}

// TestJoinHasTheTriangles counts joined lists.
func TestJoinHasTheTriangles(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 2))
		o, adjacent := randomLists(random)
		s := randomStore(t, o, random)
		g := randomGrid(s, random)
		g.Hubs = 0
		for task := range g.Subtasks() {
			load := func(rows, columns Range) *Block {
				b, err := s.Load(t.Context(), rows, columns, 1)
				if err != nil {
					t.Fatal(err)
				}
				return b
			}
			rows, middle, columns := g.Rows[task.I], g.Rows[task.J], g.Columns[task.K]
			lists, err := Join(t.Context(), load(rows, middle), load(rows, columns), load(middle, columns), 1+random.IntN(3))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := triangles(lists.Oriented), plain(adjacent, g, task); got != want {
				t.Fatalf("seed %d, %v of %v: %d triangles, want %d", seed, task, g, got, want)
			}
			lists.Free()
		}
	}
}

func TestStoreRefuses(t *testing.T) {
	if _, err := NewStore(3, []Range{{0, 2}}, nil); err == nil {
		t.Error("cuts that end early")
	}
	for name, pieces := range map[string][]Range{
		"a gap": {{0, 1}, {2, 3}}, "twice": {{0, 2}, {1, 3}}, "too few": {{0, 2}}, "none": {},
	} {
		s, err := NewStore(3, []Range{{0, 3}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, rows := range pieces {
			if err := s.Add(t.Context(), &Block{Rows: rows, Columns: Range{0, 3}, Lengths: make([]uint32, rows.Len())}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Seal(); err == nil {
			t.Errorf("%s: sealed", name)
		}
	}
	s := storeOf(t, lists.NewOriented([]uint64{0, 0, 1, 3}, []uint32{0, 0, 1}), 1, []Range{{0, 3}}, nil, rand.New(rand.NewPCG(1, 1)))
	if _, err := s.Load(t.Context(), Range{0, 2}, Range{0, 3}, 1); err == nil {
		t.Error("a part of a piece")
	}
}

// TestPastTwoToThe32 plays edges that no machine here could hold.
func TestPastTwoToThe32(t *testing.T) {
	const each = 1 << 33 // edges of a vertex
	s, err := OpenStore(4, []Range{{0, 1}, {1, 4}}, []Piece{{Range{0, 2}, []uint64{each, 1}}, {Range{2, 4}, []uint64{each, each + 2}}}, new(objectfs.Memory), "")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Edges(Range{0, 4}, Range{0, 4}); got != 3*each+3 {
		t.Errorf("%d edges, want %d", got, uint64(3*each+3))
	}
	if got := s.Edges(Range{2, 4}, Range{1, 4}); got != each+2 {
		t.Errorf("%d edges, want %d", got, uint64(each+2))
	}
	if got, want := JoinBytes(Range{1, 2}, Range{2, 3}, each), int64(3*8+4*each); got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	h := &blockHeader{Magic: [8]byte([]byte(blockMagic)), Version: blockVersion, Rows: Range{7, 4_000_000_007}, Edges: each + 5}
	size := uint64(64 + 4*4_000_000_000 + 4*(each+5))
	decoded, err := decodeHeader(h.encode())
	if err != nil || decoded.Edges != each+5 || decoded.size() != size {
		t.Errorf("%+v, %v", decoded, err)
	}
	half := &Block{Rows: Range{0, 1 << 31}, Columns: Range{0, 1 << 31}}
	if _, err := Join(t.Context(), half, half, half, 1); !errors.Is(err, ErrRanges) {
		t.Errorf("3 * 2^31 ids: %v", err)
	}
}
