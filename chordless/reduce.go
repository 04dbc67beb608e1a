package chordless

import (
	"cmp"
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// separatorWork bounds n·m of the parts that are split by clique separators,
// which takes O(n·m) time: half a second or so. Larger ones stay whole. Their
// cycles are too many to be counted by a search, or short ones are asked for,
// which do not go far.
const separatorWork = 1 << 26

// parts are what the reductions leave of a graph: every chordless cycle of
// four vertices and more is a ring, or lies within one atom.
type parts struct {
	rings [][]uint32 // single cycles, in order
	atoms []*atom    // largest first
	done  Reductions
	query query // what they are to be searched for
}

// reduce cuts a graph into atoms. Simplicial vertices are removed, the rest is
// split into biconnected components, chains are contracted, and what is left
// is split by clique separators; again with each part, until nothing changes.
// For a query of short cycles only, a part that is searched sooner stays whole.
// limit bounds the bytes that are held meanwhile; 0 is no limit.
func reduce(ctx context.Context, g *graph.Graph, q query, limit int64) (*parts, error) {
	p := &parts{query: q}
	heed := par.NewHeed(ctx)
	core, err := core(heed, g, limit)
	if err != nil {
		return nil, err
	}
	p.done.CoreVertices = uint64(core.size())
	p.done.SimplicialRemoved = uint64(g.Vertices() - core.size())
	blocksSeen := false
	open := []*atom{core}
	for len(open) > 0 {
		a := open[len(open)-1]
		open = open[:len(open)-1]
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		left, err := withoutSimplicial(ctx, a)
		if err != nil {
			return nil, err
		}
		p.done.SimplicialRemoved += uint64(a.size() - len(left))
		if len(left) < 4 {
			continue
		}
		scratch := newScratch(a.size())
		rest := a
		if len(left) < a.size() {
			if rest, err = a.induced(heed, left, scratch); err != nil {
				return nil, err
			}
		}
		components, err := blocks(ctx, rest)
		if err != nil {
			return nil, err
		}
		if !blocksSeen {
			p.done.Blocks, blocksSeen = uint64(len(components)), true
		}
		for _, vertices := range components {
			block := rest
			if len(vertices) < rest.size() {
				if block, err = rest.induced(heed, vertices, scratch); err != nil {
					return nil, err
				}
			}
			more, err := p.split(ctx, block)
			if err != nil {
				return nil, err
			}
			open = append(open, more...)
		}
	}
	slices.SortFunc(p.atoms, func(a, b *atom) int {
		return cmp.Or(cmp.Compare(b.size(), a.size()), cmp.Compare(b.edges(), a.edges()), slices.Compare(a.members, b.members))
	})
	slices.SortFunc(p.rings, slices.Compare)
	p.describe()
	return p, nil
}

// describe fills in what the rings and atoms tell.
func (p *parts) describe() {
	for _, a := range p.atoms {
		p.done.Atoms++
		p.done.AtomVertices += uint64(a.size())
		p.done.AtomEdges += uint64(a.edges())
		p.done.ChainVertices += uint64(len(a.members) - a.size())
	}
	p.done.Rings = uint64(len(p.rings))
}

// split contracts the chains of a biconnected part and splits it by clique
// separators. It returns the parts that may be reduced further; what cannot be,
// is an atom.
func (p *parts) split(ctx context.Context, block *atom) ([]*atom, error) {
	heed := par.NewHeed(ctx)
	contracted, changed, err := p.contract(heed, block)
	switch {
	case contracted == nil || err != nil:
		return nil, err
	case changed:
		return []*atom{contracted}, nil
	case contracted.size()*contracted.edges() > separatorWork:
		p.atoms = append(p.atoms, contracted)
		p.done.Undivided++
		return nil, nil
	}
	if sooner, err := p.searchedSooner(ctx, contracted); sooner || err != nil {
		p.atoms = append(p.atoms, contracted)
		p.done.Undivided++
		return nil, err
	}
	cut, err := cliqueParts(ctx, contracted)
	if err != nil {
		return nil, err
	}
	if len(cut) == 1 && len(cut[0]) == contracted.size() {
		p.atoms = append(p.atoms, contracted)
		return nil, nil
	}
	// No clique separates these parts, so that no vertex of them is simplicial:
	// only new chains may be there, where a neighbour is in another part.
	var more []*atom
	scratch := newScratch(contracted.size())
	for _, vertices := range cut {
		part, err := contracted.induced(heed, vertices, scratch)
		if err != nil {
			return nil, err
		}
		part, changed, err := p.contract(heed, part)
		switch {
		case err != nil:
			return nil, err
		case changed:
			more = append(more, part)
		case part != nil:
			p.atoms = append(p.atoms, part)
		}
	}
	return more, nil
}

// What it takes to look for clique separators, in seconds for each n·m, and the least of
// that which is worth a thought.
const (
	separatorSeconds = 5e-9
	littleWork       = 1 << 18
)

// searchedSooner says that the cycles of a part, which are to be short, are found sooner
// than its clique separators: short ones do not go far, whatever there is.
func (p *parts) searchedSooner(ctx context.Context, part *atom) (bool, error) {
	work := part.size() * part.edges()
	if p.query.longest >= len(part.members) || work <= littleWork {
		return false, nil
	}
	s, err := newSearch(ctx, part, p.query)
	if s == nil || err != nil {
		return true, err // it has not all vertices that the cycles must go through
	}
	nodes, err := s.estimateNodes(ctx)
	return nodes*walkSeconds < separatorSeconds*float64(work), err
}

// contract contracts the chains of a biconnected part and notes its rings. It
// returns nil where nothing else is left, and whether the ends of rings are,
// which may be simplicial now.
func (p *parts) contract(heed *par.Heed, block *atom) (contracted *atom, changed bool, err error) {
	contracted, rings, err := contract(heed, block)
	for _, ring := range rings {
		p.rings = append(p.rings, appendCanonical(nil, ring))
	}
	return contracted, contracted != nil && len(rings) > 0, err
}
