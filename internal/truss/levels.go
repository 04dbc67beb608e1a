package truss

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// decomposition is one run of Decompose.
type decomposition struct {
	g            work
	ctx          context.Context
	crew         *par.Crew
	recountLeast int
	meter        *graph.Meter
	out          []uint32 // of the caller: support, then trussness

	level   uint32
	left    int  // edges whose trussness is not known
	recount bool // the support of what is left is not known
	tail    atomic.Int64
	held    []*worker // of each worker
	core    core

	keys, sorted []uint64 // of a block of a round
}

func (d *decomposition) free() {
	d.g.free()
	d.core.free()
}

func (d *decomposition) run(o *lists.Oriented) error {
	if len(d.out) == 0 {
		return nil
	}
	g := &d.g
	d.held = make([]*worker, d.crew.Workers())
	if err := g.open(d.crew, o, d.out); err != nil {
		return err
	}
	if err := d.dropLoose(); err != nil {
		return err
	}
	for d.left > 0 {
		dense := d.core.stride > 0
		if d.shrinks() {
			d.core.free()
			if err := g.shrink(d.crew, d.left); err != nil {
				return err
			}
		}
		if d.recount {
			if err := g.recount(d.crew, d.recountMemory()); err != nil {
				return err
			}
			d.recount = false
		}
		next := d.level + 1
		if g.order == nil && d.core.stride == 0 {
			dropped, err := d.prepare(dense)
			if err != nil {
				return err
			}
			if dropped {
				continue
			}
			next = d.level
		}
		peel := d.core.run
		if d.core.stride == 0 {
			peel = func() error { return d.peelLevel(next) }
		}
		if err := peel(); err != nil {
			return err
		}
	}
	if g.origin != nil {
		return nil // shrink and the rounds since then have settled all
	}
	return d.crew.Chunks(len(d.out), scanned, func(_, begin, end int) error {
		for e := begin; e < end; e++ {
			d.out[e] = d.out[e]&^gone + 2
		}
		return nil
	})
}

// prepare makes of a graph without lists upwards a core, once there was one, or where that
// fits and pays; else the lists. Where the least level is dropped instead, it says so.
func (d *decomposition) prepare(dense bool) (dropped bool, err error) {
	g := &d.g
	if !dense {
		if dropped, err = d.dropLevel(); err != nil || dropped {
			return dropped, err
		}
	}
	if g.origin != nil {
		free := ownBytes(int64(len(d.g.begin)-1), int64(len(d.out)), d.crew.Workers()) - coreEdge*int64(d.left)
		if err := d.core.fill(d, dense, free); err != nil {
			return false, err
		}
	}
	if d.core.stride > 0 {
		return false, nil
	}
	made, err := g.linkBlocks(d.crew, d.left)
	if err != nil || made {
		return false, err
	}
	return false, g.link(d.crew, d.left)
}

// shrinks reports whether the graph is to be made smaller.
func (d *decomposition) shrinks() bool {
	share := shrinkLater
	if d.g.origin == nil {
		share = shrinkFirst
	}
	return d.recount || d.left*8 <= len(d.g.state)*share
}

// recounts reports whether it is less work to count the support of what stays anew
// than to look for the triangles of the edges that leave.
func (d *decomposition) recounts(leaves int) bool {
	stays := d.left - leaves
	return leaves >= d.recountLeast && leaves >= stays/2 && stays <= len(d.out)/2
}

// recountMemory returns what there is for counting anew: all that Bytes allows for
// but the caller's arrays and the lists, state and origin of what is left.
func (d *decomposition) recountMemory() int64 {
	return ownBytes(int64(len(d.g.begin)-1), int64(len(d.out)), d.crew.Workers()) - 3*4*int64(d.left)
}

const (
	scanned = 1 << 14 // edges that are looked through in one go
	marked  = 1 << 9  // edges of a round whose fate is told in one go
)

