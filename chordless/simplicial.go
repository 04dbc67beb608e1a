package chordless

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// peelWork bounds the list entries that looking for simplicial vertices may
// read, in multiples of the size of the graph: a vertex may be looked at again
// and again while its neighbours go. What is left when the bound is met stays,
// which is no mistake, only slower.
const peelWork = 64

// withoutSimplicial returns the vertices that are left when simplicial ones,
// whose neighbours form a clique, are removed until there are none, ascending.
//
// A cycle through a simplicial vertex has an edge between its two neighbours on
// the cycle, so that it is a triangle. Vertices of degree 0 and 1 are
// simplicial: what is left lies in the 2-core.
//
// For each vertex that is not simplicial two neighbours are known that are not
// adjacent; it is looked at again only when one of them goes.
func withoutSimplicial(ctx context.Context, a *atom) ([]uint32, error) {
	p := &peeler{
		heed:   par.NewHeed(ctx),
		atom:   a,
		gone:   make([]bool, a.size()),
		degree: make([]uint32, a.size()),
		marked: make([]bool, a.size()),
		watch:  make([][2]uint32, a.size()),
		queued: make([]bool, a.size()),
		budget: peelWork * (a.size() + len(a.neighbors)),
	}
	for v := range p.degree {
		p.degree[v] = uint32(len(a.row(uint32(v))))
		p.queue = append(p.queue, uint32(v))
		p.queued[v] = true
	}
	for len(p.queue) > 0 && p.budget > 0 {
		v := p.queue[len(p.queue)-1]
		p.queue = p.queue[:len(p.queue)-1]
		p.queued[v] = false
		if p.gone[v] {
			continue
		}
		simplicial, err := p.simplicial(v)
		if err != nil {
			return nil, err
		}
		if simplicial {
			p.remove(v)
		}
	}
	left := []uint32{}
	for v, gone := range p.gone {
		if !gone {
			left = append(left, uint32(v))
		}
	}
	return left, nil
}

// peeler is the state of withoutSimplicial.
type peeler struct {
	heed   *par.Heed
	atom   *atom
	gone   []bool
	degree []uint32    // neighbours that are not gone
	watch  [][2]uint32 // for a vertex that is not simplicial, two neighbours that are not adjacent
	queue  []uint32    // vertices to look at
	queued []bool
	marked []bool // scratch
	budget int
}

// remove takes v out and queues the vertices that were watching it.
func (p *peeler) remove(v uint32) {
	p.gone[v] = true
	for _, w := range p.atom.row(v) {
		if p.gone[w] {
			continue
		}
		p.degree[w]--
		if p.watch[w][0] == v || p.watch[w][1] == v {
			if !p.queued[w] {
				p.queued[w] = true
				p.queue = append(p.queue, w)
			}
		}
	}
}

// simplicial says whether the neighbours of v form a clique, and notes two that
// are not adjacent where they do not.
func (p *peeler) simplicial(v uint32) (bool, error) {
	row := p.atom.row(v)
	d := p.degree[v]
	if err := p.read(1 + len(row)); err != nil {
		return false, err
	}
	if d <= 1 {
		return true, nil
	}
	least := v
	for _, w := range row {
		if !p.gone[w] && (least == v || p.degree[w] < p.degree[least]) {
			least = w
		}
	}
	if p.degree[least] < d {
		p.watchWith(v, least)
		return false, nil
	}
	for _, w := range row {
		p.marked[w] = true
	}
	clique := true
	for _, w := range row {
		if p.gone[w] {
			continue
		}
		if err := p.read(len(p.atom.row(w))); err != nil {
			return false, err
		}
		common := uint32(0)
		for _, x := range p.atom.row(w) {
			if p.marked[x] && !p.gone[x] {
				common++
			}
		}
		if common < d-1 {
			p.watchWith(v, w)
			clique = false
			break
		}
	}
	for _, w := range row {
		p.marked[w] = false
	}
	return clique, nil
}

// read notes that so many list entries are read.
func (p *peeler) read(entries int) error {
	p.budget -= entries
	return p.heed.Did(entries)
}

// watchWith notes w and another neighbour of v that is not adjacent to w.
func (p *peeler) watchWith(v, w uint32) {
	for _, x := range p.atom.row(v) {
		if x == w || p.gone[x] {
			continue
		}
		if _, adjacent := slices.BinarySearch(p.atom.row(w), x); !adjacent {
			p.watch[v] = [2]uint32{w, x}
			return
		}
	}
}
