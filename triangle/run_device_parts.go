package triangle

import (
	"cmp"
	"context"
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/scratch"
)

// sharedByDevices makes the lists whole on the first GPU, and all GPUs count them
// in parts, from the memory of the host.
func (r *run) sharedByDevices(ctx context.Context, devices []*gpu.Device) error {
	if err := r.sizePieces(devices); err != nil {
		return err
	}
	if err := r.shares(); err != nil {
		return err
	}
	lists, err := r.deviceLists(ctx, devices[0])
	if err != nil {
		return err
	}
	parts := new(Divided)
	parts.Store, err = gpucount.Fetch(ctx, devices[0], lists, r.opt.piece(r.info, r.devicePiece), r.opt.Threads)
	r.clock.lap(&r.clock.Orient)
	if err := cmp.Or(err, lists.Close()); err != nil {
		return err
	}
	return r.countDivided(ctx, devices, parts)
}

// shares refuses lists that the machine's memory has no room for.
func (r *run) shares() error {
	if r.opt.holdsStore(r.info, r.plan.way) {
		return nil
	}
	return &graph.MemoryError{What: "sharing the lists among GPUs", Need: r.opt.deviceHostBytes(r.info, r.plan.way), Limit: r.opt.Memory}
}

// partsOnDevices makes the lists piece by piece, and the GPUs count them in parts.
func (r *run) partsOnDevices(ctx context.Context, devices []*gpu.Device) (err error) {
	for _, dev := range devices {
		if err := dev.Fits("the least part", r.opt.leastDeviceBytes(r.info, r.plan.way)); err != nil {
			return err
		}
	}
	if err := r.sizePieces(devices); err != nil {
		return err
	}
	if r.parts != nil {
		if err := r.buildParts(ctx, devices[0], r.parts); err != nil {
			return err
		}
		return r.cutForDevices(ctx, devices, r.parts)
	}
	files, remove, err := r.deviceFiles()
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, remove()) }()
	parts := &Divided{files: files, asked: r.asked}
	if err := r.buildParts(ctx, devices[0], parts); err != nil {
		return err
	}
	return r.countDivided(ctx, devices, parts)
}

// countDivided cuts a store for the GPUs and counts it.
func (r *run) countDivided(ctx context.Context, devices []*gpu.Device, parts *Divided) error {
	if err := r.cutForDevices(ctx, devices, parts); err != nil {
		return err
	}
	err := r.countParts(ctx, parts, func(ctx context.Context, tasks []partition.Subtask, opt Options, finished func(partition.Subtask, uint64) error) (*Result, error) {
		return parts.countOnDevices(ctx, devices, tasks, opt, finished)
	})
	return cmp.Or(err, parts.Store.Close())
}

// sizePieces makes pieces no larger than what is good for the devices.
func (r *run) sizePieces(devices []*gpu.Device) error {
	room, err := gpucount.LeastRoom(devices)
	r.devicePiece, r.deviceRoom = pieceForDevices(r.info, room, len(devices)), room
	return err
}

// deviceFiles returns where the lists go: to memory, nil, or where they are
// likely not to fit it to files, which are to be removed.
func (r *run) deviceFiles() (files objectfs.FS, remove func() error, err error) {
	if r.opt.holdsStore(r.info, r.plan.way) {
		return nil, func() error { return nil }, nil
	}
	if !r.opt.spillsStore(r.info, r.plan.way, r.devicePiece) {
		need := r.opt.deviceFilesBytes(r.info, r.plan.way, r.devicePiece)
		return nil, nil, &graph.MemoryError{What: "counting in parts on a GPU", Need: need, Limit: r.opt.Memory}
	}
	made, err := scratch.New(r.opt.TmpDir)
	if err != nil {
		return nil, nil, err
	}
	return objectfs.NewScratch(made.Name), made.Remove, nil
}

// buildParts makes the lists piece by piece, on a device or on the CPU.
func (r *run) buildParts(ctx context.Context, dev *gpu.Device, parts *Divided) error {
	if r.plan.way == partsOnDevice {
		return r.buildOnDevice(ctx, dev, parts)
	}
	s, err := r.openRecords(ctx)
	if err != nil {
		return err
	}
	if err := s.rankPieces(ctx, r.count.Order); err != nil {
		return cmp.Or(err, s.Close())
	}
	_, err = r.storePieces(ctx, s, parts)
	return cmp.Or(err, s.Close())
}

