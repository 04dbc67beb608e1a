package cpucount

import (
	"context"
	"math"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// hubBlocks is into how many blocks the rows are cut for the edges between hubs. More
// take less memory, and more time to add up.
const hubBlocks = 4

// mostBlock is about how many edges a block has at most: its places have 32 bits.
const mostBlock = 1 << 30

// hubBlocksBytes is what a block holds at most, beside what grows with the hubs: a word, its
// index and a run of each hub.
func hubBlocksBytes(edges uint64) int64 { return int64(edges)/hubBlocks*20 + 1<<20 }

// hubEdges adds to each edge between hubs the triangles whose largest corner is an upper
// row, from the first on that is named. begins says where the edges of each hub begin in
// at, and lower gives their other ends, for which it may use the room.
func (a *answering) hubEdges(ctx context.Context, p Params, first int, at []uint32, begins []uint64, lower func(v uint32, room []uint32) []uint32) error {
	workers := par.Workers(p.Threads)
	offsets := a.upper[first:]
	edges := offsets[len(offsets)-1] - offsets[0]
	blocks := cutOffsets(offsets, 1, min(edges/hubBlocks+1, mostBlock))
	b := newHubBlock(a.matrix.hubs, workers)
	defer b.free()
	adders := make([]*hubAdder, workers)
	p.Meter.Start("count", int64(edges))
	for i := range blocks[1:] {
		begin, end := first+blocks[i], first+blocks[i+1]
		if err := b.pack(ctx, a, begin, end); err != nil {
			return err
		}
		const some = 16 // hubs at once: the first ones have many rows, and the last ones many edges
		err := par.Chunks(ctx, workers, a.matrix.hubs, some, func(worker, from, to int) error {
			if adders[worker] == nil {
				adders[worker] = newHubAdder(a.matrix)
			}
			for v := uint32(from); v < uint32(to); v++ {
				adders[worker].add(a, b, v, func(sums []uint16) {
					edges := at[begins[v]:]
					for i, w := range lower(v, adders[worker].room) {
						edges[i] += uint32(sums[w])
					}
				})
			}
			return nil
		})
		if err != nil {
			return err
		}
		p.Meter.Add(int64(a.upper[end] - a.upper[begin]))
	}
	return nil
}

// hubBlock holds the hubs of some rows: as words, and for each hub what they have up to
// it, where they have it.
type hubBlock struct {
	workers int
	parts   []hubPart               // twice as many, as some have more hubs than others
	first   []uint32                // of each hub in the runs, and behind the last
	index   hugemem.Array[uint32]   // of each word in its row
	words   hugemem.Array[uint64]   // of all rows
	runs    hugemem.Array[simd.Run] // of all hubs
}

// hubPart are rows of a block that one worker packs at once.
type hubPart struct {
	begin, end int
	packer     hubWords
	words      int      // before its own
	next       []uint32 // of each hub: how many runs there are before its own, and then with these
}

func newHubBlock(hubs, workers int) *hubBlock {
	b := &hubBlock{workers: workers, parts: make([]hubPart, 2*workers), first: make([]uint32, hubs+1)}
	for i := range b.parts {
		b.parts[i].packer.init(hubs)
		b.parts[i].next = make([]uint32, hubs)
	}
	return b
}

func (b *hubBlock) free() {
	b.index.Free()
	b.words.Free()
	b.runs.Free()
}

// pack takes the rows of [begin, end).
func (b *hubBlock) pack(ctx context.Context, a *answering, begin, end int) error {
	hubs := a.matrix.hubs
	cuts := par.Cut(end-begin, len(b.parts), func(r int) uint64 { return a.upper[begin+r] - a.upper[begin] })
	parts := b.parts[:len(cuts)-1]
	for i := range parts {
		parts[i].begin, parts[i].end = begin+cuts[i], begin+cuts[i+1]
	}
	each := func(body func(p *hubPart)) error {
		return par.Each(ctx, b.workers, len(parts), func(_, i int) error {
			body(&parts[i])
			return nil
		})
	}
	if err := each(func(p *hubPart) { p.count(a, hubs) }); err != nil {
		return err
	}
	words := 0
	for i := range parts {
		words, parts[i].words = words+parts[i].words, words
	}
	err := par.Chunks(ctx, b.workers, hubs, 1<<10, func(_, begin, end int) error {
		for h := begin; h < end; h++ {
			runs := uint32(0)
			for i := range parts {
				runs, parts[i].next[h] = runs+parts[i].next[h], runs
			}
			b.first[h+1] = runs
		}
		return nil
	})
	if err != nil {
		return err
	}
	for h := range hubs {
		b.first[h+1] += b.first[h]
	}
	if err := b.grow(words, int(b.first[hubs])); err != nil {
		return err
	}
	return each(func(p *hubPart) { p.pack(a, b) })
}

// grow has room for so many words and runs, of which the first block has the most in an
// order by degree.
func (b *hubBlock) grow(words, runs int) (err error) {
	if words > len(b.words.Slice()) {
		b.index.Free()
		b.words.Free()
		if b.index, err = hugemem.New[uint32](words); err != nil {
			return err
		}
		if b.words, err = hugemem.New[uint64](words); err != nil {
			return err
		}
	}
	if runs > len(b.runs.Slice()) {
		b.runs.Free()
		b.runs, err = hugemem.New[simd.Run](runs)
	}
	return err
}

// count counts the words of the rows that have two hubs, and the runs of each hub: the
// first one of a row has no other below it.
func (p *hubPart) count(a *answering, hubs int) {
	p.words = 0
	clear(p.next)
	for u := p.begin; u < p.end; u++ {
		row := a.row(uint32(u))
		if len(row) < 2 || int(row[1]) >= hubs {
			continue
		}
		last := row[0] >> 6
		p.words++
		for _, h := range row[1:] {
			if int(h) >= hubs {
				break
			}
			p.next[h]++
			if h>>6 != last {
				last = h >> 6
				p.words++
			}
		}
	}
}

// pack packs the rows to where count made room for them.
func (p *hubPart) pack(a *answering, b *hubBlock) {
	index, words, runs := b.index.Slice(), b.words.Slice(), b.runs.Slice()
	at := uint32(p.words)
	for u := p.begin; u < p.end; u++ {
		row := a.row(uint32(u))
		n := p.packer.pack(row, a.matrix.hubs)
		if n < 2 {
			continue
		}
		copy(index[at:], p.packer.index)
		copy(words[at:], p.packer.words)
		run := simd.Run{Begin: at, End: at + 1}
		for _, h := range row[1:n] {
			if index[run.End-1] != h>>6 {
				run.End++
			}
			runs[b.first[h]+p.next[h]] = run
			p.next[h]++
		}
		at += uint32(len(p.packer.words))
	}
}

// hubAdder is what a worker holds that adds up a block's triangles.
type hubAdder struct {
	lower  []uint64 // what is below the hub at hand
	found  []uint32
	shared []uint64
	sums   []uint16 // of each hub, as a third corner
	room   []uint32
}

// sharedAtOnce is how many words with triangles are listed at once, about.
const sharedAtOnce = 1 << 10

func newHubAdder(m *squareMatrix) *hubAdder {
	room := sharedAtOnce + m.stride + simd.SharedSlack
	return &hubAdder{
		lower: make([]uint64, m.stride), found: make([]uint32, room), shared: make([]uint64, room),
		sums: make([]uint16, 64*m.stride), room: make([]uint32, 0, m.hubs),
	}
}

// add calls give with the triangles of the edges of hub v, by the other hub. Rows that have v
// are ANDed with what is below it in its row of the matrix, and each bit of the results is
// a triangle. There are so many runs at once that the sums do not pass 16 bits.
func (s *hubAdder) add(a *answering, b *hubBlock, v uint32, give func(sums []uint16)) {
	lower := s.lower[:v>>6+1]
	copy(lower, a.matrix.row(int(v)))
	lower[v>>6] &= 1<<(v&63) - 1
	all := b.runs.Slice()[b.first[v]:b.first[v+1]]
	for len(all) > 0 {
		runs := all[:min(len(all), math.MaxUint16)]
		all = all[len(runs):]
		for len(runs) > 0 {
			done, listed := a.kernels.ListShared(runs, b.index.Slice(), b.words.Slice(), lower, s.found, s.shared)
			a.kernels.AddShared(s.found[:listed], s.shared[:listed], s.sums)
			runs = runs[done:]
		}
		give(s.sums)
		clear(s.sums[:64*len(lower)])
	}
}
