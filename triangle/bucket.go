package triangle

import (
	"slices"

	"github.com/tricycle-graph/tricycle/internal/radix"
)

// bucket is what a worker holds for one bucket after the other.
type bucket struct {
	most uint64   // edges that there is room for
	ends []uint64 // of the rows
	room []supportedEdge
}

// of returns room for so many edges.
func (b *bucket) of(edges int) []supportedEdge {
	if len(b.room) < edges {
		b.room = make([]supportedEdge, max(edges, min(2*len(b.room), int(b.most))))
	}
	return b.room[:edges]
}

// sort sorts a row, which in the order of the ids it is, a long one by its digits.
func (b *bucket) sort(row []supportedEdge) {
	switch {
	case sorted(row):
	case len(row) <= shortRow:
		sortShort(row)
	case uint64(len(row)) > b.most:
		slices.Sort(row)
	default:
		if sorted := radix.Sort(row, b.of(len(row)), 64); &sorted[0] != &row[0] {
			copy(row, sorted)
		}
	}
}

// shortRow is how long a row is at most that is sorted by insertion.
const shortRow = 24

// sorted reports whether a row is ascending.
func sorted(row []supportedEdge) bool {
	last := supportedEdge(0)
	for _, e := range row {
		if e < last {
			return false
		}
		last = e
	}
	return true
}

// sortShort sorts a row by insertion.
func sortShort(row []supportedEdge) {
	for i, e := range row {
		for i > 0 && row[i-1] > e {
			row[i] = row[i-1]
			i--
		}
		row[i] = e
	}
}

// rows moves the edges of a bucket, which begin at begin, to the rows of their sources,
// which begin with first, and sorts each.
func (b *bucket) rows(s *supported, first int, begin, end uint64, sources []uint16) {
	ends := b.ends
	last := min(first+len(ends), len(s.offsets)-1)
	clear(ends)
	for _, source := range sources[begin:end] {
		ends[source]++
	}
	next := s.offsets[first:last] // of each row, until it is full and this is its end
	at := begin
	for i := range next {
		next[i] = at
		at += ends[i]
		ends[i] = at
	}
	if end-begin <= b.most {
		edges := b.of(int(end - begin))
		copy(edges, s.edges[begin:end])
		for i, source := range sources[begin:end] {
			s.edges[next[source]] = edges[i]
			next[source]++
		}
	} else {
		exchange(s.edges, sources, next, ends)
	}
	for i := range next {
		next[i] = begin
		b.sort(s.edges[begin:ends[i]])
		begin = ends[i]
	}
	if last == len(s.offsets)-1 {
		s.offsets[last] = end
	}
}

// exchange moves edges to the rows of their sources without any room: they are exchanged
// until all are in place. next is where each row begins.
func exchange(edges []supportedEdge, sources []uint16, next, ends []uint64) {
	for i := range next {
		for next[i] < ends[i] {
			place := next[i]
			source := sources[place]
			to := next[source]
			next[source]++
			if to != place {
				edges[place], edges[to] = edges[to], edges[place]
				sources[place], sources[to] = sources[to], sources[place]
			}
		}
	}
}
