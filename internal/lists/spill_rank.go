package lists

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// noRank stands for the rank of an id without a record other than self-loops.
const noRank = math.MaxUint32

var errTooManyRows = errors.New("2^32-1 vertices with an edge, or more")

// ranker maps the ends of records to ranks: the first one's in the high half.
// It returns false for an id that has no place.
type ranker interface {
	narrow(edges []graph.Edge, to []uint64) bool
	wide(edges []graph.WideEdge, to []uint64) bool
	free()
}

// denseRanks are the ranks of all ids up to the largest.
type denseRanks struct{ rank hugemem.Array[uint32] }

func (d *denseRanks) narrow(edges []graph.Edge, to []uint64) bool {
	rank := d.rank.Slice()
	for i, e := range edges {
		if int(e.U) >= len(rank) || int(e.V) >= len(rank) {
			return false
		}
		to[i] = uint64(rank[e.U])<<32 | uint64(rank[e.V])
	}
	return true
}

func (d *denseRanks) wide(edges []graph.WideEdge, _ []uint64) bool { return len(edges) == 0 }

func (d *denseRanks) free() { d.rank.Free() }

// masses are how many records each rank has, falling.
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

// rankByRecords ranks ids by falling number of records, ties by smaller id: a
// parallel counting sort. It returns the rank of each id, and the records of each
// rank.
func rankByRecords(ctx context.Context, c counts, workers int) (rank hugemem.Array[uint32], m masses, err error) {
	low := c.low.Slice()
	// The few ids with more records are sorted one by one: the counters then fit
	// the second-level cache whatever the graph.
	const limit = 1 << 14
	const above = 0 // bucket of those; the others fall from there
	bucket := func(id int) int {
		switch n := low[id]; {
		case n > limit, len(c.high) > 0 && c.high[uint32(id)] > 0:
			return above
		default:
			return limit + 1 - int(n) // limit+1 for ids without a record
		}
	}
	tasks := min(max(len(low)>>16, 1), 4*workers)
	size := (len(low) + tasks - 1) / tasks
	at := make([][limit + 2]uint64, tasks)
	hubs := make([][]uint32, tasks)
	err = par.Each(ctx, workers, tasks, func(_, t int) error {
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
		return rank, m, err
	}
	rows := uint64(0)
	for b := range limit + 1 {
		for t := range tasks {
			rows, at[t][b] = rows+at[t][b], rows
		}
	}
	if rows >= noRank {
		return rank, m, errTooManyRows
	}
	if rank, err = hugemem.New[uint32](len(low)); err != nil {
		return rank, m, err
	}
	if m.low, err = hugemem.New[uint32](int(rows)); err != nil {
		rank.Free()
		return rank, m, err
	}
	sorted := slices.Concat(hubs...)
	slices.SortStableFunc(sorted, func(a, b uint32) int { return cmp.Compare(c.of(b), c.of(a)) })
	for r, id := range sorted {
		rank.Slice()[id] = uint32(r)
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
			}
		}
		return nil
	})
	if err != nil {
		rank.Free()
		m.low.Free()
	}
	return rank, m, err
}

// bins cut ranks at few places, near one another where ranks are small: a bin is
// a rank's first bits and how many follow. Every power of two begins one.
type bins uint // bits after the first

func (k bins) of(rank uint32) uint32 {
	k &= 31
	less := uint(bits.Len32(rank|1<<k)) - uint(k) - 1
	return uint32(less)<<k + rank>>less
}

// begin returns the least rank in a bin.
func (k bins) begin(bin uint32) uint64 {
	if bin < 2<<k {
		return uint64(bin)
	}
	less := bin>>k - 1
	return uint64(bin-less<<k) << less
}
