package partition

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// threeBlocks is what a subtask of TCBW has: two CSR partitions and one of the edge list.
func threeBlocks(s *Store) func(g Grid, t Subtask) int64 {
	return func(g Grid, t Subtask) int64 {
		if t.J == HubColumn {
			return 0
		}
		rows, lower, columns := g.Rows[t.I], g.Rows[t.J], g.Columns[t.K]
		return int64(s.Edges(rows, lower) + s.Edges(rows, columns) + s.Edges(lower, columns))
	}
}

// TestCutTCBW holds grids by the rule of TCBW against what it says: they cover all, stay
// within the limit with the fewest columns that do, and row ranges are as many rows as the
// smallest of as many like ranges has, but for a piece.
func TestCutTCBW(t *testing.T) {
	refused, several := 0, 0
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 7))
		n, widest := 1+random.Uint32N(3000), uint32(0)
		cuts := randomRanges(n, random)
		var pieces []Piece
		sum := uint64(0)
		for begin := uint32(0); begin < n; {
			p := Piece{Rows: Range{begin, min(n, begin+1+random.Uint32N(60))}}
			for range cuts {
				p.Edges = append(p.Edges, random.Uint64N(1+random.Uint64N(1000)))
				sum += p.Edges[len(p.Edges)-1]
			}
			pieces, begin, widest = append(pieces, p), p.Rows.End, max(widest, uint32(p.Rows.Len()))
		}
		s, err := OpenStore(n, cuts, pieces, new(objectfs.Memory), "")
		if err != nil {
			t.Fatal(err)
		}
		c := Cutting{TCBW: true, Limit: 1 + random.Int64N(int64(3*sum)), Bytes: threeBlocks(s), Hubs: random.Uint32N(2) * random.Uint32N(n)}
		g, err := s.Cut(c)
		if short := (*graph.MemoryError)(nil); errors.As(err, &short) {
			refused++
			c.Columns = len(cuts)
			c.Limit = math.MaxInt64
			if g, err := s.Cut(c); err != nil || len(g.Columns) != len(cuts) || short.Need <= short.Limit {
				t.Fatalf("seed %d: %v, and the finest are %v, %v", seed, short, g, err)
			}
			continue
		}
		if err != nil || !Consecutive(g.Rows, n) || !Consecutive(g.Columns, n) || HasEmpty(g.Rows) || HasEmpty(g.Columns) || g.Hubs != c.Hubs {
			t.Fatalf("seed %d: %+v, %v", seed, g, err)
		}
		if got := c.largest(g); got > c.Limit {
			t.Fatalf("seed %d: %d bytes within %d", seed, got, c.Limit)
		}
		if len(g.Columns) > 1 {
			several++
			fewer := c
			fewer.Columns = len(g.Columns) - 1
			if coarse, err := s.Cut(fewer); err == nil && c.largest(coarse) <= c.Limit {
				t.Errorf("seed %d: %d ranges of columns do, and there are %d", seed, len(coarse.Columns), len(g.Columns))
			}
		}
		checkRowsOfTCBW(t, s, g, int(widest))
	}
	if refused == 0 || several == 0 {
		t.Errorf("%d refused, %d with columns", refused, several)
	}
}

func checkRowsOfTCBW(t *testing.T, s *Store, g Grid, widest int) {
	t.Helper()
	pieces, before := []Range{}, []uint64{0}
	for _, p := range s.Pieces() {
		pieces = append(pieces, p.Rows)
		before = append(before, before[len(before)-1]+s.Edges(p.Rows, Range{0, s.Rows()}))
	}
	smallest := int(s.Rows())
	for _, r := range joinRanges(pieces, len(g.Columns), func(i int) uint64 { return before[i] }) {
		smallest = min(smallest, r.Len())
	}
	for i, r := range g.Rows {
		if r.Len() < smallest && i+1 < len(g.Rows) || r.Len() >= smallest+widest {
			t.Errorf("row range %v, for ranges of %d rows in pieces of up to %d", r, smallest, widest)
		}
	}
	if len(g.Columns) == 1 && len(g.Rows) != 1 {
		t.Errorf("%d ranges of rows and one of columns", len(g.Rows))
	}
}

func TestGuessTCBW(t *testing.T) {
	bytes := func(rows int, edges uint64) int64 { return int64(rows) + 10*int64(edges) }
	for _, x := range []struct {
		limit        int64
		ranges, cuts int
	}{{0, 1, 1}, {33_000, 1, 1}, {32_999, 2, 2}, {10_500, 2, 4}, {4_500, 3, 8}, {1, mostCuts, mostCuts}} {
		if ranges, cuts := GuessTCBW(1000, 1000, x.limit, bytes); ranges != x.ranges || cuts != x.cuts {
			t.Errorf("within %d: %d ranges of %d cuts, want %d of %d", x.limit, ranges, cuts, x.ranges, x.cuts)
		}
	}
}
