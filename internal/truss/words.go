package truss

import "math/bits"

// above returns which vertices of the block at a place are above v.
func above(v, at uint32) uint64 {
	switch {
	case at > v>>6:
		return ^uint64(0)
	case at < v>>6:
		return 0
	}
	return ^uint64(1) << (v & 63)
}

// peelWords takes from the support of what stays the triangles of edges that leave.
func (w *worker) peelWords(front []uint32) error {
	g := w.g
	for _, e := range front {
		if g.state[e] == 0 {
			continue
		}
		u, v := g.row(e), g.lower[e]
		if g.stay[u] == 0 && g.stay[v] == 0 {
			continue
		}
		if err := w.heed.Did(w.peelEdge(u, v, int(g.state[e]))); err != nil {
			return err
		}
	}
	w.flush()
	return nil
}

// peelEdge takes the triangles of the edge from u to v, which has so many. Of two edges of a
// triangle that leave, the one whose other end is lower does it.
func (w *worker) peelEdge(u, v uint32, triangles int) (work int) {
	b := &w.g.blocks
	i, endU := b.first[u], b.first[u+1]
	j, endV := b.first[v], b.first[v+1]
	for i < endU && j < endV && triangles > 0 {
		work++
		at, other := b.at[i], b.at[j]
		if at != other {
			if at < other {
				i++
			} else {
				j++
			}
			continue
		}
		if corners := b.there[i] & b.there[j]; corners != 0 {
			triangles -= bits.OnesCount64(corners)
			ofU, ofV := corners&b.stays[i], corners&b.stays[j]
			w.loseAll(u, i, at, ofU&(ofV|above(u, at)))
			w.loseAll(v, j, at, ofV&(ofU|above(v, at)))
		}
		i++
		j++
	}
	return work
}

// loseAll takes a triangle from each edge from v to some vertices of its block i.
func (w *worker) loseAll(v, i, at uint32, ends uint64) {
	for ; ends != 0; ends &= ends - 1 {
		x := at<<6 + uint32(bits.TrailingZeros64(ends))
		w.lose(w.g.blocks.edgeOf(v, i, x), 1)
	}
}
