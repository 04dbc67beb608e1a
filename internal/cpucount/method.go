package cpucount

import (
	"context"
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
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
	Shared    Method = "shared" // on a GPU only
)

// Methods lists every method of the CPU, Auto first.
var Methods = []Method{Auto, Merge, MergePath, Search, Hash, Bitmap, Bitslice}

// Params are the parameters of a method. The zero value is a good choice.
type Params struct {
	Threads   int          // goroutines; 0 for one a core
	Memory    int64        // bytes the method may hold beside the lists; 0 for no limit
	SliceBits int          // bitslice: bits a slice, a power of two from 4 to 512; 0 for 64
	OnTheFly  bool         // bitslice: make slices anew for every edge, even where there is memory to keep them
	Windows   bool         // auto: put rows into windows wherever these fit, as WindowsByID has advised
	Meter     *graph.Meter // progress; may be nil

	grain uint64 // estimated work a chunk; 0 for a good one (tests cut finer)
}

// procedure is a method as the CPU runs it.
type procedure struct {
	// pairs prepares the method for oriented lists.
	pairs func(ctx context.Context, o *lists.Oriented, p Params) (*pairs, error)
	// bytes is the most that count holds beside the lists, and what it must
	// have: a method that can do with less than it would like (bitslice) says
	// no more than p.Memory where that is enough.
	bytes func(rows int, edges uint64, maxOut uint32, p Params) int64
}

// procedures holds every method of the CPU.
var procedures = map[Method]procedure{
	Auto:      {nil, autoBytes},
	Merge:     {mergePairs, mergeBytes},
	MergePath: {mergePathPairs, mergeBytes},
	Search:    {searchPairs, mergeBytes},
	Hash:      {hashPairs, hashBytes},
	Bitmap:    {bitmapPairs, bitmapBytes},
	Bitslice:  {bitslicePairs, bitsliceBytes},
}

// Bytes estimates what the method holds beside the lists.
func (m Method) Bytes(rows int, edges uint64, maxOut uint32, p Params) int64 {
	return procedures[m].bytes(rows, edges, maxOut, p)
}

// Count counts the triangles of oriented lists by one method.
//
// Errors: *graph.MemoryError before any work when the method's own structures
// would not fit p.Memory, the cause of ctx when it ends, graph.ErrOverflow.
func Count(ctx context.Context, o *lists.Oriented, method Method, p Params) (uint64, error) {
	if err := method.fits(o, p, 0); err != nil {
		return 0, err
	}
	if method == Auto {
		return countAuto(ctx, o, p)
	}
	return method.walk(ctx, o, p, nil)
}

// fits refuses a method whose structures do not fit the memory beside so many bytes
// of answers.
func (m Method) fits(o *lists.Oriented, p Params, answers int64) error {
	procedure, ok := procedures[m]
	if !ok {
		return fmt.Errorf("unknown method %q", m)
	}
	if p.Memory <= 0 {
		return nil
	}
	p.Memory = max(p.Memory-answers, 1)
	need := procedure.bytes(o.Rows(), o.Edges(), o.MaxOutDegree(), p)
	if need > p.Memory {
		return &graph.MemoryError{What: "counting by " + string(m), Need: need + answers, Limit: p.Memory + answers}
	}
	return nil
}

// walk goes over all pairs by a method that takes them one by one.
func (m Method) walk(ctx context.Context, o *lists.Oriented, p Params, to taker) (uint64, error) {
	pairs, err := procedures[m].pairs(ctx, o, p)
	if err != nil {
		return 0, err
	}
	if pairs.free != nil {
		defer pairs.free()
	}
	return walkPairs(ctx, o, p, pairs, to)
}
