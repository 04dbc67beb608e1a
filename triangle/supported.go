package triangle

import (
	"context"
	"iter"
	"math/bits"
	"slices"
	"sort"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// supported holds the edges of a graph with their support: of each vertex those to
// larger ones, ascending.
type supported struct {
	offsets []uint64 // of each vertex in the edges, and their number
	edges   []supportedEdge
	pages   *supportedPages // that have the edges instead; nil where these are in memory
}

// supportedEdge is the larger vertex of an edge and below it the support, so that edges
// are sorted as numbers.
type supportedEdge uint64

func (e supportedEdge) end() uint32     { return uint32(e >> 32) }
func (e supportedEdge) support() uint32 { return uint32(e) }

// close removes the file, where there is one.
func (s *supported) close() error {
	if s.pages == nil {
		return nil
	}
	return s.pages.spill.Close()
}

// row returns the edges of a vertex to larger ones.
func (s *supported) row(u uint32) []supportedEdge {
	begin, end := s.offsets[u], s.offsets[u+1]
	if s.pages == nil {
		return s.edges[begin:end]
	}
	row := make([]supportedEdge, 0, end-begin)
	s.pages.each(begin, end, func(_ uint64, some []supportedEdge) bool {
		row = append(row, some...)
		return true
	})
	return row
}

// behind yields the rows behind so many edges, of which the first may be the end of one,
// and each may come in several pieces.
func (s *supported) behind(edges uint64) iter.Seq2[uint32, []supportedEdge] {
	return func(yield func(uint32, []supportedEdge) bool) {
		vertices := len(s.offsets) - 1
		u := sort.Search(vertices, func(u int) bool { return s.offsets[u+1] > edges })
		if s.pages != nil {
			s.pages.each(edges, s.offsets[vertices], func(at uint64, some []supportedEdge) bool {
				for len(some) > 0 {
					for s.offsets[u+1] <= at {
						u++
					}
					n := min(uint64(len(some)), s.offsets[u+1]-at)
					if !yield(uint32(u), some[:n]) {
						return false
					}
					at, some = at+n, some[n:]
				}
				return true
			})
			return
		}
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

// arrange moves the support of each position of oriented lists to its edge, in the order
// of the ids; without support, the position itself, of which there are fewer than 2^32
// then. Edges go to the bucket of their source, a range of vertices, which is where they
// stay; there, in cache, they are moved to their source's row, and that is sorted.
func arrange(ctx context.Context, o *lists.Oriented, support []uint32, v *lists.Vertices, p cpucount.Params) (supported, error) {
	workers := par.Workers(p.Threads)
	s := supported{offsets: hugemem.Make[uint64](v.Count + 1), edges: hugemem.Make[supportedEdge](int(o.Edges()))}
	sources, err := hugemem.New[uint16](int(o.Edges())) // of each edge, within its bucket
	if err != nil {
		return s, err
	}
	defer sources.Free()
	if err := par.Touch(ctx, workers, s.offsets); err != nil {
		return s, err
	}
	shift, buckets := bucketsOf(uint64(v.Count))
	tasks := cutEdges(o, arrangeTasks(workers))
	p.Meter.Start("arrange", 2*int64(o.Edges()))

	// First how many edges of each task go to each bucket, and then these.
	at := make([][]uint64, len(tasks)-1)
	err = par.Each(ctx, workers, len(at), func(_, t int) error {
		counts := make([]uint64, buckets)
		for r := tasks[t]; r < tasks[t+1]; r++ {
			u := v.Of(r)
			for _, other := range o.Row(r) {
				counts[min(u, v.Of(other))>>shift]++
			}
		}
		at[t] = counts
		return nil
	})
	if err != nil {
		return s, err
	}
	begins := make([]uint64, buckets+1)
	next := uint64(0)
	for b := range buckets {
		begins[b] = next
		for _, counts := range at {
			next, counts[b] = next+counts[b], next
		}
	}
	begins[buckets] = next
	err = par.Each(ctx, workers, len(at), func(_, t int) error {
		to, low := at[t], uint32(1)<<shift-1
		for r := tasks[t]; r < tasks[t+1]; r++ {
			u, pos := v.Of(r), o.Offsets()[r]
			for i, other := range o.Row(r) {
				w := v.Of(other)
				source, target := min(u, w), max(u, w)
				value := uint32(pos + uint64(i))
				if support != nil {
					value = support[pos+uint64(i)]
				}
				place := &to[source>>shift]
				s.edges[*place] = supportedEdge(target)<<32 | supportedEdge(value)
				sources.Slice()[*place] = uint16(source & low)
				*place++
			}
		}
		p.Meter.Add(int64(o.Offsets()[tasks[t+1]] - o.Offsets()[tasks[t]]))
		return nil
	})
	if err != nil {
		return s, err
	}
	all := make([]bucket, workers)
	err = par.Each(ctx, workers, buckets, func(worker, b int) error {
		if all[worker].ends == nil {
			all[worker].most, all[worker].ends = mostRoom, make([]uint64, 1<<shift)
		}
		all[worker].rows(&s, b<<shift, begins[b], begins[b+1], sources.Slice())
		p.Meter.Add(int64(begins[b+1] - begins[b]))
		return nil
	})
	return s, err
}

// bucketsOf returns how many bits of a vertex tell it from others in its bucket, and how
// many buckets there are: few enough that each of them has a cache line to itself, while
// no number in one passes 16 bits.
func bucketsOf(vertices uint64) (shift, buckets int) {
	const fewBits = 10
	shift = min(max(bits.Len64(vertices)-fewBits, 0), 16)
	return shift, int((vertices + 1<<shift - 1) >> shift)
}

// arrangeTasks is into how many tasks the edges are cut: an end is heeded between two.
func arrangeTasks(workers int) int { return max(64, 4*workers) }

// arrangeBytes is what arrange holds beside what it makes.
func arrangeBytes(vertices, edges uint64, workers int) int64 {
	shift, buckets := bucketsOf(vertices)
	return 2*int64(edges) + 8*int64(arrangeTasks(workers))*int64(buckets) +
		8*int64(workers)*(int64(min(edges, mostRoom))+1<<shift)
}

// mostRoom is of how many edges buckets may be that are copied, and rows that are sorted by
// their digits: what a worker holds does not grow with the graph.
const mostRoom = 1 << 20

// cutEdges cuts the rows into about so many ranges of equally many edges.
func cutEdges(o *lists.Oriented, tasks int) []uint32 {
	cuts := []uint32{0}
	for t := range tasks {
		edges := o.Edges() / uint64(tasks) * uint64(t+1)
		row, _ := slices.BinarySearch(o.Offsets(), edges)
		if t == tasks-1 {
			row = o.Rows()
		}
		if last := cuts[len(cuts)-1]; uint32(row) > last {
			cuts = append(cuts, uint32(min(row, o.Rows())))
		}
	}
	return cuts
}
