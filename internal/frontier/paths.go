package frontier

import (
	"math/bits"
	"slices"
)

// paths steps through the vertices of any graph in a given order. A state is
// what the vertices on the frontier are, a field each in the vertex's slot:
//
//	0      not on the cycle
//	1      on the cycle with both its neighbours: no other neighbour of it is
//	2 + s  end of a path whose other end is in slot s; its own slot is that of
//	       a path of one vertex
//
// Slots do not move, so that a path needs no name and equal states are equal
// bits. Above the fields of the last word stands, where it is asked for, the
// length of all paths.
type paths[K key] struct {
	layout    *layout
	decisions []decision[K]
	places    []place // by slot
	field     uint64  // the bits of a field, unshifted
	bits      int     // of a field
	ends      K       // of each field all bits but the lowest
	length    place
	byLength  bool
	neighbors [][]int // by position: positions of the neighbours, ascending
}

// place is where a field stands in a key.
type place struct{ word, shift uint8 }

// decision is what is to know to decide a vertex.
type decision[K key] struct {
	near   []neighbor
	leave  K // the fields of the vertices that leave the frontier
	own    place
	code   uint64 // that others use for the vertex as other end; 0 where it never waits
	later  int    // neighbours that are decided later
	weight uint64
}

// neighbor is a neighbour that is decided already.
type neighbor struct {
	place
	code uint64
	// left is how many neighbours of it are undecided after this decision.
	left int
	// adjacent has bit j set where entry j of near is a neighbour of this one.
	adjacent uint64
}

// fields returns the bits of a field and how many words of 64 bits hold width
// of them and a length up to total, 0 for none.
func fields(width int, total uint64) (field, words int) {
	field = max(2, bits.Len(uint(width+1)))
	perWord := 64 / field
	words = (width + perWord - 1) / perWord
	words = max(words, 1)
	used := (width - (words-1)*perWord) * field
	if used+bits.Len64(total) > 64 {
		words++
	}
	return field, words
}

// newPaths makes the machine for keys that hold as many words as [fields] asks
// for.
func newPaths[K key](g *Graph, l *layout, byLength bool) *paths[K] {
	total := uint64(0)
	if byLength {
		total = g.total()
	}
	m := &paths[K]{layout: l, byLength: byLength}
	m.bits, _ = fields(l.width, total)
	m.field = 1<<m.bits - 1
	m.places = make([]place, l.width)
	for s := range m.places {
		perWord := 64 / m.bits
		m.places[s] = place{uint8(s / perWord), uint8(s % perWord * m.bits)}
		m.ends[m.places[s].word] |= (m.field - 1) << m.places[s].shift
	}
	if byLength {
		var k K
		m.length = place{uint8(len(k) - 1), uint8(64 - bits.Len64(total))}
	}

	position := positions(l.order)
	m.neighbors = make([][]int, len(l.order))
	m.decisions = make([]decision[K], len(l.order))
	for i, v := range l.order {
		row := make([]int, 0, len(g.row(v)))
		for _, u := range g.row(v) {
			row = append(row, position[u])
		}
		slices.Sort(row)
		m.neighbors[i] = row
	}
	for i, v := range l.order {
		d := &m.decisions[i]
		d.weight = g.weight(v)
		for _, j := range m.neighbors[i] {
			if j > i {
				d.later++
				continue
			}
			at, _ := slices.BinarySearch(m.neighbors[j], i)
			n := neighbor{place: m.places[l.slots[j]], code: uint64(l.slots[j] + 2), left: len(m.neighbors[j]) - at - 1}
			for bit, k := range m.neighbors[i] {
				if k > i {
					break
				}
				if _, adjacent := slices.BinarySearch(m.neighbors[j], k); adjacent {
					n.adjacent |= 1 << bit
				}
			}
			if n.left == 0 {
				d.leave[n.word] |= m.field << n.shift
			}
			d.near = append(d.near, n)
		}
		if d.later > 0 {
			d.own, d.code = m.places[l.slots[i]], uint64(l.slots[i]+2)
		}
	}
	return m
}

func (m *paths[K]) steps() int { return len(m.decisions) }

func (m *paths[K]) get(k *K, at place) uint64 { return (*k)[at.word] >> at.shift & m.field }

func (m *paths[K]) set(k *K, at place, code uint64) {
	(*k)[at.word] = (*k)[at.word]&^(m.field<<at.shift) | code<<at.shift
}

