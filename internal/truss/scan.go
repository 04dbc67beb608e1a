package truss

// search looks for the triangles of edge e, from v to u, by looking each neighbour of
// u up in the lists: an edge stands in the row of its upper end.
func (w *worker) search(v, u, e uint32) {
	g := w.g
	need := g.state[e]
	at, end := g.begin[v], g.begin[v+1]
	for i := g.begin[u]; i < e; i++ {
		x := g.lower[i]
		at += lowerBound(g.lower[at:end], x)
		if at == end {
			break
		}
		if g.lower[at] == x && w.triangle(e, i, at) {
			if need--; need == 0 {
				return
			}
		}
	}
	for i := e + 1; i < g.begin[u+1]; i++ {
		if third, ok := g.find(g.lower[i], v); ok && w.triangle(e, i, third) {
			if need--; need == 0 {
				return
			}
		}
	}
	for j := g.up[u]; j < g.up[u+1]; j++ {
		if third, ok := g.find(g.upper[j], v); ok && w.triangle(e, g.upperEdge[j], third) {
			if need--; need == 0 {
				return
			}
		}
	}
}

// mark marks the neighbours of v.
func (w *worker) mark(v uint32) {
	g := w.g
	lower, upper := g.lower[g.begin[v]:g.begin[v+1]], g.upper[g.up[v]:g.up[v+1]]
	clear(w.loses[:min(len(lower)+len(upper), len(w.loses))])
	w.marks.add(lower)
	w.marks.add(upper)
}

// markedEdge returns the edge of v that is marked at a rank.
func (g *work) markedEdge(v, rank uint32) uint32 {
	if below := g.begin[v+1] - g.begin[v]; rank >= below {
		return g.upperEdge[g.up[v]+rank-below]
	}
	return g.begin[v] + rank
}

// scan looks for the triangles of edge e, from u to v, whose neighbours are marked.
func (w *worker) scan(u, v, e uint32) {
	g := w.g
	need := g.state[e]
	begin := g.begin[u]
	for i, x := range g.lower[begin:g.begin[u+1]] {
		if rank, ok := w.marks.find(x); ok && w.markedTriangle(v, e, begin+uint32(i), rank) {
			if need--; need == 0 {
				return
			}
		}
	}
	begin = g.up[u]
	for i, x := range g.upper[begin:g.up[u+1]] {
		if rank, ok := w.marks.find(x); ok && w.markedTriangle(v, e, g.upperEdge[begin+uint32(i)], rank) {
			if need--; need == 0 {
				return
			}
		}
	}
}

// markedTriangle is triangle with the edge of v that is marked at a rank: what that
// loses is added up.
func (w *worker) markedTriangle(v, e, a, rank uint32) bool {
	g := w.g
	s := g.fates.of(a)
	if s == 0 {
		return false
	}
	b := g.markedEdge(v, rank)
	t := g.fates.of(b)
	if t == 0 {
		return false
	}
	if s&stays != 0 && (t&stays != 0 || e < b) {
		w.lose(a, 1)
	}
	if t&stays != 0 && (s&stays != 0 || e < a) {
		if int(rank) < len(w.loses) {
			w.loses[rank]++
		} else {
			w.lose(b, 1)
		}
	}
	return true
}

// triangle takes the triangle of edge e, which leaves, with a and b from those of the
// two that stay. Of two edges that leave the first does it. It reports whether the
// triangle was there.
func (w *worker) triangle(e, a, b uint32) bool {
	s, t := w.g.fates.of(a), w.g.fates.of(b)
	if s == 0 || t == 0 {
		return false
	}
	if s&stays != 0 && (t&stays != 0 || e < b) {
		w.lose(a, 1)
	}
	if t&stays != 0 && (s&stays != 0 || e < a) {
		w.lose(b, 1)
	}
	return true
}

// take takes what the marked edges of v lose, and clears the marks.
func (w *worker) take(v uint32) {
	for rank, n := range w.loses[:min(int(w.marks.n), len(w.loses))] {
		if n != 0 {
			w.lose(w.g.markedEdge(v, uint32(rank)), n)
		}
	}
	w.marks.clear()
}
