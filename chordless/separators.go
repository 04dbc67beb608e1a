package chordless

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// cliqueParts splits an atom by clique minimal separators, again and again,
// and returns the vertices of the parts, each ascending, the separators in all
// parts that they separate. A hole cannot cross a clique, so that it lies
// within one part. Parts that are cliques themselves are left out.
//
// It is the algorithm of Berry, Pogorelcnik and Simonet (An introduction to
// clique minimal separator decomposition, Algorithms 3, 2010): MCS-M (Berry,
// Blair, Heggernes and Peyton, Algorithmica 39, 2004) finds a minimal
// triangulation H and its minimal separators, as the later neighbours of some
// vertices in its elimination order; those that are cliques in the graph are
// its clique minimal separators. O(n m) time and the edges of H as memory.
func cliqueParts(ctx context.Context, a *atom) ([][]uint32, error) {
	heed := par.NewHeed(ctx)
	m, err := searchMCSM(heed, a)
	if err != nil {
		return nil, err
	}
	var (
		parts [][]uint32
		n     = a.size()
		gone  = make([]bool, n)   // split off already
		seen  = make([]uint32, n) // the last flood or separator that met each vertex
		round = uint32(0)
	)
	add := func(part []uint32) {
		if len(part) > 3 && !a.clique(part) {
			slices.Sort(part)
			parts = append(parts, part)
		}
	}
	for i := n - 1; i >= 0; i-- { // the elimination order is that of the search reversed
		x := m.order[i]
		separator := m.later[x]
		if gone[x] || !m.generates[x] {
			continue
		}
		if err := heed.Did(len(separator) * len(separator)); err != nil {
			return nil, err
		}
		if !a.clique(separator) {
			continue
		}
		round++
		for _, v := range separator {
			seen[v] = round
		}
		seen[x] = round
		part := []uint32{x}
		for j := 0; j < len(part); j++ {
			row := a.row(part[j])
			if err := heed.Did(len(row)); err != nil {
				return nil, err
			}
			for _, w := range row {
				if !gone[w] && seen[w] != round {
					seen[w] = round
					part = append(part, w)
				}
			}
		}
		for _, v := range part {
			gone[v] = true
		}
		add(append(part, separator...))
	}
	rest := []uint32{}
	for v := range uint32(n) {
		if !gone[v] {
			rest = append(rest, v)
		}
	}
	add(rest)
	return parts, nil
}

// clique says whether all these vertices are adjacent.
func (a *atom) clique(vertices []uint32) bool {
	for i, v := range vertices {
		if len(a.row(v)) < len(vertices)-1 {
			return false
		}
		for _, w := range vertices[:i] {
			if !a.adjacent(v, w) {
				return false
			}
		}
	}
	return true
}

// mcsm is what MCS-M finds. The papers number the vertices from n down to 1
// and eliminate from 1 on.
type mcsm struct {
	order     []uint32   // the vertices as numbered: n, n-1, ...
	later     [][]uint32 // for each vertex its neighbours in H with a greater number
	generates []bool     // whether those form a minimal separator of H
}

// searchMCSM numbers, again and again, a vertex x of greatest label, and
// raises the label of every unnumbered vertex that x reaches over unnumbered
// vertices of smaller labels: these are its neighbours in H.
func searchMCSM(heed *par.Heed, a *atom) (*mcsm, error) {
	n := a.size()
	m := &mcsm{order: make([]uint32, 0, n), later: make([][]uint32, n), generates: make([]bool, n)}
	var (
		numbered = make([]bool, n)
		reached  = make([]uint32, n)
		reach    [][]uint32 // by the greatest label on the way
		previous = -1
	)
	label := func(v uint32) int { return len(m.later[v]) }
	push := func(v uint32, at int) {
		for len(reach) <= at {
			reach = append(reach, nil)
		}
		reach[at] = append(reach[at], v)
	}
	for i := range uint32(n) {
		if err := heed.Did(n); err != nil {
			return nil, err
		}
		x, best := uint32(0), -1
		for v := range uint32(n) {
			if !numbered[v] && label(v) > best {
				x, best = v, label(v)
			}
		}
		m.generates[x] = best <= previous
		previous = best
		numbered[x] = true
		m.order = append(m.order, x)

		raise := []uint32{}
		for _, y := range a.row(x) {
			if !numbered[y] {
				reached[y] = i + 1
				raise = append(raise, y)
				push(y, label(y))
			}
		}
		for j := 0; j < len(reach); j++ {
			for len(reach[j]) > 0 {
				y := reach[j][len(reach[j])-1]
				reach[j] = reach[j][:len(reach[j])-1]
				row := a.row(y)
				if err := heed.Did(len(row)); err != nil {
					return nil, err
				}
				for _, z := range row {
					if numbered[z] || reached[z] == i+1 {
						continue
					}
					reached[z] = i + 1
					if label(z) > j {
						raise = append(raise, z)
						push(z, label(z))
					} else {
						push(z, j)
					}
				}
			}
		}
		for _, y := range raise {
			m.later[y] = append(m.later[y], x)
		}
	}
	return m, nil
}
