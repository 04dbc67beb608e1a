package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// listAuto lists the triangles u > v > w by row u, those first whose v is a hub: as w is one,
// too, they are the bits that u's hubs share with v's row of a bit matrix, which takes a
// fraction of the memory that lists of hubs do. For the others, v's row is looked up in u's.
func (l Listing) listAuto(ctx context.Context, o *lists.Oriented, p Params, take func(Triangles) error) error {
	workers, longest := par.Workers(p.Threads), int(o.MaxOutDegree())
	hubs := ChooseHubs(o.Rows(), o.Edges(), simd.MostListBits, 0, func(hubs int) uint64 { return o.Offsets()[hubs] })
	matrix, err := newLowerMatrix(ctx, o, hubs, workers)
	if err != nil {
		return err
	}
	defer matrix.free()
	a := answeringOf(o, matrix)
	all := make([]*lister, workers)
	return l.listRows(ctx, o, p, take, func(begin, end int, to *collector) {
		w := &all[to.lane.Worker]
		if *w == nil {
			*w = &lister{
				a.worker(o.Rows(), longest, 0), make([]simd.Pair, pairsAtOnce), make([]uint32, pairsAtOnce+longest+simd.ListSlack),
				make([]uint64, matrix.stride), make([]uint32, min(longest, hubs)),
			}
		}
		for first, last := range l.runs(begin, end) {
			(*w).list(first, last, to)
		}
	})
}

// lister is what one worker holds.
type lister struct {
	*answerer
	pairs []simd.Pair // found at once
	third []uint32
	set   []uint64 // of the hubs of a row
	ends  []uint32 // of what each of them shares
}

// pairsAtOnce is how many pairs, and about how many triangles, are listed at once:
// they stay in the nearest cache.
const pairsAtOnce = 1 << 10

// list lists the triangles of the rows [begin, end).
func (w *lister) list(begin, end int, to *collector) {
	take := func(p simd.Pair, third []uint32) { to.take(p.Row, p.Pos, third) }
	for u := begin; u < end; u++ {
		if hubs := w.hubsOf(uint32(u)); len(hubs) > 1 {
			w.eachPair(begin, u, take)
			begin = u
			w.listHubs(uint32(u), hubs, to)
		}
	}
	w.eachPair(begin, end, take)
}

// eachPair calls pair with every pair of the rows [begin, end) beyond the hubs, and
// with where its third corners stand in v's row.
func (w *lister) eachPair(begin, end int, pair func(p simd.Pair, third []uint32)) {
	at := uint64(0)
	for begin < end {
		done := w.kernels.ListRows(w.upper, w.lower, w.neighbors, begin, end, w.from, w.to, at, w.bitmap, w.pairs, w.third)
		first := uint32(0)
		for _, p := range w.pairs[:done.Pairs] {
			pair(p, w.third[first:p.End])
			first = p.End
		}
		begin, at = done.Row, done.Pos
	}
}

// hubsOf returns the hubs of a row, which are its first entries.
func (w *lister) hubsOf(u uint32) []uint32 {
	row, n := w.row(u), 0
	for n < len(row) && int(row[n]) < w.matrix.hubs {
		n++
	}
	return row[:n]
}

// listHubs lists the triangles of a row with two of its hubs.
func (w *lister) listHubs(u uint32, hubs []uint32, to *collector) {
	clear(w.set)
	for _, h := range hubs {
		w.set[h>>6] |= 1 << (h & 63)
	}
	for at := 0; at < len(hubs); {
		next, begin := w.kernels.ListBits(w.set, hubs, at, w.matrix.bits.Slice(), w.third, w.ends), uint32(0)
		for ; at < next; at++ {
			if end := w.ends[at]; end > begin {
				to.takeOf(u, hubs[at], nil, w.third[begin:end])
				begin = end
			}
		}
	}
}
