package truss

import (
	"slices"
	"sync/atomic"
)

// round takes out the edges of one round and puts those that fall to the level behind
// them.
func (d *decomposition) round(begin, end int) error {
	g := &d.g
	front := g.order[begin:end]
	if g.blocks.first != nil {
		return d.roundWords(front)
	}
	err := d.crew.Chunks(len(front), marked, func(_, begin, end int) error {
		for _, e := range front[begin:end] {
			u, v := g.row(e), g.lower[e]
			g.fates.drop(e, stays)
			atomic.AddUint32(&g.stay[v], ^uint32(0))
			atomic.AddUint32(&g.stay[u], ^uint32(0))
		}
		return nil
	})
	if err != nil {
		return err
	}
	d.recount = d.recounts(end - begin)
	if end-begin < d.left && !d.recount { // else there is nothing that could lose support
		if err := d.peel(front); err != nil {
			return err
		}
	}
	return d.crew.Chunks(len(front), marked, func(_, begin, end int) error {
		for _, e := range front[begin:end] {
			g.fates.drop(e, there)
			d.settle(e, d.level)
		}
		return nil
	})
}

// peel takes from the support of what stays the triangles of the edges that leave.
func (d *decomposition) peel(front []uint32) error {
	for block := range slices.Chunk(front, maxChunk*d.crew.Workers()) {
		if err := d.peelBlock(block); err != nil {
			return err
		}
	}
	return nil
}

// peelBlock gives each worker after the other the edges of some vertices, so that all of a
// vertex are together.
func (d *decomposition) peelBlock(block []uint32) error {
	parts := min(4*d.crew.Workers(), len(block)/minChunk+1)
	if d.crew.Workers() == 1 {
		parts = 1
	}
	if d.keys == nil {
		n := min(maxChunk*d.crew.Workers(), d.left)
		d.keys, d.sorted = make([]uint64, n), make([]uint64, n)
	}
	if parts == 1 {
		w := d.worker(0)
		err := w.peel(d.keysOf(block, d.keys), d.sorted)
		w.flush()
		return err
	}
	ranges := parts
	if len(block) <= marked {
		ranges = 1 // workers would wait for each other longer than one takes
	}
	size := (len(block) + ranges - 1) / ranges
	kept := make([][]uint64, ranges)
	ends := make([]int, parts*ranges) // of the keys of each part from each range of the block
	err := d.crew.Each(ranges, func(_, i int) error {
		begin, end := min(i*size, len(block)), min((i+1)*size, len(block))
		kept[i] = d.keysOf(block[begin:end], d.keys[begin:end])
		for _, k := range kept[i] {
			ends[partOf(k, parts)*ranges+i]++
		}
		return nil
	})
	if err != nil {
		return err
	}
	sum := 0
	for i, n := range ends {
		ends[i] = sum
		sum += n
	}
	err = d.crew.Each(ranges, func(_, i int) error {
		for _, k := range kept[i] {
			at := &ends[partOf(k, parts)*ranges+i]
			d.sorted[*at] = k
			*at++
		}
		return nil
	})
	if err != nil {
		return err
	}
	return d.crew.Each(parts, func(worker, part int) error {
		begin, end := 0, ends[(part+1)*ranges-1]
		if part > 0 {
			begin = ends[part*ranges-1]
		}
		w := d.worker(worker)
		err := w.peel(d.sorted[begin:end], d.keys[begin:end])
		w.flush()
		return err
	})
}

// keysOf returns the keys of edges that leave: the end whose neighbours are to be marked,
// and the edge. That is the lower end, the one of more neighbours where vertices are in
// the order of degrees, but one whose every edge leaves has nothing to lose. Where that is
// so of both ends, or the triangles of the edge have gone, there is no key.
func (d *decomposition) keysOf(edges []uint32, keys []uint64) []uint64 {
	g := &d.g
	keys = keys[:0]
	for _, e := range edges {
		if g.state[e] == 0 {
			continue
		}
		v := g.lower[e]
		if g.stay[v] == 0 {
			if v = g.row(e); g.stay[v] == 0 {
				continue
			}
		}
		keys = append(keys, uint64(v)<<32|uint64(e))
	}
	return keys
}

// partOf returns which of so many parts the marked end of a key falls to.
func partOf(key uint64, parts int) int {
	return int(uint64(uint32(key>>32)*0x9e3779b1) * uint64(parts) >> 32)
}
