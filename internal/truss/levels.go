package truss

import (
	"context"
	"fmt"
	"math"
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