func (m *paths[K]) advance(step int, from, to *table[K], closed *tally) {
	d := &m.decisions[step]
	for i := range from.count {
		k, v := from.keys[i], from.value(i)

		// What the decided neighbours are.
		var ends [2]int // places in near of the first two ends
		var codes [2]uint64
		count, beside, stays := 0, false, true
		for j := range d.near {
			n := &d.near[j]
			switch code := m.get(&k, n.place); code {
			case 0:
			case 1:
				beside = true
			default:
				if count < 2 {
					ends[count], codes[count] = j, code
				}
				count++
				if n.left == 0 || n.left == 1 && code == n.code {
					stays = false // too few neighbours left to become spent
				}
			}
		}
		then := k
		for word := range len(then) {
			then[word] &^= d.leave[word]
		}

		// The vertex stays out.
		if stays {
			to.add(then, v)
		}

		// The vertex is on the cycle, beside ends only and at most two.
		if beside || count > 2 {
			continue
		}
		if m.byLength {
			then[m.length.word] += d.weight << m.length.shift
		}
		switch count {
		case 0:
			if d.later >= 2 {
				m.set(&then, d.own, d.code)
				to.add(then, v)
			}
		case 1:
			if d.later >= 1 && m.extend(&then, d, &d.near[ends[0]], codes[0]) {
				to.add(then, v)
			}
		case 2:
			a, b := &d.near[ends[0]], &d.near[ends[1]]
			switch {
			case a.adjacent>>ends[1]&1 != 0: // a triangle
			case codes[0] == b.code:
				if m.onlyEnds(&k, a.place, b.place) {
					length := 0
					if m.byLength {
						length = int(then[m.length.word] >> m.length.shift)
					}
					closed.add(length, v)
				}
			case m.join(&then, d, a, b, codes):
				to.add(then, v)
			}
		}
	}
}

// extend makes the vertex the end of the path that ended at a, whose code is
// code. It returns false where that leaves no way to go on.
func (m *paths[K]) extend(k *K, d *decision[K], a *neighbor, code uint64) bool {
	other := code
	if code == a.code { // of one vertex: it becomes the other end
		if a.left == 0 {
			return false
		}
	} else if a.left > 0 {
		m.set(k, a.place, 1)
	}
	m.set(k, m.places[other-2], d.code)
	m.set(k, d.own, other)
	return true
}

// join makes one path of those that end at a and b, with the vertex between. It
// returns false where that leaves no way to go on.
func (m *paths[K]) join(k *K, d *decision[K], a, b *neighbor, codes [2]uint64) bool {
	for i, n := range [2]*neighbor{a, b} {
		if codes[i] == n.code {
			if n.left == 0 {
				return false
			}
		} else if n.left > 0 {
			m.set(k, n.place, 1)
		}
	}
	m.set(k, m.places[codes[0]-2], codes[1])
	m.set(k, m.places[codes[1]-2], codes[0])
	if d.later > 0 {
		m.set(k, d.own, 1)
	}
	return true
}

// onlyEnds reports whether a and b are the only ends.
func (m *paths[K]) onlyEnds(k *K, a, b place) bool {
	rest := *k
	m.set(&rest, a, 0)
	m.set(&rest, b, 0)
	for word := range len(rest) {
		if rest[word]&m.ends[word] != 0 {
			return false
		}
	}
	return true
}

// A window leaves at least half of the frontier alone, and is one step where
// less than leastClass of it would be left alone.
const leastClass = 5

func (m *paths[K]) window(step int) (end int, class func(K) uint64) {
	// When each vertex on the frontier is next looked at.
	var waiting []int
	next := make([]int, 0, m.layout.width)
	for i := range step {
		if m.layout.last[i] >= step {
			at, _ := slices.BinarySearch(m.neighbors[i], step)
			waiting = append(waiting, i)
			next = append(next, m.neighbors[i][at])
		}
	}
	sorted := slices.Sorted(slices.Values(next))
	end = step + 1
	if half := len(sorted) / 2; half > 0 {
		end = max(end, sorted[half])
	}
	end = min(end, m.steps())
	var alone K
	count := 0
	for j, i := range waiting {
		if next[j] >= end {
			at := m.places[m.layout.slots[i]]
			alone[at.word] |= m.field << at.shift
			count++
		}
	}
	if count < leastClass {
		return step + 1, hash[K]
	}
	return end, func(k K) uint64 {
		// An end is an end, whatever its other end is.
		for word := range len(k) {
			long := k[word] & m.ends[word]
			end := long
			for s := 1; s < m.bits-1; s++ {
				end |= long >> s
			}
			lowest := m.ends[word] &^ (m.ends[word] << 1)
			end &= lowest
			k[word] = (k[word]&(lowest>>1)&^(end>>1) | end) & alone[word]
		}
		return hash(k)
	}
}
