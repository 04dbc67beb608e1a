package lists

import (
	"cmp"
	"context"
	"errors"
	"math"
	mathbits "math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// noRank stands for the rank of an id without a record other than self-loops.
const noRank = math.MaxUint32

var errTooManyRows = errors.New("2^32-1 vertices with an edge, or more")

// ranker gives records with ranks in the place of their ends, in memory of the
// caller's or as they are. It returns false for an id that has no place.
type ranker interface {
	narrow(edges, to []graph.Edge) ([]graph.Edge, bool)
	wide(edges []graph.WideEdge, to []graph.Edge) ([]graph.Edge, bool)
	free()
}

// sameRanks are ids that are their own ranks.
type sameRanks struct{}

func (sameRanks) narrow(edges, _ []graph.Edge) ([]graph.Edge, bool) { return edges, true }

func (sameRanks) wide(edges []graph.WideEdge, _ []graph.Edge) ([]graph.Edge, bool) {
	return nil, len(edges) == 0
}

func (sameRanks) free() {}

// denseRanks are the ranks of all ids up to the largest.
type denseRanks struct{ rank hugemem.Array[uint32] }

func (d *denseRanks) narrow(edges, to []graph.Edge) ([]graph.Edge, bool) {
	rank := d.rank.Slice()
	to = to[:len(edges)]
	for i, e := range edges {
		if int(e.U) >= len(rank) || int(e.V) >= len(rank) {
			return nil, false
		}
		to[i] = graph.Edge{U: rank[e.U], V: rank[e.V]}
	}
	return to, true
}

func (d *denseRanks) wide(edges []graph.WideEdge, _ []graph.Edge) ([]graph.Edge, bool) {
	return nil, len(edges) == 0
}

func (d *denseRanks) free() { d.rank.Free() }

// masses are how many records each rank has: falling, where ranks go by records.
type masses struct {
	low  hugemem.Array[uint32] // modulo 2^32
	high []uint64              // what is missing of the first ranks, as a multiple of 2^32
}

func (m *masses) rows() int { return len(m.low.Slice()) }

func (m *masses) of(rank int) uint64 {
	mass := uint64(m.low.Slice()[rank])
	if rank < len(m.high) {
		mass += m.high[rank] << 32
	}
	return mass
}

// takeHigh takes over what is missing of ids, as a multiple of 2^32.
func (m *masses) takeHigh(high map[uint32]uint64, rankOf func(id uint32) int) {
	for id, more := range high {
		r := rankOf(id)
		for len(m.high) <= r {
			m.high = append(m.high, 0)
		}
		m.high[r] = more
	}
}

// rankByRecords ranks ids by falling number of records, ties by smaller id: a
// parallel counting sort. It returns the rank of each id, and the records of each
// rank. order has the id of each rank, where
// that is wanted.
func rankByRecords(ctx context.Context, c counts, workers int, vertices bool) (rank hugemem.Array[uint32], m masses, order []uint32, err error) {
	low := c.low.Slice()
	// The few ids with more records are sorted one by one: the counters then fit
	// the second-level cache whatever the graph.
	limit := 1 << 14
	if len(low) <= limit {
		most := uint32(0)
		for _, n := range low {
			most = max(most, n)
		}
		limit = min(limit, int(most))
	}
	const above = 0 // bucket of those; the others fall from there
	bucket := func(id int) int {
		switch n := low[id]; {
		case int64(n) > int64(limit), len(c.high) > 0 && c.high[uint32(id)] > 0:
			return above
		default:
			return limit + 1 - int(n) // limit+1 for ids without a record
		}
	}
	tasks := min(max(len(low)>>16, 1), 4*workers)
	size := (len(low) + tasks - 1) / tasks
	at := make([][]uint64, tasks)
	hubs := make([][]uint32, tasks)
	err = par.Each(ctx, workers, tasks, func(_, t int) error {
		at[t] = make([]uint64, limit+2)
		for id := min(t*size, len(low)); id < min((t+1)*size, len(low)); id++ {
			b := bucket(id)
			at[t][b]++
			if b == above {
				hubs[t] = append(hubs[t], uint32(id))
			}
		}
		return nil
	})
	if err != nil {
		return rank, m, order, err
	}
	begins, err := par.Place(ctx, workers, limit+1, at)
	if err != nil {
		return rank, m, order, err
	}
	rows := begins[limit+1]
	if rows >= noRank {
		return rank, m, order, errTooManyRows
	}
	if rank, err = hugemem.New[uint32](len(low)); err != nil {
		return rank, m, order, err
	}
	if m.low, err = hugemem.New[uint32](int(rows)); err != nil {
		rank.Free()
		return rank, m, order, err
	}
	if vertices {
		order = hugemem.Make[uint32](int(rows))
	}
	sorted := slices.Concat(hubs...)
	slices.SortStableFunc(sorted, func(a, b uint32) int { return cmp.Compare(c.of(b), c.of(a)) })
	for r, id := range sorted {
		rank.Slice()[id] = uint32(r)
		if vertices {
			order[r] = id
		}
		m.low.Slice()[r] = low[id]
		if high := c.high[id]; high > 0 {
			m.high = append(m.high, high)
		}
	}
	err = par.Each(ctx, workers, tasks, func(_, t int) error {
		rank, mass := rank.Slice(), m.low.Slice()
		for id := min(t*size, len(low)); id < min((t+1)*size, len(low)); id++ {
			switch b := bucket(id); b {
			case above:
			case limit + 1:
				rank[id] = noRank
			default:
				r := at[t][b]
				at[t][b]++
				rank[id], mass[r] = uint32(r), low[id]
				if vertices {
					order[r] = uint32(id)
				}
			}
		}
		return nil
	})
	if err != nil {
		rank.Free()
		m.low.Free()
	}
	return rank, m, order, err
}

// rankInOrder keeps the order of the ids, of which those without a record have no
// rank. Where all have one, each is its own rank, and rank and order stay empty.
func rankInOrder(ctx context.Context, c counts, workers int, vertices bool) (rank hugemem.Array[uint32], m masses, order []uint32, err error) {
	low := c.low.Slice()
	const run = 1 << 16
	before := make([]int, (len(low)+run-1)/run+1) // rows before each run
	// 1 for an id that has a record, else 0: no branch, which nobody could foretell where ids are
	// those of some colours.
	has := func(id int, n uint32) uint32 {
		if len(c.high) > 0 && c.high[uint32(id)] > 0 {
			return 1
		}
		return (n | -n) >> 31
	}
	err = par.Chunks(ctx, workers, len(low), run, func(_, begin, end int) error {
		rows := 0
		for i, n := range low[begin:end] {
			rows += int(has(begin+i, n))
		}
		before[begin/run+1] = rows
		return nil
	})
	if err != nil {
		return rank, m, order, err
	}
	for i := range before[1:] {
		before[i+1] += before[i]
	}
	rows := before[len(before)-1]
	if rows >= noRank {
		return rank, m, order, errTooManyRows
	}
	if m.low, err = hugemem.New[uint32](rows); err != nil {
		return rank, m, order, err
	}
	if rows < len(low) {
		if vertices {
			order = hugemem.Make[uint32](rows)
		}
		if rank, err = hugemem.New[uint32](len(low)); err != nil {
			m.low.Free()
			return rank, m, order, err
		}
	}
	m.high = make([]uint64, 0)
	err = par.Chunks(ctx, workers, len(low), run, func(_, begin, end int) error {
		r, last := before[begin/run], before[begin/run+1]
		mass := m.low.Slice()
		if rows == len(low) {
			copy(mass[begin:end], low[begin:end])
			return nil
		}
		ranks := rank.Slice()[begin:end]
		for i, n := range low[begin:end] {
			one := has(begin+i, n)
			if r < last { // what is written for an id without a record does not stay
				mass[r] = n
				if vertices {
					order[r] = uint32(begin + i)
				}
			}
			ranks[i] = uint32(r) | (one - 1)
			r += int(one)
		}
		return nil
	})
	if err != nil {
		rank.Free()
		m.low.Free()
		return rank, m, order, err
	}
	m.takeHigh(c.high, func(id uint32) int {
		if rows < len(low) {
			return int(rank.Slice()[id])
		}
		return int(id)
	})
	return rank, m, order, nil
}

// bins cut ranks: near one another where ranks are small, or, for ranks that say nothing of the
// records, all equally far apart.
type bins struct{ simd.Bins }

// binsOf returns bins of rows that are ranked by records, or whose ranks say nothing of
// these.
func binsOf(bits uint, rows int, uneven bool) bins {
	k := bins{simd.Bins{Bits: bits}}
	if width := uint(mathbits.Len(uint(max(rows-1, 0)))); uneven && width > bits+1 {
		k.Less = width - 1 - bits
	}
	return k
}

// begin returns the least rank in a bin.
func (k bins) begin(bin uint32) uint64 {
	if k.Less > 0 || bin < 2<<k.Bits {
		return uint64(bin) << k.Less
	}
	less := bin>>k.Bits - 1
	return uint64(bin-less<<k.Bits) << less
}

// fits reports whether no bin, but for the last octave's, is longer than so many rows.
func (k bins) fits(rows uint64) bool { return k.Less == 0 || uint64(1)<<k.Less <= rows }
