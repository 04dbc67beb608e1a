package cpucount

import (
	"context"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// autoSupport is Support by the project's own method: first the edges to hubs, each in
// its own row; then the triangles beyond the hubs; then, for the edges between hubs,
// the triangles that others close with them.
func autoSupport(ctx context.Context, o *lists.Oriented, p Params) ([]uint32, error) {
	a, err := newAnswering(ctx, o, p, SupportBytes(o.Edges())+hubBlocksBytes(o.Edges())+notesBytes(par.Workers(p.Threads)))
	if err != nil {
		return nil, err
	}
	defer a.matrix.free()
	at := make([]uint32, o.Edges())
	err = a.betweenHubs(ctx, p, func(_ int, _ uint32, pos uint64, triangles []uint32) { copy(at[pos:], triangles) })
	many := a.withManyHubs()
	if err == nil {
		err = a.toHubs(ctx, p, many, func(_ int, u uint32, triangles []uint32) { copy(at[o.Offsets()[u]:], triangles) })
	}
	if err != nil {
		return nil, err
	}
	credits := newCredits(at)
	lanes := make([]supportLane, par.Workers(p.Threads))
	noted := make([]*notes[uint32], len(lanes))
	err = a.each(ctx, o, p, func(worker int, w *answerer, begin, end int) {
		if noted[worker] == nil {
			noted[worker] = credits.notes()
			lanes[worker] = supportLane{noted[worker], make([]uint32, o.MaxOutDegree())}
		}
		w.eachHub(max(begin, many), end, func(u uint32, shares []uint32) { credits.addRun(w.upper[u], shares) })
		w.support(begin, end, &lanes[worker])
	})
	if err == nil {
		err = credits.finish(ctx, noted)
	}
	if err == nil && a.matrix.hubs > 0 {
		err = a.hubEdges(ctx, p, a.matrix.hubs, o.Offsets(), credits)
	}
	return at, err
}

// supportLane is what one worker counts.
type supportLane struct {
	notes *notes[uint32]
	row   []uint32 // of each edge of the row at hand
}

// support counts the edges of the triangles beyond the hubs, and these.
func (w *answerer) support(begin, end int, lane *supportLane) (count uint64) {
	neighbors := w.neighbors
	u := uint32(noRow)
	finish := func() {
		if u == noRow {
			return
		}
		row := lane.row[:w.upper[u+1]-w.upper[u]]
		lane.notes.addRun(w.upper[u], row)
		clear(row)
	}
	w.eachPair(begin, end, func(p simd.Pair, third []uint32) {
		if p.Row != u {
			finish()
			u = p.Row
		}
		count += uint64(len(third))
		at := p.Pos - w.upper[u]
		lane.row[at] += uint32(len(third))
		row, head := neighbors[w.upper[u]:p.Pos], w.lower[neighbors[p.Pos]]
		own := 0
		for _, i := range third {
			lane.notes.add(head+uint64(i), 1)
			own += seek(row[own:], neighbors[head+uint64(i)])
			lane.row[own]++
		}
	})
	finish()
	return count
}

// hubBlocks is into how many blocks each worker's rows are cut for the edges between
// hubs. More take less memory, and more time to add up.
const hubBlocks = 4

// mostBlock is about how many edges a block has at most: its places have 32 bits.
const mostBlock = 1 << 30

// hubBlocksBytes is what all workers hold of their blocks at most: a word, its index,
// a row of each hub, and the row's bounds.
func hubBlocksBytes(edges uint64) int64 { return int64(edges)/hubBlocks*20 + 1<<20 }

// hubEdges adds to each edge between hubs the triangles whose largest corner is an upper
// row, from the first on that is named; begins says where the edges of each hub begin.
func (a *answering) hubEdges(ctx context.Context, p Params, first int, begins []uint64, to *credits[uint32]) error {
	workers := par.Workers(p.Threads)
	offsets := a.upper[first:]
	edges := offsets[len(offsets)-1] - offsets[0]
	grain := min(edges/uint64(hubBlocks*workers)+1, mostBlock)
	blocks := cutOffsets(offsets, workers, grain)
	all := make([]hubBlock, workers)
	p.Meter.Start("count", int64(edges))
	return par.Each(ctx, workers, len(blocks)-1, func(worker, i int) error {
		b := &all[worker]
		b.pack(a, first+blocks[i], first+blocks[i+1])
		for v := range a.matrix.hubs {
			if v&63 == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			b.add(a, uint32(v), begins[v], to)
		}
		p.Meter.Add(int64(offsets[blocks[i+1]] - offsets[blocks[i]]))
		return nil
	})
}

// hubBlock holds the hubs of some rows: as words, and for each hub the rows that have it.
type hubBlock struct {
	packer hubWords
	index  []uint32 // of each word in its row
	words  []uint64
	begin  []uint32 // of each row in the words, and their end
	first  []uint32 // of each hub in the rows
	rows   []uint32
	planes []uint64
	sums   []uint32
}

// pack takes the rows of [begin, end).
func (b *hubBlock) pack(a *answering, begin, end int) {
	hubs := a.matrix.hubs
	if b.packer.index == nil {
		b.packer.init(hubs)
		b.first = make([]uint32, hubs+2)
	}
	b.index, b.words, b.begin = b.index[:0], b.words[:0], b.begin[:0]
	clear(b.first)
	for u := begin; u < end; u++ {
		b.begin = append(b.begin, uint32(len(b.words)))
		row := a.row(uint32(u))
		n := b.packer.pack(row, hubs)
		if n < 2 {
			continue
		}
		b.index, b.words = append(b.index, b.packer.index...), append(b.words, b.packer.words...)
		for _, h := range row[1:n] {
			b.first[h+2]++
		}
	}
	b.begin = append(b.begin, uint32(len(b.words)))
	for h := range hubs {
		b.first[h+2] += b.first[h+1]
	}
	if n := int(b.first[hubs+1]); cap(b.rows) < n {
		b.rows = make([]uint32, n)
	} else {
		b.rows = b.rows[:n]
	}
	for u := begin; u < end; u++ {
		row := a.row(uint32(u))
		if r := u - begin; b.begin[r] < b.begin[r+1] {
			for _, h := range row[1:] {
				if int(h) >= hubs {
					break
				}
				b.rows[b.first[h+1]] = uint32(r)
				b.first[h+1]++
			}
		}
	}
}

// add adds to the edges of hub v, the first of which is at begin. Rows that have v are ANDed with its row of the
// matrix, and the bits of the results are added up by columns: plane i of a word has
// bit i of the 64 sums.
func (b *hubBlock) add(a *answering, v uint32, begin uint64, to *credits[uint32]) {
	rows := b.rows[b.first[v]:b.first[v+1]]
	if len(rows) == 0 {
		return
	}
	lower := a.matrix.row(int(v))
	last := v >> 6
	below := uint64(1)<<(v&63) - 1
	bitsOfSum := bits.Len(uint(len(rows)))
	need := (int(last) + 1) * bitsOfSum
	if cap(b.planes) < need {
		b.planes = make([]uint64, need)
	}
	planes := b.planes[:need]
	clear(planes)
	for _, r := range rows {
		begin, end := b.begin[r], b.begin[r+1]
		words := b.words[begin:end]
		for i, k := range b.index[begin:end] {
			x := words[i] & lower[k]
			if k >= last {
				if k > last {
					break
				}
				x &= below
			}
			plane := planes[int(k)*bitsOfSum:]
			for j := 0; x != 0; j++ {
				carry := plane[j] & x
				plane[j] ^= x
				x = carry
			}
		}
	}
	b.sums = b.sums[:0]
	for w := range a.matrix.below(v) {
		sum := uint32(0)
		for j, plane := range planes[int(w>>6)*bitsOfSum:][:bitsOfSum] {
			sum |= uint32(plane>>(w&63)&1) << j
		}
		b.sums = append(b.sums, sum)
	}
	to.addRun(begin, b.sums)
}