// dropLoose takes the edges in no triangle out before anything is made of the others.
func (d *decomposition) dropLoose() error {
	loose := atomic.Int64{}
	err := d.crew.Chunks(len(d.out), scanned, func(_, begin, end int) error {
		n := 0
		for e := begin; e < end; e++ {
			if d.out[e] == 0 {
				d.out[e] = gone
				n++
			} else if d.out[e] >= gone {
				return fmt.Errorf("internal error: an edge in %d triangles; please report it", d.out[e])
			}
		}
		loose.Add(int64(n))
		return nil
	})
	d.left = len(d.out) - int(loose.Load())
	d.meter.Add(loose.Load())
	return err
}

// dropLevel finds the least trussness that is left, and takes its edges out at once where
// so many leave that what stays is counted anew: that needs no lists upwards.
func (d *decomposition) dropLevel() (bool, error) {
	g := &d.g
	least, err := d.least()
	if err != nil {
		return false, err
	}
	least = max(least, d.level)
	leave := atomic.Int64{}
	err = d.crew.Chunks(len(g.state), scanned, func(_, begin, end int) error {
		n := 0
		for _, s := range g.state[begin:end] {
			if s <= least {
				n++
			}
		}
		leave.Add(int64(n))
		return nil
	})
	at := int(leave.Load())
	d.level = least
	if err != nil || !d.recounts(at) {
		return false, err
	}
	d.recount = true
	d.left -= at
	d.meter.Add(int64(at))
	return true, d.crew.Chunks(len(g.state), scanned, func(_, begin, end int) error {
		for e := begin; e < end; e++ {
			if g.state[e] <= least {
				d.settle(uint32(e), least)
			}
		}
		return nil
	})
}

// settle says what became of an edge.
func (d *decomposition) settle(e, level uint32) {
	d.g.state[e] = gone | level
	if d.g.origin != nil {
		d.out[d.g.origin[e]] = level + 2
	}
}

// peelLevel takes out all edges of the least trussness that is left, which is that of a
// level where it has edges.
func (d *decomposition) peelLevel(level uint32) error {
	err := d.collect(level)
	if err == nil && d.tail.Load() == 0 {
		if level, err = d.least(); err == nil {
			err = d.collect(level)
		}
	}
	if err != nil {
		return err
	}
	begin, end := 0, int(d.tail.Load())
	for begin < end && !d.recount {
		if err := d.round(begin, end); err != nil {
			return err
		}
		d.left -= end - begin
		d.meter.Add(int64(end - begin))
		begin, end = end, int(d.tail.Load())
	}
	return nil
}

// collect puts the edges up to a level to the front of the order.
func (d *decomposition) collect(level uint32) error {
	g := &d.g
	d.level = level
	d.tail.Store(0)
	return d.crew.Chunks(len(g.state), scanned, func(worker, begin, end int) error {
		w := d.worker(worker)
		for ; begin < end; begin += 8 {
			some := g.state[begin:min(begin+8, end)]
			if len(some) == 8 && min(some[0], some[1], some[2], some[3], some[4], some[5], some[6], some[7]) > level {
				continue
			}
			for j, s := range some {
				if s <= level {
					w.push(uint32(begin + j))
				}
			}
		}
		w.flush()
		return nil
	})
}

// least returns the least support of all edges.
func (d *decomposition) least() (uint32, error) {
	least := atomic.Uint32{}
	least.Store(math.MaxUint32)
	err := d.crew.Chunks(len(d.g.state), scanned, func(_, begin, end int) error {
		some := d.g.state[begin:end]
		low := uint32(math.MaxUint32)
		for ; len(some) >= 8; some = some[8:] {
			low = min(low, min(some[0], some[1], some[2], some[3]), min(some[4], some[5], some[6], some[7]))
		}
		for _, s := range some {
			low = min(low, s)
		}
		for {
			old := least.Load()
			if old <= low || least.CompareAndSwap(old, low) {
				return nil
			}
		}
	})
	return least.Load(), err
}

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

func (d *decomposition) worker(i int) *worker {
	if d.held[i] == nil {
		d.held[i] = &worker{
			d: d, g: &d.g, heed: par.NewHeed(d.ctx),
			marks: marks{slots: make([]slot, d.g.n/64+1), touched: make([]uint32, 0, d.g.n/64+1)},
			loses: make([]uint32, maxLoses), staying: make([]uint32, 0, maxLoses),
			pushed: make([]uint32, 0, pushed), losses: make([]loss, 0, losses),
		}
	}
	return d.held[i]
}
