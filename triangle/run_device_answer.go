package triangle

import (
	"cmp"
	"context"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputruss"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// answerOnDevice answers the question from lists on a GPU. It returns the time that the
// kernels took.
func (r *run) answerOnDevice(ctx context.Context, dev *gpu.Device, made *gpugraph.Oriented) (took time.Duration, err error) {
	d := gpurun.New(dev)
	defer func() { err = cmp.Or(err, d.Close()) }()
	if r.asked == perVertex {
		return r.verticesOnDevice(ctx, d, made)
	}
	return r.edgesOnDevice(ctx, d, made)
}

// verticesOnDevice counts the triangles of each vertex.
func (r *run) verticesOnDevice(ctx context.Context, d *gpurun.Run, made *gpugraph.Oriented) (took time.Duration, err error) {
	counts := gpurun.Array[uint64](d, made.Rows)
	if d.Err != nil {
		return 0, d.Err
	}
	numbered := r.numberBeside(ctx, d.Device, made)
	took, err = gpucount.Vertices(ctx, d.Device, made, r.result.Method, r.opt.deviceParams(), counts)
	if err := cmp.Or(<-numbered, err); err != nil {
		return 0, err
	}
	return took, r.takeAllRows(func(take func(first int, rows []uint64) error) error {
		return gpurun.BringParts(ctx, d.Device, counts, r.opt.Threads, take)
	})
}

// edgesOnDevice counts the triangles of each edge, and finds its trussness where that is
// the question.
func (r *run) edgesOnDevice(ctx context.Context, d *gpurun.Run, made *gpugraph.Oriented) (took time.Duration, err error) {
	support, trussness := gpurun.Array[uint32](d, int(made.Edges)), gpu.Array[uint32]{}
	if r.asked == trussOfEdges {
		trussness = gpurun.Array[uint32](d, int(made.Edges))
	}
	if d.Err != nil {
		return 0, d.Err
	}
	numbered := r.numberBeside(ctx, d.Device, made)
	took, err = gpucount.Support(ctx, d.Device, made, r.result.Method, r.opt.deviceParams(), support)
	if err == nil && r.asked == trussOfEdges {
		gpurun.Copy(d, trussness, support)
		d.Wait()
		var peeling time.Duration
		if err = d.Err; err == nil {
			peeling, err = gputruss.Decompose(ctx, d.Device, made, trussness, r.opt.Meter)
		}
		took += peeling
	}
	if err := cmp.Or(<-numbered, err); err != nil {
		return 0, err
	}
	if room := d.Room(); d.Err != nil {
		return 0, d.Err
	} else if gpugraph.ArrangeBytes(made.Rows, r.found.vertices.Count, made.Edges) <= room {
		return took, r.arrangeOnDevice(ctx, d, made, support, trussness)
	}
	return took, r.arrangeBrought(ctx, d.Device, made, support, trussness)
}

// arrangeOnDevice puts the edges in the order of the ids on the GPU. There may be no
// trussness.
func (r *run) arrangeOnDevice(ctx context.Context, d *gpurun.Run, made *gpugraph.Oriented, support, trussness gpu.Array[uint32]) error {
	r.opt.Meter.Start("arrange", 0)
	f := &r.found
	rows := make([]uint32, made.Rows)
	err := par.Chunks(ctx, par.Workers(r.opt.Threads), len(rows), 1<<16, func(_, begin, end int) error {
		for row := begin; row < end; row++ {
			rows[row] = f.vertices.Of(uint32(row))
		}
		return nil
	})
	if err != nil {
		return err
	}
	a := made.Arrange(d, rows, f.vertices.Count, support, trussness)
	if d.Wait(); d.Err != nil {
		return d.Err
	}
	b := bringing{ctx: ctx, dev: d.Device, threads: r.opt.Threads}
	f.edges = supported{offsets: bring(&b, a.Offsets), edges: bring(&b, gpu.Cast[supportedEdge](a.Edges))}
	if r.asked == trussOfEdges {
		f.trussness = bring(&b, a.Others)
	}
	if b.err != nil {
		return b.err
	}
	return takeSupport(ctx, r, f.edges.edges)
}

// arrangeBrought puts the edges in the order of the ids on the CPU, where a GPU has no
// room for that.
func (r *run) arrangeBrought(ctx context.Context, dev *gpu.Device, made *gpugraph.Oriented, support, trussness gpu.Array[uint32]) (err error) {
	b := bringing{ctx: ctx, dev: dev, threads: r.opt.Threads}
	o := lists.NewOriented(bring(&b, made.Offsets), bring(&b, made.Neighbors))
	supports, all := bring(&b, support), bring(&b, trussness)
	if b.err != nil {
		return b.err
	}
	if err := takeSupport(ctx, r, supports); err != nil {
		return err
	}
	params := cpucount.Params{Threads: r.opt.Threads, Meter: r.opt.Meter}
	if r.asked == trussOfEdges {
		return r.arrangeTrussness(ctx, o, supports, all, params)
	}
	r.found.edges, err = arrange(ctx, o, supports, &r.found.vertices, params)
	return err
}

// bringing brings arrays of a device to the host, and keeps the first error.
type bringing struct {
	ctx     context.Context
	dev     *gpu.Device
	threads int
	err     error
}

func bring[T gpu.Element](b *bringing, from gpu.Array[T]) (to []T) {
	if b.err == nil {
		to, b.err = gpurun.Bring(b.ctx, b.dev, from, b.threads)
	}
	return to
}

// numberBeside is numberVertices beside what a GPU does meanwhile. The error is there at
// the end.
func (r *run) numberBeside(ctx context.Context, dev *gpu.Device, made *gpugraph.Oriented) <-chan error {
	numbered := make(chan error, 1)
	go func() { numbered <- r.numberVertices(ctx, dev, made) }()
	return numbered
}

// numberVertices numbers the vertices of lists that were made on a GPU.
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
// the ids and rows until it is known of the vertices, the lists that edges are arranged
// by, and the answer before and after that.
func (q question) hostBytes(vertices, edges uint64, threads int) int64 {
	bytes := processBytes + driverBytes + pinnedBytes + q.bytes(vertices, edges, threads) + int64(4+4+8)*int64(vertices)
	switch q {
	case ofGraph:
		return 0
	case perEdge:
		bytes += int64(4+4) * int64(edges)
	case trussOfEdges:
		bytes += int64(4+4+4) * int64(edges)
	}
	return bytes
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
