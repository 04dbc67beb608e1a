package chordless

import (
	"cmp"
	"context"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// deviceSearcher is a method on a GPU: count and list are its questions.
type deviceSearcher interface {
	count(ctx context.Context, look func(byLength []*big.Int) error) ([]*big.Int, error)
	list(ctx context.Context, visit func(holes []uint64) error) error
	holeWords() int
	close() error
}

// newDeviceSearcher opens the device and prepares the method of a job there.
func (opt Options) newDeviceSearcher(ctx context.Context, j job, lists bool) (deviceSearcher, error) {
	dev, err := opt.GPU.Device(ctx)
	if err != nil {
		return nil, err
	}
	if j.plan.Method == Levels {
		return newDeviceLevels(dev, j.search, lists), nil
	}
	return newDeviceSearch(dev, j.search, lists), nil
}

// visitOnDevice calls visit with every hole of an atom, as a set. Its length and
// what it must go through are not looked at.
func (opt Options) visitOnDevice(ctx context.Context, j job, visit func(hole words) error) (err error) {
	d, err := opt.newDeviceSearcher(ctx, j, true)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, d.close()) }()
	return d.list(ctx, func(holes []uint64) error {
		for hole := range slices.Chunk(holes, d.holeWords()) {
			if err := visit(hole); err != nil {
				return err
			}
		}
		return nil
	})
}

// pieceHoles is how many holes a worker puts in order at once.
const pieceHoles = 1 << 11

// listOnDevice calls take for every hole of an atom that is asked for, as a
// cycle of the graph in canonical form. The GPU finds them as sets, and the
// workers put their vertices in order.
func (opt Options) listOnDevice(ctx context.Context, j job, workers int, take func(cycle []uint32) error) (err error) {
	d, err := opt.newDeviceSearcher(ctx, j, true)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, d.close()) }()
	sorters := make([]*sorter, workers)
	for i := range sorters {
		sorters[i] = &sorter{search: j.search}
	}
	batches := make([]batch, 4*workers)
	return d.list(ctx, func(holes []uint64) error {
		for some := range slices.Chunk(holes, len(batches)*pieceHoles*d.holeWords()) {
			pieces := slices.Collect(slices.Chunk(some, pieceHoles*d.holeWords()))
			err := par.Each(ctx, workers, len(pieces), func(worker, item int) error {
				sorters[worker].sort(pieces[item], d.holeWords(), &batches[item])
				return nil
			})
			if err != nil {
				return err
			}
			for i := range pieces {
				begin := 0
				for _, end := range batches[i].ends {
					if err := take(batches[i].vertices[begin:end]); err != nil {
						return err
					}
					begin = end
				}
			}
		}
		return nil
	})
}

// sorter puts the vertices of holes in their order.
type sorter struct {
	search         *search
	hole, expanded []uint32
}

// sort makes a batch of the holes that are asked for.
func (s *sorter) sort(holes []uint64, width int, to *batch) {
	a := s.search.atom
	to.vertices, to.ends = to.vertices[:0], to.ends[:0]
	for set := range slices.Chunk(holes, width) {
		s.hole = appendInOrder(s.hole[:0], a, set)
		s.expanded = a.expand(s.expanded[:0], s.hole)
		q := s.search.query
		if len(s.expanded) >= q.shortest && len(s.expanded) <= q.longest && q.goesThrough(s.hole) {
			to.vertices = appendCanonical(to.vertices, s.expanded)
			to.ends = append(to.ends, len(to.vertices))
		}
	}
}

// appendInOrder appends the vertices of a hole, a set, in their order.
func appendInOrder(list []uint32, a *atom, hole words) []uint32 {
	first := uint32(0)
	for v := range hole.all() {
		first = v
		break
	}
	for previous, v := absent, first; ; {
		list = append(list, v)
		next := first
		for _, w := range a.row(v) {
			if w != previous && hole.has(w) && (w != first || len(list) > 2) {
				next = w
				break
			}
		}
		if next == first {
			return list
		}
		previous, v = v, next
	}
}

// words is a set of vertices as bits.
type words []uint64

func (w words) has(v uint32) bool { return w[v/64]>>(v%64)&1 == 1 }
func (w words) add(v uint32)      { w[v/64] |= 1 << (v % 64) }
func (w words) drop(v uint32)     { w[v/64] &^= 1 << (v % 64) }
func (w words) empty() bool       { return !slices.ContainsFunc(w, func(x uint64) bool { return x != 0 }) }

// all yields the elements, ascending.
func (w words) all() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i, left := range w {
			for ; left != 0; left &= left - 1 {
				if !yield(uint32(64*i + bits.TrailingZeros64(left))) {
					return
				}
			}
		}
	}
}
