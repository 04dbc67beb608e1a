package triangle

import (
	"cmp"
	"context"
	"fmt"
	"slices"

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
	if r.opt.holdsStore(r.info) {
		return nil
	}
	return &graph.MemoryError{What: "sharing the lists among GPUs", Need: deviceHostBytes(r.info, r.opt.Threads), Limit: r.opt.Memory}
}

// partsOnDevices makes the lists piece by piece, and the GPUs count them in parts.
func (r *run) partsOnDevices(ctx context.Context, devices []*gpu.Device) (err error) {
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
	parts := &Divided{files: files}
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
	found, err := parts.countOnDevices(ctx, devices, slices.Collect(parts.Grid.Subtasks()), r.opt, nil)
	if err != nil {
		return err
	}
	r.take(found)
	return parts.Store.Close()
}

// sizePieces makes pieces no larger than what is good for the devices.
func (r *run) sizePieces(devices []*gpu.Device) error {
	room, err := gpucount.LeastRoom(devices)
	r.devicePiece = pieceForDevices(r.info, room, len(devices))
	return err
}

// deviceFiles returns where the lists go: to memory, nil, or where they are
// likely not to fit it to files, which are to be removed.
func (r *run) deviceFiles() (files objectfs.FS, remove func() error, err error) {
	if r.opt.holdsStore(r.info) {
		return nil, func() error { return nil }, nil
	}
	if !r.opt.spillsStore(r.info, r.devicePiece) {
		need := r.opt.deviceFilesBytes(r.info, r.devicePiece)
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
	if err := s.Rank(ctx, graph.OrderRecords); err != nil {
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
		Threads: r.opt.Threads, Piece: int(r.opt.piece(r.info, r.devicePiece)), Meter: r.opt.Meter,
	})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, opened.Close()) }()
	r.clock.lap(&r.clock.Read)
	all := partition.Range{End: opened.Rows()}
	if parts.Store, err = partition.NewStore(all.End, gpucount.WideningCuts(all.End, r.opt.Parts.Columns), parts.files); err != nil {
		return err
	}
	if err := opened.Build(ctx, gpucount.AddTo(ctx, parts.Store)); err != nil {
		return err
	}
	report := opened.Report()
	if clean != nil {
		report = clean.Report()
	}
	r.result.Order, r.result.MaxOutDegree = graph.OrderRecords, opened.MaxOutDegree()
	r.clock.lap(&r.clock.Orient)
	return cmp.Or(r.describe(opened.Facts(), report), parts.Store.Seal())
}

// cutForDevices cuts a store into parts that the devices can count.
func (r *run) cutForDevices(ctx context.Context, devices []*gpu.Device, parts *Divided) error {
	room, err := gpucount.LeastRoom(devices)
	if err != nil {
		return err
	}
	r.result.Method = r.count.Method
	parts.Grid, err = r.opt.deviceCutting(len(devices), room).Cut(ctx, parts.Store)
	r.result.Parts = parts.size()
	r.clock.lap(&r.clock.Orient)
	return err
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
