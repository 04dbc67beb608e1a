package chordless

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// IsChordal says whether g has no chordless cycle of four vertices and more, and
// proves it. Of a chordal graph it returns a perfect elimination order, in which the
// neighbours of each vertex that come after it form a clique, and no hole. Of any
// other it returns a hole, which is such a cycle in the form of [All], and no order.
//
// It is maximum cardinality search (Tarjan and Yannakakis, SIAM Journal on
// Computing 13, 1984): next comes always a vertex that has most neighbours
// among those visited. The reverse order of the visits is a perfect
// elimination order if and only if g is chordal. Where it is not, the first
// vertex whose visited neighbours are no clique closes a hole with vertices
// visited before it, and with these only it does: they induce a chordal graph.
// O(n + m) time.
func IsChordal(ctx context.Context, g *graph.Graph) (order, hole []uint32, err error) {
	s := newCardinalitySearch(ctx, g)
	for at := range s.visits {
		if err := s.visit(at); err != nil {
			return nil, nil, err
		}
	}
	at, found, err := s.firstNoClique()
	if err != nil {
		return nil, nil, err
	}
	if !found {
		slices.Reverse(s.visits)
		return s.visits, nil, nil
	}
	hole, err = s.holeThrough(s.visits[at])
	if err != nil {
		return nil, nil, err
	}
	return nil, appendCanonical(nil, hole), nil
}

// cardinalitySearch is a maximum cardinality search and its order.
type cardinalitySearch struct {
	heed   *par.Heed
	graph  *graph.Graph
	visits []uint32 // the vertices in the order of their visits
	time   []uint32 // its inverse; unvisited where not yet visited

	visited []uint32   // by vertex, its visited neighbours
	buckets [][]uint32 // by that number, unvisited vertices that had it once
	top     int        // no bucket above has one that still has it
}

const unvisited = ^uint32(0)

func newCardinalitySearch(ctx context.Context, g *graph.Graph) *cardinalitySearch {
	n := g.Vertices()
	s := &cardinalitySearch{
		heed: par.NewHeed(ctx), graph: g, visits: make([]uint32, n), time: make([]uint32, n),
		visited: make([]uint32, n), buckets: make([][]uint32, 1),
	}
	for v := range s.time {
		s.time[v] = unvisited
		s.buckets[0] = append(s.buckets[0], uint32(n-1-v))
	}
	return s
}

// visit makes the next visit, at this time.
func (s *cardinalitySearch) visit(at int) error {
	v := s.next()
	s.visits[at], s.time[v] = v, uint32(at)
	row := s.graph.Neighbors(v)
	for _, w := range row {
		if s.time[w] != unvisited {
			continue
		}
		s.visited[w]++
		count := int(s.visited[w])
		if count == len(s.buckets) {
			s.buckets = append(s.buckets, nil)
		}
		s.buckets[count] = append(s.buckets[count], w)
		s.top = max(s.top, count)
	}
	return s.heed.Did(1 + len(row))
}

// next returns an unvisited vertex that has most visited neighbours.
func (s *cardinalitySearch) next() uint32 {
	for {
		bucket := s.buckets[s.top]
		if len(bucket) == 0 {
			s.top--
			continue
		}
		v := bucket[len(bucket)-1]
		s.buckets[s.top] = bucket[:len(bucket)-1]
		if s.time[v] == unvisited && int(s.visited[v]) == s.top {
			return v
		}
	}
}

