package chordless

import "github.com/tricycle-graph/tricycle/internal/par"

// contract replaces every chain of vertices of degree 2, between two others
// that are not adjacent, by one vertex of their joint weight. A chain whose
// ends are adjacent makes one hole with them, a ring, and no other: with any
// other way between its ends that edge would be a chord. Such rings are
// returned, as cycles of the graph, and their chains removed.
//
// a is biconnected. Where it is a ring itself, nothing is left of it. The atom
// is returned as it is when there is nothing to contract.
func contract(heed *par.Heed, a *atom) (contracted *atom, rings [][]uint32, err error) {
	n := a.size()
	inner := func(v uint32) bool { return len(a.row(v)) == 2 }
	var (
		seen   = make([]bool, n)
		keep   = make([]bool, n)
		change = false
		merged = map[uint32]merger{} // what stands for a chain, by its first vertex
	)
	for v := range uint32(n) {
		keep[v] = !inner(v)
	}
	for v := range uint32(n) {
		if !inner(v) || seen[v] {
			continue
		}
		chain, from, to := a.chain(v)
		if err := heed.Did(16 * len(chain)); err != nil {
			return nil, nil, err
		}
		for _, x := range chain {
			seen[x] = true
		}
		switch {
		case from == to: // all vertices have degree 2
			return nil, appendRing(rings, a.expand(nil, chain)), nil
		case a.adjacent(from, to):
			rings = appendRing(rings, a.expand(nil, append(chain, to, from)))
			change = true
		default:
			keep[chain[0]] = true
			merged[chain[0]] = merger{chain: chain, from: from, to: to}
			change = change || len(chain) > 1
		}
	}
	if !change {
		return a, rings, nil
	}
	contracted, err = a.merge(heed, keep, merged)
	return contracted, rings, err
}

// appendRing appends a cycle unless it is a triangle.
func appendRing(rings [][]uint32, ring []uint32) [][]uint32 {
	if len(ring) < 4 {
		return rings
	}
	return append(rings, ring)
}

// merger is a chain that becomes one vertex, and the vertices next to its ends.
type merger struct {
	chain    []uint32
	from, to uint32
}

// chain returns the maximal chain of vertices of degree 2 around v, in order,
// and the vertices before its first and behind its last. These are the same,
// and of degree 2, where the atom is a ring; the chain is then all of it.
func (a *atom) chain(v uint32) (chain []uint32, from, to uint32) {
	walk := func(previous, at uint32) (uint32, bool) {
		for len(a.row(at)) == 2 {
			if at == v {
				return at, true
			}
			chain = append(chain, at)
			row := a.row(at)
			previous, at = at, row[0]^row[1]^previous
		}
		return at, false
	}
	row := a.row(v)
	from, ring := walk(v, row[0])
	for i, j := 0, len(chain)-1; i < j; i, j = i+1, j-1 {
		chain[i], chain[j] = chain[j], chain[i]
	}
	chain = append(chain, v)
	if ring {
		return chain, v, v
	}
	to, _ = walk(v, row[1])
	return chain, from, to
}
