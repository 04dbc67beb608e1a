package gpugraph

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// Options bounds and observes the steps of this package. The zero value reads
// with every core.
type Options struct {
	Threads int          // goroutines that read the source; 0 for one a core
	Piece   int          // edges that are handed over at once, longer rows aside; 0 for all that there are
	Order   bool         // keep the vertex of each rank, and of Ingest the degree of each id
	Centers bool         // of parts: rank by graph.OrderAverageDegree, of records
	Meter   *graph.Meter // progress; may be nil

	// Links are other devices by which Ingest sends records, too.
	Links []*gpu.Device

	// Ahead, where it is not nil, prepares what comes after Ingest, beside its reading.
	Ahead func() error

	// batch is how many records are sorted at once, in parts at most; 0 for a
	// good choice.
	batch int
	// mark is told after each stage that its work is in the stream.
	mark func(stage string, stream *gpu.Stream) error
	// told is told what is read from the device, and may change it.
	told func(what string, words []uint64)
}

// work is what lists are made with, whole or in parts: a run, the kernels, the
// keys, and what sorting needs beside them.
type work struct {
	*gpurun.Run
	opt Options

	keys, spare gpu.Array[uint64] // of records, then of edges; and as much room
	counts      gpu.Array[uint64] // of the digits of each pass; or of each warp, of one kind or two
	totals      gpu.Array[uint64] // of rows of counts
	known       gpu.Array[uint64] // of each tile and digit, and the next tile; or where runs split, or buckets begin, and their long rows; or facts
}

func newWork(dev *gpu.Device, opt Options) *work {
	w := &work{Run: gpurun.New(dev), opt: opt}
	w.counts = gpurun.Array[uint64](w.Run, max(kernels.Digits*kernels.Passes, 2*w.wide()*kernels.Warps))
	w.totals = gpurun.Array[uint64](w.Run, kernels.Passes)
	return w
}

// done takes note of a stage whose work is in the stream. It fails where the
// context has ended.
func (w *work) done(ctx context.Context, stage string) {
	if w.Err == nil && w.opt.mark != nil {
		w.Err = w.opt.mark(stage, w.Stream)
	}
	w.Fail(context.Cause(ctx))
}

// ask waits for the device and returns what kernels wrote.
func (w *work) ask(what string, from gpu.Array[uint64]) []uint64 {
	words := gpurun.Read(w.Run, from)
	if w.Err == nil && w.opt.told != nil {
		w.opt.told(what, words)
	}
	return words
}
