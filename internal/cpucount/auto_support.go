package cpucount

import (
	"context"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// autoSupport is Support by the project's own method: first the edges to hubs, each in
// its own row; then the triangles beyond the hubs; then, for the edges between hubs,
// the triangles that others close with them.
func autoSupport(ctx context.Context, o *lists.Oriented, p Params) ([]uint32, error) {
	a, err := newAnswering(ctx, o, p, SupportingBytes(o.Rows(), o.Edges(), p)+hubBlocksBytes(o.Edges()))
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
	noted := make([]*notes[uint32], par.Workers(p.Threads))
	err = a.each(ctx, o, p, func(worker int, w *answerer, begin, end int) {
		if noted[worker] == nil {
			noted[worker] = credits.notes()
		}
		w.open(begin, end)
		w.tallyHubs(max(begin, many), end)
		w.support(begin, end, noted[worker])
	})
	if err == nil {
		err = credits.finish(ctx, noted)
	}
	if err == nil && a.matrix.hubs > 0 {
		err = a.hubEdges(ctx, p, a.matrix.hubs, o.Offsets(), credits)
	}
	return at, err
}

// support tallies the triangles beyond the hubs, counts them, and notes their edges. A
// tally is begun of the rows.
func (w *answerer) support(begin, end int, notes *notes[uint32]) (count uint64) {
	if w.tally.Edges == nil {
		w.tally.Edges = make([]uint64, simd.TallyRoom(w.longest))
	}
	w.tallyRows(begin, end, func(edges []uint64) {
		count += uint64(len(edges))
		for _, e := range edges {
			notes.add(e, 1)
		}
	})
	notes.addRun(w.tally.First, w.tally.Counts)
	return count
}

// hubBlocks is into how many blocks each worker's rows are cut for the edges between
// hubs. More take less memory, and more time to add up.
const hubBlocks = 4

// mostBlock is about how many edges a block has at most: its places have 32 bits.
const mostBlock = 1 << 30

// hubBlocksBytes is what all workers hold of their blocks at most: a word, its index and
// a run of each hub.
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

// hubBlock holds the hubs of some rows: as words, and for each hub what they have up to
// it, where they have it.
type hubBlock struct {
	packer hubWords
	index  []uint32 // of each word in its row
	words  []uint64
	first  []uint32 // of each hub in the runs
	runs   []simd.Run
	lower  []uint64 // what is below the hub at hand
	found  []uint32
	shared []uint64
	sums   []uint32 // of each hub, as a third corner
}

// pack takes the rows of [begin, end).
func (b *hubBlock) pack(a *answering, begin, end int) {
	hubs := a.matrix.hubs
	if b.first == nil {
		b.packer.init(hubs)
		b.first, b.sums, b.lower = make([]uint32, hubs+2), make([]uint32, 64*a.matrix.stride), make([]uint64, a.matrix.stride)
		room := sharedAtOnce + a.matrix.stride + simd.SharedSlack
		b.found, b.shared = make([]uint32, room), make([]uint64, room)
	}
	clear(b.first)
	for u := begin; u < end; u++ {
		for i, h := range a.row(uint32(u)) {
			if int(h) >= hubs {
				break
			}
			if i > 0 { // the first one has no other below it
				b.first[h+2]++
			}
		}
	}
	for h := range hubs {
		b.first[h+2] += b.first[h+1]
	}
	runs := int(b.first[hubs+1])
	b.runs = slices.Grow(b.runs[:0], runs)[:runs]
	b.index, b.words = b.index[:0], b.words[:0]
	for u := begin; u < end; u++ {
		row := a.row(uint32(u))
		n := b.packer.pack(row, hubs)
		if n < 2 {
			continue
		}
		run := simd.Run{Begin: uint32(len(b.words)), End: uint32(len(b.words))}
		b.index, b.words = append(b.index, b.packer.index...), append(b.words, b.packer.words...)
		for i, h := range row[:n] {
			if run.End == run.Begin || b.index[run.End-1] != h>>6 {
				run.End++
			}
			if i > 0 {
				b.runs[b.first[h+1]] = run
				b.first[h+1]++
			}
		}
	}
}

// sharedAtOnce is how many words with triangles are listed at once, about.
const sharedAtOnce = 1 << 10

// add adds to the edges of hub v. Rows that have v are ANDed with what is below it in its
// row of the matrix, and each bit of the results is a triangle.
// The first of these edges is at begin.
func (b *hubBlock) add(a *answering, v uint32, begin uint64, to *credits[uint32]) {
	runs := b.runs[b.first[v]:b.first[v+1]]
	if len(runs) == 0 {
		return
	}
	lower := b.lower[:v>>6+1]
	copy(lower, a.matrix.row(int(v)))
	lower[v>>6] &= 1<<(v&63) - 1
	for len(runs) > 0 {
		done, listed := a.kernels.ListShared(runs, b.index, b.words, lower, b.found, b.shared)
		shared := b.shared[:listed]
		for i, k := range b.found[:listed] {
			sums := b.sums[k<<6:][:64]
			for x := shared[i]; x != 0; x &= x - 1 {
				sums[bits.TrailingZeros64(x)]++
			}
		}
		runs = runs[done:]
	}
	for w := range a.matrix.below(v) {
		if sum := b.sums[w]; sum > 0 {
			b.sums[w] = 0
			to.addOne(begin, sum)
		}
		begin++
	}
}
