package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// TripartitePays reports whether CountTripartite is sooner done than [Count] by Auto on this machine. With
// AVX2 it is not.
func TripartitePays() bool { return simd.Best().Lines }

// CountTripartite is [Count] by Auto for a tripartite graph. The triangles u > v > w are again split
// by v. As w is of the colour that neither u nor v has, it is in the half of u that v is not in,
// and in the half of v's row of the same number as v's in u's: nothing else is looked at.
//
//   - v among the hubs: u's half, as the lines of a bit set that are not zero, is ANDed with a
//     row of bits; see lineMatrix.
//   - v beyond them: by columns, as Auto does, or else row by row.
//
// Errors: those of [Count].
func CountTripartite(ctx context.Context, t *lists.Tripartite, p Params) (uint64, error) {
	workers := par.Workers(p.Threads)
	m, err := newLineMatrix(ctx, t, p, workers)
	if err != nil {
		return 0, err
	}
	defer m.free()
	states := make([]autoState, workers)
	var c *columns
	if room := roomFor(t.Rows(), t.Edges(), m.bytes(), p); 0 < m.hubs && m.hubs < t.Rows() && room.bytes > 0 {
		if c, err = newTripartiteColumns(t, m.hubs, room.tasks).plan(ctx, workers, room.bytes); err != nil {
			return 0, err
		}
	}
	p.Meter.Start("count", int64(t.Edges())+c.work())
	if c != nil {
		if err := c.sum(ctx, p.Meter, states); err != nil {
			return 0, err
		}
	}
	chunks := cutOffsets(t.Bounds(), workers, p.grain) // of halves
	lanes := make([]tripartiteLane, workers)
	err = par.Each(ctx, workers, len(chunks)-1, func(worker, i int) error {
		s, l, count := &states[worker], &lanes[worker], uint64(0)
		s.init(t.Rows())
		l.init(m)
		begin, end := (chunks[i]+1)/2, (chunks[i+1]+1)/2
		for u := begin; u < end; u++ {
			count += l.countHubs(uint32(u))
			if c == nil {
				count += l.countBeyond(uint32(u), s.bitmap)
			}
		}
		p.Meter.Add(int64(t.Bounds()[2*end] - t.Bounds()[2*begin]))
		return s.add(count)
	})
	if err != nil {
		return 0, err
	}
	return sumStates(states)
}

// tripartiteLane is what one worker holds.
type tripartiteLane struct {
	*lineMatrix
	kernels   simd.Kernels
	lines     [2][]uint32 // of both halves of a row that are not zero
	words     [2][]uint64 // in these
	stretches []simd.Stretch
}

func (l *tripartiteLane) init(m *lineMatrix) {
	if l.lineMatrix != nil {
		return
	}
	l.lineMatrix, l.kernels = m, simd.Best()
	most := int(m.most+lineBits-1) / lineBits
	for half := range l.lines {
		l.lines[half], l.words[half] = make([]uint32, most), make([]uint64, most*simd.LineWords)
	}
}

// countHubs counts the triangles of a row whose v are hubs.
func (l *tripartiteLane) countHubs(u uint32) uint64 {
	var hubs [2][]uint32
	for half := range hubs {
		row := l.graph.Half(u, half)
		if hubs[half] = row[:l.below(row)]; len(hubs[half]) == 0 {
			return 0
		}
	}
	count := uint64(0)
	for half, row := range hubs {
		lines, words := l.pack(1-half, hubs[1-half])
		count += l.kernels.CountLines(row, l.bounds[half:], lines, words, l.bits.Slice())
	}
	return count
}

// below returns how many entries of a half are hubs.
func (l *tripartiteLane) below(row []uint32) int {
	n := len(row)
	if n > 0 && int(row[n-1]) >= l.hubs {
		for n = 0; int(row[n]) < l.hubs; n++ {
		}
	}
	return n
}

// pack makes the lines of the hubs in a half.
func (l *tripartiteLane) pack(half int, hubs []uint32) (lines []uint32, words []uint64) {
	lines, words = l.lines[half], l.words[half]
	n, last := 0, uint32(0)
	for _, w := range hubs {
		at := l.number[w]
		if line := at / lineBits; n == 0 || line != last {
			lines[n], last = line, line
			clear(words[n*simd.LineWords:][:simd.LineWords])
			n++
		}
		words[(n-1)*simd.LineWords+int(at%lineBits>>6)] |= 1 << (at & 63)
	}
	return lines[:n], words[:n*simd.LineWords]
}

// countBeyond counts the triangles of a row whose v are no hubs.
func (l *tripartiteLane) countBeyond(u uint32, bitmap []uint32) uint64 {
	bounds, count := l.graph.Bounds(), uint64(0)
	for half := range 2 {
		row, other := l.graph.Half(u, half), 2*int(u)+1-half
		l.stretches = l.stretches[:0]
		if bounds[other] == bounds[other+1] {
			return 0
		}
		for _, v := range row[l.below(row):] {
			i := 2*int(v) + half
			if begin, end := bounds[i], bounds[i+1]; begin < end {
				l.stretches = append(l.stretches, simd.Stretch{Begin: uint32(begin), End: uint32(end)})
			}
		}
		if len(l.stretches) > 0 {
			count += l.kernels.CountStretches(l.graph.Neighbors(), bounds[other], bounds[other+1], 0, l.stretches, bitmap)
		}
	}
	return count
}

// newTripartiteColumns makes columns of halves, two a row. No ids are near: whether copies of halves
// would pay was not tried.
func newTripartiteColumns(t *lists.Tripartite, hubs, tasks int) *columns {
	c := &columns{neighbors: t.Neighbors(), rows: t.Rows(), beyond: t.Bounds()[2*hubs:]}
	c.cut(tasks)
	c.each = func(task int, _ []uint16, take columnTake) uint64 {
		for i := c.cuts[task]; i < c.cuts[task+1]; i++ {
			begin, end := c.beyond[i^1], c.beyond[i^1+1]
			for at := c.beyond[i+1]; at > c.beyond[i] && c.neighbors[at-1] >= uint32(hubs); at-- {
				v := c.neighbors[at-1]
				for end > begin && c.neighbors[end-1] >= v {
					end--
				}
				if begin == end {
					break
				}
				take(2*(v-uint32(hubs))+uint32(i&1), simd.Stretch{}, simd.Stretch{Begin: uint32(begin - c.base), End: uint32(end - c.base)})
			}
		}
		return 0
	}
	return c
}
