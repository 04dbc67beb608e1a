package chordless

import "math/bits"

// kernel64 is the kernel for atoms of up to 64 vertices; see [kernel].
type kernel64 struct {
	adjacent [64]uint64
	weight   [64]uint32
	heavy    uint64 // vertices that stand for more than one
	longest  uint32
	counts   []uint64
	stack    [64]frame64 // a frame less than there are vertices on the path
	top      uint
}

type frame64 struct {
	free, here, there uint64
	length            uint32
}

func newKernel64(a *atom, longest int) *kernel64 {
	k := &kernel64{longest: longestOf(a, longest), counts: newCounts(a)}
	for v := range uint32(a.size()) {
		for _, w := range a.row(v) {
			k.adjacent[v] |= 1 << w
		}
		k.weight[v] = uint32(a.weight(v))
		if k.weight[v] > 1 {
			k.heavy |= 1 << v
		}
	}
	return k
}

func (k *kernel64) seeds(u uint32, earlier []bool) []frame64 {
	free := uint64(0)
	for v, gone := range earlier {
		if !gone {
			free |= 1 << v
		}
	}
	around := k.adjacent[u] & free
	free &^= around | 1<<u
	var seeds []frame64
	for there := around; there != 0; {
		x := bits.TrailingZeros64(there)
		there &= there - 1
		here, closers := k.adjacent[x]&free, there&^k.adjacent[x]
		if here != 0 && closers != 0 {
			seeds = append(seeds, frame64{free &^ here, here, closers, k.weight[u] + k.weight[x]})
		}
	}
	return seeds
}

func (k *kernel64) push(f frame64) {
	k.stack[k.top] = f
	k.top++
}

func (k *kernel64) donate() (frame64, bool) {
	if k.top < 2 {
		return frame64{}, false
	}
	f := k.stack[0]
	k.top--
	copy(k.stack[:k.top], k.stack[1:])
	return f, true
}

func (k *kernel64) found() []uint64 { return k.counts }

func (k *kernel64) run(steps int) (nodes int) {
	if k.top == 0 {
		return 0
	}
	var (
		f      frame64
		counts = k.counts
	)
	top := k.top - 1
	f = k.stack[top%64]
	for {
		v := bits.TrailingZeros64(f.here) % 64
		if f.here &= f.here - 1; f.here != 0 {
			k.stack[top%64] = f
			top++
		}
		nodes++
		neighbors := k.adjacent[v]
		f.length += k.weight[v]
		f.here = neighbors & f.free
		if closers := neighbors & f.there; closers != 0 {
			f.there &^= closers
			if closers&k.heavy != 0 {
				k.countHeavy(f.length, closers)
			} else {
				counts[f.length+1] += uint64(bits.OnesCount64(closers))
			}
		}
		if f.here == 0 || f.there == 0 || f.length+2 > k.longest {
			if top == 0 || nodes > steps {
				k.top = top
				return nodes
			}
			top--
			f = k.stack[top%64]
			continue
		}
		f.free &^= f.here
		if f.here&(f.here-1) != 0 &&
			(f.there&(f.there-1) == 0 || bits.OnesCount64(f.there) < bits.OnesCount64(f.here)) {
			f.here, f.there = f.there, f.here
		}
	}
}

// countHeavy counts closers one by one, because their weights differ.
func (k *kernel64) countHeavy(length uint32, closers uint64) {
	for ; closers != 0; closers &= closers - 1 {
		k.counts[length+k.weight[bits.TrailingZeros64(closers)]]++
	}
}
