package chordless

import (
	"cmp"
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// dias visits every hole of an atom once, by the sequential algorithm of Dias,
// Castonguay, Longo and Jradi (Efficient enumeration of chordless cycles,
// 2013), the Algorithm 1 of Jradi et al.
//
// The vertices get a degree labeling l. Every hole then has one vertex u of
// least label, between two neighbours x and y with l(x) < l(y): it begins with
// the triplet <x, u, y>, and with no other. Chordless paths that begin with a
// triplet are extended depth first by vertices of greater label than u that
// are adjacent to the last vertex of the path and to none between. Where such
// a vertex is adjacent to x, it closes a hole.
//
// certified is the paper's second form: a path is extended only after a
// breadth-first search has found that a hole will come of it. It takes
// O(n + m) for each vertex of each hole, where the plain form has no bound but
// is faster in practice.
//
// Holes of more than longest vertices of the graph are not looked for. visit gets
// the hole in order, valid until it returns; an error ends the search. The steps
// are those of [Levels], by the length of the paths.
func dias(ctx context.Context, a *atom, certified bool, longest int, visit func(hole []uint32) error) (levelSteps, error) {
	heed := par.NewHeed(ctx)
	label, err := degreeLabeling(heed, a)
	if err != nil {
		return nil, err
	}
	d := &diasSearch{
		heed: heed, atom: a, certified: certified, visit: visit,
		longest: longest, bounded: longest < len(a.members),
		label:   label,
		blocked: make([]uint32, a.size()),
		closes:  make([]bool, a.size()),
		paths:   make([]uint64, a.size()+4),
		cycles:  make([]uint64, a.size()+4),
	}
	if certified {
		d.seen = make([]uint32, a.size())
	}
	byLabel := make([]uint32, a.size())
	for v, l := range d.label {
		byLabel[l] = uint32(v)
	}
	for _, u := range byLabel {
		if err := d.from(u); err != nil {
			return d.steps(), err
		}
	}
	return d.steps(), nil
}

// steps tells the paths and cycles as [Levels] does, whose last step finds that there
// is no path left.
func (d *diasSearch) steps() (s levelSteps) {
	for vertices := 3; vertices == 3 || d.paths[vertices-1] > 0; vertices++ {
		s.note(vertices-2, d.paths[vertices], d.cycles[vertices])
	}
	return s
}

// diasSearch is the state of dias: the path and what it blocks.
type diasSearch struct {
	heed      *par.Heed
	atom      *atom
	certified bool
	longest   int  // length of a hole, in vertices of the graph
	bounded   bool // there may be longer ones
	visit     func(hole []uint32) error

	paths, cycles []uint64 // by their vertices

	label   []uint32
	path    []uint32 // v_1 = x, v_2 = u, v_3 = y, ...
	blocked []uint32 // for each vertex, its neighbours among v_2, v_3, ...
	closes  []bool   // for each vertex, whether it is adjacent to v_1

	seen  []uint32 // the last search that reached each vertex
	round uint32
	queue []uint32
}

// from visits the holes in which u has the least label.
func (d *diasSearch) from(u uint32) error {
	above := []uint32{}
	for _, v := range d.atom.row(u) {
		if d.label[v] > d.label[u] {
			above = append(above, v)
		}
	}
	slices.SortFunc(above, func(x, y uint32) int { return cmp.Compare(d.label[x], d.label[y]) })
	d.block(u, 1)
	defer d.block(u, ^uint32(0))
	for i, x := range above {
		d.mark(x, true)
		if err := d.heed.Did(len(d.atom.row(x)) + len(above)); err != nil {
			return err
		}
		for _, y := range above[i+1:] {
			if d.closes[y] {
				d.cycles[3]++
				continue
			}
			d.path = append(d.path[:0], x, u)
			if err := d.extend(y, d.atom.weight(x)+d.atom.weight(u)); err != nil {
				return err
			}
		}
		d.mark(x, false)
	}
	return nil
}

// extend appends v to the path, which has a length, and visits all holes that begin
// with it.
func (d *diasSearch) extend(v uint32, length int) error {
	if d.bounded {
		if length += d.atom.weight(v); length >= d.longest {
			return nil
		}
	}
	if err := d.heed.Did(len(d.atom.row(v))); err != nil {
		return err
	}
	u := d.path[1]
	d.path = append(d.path, v)
	d.paths[len(d.path)]++
	d.block(v, 1)
	for _, w := range d.atom.row(v) {
		switch {
		case d.label[w] <= d.label[u] || d.blocked[w] > 1 || w == d.path[0]:
		case d.closes[w]:
			if d.bounded && length+d.atom.weight(w) > d.longest {
				continue
			}
			d.cycles[len(d.path)+1]++
			if err := d.visit(append(d.path, w)); err != nil {
				return err
			}
		default:
			found, err := true, error(nil)
			if d.certified {
				found, err = d.reaches(w)
			}
			if err == nil && found {
				err = d.extend(w, length)
			}
			if err != nil {
				return err
			}
		}
	}
	d.block(v, ^uint32(0))
	d.path = d.path[:len(d.path)-1]
	return nil
}

// reaches says whether a chordless path leads from v, a possible extension, to
// a neighbour of v_1.
func (d *diasSearch) reaches(v uint32) (bool, error) {
	d.round++
	d.seen[v] = d.round
	d.queue = append(d.queue[:0], v)
	u := d.path[1]
	for i := 0; i < len(d.queue); i++ {
		row := d.atom.row(d.queue[i])
		if err := d.heed.Did(len(row)); err != nil {
			return false, err
		}
		for _, w := range row {
			if d.seen[w] == d.round || d.label[w] <= d.label[u] || d.blocked[w] > 0 {
				continue
			}
			if d.closes[w] {
				return true, nil
			}
			d.seen[w] = d.round
			d.queue = append(d.queue, w)
		}
	}
	return false, nil
}

// block adds to the count of every neighbour of v.
func (d *diasSearch) block(v, change uint32) {
	for _, w := range d.atom.row(v) {
		d.blocked[w] += change
	}
}

func (d *diasSearch) mark(x uint32, closes bool) {
	for _, w := range d.atom.row(x) {
		d.closes[w] = closes
	}
}

// degreeLabeling numbers the vertices in the order in which they are removed
// when each time one of smallest degree goes (Matula and Beck 1983): the
// degree labeling of Dias et al.
func degreeLabeling(heed *par.Heed, a *atom) ([]uint32, error) {
	n := a.size()
	degree := make([]uint32, n)
	largest := uint32(0)
	for v := range degree {
		degree[v] = uint32(len(a.row(uint32(v))))
		largest = max(largest, degree[v])
	}
	// order holds the vertices by degree, those of each degree from start on;
	// position is its inverse.
	start := make([]uint32, largest+2)
	for _, d := range degree {
		start[d+1]++
	}
	for d := range largest + 1 {
		start[d+1] += start[d]
	}
	order, position := make([]uint32, n), make([]uint32, n)
	next := slices.Clone(start)
	for v, d := range degree {
		order[next[d]], position[v] = uint32(v), next[d]
		next[d]++
	}
	for i, v := range order {
		row := a.row(v)
		if err := heed.Did(1 + len(row)); err != nil {
			return nil, err
		}
		for _, w := range row {
			if position[w] <= uint32(i) {
				continue // removed
			}
			// w moves to the front of its degree's vertices, which then begin
			// behind it, and is the last of those below.
			d := degree[w]
			front := max(start[d], uint32(i)+1)
			other := order[front]
			order[front], order[position[w]] = w, other
			position[other], position[w] = position[w], front
			start[d] = front + 1
			if degree[w]--; front == uint32(i)+1 || degree[order[front-1]] < degree[w] {
				start[degree[w]] = front
			}
		}
	}
	return position, nil
}
