package partition

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// twoBlocks is what a subtask holds that has its two blocks in memory.
func twoBlocks(s *Store) func(g Grid, t Subtask) int64 {
	return func(g Grid, t Subtask) int64 {
		if t.J == HubColumn {
			return int64(s.Edges(g.Rows[t.I], Range{0, g.Hubs}))
		}
		sum := s.Edges(g.Rows[t.I], g.Columns[t.K]) + s.Edges(g.Rows[t.J], g.Columns[t.K])
		if len(g.Columns) > 1 {
			sum += s.Edges(g.Rows[t.I], g.Rows[t.J])
		}
		return int64(sum)
	}
}

// TestCutFits says that a grid covers rows and columns, stays within its limit,
// and has no more row ranges than are needed.
func TestCutFits(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 0))
		// Some have more edges than 32 bits count, some pieces none.
		n := random.Uint32N(1000)
		cuts := randomRanges(n, random)
		var pieces []Piece
		for _, rows := range randomRanges(n, random) {
			if rows.Len() == 0 {
				continue
			}
			p := Piece{Rows: rows}
			for range cuts {
				p.Edges = append(p.Edges, random.Uint64N(1+random.Uint64N(1<<34)))
			}
			pieces = append(pieces, p)
		}
		s, err := OpenStore(n, cuts, pieces, new(objectfs.Memory), "")
		if err != nil {
			t.Fatal(err)
		}
		c := Cutting{Limit: 1 + random.Int64N(1<<36), Bytes: twoBlocks(s), Hubs: random.Uint32N(n + 1)}
		g, err := s.Cut(c)
		var memory *graph.MemoryError
		if errors.As(err, &memory) {
			c.Limit = memory.Need
			if g, err = s.Cut(c); err != nil {
				t.Fatalf("seed %d: %v, and with that: %v", seed, memory, err)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if !Consecutive(g.Rows, n) || !Consecutive(g.Columns, n) || g.Hubs != c.Hubs {
			t.Fatalf("seed %d: %v does not cover %d", seed, g, n)
		}
		if got := c.largest(g); got > c.Limit {
			t.Fatalf("seed %d: %d bytes, the limit is %d", seed, got, c.Limit)
		}
		c.Rows, c.Columns = 1+random.IntN(6), 1+random.IntN(6)
		c.Limit = 0
		if g, err = s.Cut(c); err != nil {
			t.Fatal(err)
		}
		if len(g.Rows) > c.Rows || len(g.Columns) > c.Columns || !Consecutive(g.Rows, n) || !Consecutive(g.Columns, n) {
			t.Fatalf("seed %d: %v is not %d x %d", seed, g, c.Rows, c.Columns)
		}
	}
}

func TestCutBalances(t *testing.T) {
	const each = 1 << 33 // edges of a piece
	var pieces []Piece
	for i := range uint32(12) {
		pieces = append(pieces, Piece{Range{10 * i, 10*i + 10}, []uint64{each}})
	}
	s, err := OpenStore(120, []Range{{0, 120}}, pieces, new(objectfs.Memory), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []Cutting{{Rows: 4}, {Limit: 6 * each, Bytes: twoBlocks(s)}, {Limit: 8*each - 1, Bytes: twoBlocks(s)}} {
		g, err := s.Cut(c)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Rows) != 4 || len(g.Columns) != 1 {
			t.Errorf("%+v: %v", c, g)
		}
		for _, rows := range g.Rows {
			if s.Edges(rows, Range{0, 120}) != 3*each {
				t.Errorf("%+v: %v", c, g)
			}
		}
	}
	if _, err := s.Cut(Cutting{Limit: 2*each - 1, Bytes: twoBlocks(s)}); err == nil {
		t.Error("two pieces fit where there is no room for them")
	}
}

// Of a graph that is much larger than memory, less is read in two dimensions.
func TestCutReadsLess(t *testing.T) {
	const n = 64
	var cuts []Range
	for i := range uint32(8) {
		cuts = append(cuts, Range{i * n / 8, (i + 1) * n / 8})
	}
	var pieces []Piece
	for i := range uint32(n) {
		pieces = append(pieces, Piece{Range{i, i + 1}, []uint64{9, 9, 9, 9, 9, 9, 9, 9}})
	}
	s, err := OpenStore(n, cuts, pieces, new(objectfs.Memory), "")
	if err != nil {
		t.Fatal(err)
	}
	for limit, columns := range map[int64]int{n * 72: 1, n * 72 / 2: 1, n * 72 / 30: 8} {
		g, err := s.Cut(Cutting{Limit: limit, Bytes: twoBlocks(s)})
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Columns) != columns {
			t.Errorf("within %d: %d x %d parts", limit, len(g.Rows), len(g.Columns))
		}
	}
}
