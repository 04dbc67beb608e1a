package chordless

import (
	"context"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	// pieceVertices bounds the vertices of the holes that a worker puts in order
	// at once.
	pieceVertices = 1 << 15
	// piecesAhead is how many pieces a worker has in each turn.
	piecesAhead = 4
)

// sortingBytes is what putting holes in order holds, with the buffers that they
// come in.
func sortingBytes(workers int) int64 {
	return ringBuffers*ringBytes + 2*piecesAhead*int64(workers)*(4*pieceVertices)*3/2
}

// sorting puts the vertices of holes in order, many holes at once, while those
// that were put in order before are taken.
type sorting struct {
	ctx     context.Context
	width   int // words of a hole
	piece   int // words of the holes of a piece
	sorters []*sorter
	batches [2][]batch
	turn    int
	sorted  []batch // not taken yet
}

func newSorting(ctx context.Context, s *search, workers int) *sorting {
	o := &sorting{ctx: ctx, width: setWords(s.atom.size())}
	o.piece = o.width * max(pieceVertices/max(len(s.atom.members), 1), 1)
	for range workers {
		o.sorters = append(o.sorters, &sorter{search: s})
	}
	for i := range o.batches {
		o.batches[i] = make([]batch, piecesAhead*workers)
	}
	return o
}

// visit calls take for holes.
func (o *sorting) visit(holes []uint64, take func(cycle []uint32) error) error {
	for some := range slices.Chunk(holes, len(o.batches[0])*o.piece) {
		pieces := slices.Collect(slices.Chunk(some, o.piece))
		to := o.batches[o.turn][:len(pieces)]
		o.turn = 1 - o.turn
		done := make(chan error, 1)
		go func() {
			done <- par.Each(o.ctx, len(o.sorters), len(pieces), func(worker, item int) error {
				o.sorters[worker].sort(pieces[item], o.width, &to[item])
				return nil
			})
		}()
		refused := o.takeSorted(take)
		if err := <-done; err != nil {
			return err
		}
		if refused != nil {
			return refused
		}
		o.sorted = to
	}
	return o.takeSorted(take)
}

func (o *sorting) takeSorted(take func(cycle []uint32) error) error {
	batches := o.sorted
	o.sorted = nil
	for _, b := range batches {
		begin := 0
		for _, end := range b.ends {
			if err := take(b.vertices[begin:end]); err != nil {
				return err
			}
			begin = end
		}
	}
	return nil
}

// sorter puts the vertices of holes in their order.
type sorter struct {
	search         *search
	hole, expanded []uint32
}

// sort makes a batch of the holes that are asked for.
func (s *sorter) sort(holes []uint64, width int, to *batch) {
	a := s.search.atom
	vertices := 0
	for _, word := range holes {
		vertices += bits.OnesCount64(word)
	}
	to.vertices, to.ends = slices.Grow(to.vertices[:0], vertices), slices.Grow(to.ends[:0], len(holes)/width)
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
