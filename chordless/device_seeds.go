package chordless

import (
	"iter"
)

// seeds yields the frames that the search begins with, many at a time: those of
// the seeds of the search, as the CPU's kernels make them. The slice is used
// again.
func (d *deviceSearch) seeds() iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		left := make(words, d.width) // the vertices that may still be on a hole
		for v := range uint32(d.search.atom.size()) {
			left.add(v)
		}
		frames := make([]uint64, 0, min(d.search.atom.edges(), d.room)*d.frame)
		empty, later := make([]uint64, d.frame), make(words, d.width)
		for _, u := range d.search.roots() {
			for i, row := range d.rowOf(u) {
				later[i] = row & left[i]
			}
			for x := range later.all() {
				later.drop(x)
				end := len(frames)
				frames = append(frames, empty...)
				if !d.seed(frames[end:], left, u, x, later) {
					frames = frames[:end]
					continue
				}
				if len(frames) == d.room*d.frame {
					if !yield(frames) {
						return
					}
					frames = frames[:0]
				}
			}
			left.drop(u)
		}
		if len(frames) > 0 {
			yield(frames)
		}
	}
}

// seed sets an empty frame to that of the holes in which u stands between x and
// one of later, and says whether there can be any.
func (d *deviceSearch) seed(frame []uint64, left words, u, x uint32, later words) bool {
	n := d.width
	free, here, there := words(frame[:n]), words(frame[n:2*n]), words(frame[2*n:3*n])
	around, next := d.rowOf(u), d.rowOf(x)
	for i := range n {
		rest := left[i] &^ around[i]
		here[i], free[i] = rest&next[i], rest&^next[i]
		there[i] = later[i] &^ next[i]
	}
	here.drop(u)
	sets := 3
	if d.lists {
		path := words(frame[3*n : 4*n])
		path.add(u)
		path.add(x)
		sets = 4
	}
	frame[sets*n] = uint64(d.search.atom.weight(u) + d.search.atom.weight(x))
	return !here.empty() && !there.empty()
}

// rowOf is the neighbours of v, as a set.
func (d *deviceSearch) rowOf(v uint32) words { return d.rows[int(v)*d.width:][:d.width] }
