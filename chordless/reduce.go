package chordless

import (
	"cmp"
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
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
}

// reduce cuts a graph into atoms. Simplicial vertices are removed, the rest is
// split into biconnected components, chains are contracted, and what is left
// is split by clique separators; again with each part, until nothing changes.
func reduce(ctx context.Context, g *graph.Graph) (*parts, error) {
	p := &parts{}
	core, err := coreSize(ctx, g)
	if err != nil {
		return nil, err
	}
	p.done.CoreVertices = core
	blocksSeen := false
	open := []*atom{whole(g)}
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
			rest = a.induced(left, scratch)
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
				block = rest.induced(vertices, scratch)
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

// reduceBytes is what reducing a graph holds beside it, at most: the marks and
// stacks of the steps, the parts of a step and those of the next.
func reduceBytes(g *graph.Graph) int64 { return 96*int64(g.Vertices()) + 32*int64(g.Edges()) }

// split contracts the chains of a biconnected part and splits it by clique
// separators. It returns the parts that may be reduced further; what cannot be,
// is an atom.
func (p *parts) split(ctx context.Context, block *atom) ([]*atom, error) {
	contracted, changed := p.contract(block)
	switch {
	case contracted == nil:
		return nil, nil
	case changed:
		return []*atom{contracted}, nil
	case contracted.size()*contracted.edges() > separatorWork:
		p.atoms = append(p.atoms, contracted)
		p.done.Undivided++
		return nil, nil
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
		part, changed := p.contract(contracted.induced(vertices, scratch))
		switch {
		case changed:
			more = append(more, part)
		case part != nil:
			p.atoms = append(p.atoms, part)
		}
	}
	return more, nil
}

// contract contracts the chains of a biconnected part and notes its rings. It
// returns nil where nothing else is left, and whether the ends of rings are,
// which may be simplicial now.
func (p *parts) contract(block *atom) (contracted *atom, changed bool) {
	contracted, rings := contract(block)
	for _, ring := range rings {
		p.rings = append(p.rings, appendCanonical(nil, ring))
	}
	return contracted, contracted != nil && len(rings) > 0
}

// coreSize returns the number of vertices in the 2-core.
func coreSize(ctx context.Context, g *graph.Graph) (uint64, error) {
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	degree := make([]uint32, g.Vertices())
	size := uint64(len(degree))
	leaves := []uint32{}
	for v := range degree {
		degree[v] = g.Degree(uint32(v))
		if degree[v] <= 1 {
			leaves = append(leaves, uint32(v))
		}
	}
	for len(leaves) > 0 {
		v := leaves[len(leaves)-1]
		leaves = leaves[:len(leaves)-1]
		size--
		for _, w := range g.Neighbors(v) {
			if degree[w]--; degree[w] == 1 {
				leaves = append(leaves, w)
			}
		}
	}
	return size, nil
}
