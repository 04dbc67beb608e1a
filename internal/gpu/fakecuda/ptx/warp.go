package ptx

import "math/bits"

// warp is 32 threads of a block.
type warp struct {
	block     *running
	number    int
	first     uint64 // thread, as a touch numbers it
	alive     uint32
	r         [][lanes]uint64
	p         []uint32 // predicates, a bit a lane
	groups    []group
	syncs     int32               // barriers of the warp
	synced    [lanes][lanes]int32 // the last one where two lanes met
	late      []func()            // what a barrier of the block leaves to do
	copies    []copying
	committed [lanes]int    // groups of copies
	written   [16]byte      // what a store writes
	spare     [lanes]uint64 // what all lanes would compute
	line      int           // where it is, for faults
	lane      int
}

// group is lanes that are at the same place.
type group struct {
	block   int
	mask    uint32
	waiting bool // for others, at the begin of the block
	past    bool // what the block waits for
}

// each calls f for the lanes of a mask.
func (w *warp) each(mask uint32, f func(lane int)) {
	for ; mask != 0; mask &= mask - 1 {
		f(bits.TrailingZeros32(mask) % lanes)
	}
}

func (w *warp) put(p int, mask, bits uint32) { w.p[p] = w.p[p]&^mask | bits&mask }

// quantum is after how many blocks of instructions it is another warp's turn.
const quantum = 500

// turn runs the warp until it waits for the block, ends, or others have their
// turn. It reports whether something was done.
func (w *warp) turn() bool {
	for done := range quantum {
		i := w.pick()
		if i < 0 {
			return done > 0
		}
		w.advance(i)
	}
	// Groups may wait for each other in loops, so all have their turn.
	for i := range w.groups {
		if i < len(w.groups) && !w.groups[i].waiting {
			w.advance(i)
			break
		}
	}
	return true
}

// pick returns the group to run next: the one that is furthest behind.
func (w *warp) pick() int {
	best := -1
	for i, g := range w.groups {
		if !g.waiting && (best < 0 || g.block < w.groups[best].block) {
			best = i
		}
	}
	if best >= 0 {
		return best
	}
	for i := range w.groups {
		if w.groups[i].waiting && !w.block.launch.kernel.blocks[w.groups[i].block].wait.block && w.met(i) {
			return i
		}
	}
	return -1
}

// met splits off the lanes of a waiting group that wait for none that is not
// there, and lets them go on.
func (w *warp) met(i int) bool {
	g := &w.groups[i]
	wait := w.block.launch.kernel.blocks[g.block].wait
	for rest := g.mask; rest != 0; {
		first := bits.TrailingZeros32(rest)
		mask := uint32(1<<32 - 1)
		if wait.mask >= 0 {
			mask = uint32(w.r[wait.mask][first])
		}
		w.line, w.lane = wait.line, first
		if mask>>first&1 == 0 {
			panic(trouble("a mask that lacks the thread itself"))
		}
		same := uint32(0)
		w.each(g.mask, func(l int) {
			if wait.mask < 0 || uint32(w.r[wait.mask][l]) == mask {
				same |= 1 << l
			}
		})
		rest &^= same
		if mask&w.alive&^same != 0 {
			continue
		}
		w.lane = first
		wait.do(w, same)
		if same == g.mask {
			g.waiting, g.past = false, true
			return true
		}
		g.mask &^= same
		w.groups = append(w.groups, group{block: g.block, mask: same, past: true})
		return true
	}
	return false
}

// advance runs a group to the end of its block of instructions.
func (w *warp) advance(i int) {
	g := w.groups[i]
	if !g.past {
		for j := len(w.groups) - 1; j >= 0; j-- {
			if o := w.groups[j]; j != i && o.block == g.block && !o.past {
				g.mask |= o.mask
				w.groups = append(w.groups[:j], w.groups[j+1:]...)
				if j < i {
					i--
				}
			}
		}
	}
	b := &w.block.launch.kernel.blocks[g.block]
	if b.wait != nil && !g.past {
		g.waiting = true
		w.groups[i] = g
		if !b.wait.block {
			w.met(i)
		}
		return
	}
	for j := range b.steps {
		w.line = b.steps[j].line
		b.steps[j].do(w, g.mask)
	}
	w.groups = append(w.groups[:i], w.groups[i+1:]...)
	if b.end == returns {
		w.alive &^= g.mask
		return
	}
	taken := g.mask
	if b.guard >= 0 {
		if taken = w.p[b.guard]; b.not {
			taken = ^taken
		}
		taken &= g.mask
	}
	if taken != 0 {
		w.groups = append(w.groups, group{block: b.next[0], mask: taken})
	}
	if taken != g.mask {
		w.groups = append(w.groups, group{block: b.next[1], mask: g.mask &^ taken})
	}
}
