package truss

import "sync/atomic"

// loss is how many triangles an edge that stays loses.
type loss struct{ edge, triangles uint32 }

// losses is how many a worker notes before it takes them away.
const losses = 1 << 9

// lose notes that an edge that stays loses triangles.
func (w *worker) lose(e, n uint32) {
	if len(w.losses) == losses {
		w.loseAll()
	}
	w.losses = append(w.losses, loss{e, n})
}

// loseAll takes what was noted from the support of the edges, and puts behind the round what
// falls to the level with that. It may fall further: an edge that leaves knows how many
// triangles there are to look for.
//
// Supports are read first: the processor waits for many of these at once, but for one at a
// time that nobody else may change meanwhile.
func (w *worker) loseAll() {
	state, level := w.g.state, w.d.level
	for _, l := range w.losses {
		w.read += atomic.LoadUint32(&state[l.edge])
	}
	for _, l := range w.losses {
		s := atomic.AddUint32(&state[l.edge], -l.triangles)
		if s <= level && s+l.triangles > level {
			w.push(l.edge)
		}
	}
	w.losses = w.losses[:0]
}
