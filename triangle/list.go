package triangle

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// Listing is the answer to [List]: a graph that is ready for its triangles to be listed,
// as often as wanted, and which of them are. Triangles of the result is 0, as nobody has
// counted them. Vertices are as in [PerVertex].
type Listing struct {
	Result
	Labels  graph.Labels // ids of the vertices; they may live in the source, until it is closed
	Degrees []uint32     // neighbours of each vertex

	// Which triangles are listed, and how; to be set before a list begins.
	Through   []uint32     // vertices that are corners of each of them; only their neighbours are looked at
	MinDegree uint32       // neighbours that each corner has at least
	Unordered bool         // they come in any order, which may be faster
	Numbers   bool         // instead of their vertices, triangles have the numbers of these, none of which may have more than 32 bits
	Meter     *graph.Meter // progress; at first that of the options

	lists    *lists.Oriented
	vertices lists.Vertices
	params   cpucount.Params
}

// List reads src, so that its triangles can be listed one by one. It plans, reads and
// cleans as [Count] does, on the CPU and with the graph whole in memory; a list itself
// takes little more, however many triangles there are.
//
// Errors: those of [Count], and errors.ErrUnsupported for device.CUDA and for Parts.
func List(ctx context.Context, src graph.Source, opt Options) (*Listing, error) {
	r, err := opt.run(ctx, src, goal{asked: eachTriangle})
	if err != nil {
		return nil, err
	}
	f := &r.found
	return &Listing{
		Result: *r.result, Labels: f.vertices.Labels, Degrees: f.degrees, Meter: opt.Meter,
		lists: f.lists, vertices: f.vertices, params: f.params,
	}, nil
}

// All yields every triangle once, as its vertices, ascending. In which order they come
// depends on the graph and its order, and not on the method or the threads. Leaving the
// loop ends the list.
//
// An error comes last, beside no triangle: the cause of ctx when it ends.
func (l *Listing) All(ctx context.Context) iter.Seq2[[3]uint32, error] {
	return func(yield func([3]uint32, error) bool) {
		for some, err := range l.Batches(ctx) {
			if err != nil {
				yield([3]uint32{}, err)
				return
			}
			least, middle, most := some[0], some[1][:len(some[0])], some[2][:len(some[0])]
			for i := range least {
				if !yield([3]uint32{least[i], middle[i], most[i]}, nil) {
					return
				}
			}
		}
	}
}

// Batches yields what [Listing.All] does, many at once: the smallest vertices of some
// triangles, those in the middle, and the largest ones, which are valid until the next.
func (l *Listing) Batches(ctx context.Context) iter.Seq2[[3][]uint32, error] {
	return func(yield func([3][]uint32, error) bool) {
		listing := cpucount.Listing{Vertices: &l.vertices, Degrees: l.Degrees, Least: l.MinDegree, Unordered: l.Unordered}
		if len(l.Through) > 0 {
			through := slices.Compact(slices.Sorted(slices.Values(l.Through)))
			if listing.Through = l.vertices.Rows(through); len(listing.Through) < len(through) || len(through) > 3 ||
				int(slices.Max(listing.Through)) >= l.lists.Rows() {
				return // one of them is alone, or no triangle has so many
			}
		}
		if l.Numbers {
			listing.IDs = make([]uint32, l.lists.Rows())
			for r := range listing.IDs {
				listing.IDs[r] = uint32(l.Labels.Number(l.vertices.Of(uint32(r))))
			}
		}
		params := l.params
		params.Meter = l.Meter
		err := listing.List(ctx, l.lists, l.Method, params, func(some cpucount.Triangles) error {
			if !yield(some, nil) {
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield([3][]uint32{}, err)
		}
	}
}

// errEnough ends a list that nobody takes any more.
var errEnough = errors.New("enough")
