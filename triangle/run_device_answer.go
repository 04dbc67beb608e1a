package triangle

import (
	"cmp"
	"context"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// answerOnDevice answers the question from lists on a GPU. It returns the time that the
// kernels took.
func (r *run) answerOnDevice(ctx context.Context, dev *gpu.Device, made *gpugraph.Oriented) (took time.Duration, err error) {
	d := gpurun.New(dev)
	defer func() { err = cmp.Or(err, d.Close()) }()
	counts := gpurun.Array[uint64](d, made.Rows)
	if d.Err != nil {
		return 0, d.Err
	}
	numbered := make(chan error, 1)
	go func() { numbered <- r.numberVertices(ctx, dev, made) }()
	took, err = gpucount.Vertices(ctx, dev, made, r.result.Method, r.opt.deviceParams(), counts)
	if err := cmp.Or(<-numbered, err); err != nil {
		return 0, err
	}
	rows, err := gpurun.Bring(ctx, dev, counts, r.opt.Threads)
	if err != nil {
		return 0, err
	}
	return took, r.takeRows(ctx, rows)
}

// numberVertices numbers the vertices of lists that were made on a GPU, while it works
// on.
func (r *run) numberVertices(ctx context.Context, dev *gpu.Device, made *gpugraph.Oriented) error {
	f := &r.found
	if f.ids == nil { // the CPU has made the lists, and numbered them
		return nil
	}
	rows, err := gpurun.Bring(ctx, dev, made.Order, r.opt.Threads)
	if err != nil {
		return err
	}
	f.vertices, f.degrees = f.ids.Number(rows, r.opt.Threads)
	f.ids = nil
	return nil
}

// checkRoom refuses an answer that would not fit the machine's memory beside what a GPU
// takes of it.
func (r *run) checkRoom() error {
	ids := max(r.result.Vertices, uint64(len(r.found.ids.Degrees)))
	need := r.asked.hostBytes(ids, r.result.Edges, r.opt.Threads)
	if r.asked != ofGraph && r.opt.Memory > 0 && need > r.opt.Memory {
		return &graph.MemoryError{What: r.asked.String(), Need: need, Limit: r.opt.Memory}
	}
	return nil
}

// hostBytes is what the machine holds of an answer that a GPU gives: what is known of
// the ids and rows until it is known of the vertices, and the answer.
func (q question) hostBytes(vertices, edges uint64, threads int) int64 {
	if q == ofGraph {
		return 0
	}
	return processBytes + driverBytes + pinnedBytes + q.bytes(vertices, edges, threads) + int64(4+4+8)*int64(vertices)
}

// answersOnDevice reports whether the machine surely has the memory for an answer that a
// GPU gives, from lists that are made there or by the CPU.
func (opt Options) answersOnDevice(q question, w way, x extent) bool {
	need := q.hostBytes(x.vertices(), uint64(x.info.Records.Get()), opt.Threads)
	if w == wholeOnDevice || opt.Memory < need {
		return need <= opt.Memory
	}
	opt.Memory -= need
	return opt.fitsLists(x, opt.deviceOrder())
}
