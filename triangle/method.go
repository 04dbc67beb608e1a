package triangle

import (
	"context"
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// Method names a way of counting. All of them give the same count on every
// order; they differ in time and memory.
type Method string

const (
	Auto      Method = "auto"
	Merge     Method = "merge"
	MergePath Method = "merge-path"
	Search    Method = "search"
	Hash      Method = "hash"
	Bitmap    Method = "bitmap"
	Bitslice  Method = "bitslice"
)

// Methods lists every method, Auto first.
var Methods = []Method{Auto, Merge, MergePath, Search, Hash, Bitmap, Bitslice}

// Params are the parameters of a method. The zero value is a good choice.
type Params struct {
	Threads   int          // goroutines; 0 for one a core
	Memory    int64        // bytes the method may hold beside the lists; 0 for no limit
	SliceBits int          // bitslice: bits a slice, a multiple of 64; 0 for 64
	Meter     *graph.Meter // progress; may be nil
}

// counter counts the triangles of oriented lists.
type counter func(ctx context.Context, o *graph.Oriented, p Params) (uint64, error)

// counters holds every method of the CPU.
var counters = map[Method]counter{}

// CountOriented counts the triangles of oriented lists by one method.
func CountOriented(ctx context.Context, o *graph.Oriented, method Method, p Params) (uint64, error) {
	count, ok := counters[method]
	if !ok {
		return 0, fmt.Errorf("unknown method %q", method)
	}
	return count(ctx, o, p)
}
