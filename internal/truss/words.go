package truss

import (
	"math/bits"
	"sync/atomic"
)

// roundWords is round where there are blocks: by the vertices that lose an edge. What they lose
// is in the words there and stays, and so is all that their edges lose by it.
func (d *decomposition) roundWords(front []uint32) error {
	g, b := &d.g, &d.g.blocks
	err := d.crew.Chunks(len(front), marked, func(_, begin, end int) error {
		g.dropWords(front[begin:end])
		for _, e := range front[begin:end] {
			d.settle(e, d.level)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if d.recount = d.recounts(len(front)); len(front) < d.left && !d.recount { // else there is nothing that could lose support
		err := d.eachTouched(func(worker int, vertices uint32, touched uint64) error {
			w := d.worker(worker)
			for ; touched != 0; touched &= touched - 1 {
				if err := w.heed.Did(w.peelVertex(vertices + uint32(bits.TrailingZeros64(touched)))); err != nil {
					return err
				}
			}
			w.flush()
			return nil
		})
		if err != nil {
			return err
		}
	}
	return d.eachTouched(func(_ int, vertices uint32, touched uint64) error {
		g.touched[vertices>>6] = 0
		for ; touched != 0; touched &= touched - 1 {
			v := vertices + uint32(bits.TrailingZeros64(touched))
			copy(b.there[b.first[v]:b.first[v+1]], b.stays[b.first[v]:b.first[v+1]])
		}
		return nil
	})
}

// eachTouched calls for each 64 vertices of which one or more lose an edge in this round.
// Vertices near each other go to one worker.
func (d *decomposition) eachTouched(do func(worker int, vertices uint32, touched uint64) error) error {
	words := d.g.touched[:touchedLength(d.g.n)]
	size := max(len(words)/(32*d.crew.Workers()), 1)
	return d.crew.Chunks(len(words), size, func(worker, begin, end int) error {
		for i := begin; i < end; i++ {
			if words[i] != 0 {
				if err := do(worker, uint32(i)<<6, words[i]); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// dropWords takes edges out of the words that stay. Those of a row follow each other more
// often than not.
func (g *work) dropWords(edges []uint32) {
	b := &g.blocks
	var u, begin, end, place, n uint32 // the row, its edges, a block of it, and how many of it leave
	at, leave := ^uint32(0), uint64(0) // which block that is, and what of it leaves
	word := func() {
		if leave != 0 {
			atomic.AndUint64(&b.stays[place], ^leave)
			leave = 0
		}
	}
	for _, e := range edges {
		if e < begin || e >= end {
			if word(); n > 0 {
				g.touch(u, n)
			}
			u = g.row(e)
			begin, end, at, n = g.begin[u], g.begin[u+1], ^uint32(0), 0
		}
		v := g.lower[e]
		if v>>6 != at {
			word()
			at, place = v>>6, b.find(u, v)
		}
		leave |= 1 << (v & 63)
		n++
		atomic.AndUint64(&b.stays[b.find(v, u)], ^(1 << (u & 63)))
		g.touch(v, 1)
	}
	if word(); n > 0 {
		g.touch(u, n)
	}
}

// touch takes edges from what stays of a vertex.
func (g *work) touch(v, n uint32) {
	atomic.AddUint32(&g.stay[v], -n)
	if word := &g.touched[v>>6]; atomic.LoadUint64(word)>>(v&63)&1 == 0 {
		atomic.OrUint64(word, 1<<(v&63))
	}
}

// tally is a block of a vertex whose edges lose triangles: how many is told for all 64 at
// once, by a bit of each in each of some words.
type tally struct {
	stays  uint64
	above  uint64 // those above the vertex
	counts [6]uint64
}

const (
	tallied  = 1<<6 - 1 // triangles of one edge that a tally has room for
	together = 1 << 8   // blocks of a vertex that are tallied in one go
)

// peelVertex takes from the edges of u that stay the triangles that they lose with other edges
// of u. Where both other edges of a triangle leave, that is done at the lower end of the
// one that stays.
func (w *worker) peelVertex(u uint32) (work int) {
	g, b := w.g, &w.g.blocks
	if g.stay[u] == 0 {
		return 0
	}
	if w.tallies == nil {
		w.tallies, w.places = make([]tally, together), make([]uint16, g.n/64+1)
	}
	begin, end := b.first[u], b.first[u+1]
	for first := begin; first < end; first += together {
		last := min(first+together, end)
		for i := first; i < last; i++ {
			if stays := b.stays[i]; stays != 0 {
				w.places[b.at[i]] = uint16(i - first + 1)
				w.tallies[i-first].stays, w.tallies[i-first].above = stays, above(u, b.at[i])
			}
		}
		n := 0
		for i := begin; i < end; i++ {
			for leave := b.there[i] &^ b.stays[i]; leave != 0; leave &= leave - 1 {
				work += w.tally(b.at[i]<<6 + uint32(bits.TrailingZeros64(leave)))
				if n++; n == tallied {
					w.loseTallied(u, first, last)
					n = 0
				}
			}
		}
		if n > 0 {
			w.loseTallied(u, first, last)
		}
		for i := first; i < last; i++ {
			w.places[b.at[i]] = 0
		}
	}
	return work + int(end-begin)
}

// tally adds the triangles of an edge that leaves, from the vertex of the tallies to v.
func (w *worker) tally(v uint32) (work int) {
	b := &w.g.blocks
	first, end := b.first[v], b.first[v+1]
	at, there, stays := b.at[first:end], b.there[first:end], b.stays[first:end]
	for j, x := range at {
		place := w.places[x]
		if place == 0 {
			continue
		}
		t := &w.tallies[place-1]
		carry := t.stays & there[j] & (stays[j] | t.above)
		for k := 0; carry != 0; k++ {
			t.counts[k], carry = t.counts[k]^carry, t.counts[k]&carry
		}
	}
	return len(at)
}

// loseTallied takes what was tallied for some blocks of u.
func (w *worker) loseTallied(u, first, last uint32) {
	b := &w.g.blocks
	for i := first; i < last; i++ {
		t := &w.tallies[i-first]
		some := uint64(0)
		for _, word := range t.counts {
			some |= word
		}
		for ; some != 0; some &= some - 1 {
			x := uint32(bits.TrailingZeros64(some))
			n := uint32(0)
			for k, word := range t.counts {
				n |= uint32(word>>x&1) << k
			}
			w.lose(b.edgeOf(u, i, b.at[i]<<6+x), n)
		}
		clear(t.counts[:])
	}
}

// above returns which vertices of the block at a place are above v.
func above(v, at uint32) uint64 {
	switch {
	case at > v>>6:
		return ^uint64(0)
	case at < v>>6:
		return 0
	}
	return ^uint64(1) << (v & 63)
}
