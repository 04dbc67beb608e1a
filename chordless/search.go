package chordless

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// search is what is to be found in one atom.
type search struct {
	atom  *atom
	query query // its through are vertices of the atom

	label   []uint32 // degree labeling
	byLabel []uint32 // its inverse
}

// newSearch returns the search of an atom, or nil where the atom has not all
// the vertices that the holes must go through.
func newSearch(ctx context.Context, a *atom, q query) (*search, error) {
	label, err := degreeLabeling(par.NewHeed(ctx), a)
	if err != nil {
		return nil, err
	}
	s := &search{atom: a, query: q, label: label, byLabel: make([]uint32, a.size())}
	for v, l := range s.label {
		s.byLabel[l] = uint32(v)
	}
	s.query.through = nil
	for v := range uint32(a.size()) {
		for _, member := range a.chainOf(v) {
			if _, found := slices.BinarySearch(q.through, member); found {
				s.query.through = append(s.query.through, v)
			}
		}
	}
	if len(s.query.through) < len(q.through) {
		return nil, nil
	}
	s.query.through = slices.Compact(s.query.through)
	return s, nil
}

// searchBytes is what a search holds beside its atom: the labels and their
// inverse.
func searchBytes(a *atom) int64 { return 8 * int64(a.size()) }

// seed is where a search begins: at u with its neighbour x. Each hole has one
// seed.
type seed struct{ u, x uint32 }

// single says that all holes begin from one vertex, because they must go
// through it, and not from their vertex of least label.
func (s *search) single() bool { return len(s.query.through) > 0 }

// roots returns the vertices u to begin from, in order: once the holes of one
// are found it is on no other.
func (s *search) roots() []uint32 {
	if s.single() {
		return s.query.through[:1]
	}
	return s.byLabel
}

// seeds returns all seeds, root by root.
func (s *search) seeds(heed *par.Heed) ([]seed, error) {
	entries := s.atom.edges() // each is a seed of the end of lesser label
	if s.single() {
		entries = len(s.atom.row(s.roots()[0]))
	}
	seeds := make([]seed, 0, entries)
	for _, u := range s.roots() {
		if err := heed.Did(1 + len(s.atom.row(u))); err != nil {
			return nil, err
		}
		begin := len(seeds)
		for _, x := range s.atom.row(u) {
			if s.single() || s.label[x] > s.label[u] {
				seeds = append(seeds, seed{u, x})
			}
		}
		if len(seeds)-begin == 1 {
			seeds = seeds[:begin] // a hole needs two of them
		}
	}
	return seeds, nil
}

// visit calls body for every hole that is asked for.
func (s *search) visit(ctx context.Context, body func(hole []uint32) error) error {
	w := newWalk(ctx, s)
	w.list(body)
	return s.run(w)
}

// run walks from every seed.
func (s *search) run(w *walk) error {
	seeds, err := s.seeds(w.heed)
	if err != nil {
		return err
	}
	return w.walkAll(seeds)
}

// walkAll walks from some seeds.
func (w *walk) walkAll(seeds []seed) error {
	for _, seed := range seeds {
		if err := w.from(seed); err != nil {
			return err
		}
	}
	return nil
}
