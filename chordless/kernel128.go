package chordless

import "math/bits"

// set128 is a set of the numbers below 128.
type set128 struct{ low, high uint64 }

func bit128(v uint32) set128 {
	if v < 64 {
		return set128{low: 1 << v}
	}
	return set128{high: 1 << (v - 64)}
}

func (s set128) and(t set128) set128    { return set128{s.low & t.low, s.high & t.high} }
func (s set128) or(t set128) set128     { return set128{s.low | t.low, s.high | t.high} }
func (s set128) andNot(t set128) set128 { return set128{s.low &^ t.low, s.high &^ t.high} }
func (s set128) empty() bool            { return s.low|s.high == 0 }
func (s set128) count() int             { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// single says whether a set that is not empty has one element.
func (s set128) single() bool {
	if s.high == 0 {
		return s.low&(s.low-1) == 0
	}
	return s.low == 0 && s.high&(s.high-1) == 0
}

// pop returns the least element of a set that is not empty, and the others.
func (s set128) pop() (uint32, set128) {
	if s.low != 0 {
		return uint32(bits.TrailingZeros64(s.low)), set128{s.low & (s.low - 1), s.high}
	}
	return 64 + uint32(bits.TrailingZeros64(s.high)), set128{0, s.high & (s.high - 1)}
}

// kernel128 is the kernel for atoms of up to 128 vertices; see [kernel]. It is
// kernel64 with other sets: the compiler would not inline the operations of
// sets that are a type parameter.
type kernel128 struct {
	adjacent [128]set128
	weight   [128]uint32
	heavy    set128 // vertices that stand for more than one
	longest  uint32
	counts   []uint64
	stack    [128]frame128 // a frame less than there are vertices on the path
	top      uint
}

type frame128 struct {
	free, here, there set128
	length            uint32
}

func newKernel128(a *atom, longest int) *kernel128 {
	k := &kernel128{longest: longestOf(a, longest), counts: newCounts(a)}
	for v := range uint32(a.size()) {
		for _, w := range a.row(v) {
			k.adjacent[v] = k.adjacent[v].or(bit128(w))
		}
		k.weight[v] = uint32(a.weight(v))
		if k.weight[v] > 1 {
			k.heavy = k.heavy.or(bit128(v))
		}
	}
	return k
}

func (k *kernel128) seeds(u uint32, earlier []bool) []frame128 {
	free := set128{}
	for v, gone := range earlier {
		if !gone {
			free = free.or(bit128(uint32(v)))
		}
	}
	around := k.adjacent[u].and(free)
	free = free.andNot(around)
	var seeds []frame128
	for there := around; !there.empty(); {
		var x uint32
		x, there = there.pop()
		here, closers := k.adjacent[x].and(free), there.andNot(k.adjacent[x])
		if !here.empty() && !closers.empty() {
			seeds = append(seeds, frame128{free.andNot(here), here, closers, k.weight[u] + k.weight[x]})
		}
	}
	return seeds
}

func (k *kernel128) push(f frame128) {
	k.stack[k.top] = f
	k.top++
}

func (k *kernel128) donate() (frame128, bool) {
	if k.top < 2 {
		return frame128{}, false
	}
	f := k.stack[0]
	k.top--
	copy(k.stack[:k.top], k.stack[1:])
	return f, true
}

func (k *kernel128) found() []uint64 { return k.counts }

func (k *kernel128) run(steps int) (nodes int) {
	if k.top == 0 {
		return 0
	}
	top := k.top - 1
	f := &k.stack[top%128]
	// The compiler keeps these in registers, but no larger structs.
	free, here, there, length := f.free, f.here, f.there, f.length
	counts := k.counts
	for {
		var v uint32
		if v, here = here.pop(); !here.empty() {
			f := &k.stack[top%128]
			f.free, f.here, f.there, f.length = free, here, there, length
			top++
		}
		nodes++
		neighbors := k.adjacent[v%128]
		length += k.weight[v%128]
		here = neighbors.and(free)
		if closers := neighbors.and(there); !closers.empty() {
			there = there.andNot(closers)
			if !closers.and(k.heavy).empty() {
				k.countHeavy(length, closers)
			} else {
				counts[length+1] += uint64(closers.count())
			}
		}
		if here.empty() || there.empty() || length+2 > k.longest {
			if top == 0 || nodes > steps {
				k.top = top
				return nodes
			}
			top--
			f := &k.stack[top%128]
			free, here, there, length = f.free, f.here, f.there, f.length
			continue
		}
		free = free.andNot(here)
		if !here.single() && (there.single() || there.count() < here.count()) {
			here, there = there, here
		}
	}
}

// countHeavy counts closers one by one, because their weights differ.
func (k *kernel128) countHeavy(length uint32, closers set128) {
	for !closers.empty() {
		var v uint32
		v, closers = closers.pop()
		k.counts[length+k.weight[v]]++
	}
}
