package chordless

import (
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// triplets is the paper's algorithm 2, for the vertices u of a range.
func (l *cpuLevels) triplets(heed *par.Heed, vertices [2]uint32, to *levelResult) error {
	a, label := l.search.atom, l.search.label
	for u := vertices[0]; u < vertices[1]; u++ {
		for _, x := range a.row(u) {
			if err := heed.Did(len(a.row(u))); err != nil {
				return err
			}
			if label[x] <= label[u] {
				continue
			}
			for _, y := range a.row(u) {
				if label[y] <= label[x] {
					continue
				}
				length := uint32(a.weight(x) + a.weight(u) + a.weight(y))
				switch {
				case a.adjacent(x, y):
					to.closed++
				case length < l.longest:
					set := words(to.next(l))
					set[l.row], set[l.row+1] = uint64(x)<<32|uint64(u), uint64(y)<<32|uint64(length)
					set.add(x)
					set.add(u)
					set.add(y)
				}
			}
		}
	}
	return nil
}

// expand is the paper's algorithm 3, for the paths of a block.
func (l *cpuLevels) expand(heed *par.Heed, paths []uint64, lists bool, to *levelResult) error {
	a, label := l.search.atom, l.search.label
	rest := make(words, l.row)
	for ; len(paths) > 0; paths = paths[l.width:] {
		set := words(paths[:l.row])
		x, u := uint32(paths[l.row]>>32), uint32(paths[l.row])
		last, length := uint32(paths[l.row+1]>>32), uint32(paths[l.row+1])
		if err := heed.Did(len(a.row(last)) * l.row); err != nil {
			return err
		}
		copy(rest, set)
		rest.drop(last)
		rest.drop(x)
		for _, v := range a.row(last) {
			if label[v] <= label[u] || set.has(v) || l.touches(v, rest) {
				continue
			}
			closes := l.adjacent(v, x)
			longer := length + uint32(a.weight(v))
			switch {
			case closes && longer <= l.longest:
				to.closed++
				to.counts[longer]++
				if lists {
					to.holes = append(to.holes, set...)
					words(to.holes[len(to.holes)-l.row:]).add(v)
				}
			case !closes && longer < l.longest:
				next := words(to.next(l))
				copy(next, set)
				next.add(v)
				next[l.row], next[l.row+1] = paths[l.row], uint64(v)<<32|uint64(longer)
			}
		}
	}
	return nil
}

// matrixVertices is the size of the largest atom whose edges are kept as bits, too: in
// 2 MiB.
const matrixVertices = 1 << 12

// matrix returns the edges of an atom as bits, a set for each vertex; none where that
// would be large.
func matrix(a *atom) words {
	if a.size() > matrixVertices {
		return nil
	}
	row := setWords(a.size())
	m := make(words, a.size()*row)
	for v := range uint32(a.size()) {
		set := m[int(v)*row:]
		for _, w := range a.row(v) {
			set.add(w)
		}
	}
	return m
}

func (l *cpuLevels) adjacent(v, w uint32) bool {
	if l.matrix == nil {
		return l.search.atom.adjacent(v, w)
	}
	return l.matrix[int(v)*l.row:].has(w)
}

// touches says whether v is adjacent to a vertex of a set.
func (l *cpuLevels) touches(v uint32, set words) bool {
	if l.matrix == nil {
		return slices.ContainsFunc(l.search.atom.row(v), set.has)
	}
	near := l.matrix[int(v)*l.row:][:len(set)]
	for i, word := range set {
		if word&near[i] != 0 {
			return true
		}
	}
	return false
}

// next returns room for one path more, which is zero.
func (r *levelResult) next(l *cpuLevels) []uint64 {
	last := len(r.blocks) - 1
	if last < 0 || len(r.blocks[last]) == cap(r.blocks[last]) {
		r.blocks = append(r.blocks, l.block())
		last++
	}
	b := &r.blocks[last]
	begin := len(*b)
	*b = (*b)[:begin+l.width]
	path := (*b)[begin:]
	clear(path[:l.row])
	return path
}
