package ptx

import (
	"bytes"
	"fmt"
	"sync/atomic"
)

// Launch is how a kernel is launched.
type Launch struct {
	Grid, Block [3]uint32
	Shared      int      // bytes of dynamic shared memory
	Arguments   []byte   // one after the other, each aligned to its size
	Memory      []Region // of the device, ascending
	Resident    int      // blocks that run at the same time
	Glances     bool     // a plain read of global memory and an atomic of another thread are no race
}

// Fault is what a kernel did wrong.
type Fault struct {
	Kernel string
	Line   int // of the PTX
	Block  [3]uint32
	Thread int // in the block
	What   string
}

func (f *Fault) Error() string {
	return fmt.Sprintf("%s: line %d of its PTX, block %v, thread %d: %s", f.Kernel, f.Line, f.Block, f.Thread, f.What)
}

// trouble is panicked with where the fault is not known.
type trouble string

type run struct {
	Launch
	kernel *Kernel
	number uint64
	values []uint64  // of the parameters
	last   int       // region that was accessed last
	pages  [][]*page // of each region, of those that were touched
}

// running is a block that runs.
type running struct {
	launch   *run
	filled   uint64 // the launch that the constants are of which are the same in all its blocks
	at       [3]uint32
	warps    []*warp
	shared   []shared
	barriers int32
	threads  int
	dynamic  int // bytes of dynamic shared memory
}

// shared is a shared variable of a block.
type shared struct {
	name  string
	bytes []byte
	words []word
}

// poison fills fresh shared memory.
const poison = 0xdb

var poisoned = [4096]byte(bytes.Repeat([]byte{poison}, 4096))

// launches counts all launches of all devices.
var launches atomic.Uint64

// Run runs all blocks of a launch. The error is a *Fault.
func (k *Kernel) Run(launch Launch) (err error) {
	r := &run{Launch: launch, kernel: k, number: launches.Add(1), pages: make([][]*page, len(launch.Memory))}
	offset := 0
	for _, size := range k.Parameters {
		offset = (offset + size - 1) / size * size
		r.values = append(r.values, fetch(launch.Arguments[offset:][:size]))
		offset += size
	}
	threads := int(launch.Block[0] * launch.Block[1] * launch.Block[2])
	if k.most > 0 && threads > k.most {
		return &Fault{Kernel: k.Name, What: fmt.Sprintf("%d threads a block; it allows %d", threads, k.most)}
	}
	var now *warp
	defer func() {
		for _, some := range r.pages {
			for _, p := range some {
				if p != nil {
					pages.Put(p)
				}
			}
		}
		switch what := recover().(type) {
		case nil:
		case trouble:
			err = &Fault{k.Name, now.line, now.block.at, now.number*lanes + now.lane, string(what)}
		default:
			panic(what)
		}
	}()
	var resident []*running
	next := uint64(0)
	all := uint64(launch.Grid[0]) * uint64(launch.Grid[1]) * uint64(launch.Grid[2])
	for next < all || len(resident) > 0 {
		for next < all && len(resident) < max(launch.Resident, 1) {
			x, y := uint64(launch.Grid[0]), uint64(launch.Grid[1])
			resident = append(resident, r.start(next, [3]uint32{uint32(next % x), uint32(next / x % y), uint32(next / x / y)}, threads))
			next++
		}
		for i := len(resident) - 1; i >= 0; i-- {
			b := resident[i]
			moved, alive := false, false
			for _, w := range b.warps {
				now = w
				if w.turn() {
					moved = true
				}
				alive = alive || w.alive != 0
			}
			if !alive {
				resident = append(resident[:i], resident[i+1:]...)
				b.launch = nil
				k.idle.Put(b)
			} else if !moved {
				now = b.meet()
				if now != nil {
					panic(trouble("waits for threads that never come"))
				}
			}
		}
	}
	return nil
}

