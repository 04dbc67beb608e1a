package triangle

import (
	"context"
	"iter"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

// supported holds the edges of a graph with their support: of each vertex those to
// larger ones, ascending.
type supported struct {
	offsets []uint64 // of each vertex in edges, and their number
	edges   []supportedEdge
}

// supportedEdge is the larger vertex of an edge and below it the support, so that edges
// are sorted as numbers.
type supportedEdge uint64

func (e supportedEdge) end() uint32     { return uint32(e >> 32) }
func (e supportedEdge) support() uint32 { return uint32(e) }

func (s *supported) row(u uint32) []supportedEdge { return s.edges[s.offsets[u]:s.offsets[u+1]] }

// behind yields the rows behind so many edges, of which the first may be the end of one.
func (s *supported) behind(edges uint64) iter.Seq2[uint32, []supportedEdge] {
	return func(yield func(uint32, []supportedEdge) bool) {
		vertices := len(s.offsets) - 1
		u := sort.Search(vertices, func(u int) bool { return s.offsets[u+1] > edges })
		for ; u < vertices; u++ {
			begin := max(s.offsets[u], edges)
			if !yield(uint32(u), s.edges[begin:s.offsets[u+1]]) {
				return
			}
		}
	}
}

// supportedBytes is what the edges of so many vertices hold.
func supportedBytes(vertices, edges uint64) int64 { return int64(8*edges + 8*(vertices+1)) }

// newSupported moves the support of each position of oriented lists to its edge, in the
// order of the ids.
func newSupported(ctx context.Context, o *lists.Oriented, support []uint32, v *lists.Vertices, threads int) (supported, error) {
	workers := par.Workers(threads)
	s := supported{offsets: hugemem.Make[uint64](v.Count + 1), edges: hugemem.Make[supportedEdge](int(o.Edges()))}
	const rows = 1 << 12
	err := par.Chunks(ctx, workers, o.Rows(), rows, func(_, begin, end int) error {
		for r := uint32(begin); r < uint32(end); r++ {
			u := v.Of(r)
			for _, other := range o.Row(r) {
				atomic.AddUint64(&s.offsets[min(u, v.Of(other))], 1)
			}
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	// Each is where its row ends, and counted down to where it begins.
	for u := range v.Count {
		s.offsets[u+1] += s.offsets[u]
	}
	err = par.Chunks(ctx, workers, o.Rows(), rows, func(_, begin, end int) error {
		for r := uint32(begin); r < uint32(end); r++ {
			u, at := v.Of(r), o.Offsets()[r]
			for i, other := range o.Row(r) {
				w := v.Of(other)
				to := atomic.AddUint64(&s.offsets[min(u, w)], ^uint64(0))
				s.edges[to] = supportedEdge(max(u, w))<<32 | supportedEdge(support[at+uint64(i)])
			}
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	return s, s.sort(ctx, workers)
}

// sort sorts each row.
func (s *supported) sort(ctx context.Context, workers int) error {
	// Long rows are sorted by digits, in room of the worker's.
	const long = 1 << 10
	rooms := make([][]supportedEdge, workers)
	return par.Chunks(ctx, workers, len(s.offsets)-1, 1<<12, func(worker, begin, end int) error {
		for u := begin; u < end; u++ {
			row := s.row(uint32(u))
			if len(row) < long {
				slices.Sort(row)
				continue
			}
			if len(rooms[worker]) < len(row) {
				rooms[worker] = make([]supportedEdge, len(row))
			}
			if sorted := radix.Sort(row, rooms[worker], 64); &sorted[0] != &row[0] {
				copy(row, sorted)
			}
		}
		return nil
	})
}