// buildOnDevice makes the lists piece by piece on a device that has no room for
// all of them.
func (r *run) buildOnDevice(ctx context.Context, dev *gpu.Device, parts *Divided) (err error) {
	src, clean, err := r.loaded(ctx)
	if err != nil {
		return err
	}
	opened, err := gpugraph.OpenParts(ctx, dev, src, gpugraph.Options{
		Threads: r.opt.Threads, Piece: int(r.opt.piece(r.info, r.devicePiece)), Meter: r.opt.Meter, Order: r.asked != ofGraph,
		Centers: r.opt.partsOrder() == graph.OrderAverageDegree,
	})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, opened.Close()) }()
	r.clock.lap(&r.clock.Read)
	cuts, err := r.deviceCuts(ctx, opened)
	if err != nil {
		return err
	}
	if parts.Store, err = partition.NewStore(opened.Rows(), cuts, parts.files); err != nil {
		return err
	}
	if err := opened.Build(ctx, gpucount.AddTo(ctx, parts.Store)); err != nil {
		return err
	}
	report := opened.Report()
	if clean != nil {
		report = clean.Report()
	}
	r.result.Order, r.result.MaxOutDegree = r.opt.partsOrder(), opened.MaxOutDegree()
	if r.asked != ofGraph {
		if err := r.numberParts(ctx, opened, clean); err != nil {
			return err
		}
	}
	r.clock.lap(&r.clock.Orient)
	return cmp.Or(r.describe(opened.Facts(), report), parts.Store.Seal())
}

// deviceCuts cuts the columns of lists that are made piece by piece on a device.
func (r *run) deviceCuts(ctx context.Context, opened *gpugraph.Parts) ([]partition.Range, error) {
	if !r.opt.Parts.TCBW {
		return gpucount.WideningCuts(opened.Rows(), r.opt.Parts.Columns), nil
	}
	counts, err := opened.Counts(ctx)
	if err != nil {
		return nil, err
	}
	ends := uint64(0)
	for _, n := range counts {
		ends += uint64(n)
	}
	return gpucount.LikeCuts(counts, r.opt.columnCuts(opened.Rows(), ends/2, r.deviceRoom)), nil
}

// numberParts numbers the vertices of lists that were made piece by piece, of a graph that
// was there if there was one.
func (r *run) numberParts(ctx context.Context, opened *gpugraph.Parts, clean *graph.Graph) error {
	ids, err := opened.IDs(ctx)
	if err != nil {
		return err
	}
	if clean != nil {
		ids.Labels = clean.Labels()
	}
	r.found.vertices, r.found.degrees = ids.Number(opened.Order(), r.opt.Threads)
	return nil
}

// cutForDevices cuts a store into parts that the devices can count.
func (r *run) cutForDevices(ctx context.Context, devices []*gpu.Device, parts *Divided) error {
	room, err := gpucount.LeastRoom(devices)
	if err != nil {
		return err
	}
	r.result.Method = r.count.Method
	cutting := r.opt.deviceCutting(len(devices), room)
	cutting.Memory = r.subtaskMemory(parts)
	parts.Grid, err = cutting.Cut(ctx, parts.Store)
	parts.longest = r.result.MaxOutDegree
	r.result.Parts = parts.size(r.opt)
	r.clock.lap(&r.clock.Orient)
	return err
}

// subtaskMemory is what counters on GPUs may take of the machine's memory to answer, beside
// the answer and the store; 0 for no limit.
func (r *run) subtaskMemory(parts *Divided) int64 {
	opt := r.leftBeside(parts)
	if opt.Memory <= 0 || r.asked == ofGraph {
		return 0
	}
	all := partition.Range{End: parts.Store.Rows()}
	if opt.Memory -= besideGPUBytes(uint64(r.found.vertices.Count)); parts.Store.InMemory() {
		opt.Memory -= partition.StoreBytes(all.End, 1, parts.Store.Edges(all, all))
	}
	return max(opt.Memory, 1)
}

// explainParts makes the plan again, now that it is known how many GPUs there are and
// how much room they have. The error is why it will not do.
func (r *run) explainParts(devices []*gpu.Device) error {
	room, err := gpucount.LeastRoom(devices)
	if err != nil {
		return err
	}
	ids, reason := int(r.info.Vertices.Get()), r.plan.Reason
	r.plan = r.opt.plan(r.info, r.plan.way, gpus{len(devices), room})
	r.plan.Reason, r.count.Bytes = reason, room
	switch r.plan.way {
	case wholeOnDevice, wholeUploaded:
		return cmp.Or(devices[0].Fits("the graph", r.opt.wholeDeviceBytes(r.info, r.plan.way).Get()), r.shares())
	}
	if r.cause != nil && (gpugraph.PartsBytes(ids) > room || r.plan.parts.Rows >= gpucount.MostRows) {
		return fmt.Errorf("in parts, too: %w", r.cause)
	}
	return nil
}
