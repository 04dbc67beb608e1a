package cpucount

import (
	"context"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// countAuto is the project's own method. It splits the triangles u > v > w by
// v, their middle corner:
//
//   - v among the hubs, the first ranks: then w is a hub too. Row u's hubs,
//     packed into lines of 512 bits, are ANDed with row v of a triangular bit matrix
//     over the hubs. On skewed graphs these are nearly all triangles, and a line
//     stands for several probes. (LOTUS, Koohi Esfahani, Kilpatrick and
//     Vandierendonck, PPoPP 2022, cuts there; lines instead of bits as in the
//     contest lineage and in TCBW.)
//   - v beyond the hubs: v's row is looked up in u's, 16 elements at a time, by
//     comparing all pairs, in a filter held in registers, or in a bit array, by
//     the length of u's row; see package simd. The rows to come are asked for
//     ahead of time: on flat graphs the wait for them is all there is. Where it is
//     less to scan, the other way round: see planColumns.
//
// Where rows are dense in places, the rows of all v are ANDed by windows instead; see rowWindows.
//
// On large graphs where columns do not pay, the v that would be hubs and more are taken by strips of
// columns; see strips.
//
// The number of hubs follows from how dense the first rows are (see hubCount);
// flat graphs have none. Cost: sum over hub pairs of lines, plus sum over the
// other edges (u, v) of the out-degree of v; a bit a row and worker, and the
// matrix, H^2/16 bytes, or up to 7 bytes of windows an edge.
func countAuto(ctx context.Context, o *lists.Oriented, p Params) (uint64, error) {
	workers := par.Workers(p.Threads)
	states := make([]autoState, workers)
	hubs := hubCount(o, p)
	w, err := planWindows(ctx, o, p, hubs)
	if err != nil {
		return 0, err
	}
	if w != nil {
		defer w.free()
		return w.count(ctx, o, p.Meter, states)
	}
	return countByOthers(ctx, o, p, hubs, states)
}

// countByOthers is countAuto without windows.
func countByOthers(ctx context.Context, o *lists.Oriented, p Params, hubs int, states []autoState) (uint64, error) {
	workers, beyond := len(states), hubs
	c, err := planColumns(ctx, o, p, hubs)
	if err != nil {
		return 0, err
	}
	if rows, block := stripPlan(o, p); c == nil && rows > 0 {
		if err := countStrips(ctx, o, p, rows, block, states); err != nil {
			return 0, err
		}
		return countRest(ctx, o, p, &hubMatrix{}, rows, states)
	}
	p.Meter.Start("count", int64(o.Edges())+c.work())
	if c != nil {
		if err := c.sum(ctx, p.Meter, states); err != nil {
			return 0, err
		}
		beyond = o.Rows()
	}
	if room := tileRoom(o.Rows(), o.Edges(), hubs, p); room > 0 {
		return countTiles(ctx, o, p, hubs, room, beyond, states)
	}
	matrix, err := newHubMatrix(ctx, o, hubs, workers)
	if err != nil {
		return 0, err
	}
	defer matrix.free()
	return countRest(ctx, o, p, matrix, beyond, states)
}

// countTiles adds to the states what the hubs close, by tiles, and the v from a row on.
func countTiles(ctx context.Context, o *lists.Oriented, p Params, hubs, room, from int, states []autoState) (uint64, error) {
	matrix, err := newTileMatrix(ctx, o, hubs, len(states))
	if err != nil {
		return 0, err
	}
	defer matrix.free()
	rest := from < o.Rows()
	err = newTiles(simd.Best(), o, matrix, room, len(states)).count(ctx, states, func(edges uint64) {
		if !rest {
			p.Meter.Add(int64(edges))
		}
	})
	if err != nil {
		return 0, err
	}
	if !rest {
		return sumStates(states)
	}
	return countRest(ctx, o, p, &hubMatrix{}, from, states)
}

// countRest adds to the states what the hubs of a matrix close, and the v from a row on.
func countRest(ctx context.Context, o *lists.Oriented, p Params, matrix *hubMatrix, from int, states []autoState) (uint64, error) {
	workers := len(states)
	kernels := simd.Best()
	chunks := cutRows(o, workers, p.grain)
	err := par.Each(ctx, workers, len(chunks)-1, func(worker, i int) error {
		s := &states[worker]
		s.init(o.Rows())
		if s.hubs.lines == nil {
			s.hubs.init(matrix.hubs)
		}
		begin, end := chunks[i], chunks[i+1]
		count := uint64(0)
		if matrix.hubs > 0 {
			for u := begin; u < end; u++ {
				if hubs := s.hubs.pack(o.Row(uint32(u)), matrix.hubs); len(hubs) > 1 {
					count += kernels.CountHubs(hubs, s.hubs.lines, s.hubs.words, matrix.bits.Slice())
				}
			}
		}
		count += kernels.CountRows(o.Offsets(), o.Offsets(), o.Neighbors(), begin, end, from, o.Rows(), s.bitmap)
		p.Meter.Add(int64(o.Offsets()[end] - o.Offsets()[begin]))
		return s.add(count)
	})
	if err != nil {
		return 0, err
	}
	return sumStates(states)
}

// autoState is what one worker holds.
type autoState struct {
	count  uint64
	bitmap []uint32
	hubs   hubLines
	_      [64]byte // the workers' counts on cache lines of their own
}

// init makes what a worker needs for lists.
func (s *autoState) init(rows int) {
	if s.bitmap == nil {
		s.bitmap = make([]uint32, rows/32+1)
	}
}

func (s *autoState) add(count uint64) error {
	sum, carry := bits.Add64(s.count, count, 0)
	if carry != 0 {
		return graph.ErrOverflow
	}
	s.count = sum
	return nil
}

func sumStates(states []autoState) (uint64, error) {
	total := uint64(0)
	for i := range states {
		var carry uint64
		if total, carry = bits.Add64(total, states[i].count, 0); carry != 0 {
			return 0, graph.ErrOverflow
		}
	}
	return total, nil
}

// cutRows cuts the rows into ranges of about equal edges, small enough to
// share them evenly and to stop soon, large enough to keep a worker busy.
func cutRows(o *lists.Oriented, workers int, grain uint64) []int {
	return cutOffsets(o.Offsets(), workers, grain)
}

const (
	// mostCut is how many edges a range has at most, but for those of its last row.
	mostCut = 1 << 15
	// leastCut is how many it has at least: to cut finer would take longer than it saves.
	leastCut = 1 << 12
)

// cutOffsets is cutRows for rows that are known by their bounds.
func cutOffsets(offsets []uint64, workers int, grain uint64) []int {
	rows := len(offsets) - 1
	edges := offsets[rows] - offsets[0]
	if grain == 0 {
		grain = min(max(edges/uint64(128*workers), leastCut), mostCut)
	}
	return par.Cut(rows, int(edges/grain)+1, func(r int) uint64 { return offsets[r] - offsets[0] })
}

// autoBytes is what countAuto holds without any hub matrix, which it leaves
// out where it does not fit.
func autoBytes(rows int, _ uint64, _ uint32, p Params) int64 {
	return int64(par.Workers(p.Threads)) * int64(rows/8+8)
}