// firstNoClique returns the time of the first visit to a vertex whose
// neighbours visited before it are not all adjacent.
//
// It is enough that each of them is adjacent to, or is, the one that was
// visited last, as long as that holds of every vertex before.
func (s *cardinalitySearch) firstNoClique() (at int, found bool, err error) {
	n := s.graph.Vertices()
	last := make([]uint32, n) // of each vertex, the neighbour visited last before it
	followers := make([][]uint32, n)
	for v := range uint32(n) {
		last[v] = unvisited
		row := s.graph.Neighbors(v)
		if err := s.heed.Did(1 + len(row)); err != nil {
			return 0, false, err
		}
		for _, w := range row {
			if s.time[w] < s.time[v] && (last[v] == unvisited || s.time[w] > s.time[last[v]]) {
				last[v] = w
			}
		}
		if last[v] != unvisited {
			followers[last[v]] = append(followers[last[v]], v)
		}
	}
	at = n
	marked := make([]bool, n)
	for p := range uint32(n) {
		for _, w := range s.graph.Neighbors(p) {
			marked[w] = true
		}
		for _, v := range followers[p] {
			row := s.graph.Neighbors(v)
			if err := s.heed.Did(len(row)); err != nil {
				return 0, false, err
			}
			for _, w := range row {
				if s.time[w] < s.time[v] && w != p && !marked[w] {
					at = min(at, int(s.time[v]))
				}
			}
		}
		for _, w := range s.graph.Neighbors(p) {
			marked[w] = false
		}
	}
	return at, at < n, nil
}

// holeThrough returns a hole of v and vertices visited before it. There is a
// component of these, without v's neighbours, to which two neighbours of v are
// adjacent that are not adjacent to each other; a shortest path between them
// over the component has no chord.
func (s *cardinalitySearch) holeThrough(v uint32) ([]uint32, error) {
	const (
		other     = iota
		neighbour // of v
		met       // in a component
	)
	role := make([]uint8, s.graph.Vertices())
	before := func(w uint32) bool { return s.time[w] < s.time[v] }
	for _, w := range s.graph.Neighbors(v) {
		if before(w) {
			role[w] = neighbour
		}
	}
	attached := make([]bool, len(role))
	for _, root := range s.visits[:s.time[v]] {
		if role[root] != other {
			continue
		}
		role[root] = met
		component, around := []uint32{root}, []uint32{}
		for i := 0; i < len(component); i++ {
			row := s.graph.Neighbors(component[i])
			if err := s.heed.Did(len(row)); err != nil {
				return nil, err
			}
			for _, w := range row {
				switch {
				case !before(w):
				case role[w] == neighbour && !attached[w]:
					attached[w] = true
					around = append(around, w)
				case role[w] == other:
					role[w] = met
					component = append(component, w)
				}
			}
		}
		x, y, found, err := s.notAdjacent(around, attached)
		if err != nil {
			return nil, err
		}
		if found {
			path, err := s.shortest(x, y, component)
			return append(path, v), err
		}
		for _, w := range around {
			attached[w] = false
		}
	}
	panic("chordless: the first vertex without a clique before it is on no hole")
}

// notAdjacent returns two of some vertices, which are also given as marks, that
// are not adjacent.
func (s *cardinalitySearch) notAdjacent(vertices []uint32, marked []bool) (x, y uint32, found bool, err error) {
	for _, x := range vertices {
		adjacent := 0
		row := s.graph.Neighbors(x)
		if err := s.heed.Did(len(row)); err != nil {
			return 0, 0, false, err
		}
		for _, w := range row {
			if marked[w] {
				adjacent++
			}
		}
		if adjacent == len(vertices)-1 {
			continue
		}
		for _, y := range vertices {
			if _, found := slices.BinarySearch(s.graph.Neighbors(x), y); !found && y != x {
				return x, y, true, nil
			}
		}
	}
	return 0, 0, false, nil
}

// shortest returns a shortest path from x to y over some other vertices.
func (s *cardinalitySearch) shortest(x, y uint32, over []uint32) ([]uint32, error) {
	const none = ^uint32(0)
	from := make([]uint32, s.graph.Vertices())
	open := make([]bool, len(from))
	for i := range from {
		from[i] = none
	}
	for _, v := range over {
		open[v] = true
	}
	open[y] = true
	for queue := []uint32{x}; from[y] == none; queue = queue[1:] {
		row := s.graph.Neighbors(queue[0])
		if err := s.heed.Did(len(row)); err != nil {
			return nil, err
		}
		for _, w := range row {
			if open[w] {
				open[w] = false
				from[w] = queue[0]
				queue = append(queue, w)
			}
		}
	}
	path := []uint32{y}
	for v := y; v != x; v = from[v] {
		path = append(path, from[v])
	}
	return path, nil
}
