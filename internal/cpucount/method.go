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
	SliceBits int          // bitslice: bits a slice, a power of two from 8 to 512; 0 for 64
	Meter     *graph.Meter // progress; may be nil

	grain uint64 // estimated work a chunk; 0 for a good one (tests cut finer)
}

// procedure is a method as the CPU runs it.
type procedure struct {
	// count counts the triangles of oriented lists.
	count func(ctx context.Context, o *lists.Oriented, p Params) (uint64, error)
	// bytes is the most that count holds beside the lists, and what it must
	// have: a method that can do with less than it would like (bitslice) says
	// no more than p.Memory where that is enough.
	bytes func(rows int, edges uint64, maxOut uint32, p Params) int64
}

// procedures holds every method of the CPU.
var procedures = map[Method]procedure{
	Auto:      {countAuto, autoBytes},
	Merge:     {countMerge, mergeBytes},
	MergePath: {countMergePath, mergeBytes},
	Search:    {countSearch, mergeBytes},
	Hash:      {countHash, hashBytes},
	Bitmap:    {countBitmap, bitmapBytes},
	Bitslice:  {countBitslice, bitsliceBytes},
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
	procedure, ok := procedures[method]
	if !ok {
		return 0, fmt.Errorf("unknown method %q", method)
	}
	if p.Memory > 0 {
		need := procedure.bytes(o.Rows(), o.Edges(), o.MaxOutDegree(), p)
		if need > p.Memory {
			return 0, &graph.MemoryError{What: "counting by " + string(method), Need: need, Limit: p.Memory}
		}
	}
	return procedure.count(ctx, o, p)
}
