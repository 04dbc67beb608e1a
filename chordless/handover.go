package chordless

// handOver counts, or lists, for a walk what is left of a path's holes, by a
// kernel, where so few vertices can still be on them that they fit its sets:
// most of the work is done there.
type handOver struct {
	kernel   *kernel128
	local    scratch
	vertices []uint32
	path     [2][128]uint8 // when listing: the vertices added at either end
}

func newHandOver(a *atom) *handOver {
	return &handOver{kernel: &kernel128{longest: longestOf(a, len(a.members))}, local: newScratch(a.size())}
}

// handOverEvery is how many vertices a path grows by between two attempts: what
// is left shrinks only by a few vertices at a step.
const handOverEvery = 4

// handOverSteps is how many steps a kernel does between two looks at the context.
const handOverSteps = 1 << 14

// handed counts the holes of a path if that many vertices are left at most,
// and says whether it did.
func (w *walk) handed(candidates [2][]uint32, length int) (bool, error) {
	h := w.hand
	if len(w.choices) < len(w.guide) || w.cut != nil {
		return false, nil
	}
	if (len(w.ends[0])+len(w.ends[1]))%handOverEvery != 0 {
		return false, nil
	}
	if few, err := h.gather(w, candidates); !few || err != nil {
		return false, err
	}
	k := h.kernel
	k.counts = w.counts
	k.push(h.load(w, length))
	for k.run(handOverSteps) > 0 {
		if err := w.heed.Did(handOverSteps); err != nil {
			return true, err
		}
	}
	return true, nil
}

// load makes a kernel of the vertices gathered, and a frame of the walk's path.
func (h *handOver) load(w *walk, length int) frame128 {
	k := h.kernel
	k.heavy = set128{}
	f := frame128{length: uint32(length)}
	for i, v := range h.vertices {
		k.adjacent[i] = set128{}
		k.weight[i] = uint32(w.atom.weight(v))
		bit := bit128(uint32(i))
		if k.weight[i] > 1 {
			k.heavy = k.heavy.or(bit)
		}
		for _, y := range w.atom.row(v) {
			if h.local[y] != absent {
				k.adjacent[i] = k.adjacent[i].or(bit128(h.local[y]))
			}
		}
		switch w.mark[v] {
		case atLeft:
			f.here = f.here.or(bit)
		case atRight:
			f.there = f.there.or(bit)
		default:
			f.free = f.free.or(bit)
		}
	}
	for _, v := range h.vertices {
		h.local[v] = absent
	}
	return f
}

// gather collects the vertices that a hole with the path may still have. It
// gives up when they are too many, and returns false.
func (h *handOver) gather(w *walk, candidates [2][]uint32) (bool, error) {
	h.vertices = h.vertices[:0]
	add := func(v uint32) {
		h.local[v] = uint32(len(h.vertices))
		h.vertices = append(h.vertices, v)
	}
	for _, list := range candidates {
		for _, v := range list {
			add(v)
		}
	}
	for i := 0; i < len(h.vertices) && len(h.vertices) <= 128; i++ {
		row := w.atom.row(h.vertices[i])
		if err := w.heed.Did(len(row)); err != nil {
			return false, err
		}
		for _, y := range row {
			if w.mark[y] == free && h.local[y] == absent {
				add(y)
			}
		}
	}
	if len(h.vertices) <= 128 {
		return true, nil
	}
	for _, v := range h.vertices {
		h.local[v] = absent
	}
	return false, nil
}
