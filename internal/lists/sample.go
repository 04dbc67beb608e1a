package lists

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

// sample keeps some of the records that a worker sees, loops apart: those whose ends
// have a small hash. So it is a sample of the edges, each with all its records, and
// the same one whatever the order of the records and whoever saw them.
type sample struct {
	rate  uint // one edge of 2^rate is kept
	edges []graph.WideEdge
	most  int // records before duplicates are dropped
}

// sampleSize is how many records there are before some are left out. No sample is
// longer, duplicates of what it has apart, and none is shorter than half of it.
const sampleSize = 1 << 14

// sampleRate returns the rate for so many records.
func sampleRate(records uint64) uint { return uint(bits.Len64(records / sampleSize)) }

// edgeHash hashes the ends of a record, whatever its direction.
func edgeHash(u, v uint64) uint64 { return mix(edgeProduct(u, v)) }

// edgeProduct is a hash whose low bits are good.
func edgeProduct(u, v uint64) uint64 {
	const odd = 0x9e3779b97f4a7c15
	return (u + odd) * (v + odd)
}

// mix makes the high bits good, too.
func mix(h uint64) uint64 { return (h ^ h>>32) * 0xff51afd7ed558ccd }

// limit is above the hashes of edges that are kept, less one.
func (s *sample) limit() uint64 { return math.MaxUint64 >> s.rate }

// add keeps a record whose hash is within the limit.
func (s *sample) add(u, v uint64) {
	if u != v {
		s.edges = append(s.edges, graph.WideEdge{U: max(u, v), V: min(u, v)})
	}
}

// reach lowers the rate to that of so many records.
func (s *sample) reach(records uint64) {
	if rate := sampleRate(records); rate > s.rate {
		s.rate = rate
		limit := s.limit()
		s.edges = slices.DeleteFunc(s.edges, func(e graph.WideEdge) bool { return edgeHash(e.U, e.V) > limit })
	}
	if len(s.edges) > max(s.most, 2*sampleSize) {
		s.unique()
		s.most = 2 * len(s.edges)
	}
}

// unique sorts the edges and drops duplicates.
func (s *sample) unique() {
	ends := uint64(0)
	for _, e := range s.edges {
		ends |= e.U
	}
	if width := bits.Len64(ends); width <= 32 { // and the other ends are smaller
		keys := make([]uint64, 2*len(s.edges))
		keys, spare := keys[:len(s.edges)], keys[len(s.edges):]
		for i, e := range s.edges {
			keys[i] = e.U<<width | e.V
		}
		for i, key := range radix.Sort(keys, spare, 2*width) {
			s.edges[i] = graph.WideEdge{U: key >> width, V: key & (1<<width - 1)}
		}
	} else {
		slices.SortFunc(s.edges, func(a, b graph.WideEdge) int { return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V)) })
	}
	s.edges = slices.Compact(s.edges)
}

// merge takes over what others kept, of so many records in all.
func (s *sample) merge(others []*sample, records uint64) {
	for _, other := range others {
		other.reach(records)
		s.rate = max(s.rate, other.rate)
		s.edges = append(s.edges, other.edges...)
		other.edges = nil
	}
}

// scanWork returns the list entries that are looked at for so many records, loops
// apart, where for each edge the list of its larger end in the order of the ids is
// scanned.
//
// A vertex with a edges to smaller ids and b to larger ones adds a*b to the work of
// the edges. Of these, so many are kept at rate r as to make it a*b/4^r in the mean,
// since the two kinds are kept independently.
func (s *sample) scanWork(records uint64) uint64 {
	s.unique()
	if len(s.edges) == 0 {
		return 0
	}
	lows := make([]uint64, len(s.edges))
	for i, e := range s.edges {
		lows[i] = e.V
	}
	if width := bits.Len64(slices.Max(lows)); width <= 32 {
		lows = radix.Sort(lows, make([]uint64, len(lows)), width)
	} else {
		slices.Sort(lows)
	}
	work, next := uint64(0), 0
	for begin := 0; begin < len(s.edges); {
		id, end := s.edges[begin].U, begin
		for end < len(s.edges) && s.edges[end].U == id {
			end++
		}
		for next < len(lows) && lows[next] < id {
			next++
		}
		first := next
		for next < len(lows) && lows[next] == id {
			next++
		}
		work += uint64(end-begin) * uint64(next-first)
		begin = end
	}
	if s.rate == 0 && uint64(len(s.edges)) == records {
		return work
	}
	each := math.Ldexp(float64(work), int(s.rate)) / float64(len(s.edges)) // for an edge
	return uint64(min(math.Round(each*float64(records)), math.MaxUint64/2))
}
