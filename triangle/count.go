package triangle

import (
	"context"
	"math/big"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Options are the wishes of a count. The zero value counts in the best way
// there is, on every core, without a memory limit.
type Options struct {
	Engine  device.Engine                      // "" for device.Auto
	Devices *device.Group                      // GPUs to use where one is wanted, left open; if they are several, they share the count where that pays; nil for the first one, opened for this count alone
	OpenCL  string                             // device of the engine "opencl": its number among those that tricycle devices lists; "" for the first GPU
	Method  Method                             // "" for "auto"
	Order   graph.Order                        // "" for graph.OrderAuto
	Threads int                                // goroutines; 0 for one a core
	Memory  int64                              // bytes that may be held in the machine's memory; 0 for no limit
	Strict  bool                               // loops, duplicates and one-way edges are errors
	Cleaned func(vertices, edges uint64) error // is told of the graph before its triangles are counted, and may refuse it; may be nil
	Meter   *graph.Meter                       // progress; may be nil

	Parts  Parts  // into which the graph is cut; the zero value for what the limits ask for
	TmpDir string // folder for what does not fit Memory; "" for the system's

	// Parameters of methods; 0 for a good choice.
	SliceBits    int  // bitslice: bits a slice, a power of two from 4 to 512
	Columns      int  // shared: rows that a block takes at once, 1 to 256
	BlockThreads int  // merge and shared on a GPU: threads of a block, a multiple of 32 up to 1024
	Blocks       int  // merge and shared on a GPU: blocks of a launch
	PairThreads  int  // merge-path on a GPU: threads a pair, a power of two up to 256
	OnTheFly     bool // bitslice: make slices anew for every edge, even where there is memory to keep them

	asked       question // of the graph
	leastShared uint64   // edges from which several GPUs share the rows; 0 for a good choice
}

// Seconds is the wall time of each phase.
type Seconds struct {
	Open    float64 `json:"open,omitempty"`    // wait for the GPU to be open, and what was tried there in vain
	Read    float64 `json:"read"`              // parse the input into raw edges
	Clean   float64 `json:"clean"`             // drop loops, merge duplicates, sort; for records on the CPU all until the lists are done
	Order   float64 `json:"order"`             // rank the vertices; on a GPU a part of Orient
	Orient  float64 `json:"orient"`            // relabel and orient the edges of a graph in memory, or on a GPU
	Count   float64 `json:"count"`             // count, every auxiliary structure included
	Kernels float64 `json:"kernels,omitempty"` // the part of Count that the GPU took by its own clock
	Total   float64 `json:"total"`
}

// Result is the answer and how it was found.
type Result struct {
	Info         graph.Info
	Vertices     uint64
	Edges        uint64
	Triangles    uint64
	Wedges       *big.Int // paths of length two, sum of d(d-1)/2
	MaxDegree    uint32
	MaxOutDegree uint32        // longest oriented list under Order
	Engine       device.Engine // that counted
	Note         string        // why another engine than the plan's did some of the work, or that a GPU failed; "" for neither
	Device       string        // name of the GPU; "" on the CPU
	DeviceBytes  int64         // most that was allocated there
	Method       Method
	Order        graph.Order
	Parts        *Parts // into which the graph was cut; nil where it was counted whole
	// Subtasks are those of the parts with the triangles of each, in the order of the grid; nil
	// where they are more than 10,000, or were counted by several processes.
	Subtasks []partition.Counted
	Cleaning graph.Report
	Seconds  Seconds
}

// Transitivity returns the global clustering coefficient, three times the
// triangles over the wedges; 0 for a graph without wedges.
func (r *Result) Transitivity() float64 {
	if r.Wedges == nil || r.Wedges.Sign() == 0 {
		return 0
	}
	closed := new(big.Int).Mul(big.NewInt(3), new(big.Int).SetUint64(r.Triangles))
	ratio, _ := new(big.Rat).SetFrac(closed, r.Wedges).Float64()
	return ratio
}

// Count counts the triangles of src.
//
// device.CUDA asks for a GPU, and device.Auto looks for one where src is large
// enough. With device.Auto the CPU begins anew if no GPU can be used or it fails;
// Result.Note says so. device.CUDA never counts on the CPU, and leaves it only the
// lists that a GPU cannot make: those of ids that are not dense enough, and those in
// graph.OrderDegeneracy. The engine "opencl" counts whole graphs on one device of OpenCL, of
// any maker, from lists that the CPU makes; it has the methods merge, search, shared and bitmap.
// device.Auto takes the first GPU of OpenCL where there is none of CUDA.
//
// Errors: *graph.InputError where the input breaks its format's rules (or, with
// Strict, is not clean), *graph.MemoryError before work that would not fit
// Memory, those of the classes of package device, the cause of ctx when it ends,
// graph.ErrOverflow; and where TmpDir cannot be written what the system says, which
// is syscall.ENOSPC for errors.Is where there is no room, even if that is found
// before anything is written.
func Count(ctx context.Context, src graph.Source, opt Options) (*Result, error) {
	r, err := opt.run(ctx, src, goal{})
	if err != nil {
		return nil, err
	}
	return r.result, nil
}
