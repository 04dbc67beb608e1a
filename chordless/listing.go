package chordless

// list makes body be called for every hole.
func (w *walk) list(body func(hole []uint32) error) {
	w.visit = body
	if w.missing == 0 && w.longest == len(w.atom.members) {
		w.lister = newHandOver(w.atom)
	}
}

// listed visits what is left of a path's holes with the sets of a kernel, as
// handed counts them.
//
// It begins at the steps at which tasks begin, so that the order of the holes
// does not depend on who does a task.
func (w *walk) listed(candidates [2][]uint32, length int) (bool, error) {
	h := w.lister
	beyond := len(w.choices) - (listDepth + 1)
	if beyond < 0 || beyond%handOverEvery != 0 {
		return false, nil
	}
	if few, err := h.gather(w, candidates); !few || err != nil {
		return false, err
	}
	return true, h.list(w, h.load(w, length))
}

// listSteps is how many steps are made between two looks at the context.
const listSteps = 1 << 12

// level is a frame with the path that leads to it: how many of the left and
// right vertices are on it, and which end it grows.
type level struct {
	frame128
	count [2]uint8
	end   uint8
}

// list does a frame as [kernel128.run] does, with the path at hand, and visits
// every hole.
func (h *handOver) list(w *walk, f frame128) error {
	var (
		k     = h.kernel
		now   = level{frame128: f}
		stack [128]level
		top   uint
	)
	for steps := 0; ; steps++ {
		if steps%listSteps == 0 {
			if err := w.heed.Did(listSteps); err != nil {
				return err
			}
		}
		var v uint32
		if v, now.here = now.here.pop(); !now.here.empty() {
			stack[top%128] = now
			top++
		}
		h.path[now.end][now.count[now.end]] = uint8(v)
		now.count[now.end]++
		neighbors := k.adjacent[v%128]
		now.length += k.weight[v%128]
		now.here = neighbors.and(now.free)
		for closers := neighbors.and(now.there); !closers.empty(); {
			var y uint32
			y, closers = closers.pop()
			if err := h.visit(w, &now, y); err != nil {
				return err
			}
		}
		now.there = now.there.andNot(neighbors)
		if now.here.empty() || now.there.empty() {
			if top == 0 {
				return nil
			}
			top--
			now = stack[top%128]
			continue
		}
		now.free = now.free.andNot(now.here)
		if !now.here.single() && (now.there.single() || now.there.count() < now.here.count()) {
			now.here, now.there = now.there, now.here
			now.end = 1 - now.end
		}
	}
}

// visit visits the hole that y makes with the path of the walk and that of the
// kernel.
func (h *handOver) visit(w *walk, now *level, y uint32) error {
	length := int(now.length + h.kernel.weight[y%128])
	if length < w.shortest {
		return nil
	}
	w.counts[length]++
	w.total++
	hole := append(w.hole[:0], h.vertices[y])
	for i := int(now.count[0]) - 1; i >= 0; i-- {
		hole = append(hole, h.vertices[h.path[0][i]])
	}
	for i := len(w.ends[0]) - 1; i >= 0; i-- {
		hole = append(hole, w.ends[0][i])
	}
	hole = append(hole, w.ends[1]...)
	for _, i := range h.path[1][:now.count[1]] {
		hole = append(hole, h.vertices[i])
	}
	w.hole = hole
	return w.visit(hole)
}