// meet ends a barrier of the block at which all threads wait, or returns a warp
// that waits for something else.
func (b *running) meet() *warp {
	line := 0
	for _, w := range b.warps {
		for _, g := range w.groups {
			wait := b.launch.kernel.blocks[g.block].wait
			if wait == nil || !wait.block || line != 0 && line != wait.line {
				w.line, w.lane = b.launch.kernel.blocks[g.block].line, 0
				if wait != nil {
					w.line = wait.line
				}
				return w
			}
			line = wait.line
		}
	}
	b.barriers++
	for _, w := range b.warps {
		for i := range w.groups {
			g := &w.groups[i]
			b.launch.kernel.blocks[g.block].wait.do(w, g.mask)
			g.waiting, g.past = false, true
		}
	}
	for _, w := range b.warps {
		for _, f := range w.late {
			f()
		}
		w.late = w.late[:0]
	}
	return nil
}

// start makes the warps and the shared memory of a block.
func (r *run) start(number uint64, at [3]uint32, threads int) *running {
	b, _ := r.kernel.idle.Get().(*running)
	if b == nil || b.threads != threads || b.dynamic != r.Shared {
		b = r.build(threads)
	}
	b.launch, b.at, b.barriers = r, at, 0
	for _, v := range b.shared {
		for rest := v.bytes; len(rest) > 0; rest = rest[copy(rest, poisoned[:]):] {
		}
	}
	for _, w := range b.warps {
		w.first = (r.number*blocksApart+number)*threadsApart + uint64(w.number*lanes) + 1
		w.alive = 1<<32 - 1
		if rest := threads - w.number*lanes; rest < lanes {
			w.alive = 1<<rest - 1
		}
		w.groups = append(w.groups[:0], group{mask: w.alive})
		w.late, w.copies = w.late[:0], w.copies[:0]
		for i, c := range r.kernel.constants {
			if since := c.kind.since(); since == sinceStart || since == sinceLaunch && b.filled != r.number {
				w.fill(i, c)
			}
		}
	}
	b.filled = r.number
	return b
}

// build makes a block of threads that may run again and again.
func (r *run) build(threads int) *running {
	b := &running{launch: r, threads: threads, dynamic: r.Shared}
	for _, v := range r.kernel.shared {
		size := v.size
		if size == 0 {
			size = r.Shared
		}
		b.shared = append(b.shared, shared{v.name, make([]byte, size), make([]word, (size+3)/4)})
	}
	for first := 0; first < threads; first += lanes {
		w := &warp{
			block: b, number: first / lanes,
			r: make([][lanes]uint64, r.kernel.registers+len(r.kernel.constants)), p: make([]uint32, r.kernel.predicates),
		}
		for i, c := range r.kernel.constants {
			if c.kind.since() == sinceBuild {
				w.fill(i, c)
			}
		}
		b.warps = append(b.warps, w)
	}
	return b
}

// fill writes a constant into its register.
func (w *warp) fill(number int, c constant) {
	r := &w.r[w.block.launch.kernel.registers+number]
	if c.kind == thread || c.kind == laneNumber {
		for l := range r {
			r[l] = w.constant(c, l)
		}
		return
	}
	value := w.constant(c, 0)
	for l := range r {
		r[l] = value
	}
}

func (w *warp) constant(c constant, lane int) uint64 {
	r := w.block.launch
	x, y := r.Block[0], r.Block[1]
	t := uint32(w.number*lanes + lane)
	switch c.kind {
	case parameter:
		return r.values[c.number]
	case address:
		return uint64(c.number+1) * sharedApart
	case thread:
		return uint64([3]uint32{t % x, t / x % y, t / x / y}[c.number])
	case blockIndex:
		return uint64(w.block.at[c.number])
	case blockSize:
		return uint64(r.Block[c.number])
	case gridSize:
		return uint64(r.Grid[c.number])
	case laneNumber:
		return uint64(lane)
	}
	return c.value
}
