package triangle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"slices"
	"strings"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/scratch"
)

// countPartsOnDevices counts a source in parts, on all devices.
func (p *preparation) countPartsOnDevices(ctx context.Context, devices []*gpu.Device, src graph.Source) (err error) {
	if err := p.boundPieces(devices); err != nil {
		return err
	}
	files, remove, err := p.opt.deviceFiles(p.result.Info)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, remove()) }()
	store, grid, err := p.preparePartsOnDevices(ctx, devices, src, files)
	if err != nil {
		return err
	}
	p.result.Triangles, err = countSubtasksOnDevices(ctx, devices, store, grid, slices.Collect(grid.Subtasks()), p.opt, p.result, nil)
	return cmp.Or(err, store.Close())
}

// boundPieces has pieces be no larger than what is good for the devices.
func (p *preparation) boundPieces(devices []*gpu.Device) error {
	room, err := gpucount.LeastRoom(devices)
	p.opt.mostPiece = devicePiece(p.result.Info, room, len(devices))
	return err
}

// deviceFiles returns where the lists go: to memory, nil, or where they are likely
// not to fit it to files, which are to be removed.
func (opt Options) deviceFiles(info graph.Info) (files objectfs.FS, remove func() error, err error) {
	if opt.Memory == 0 || deviceHostBytes(info, opt.Threads) <= opt.Memory {
		return nil, func() error { return nil }, nil
	}
	if need := opt.deviceFilesBytes(info); need > opt.Memory {
		return nil, nil, &graph.MemoryError{What: "counting in parts on a GPU", Need: need, Limit: opt.Memory}
	}
	made, err := scratch.New(opt.TmpDir)
	if err != nil {
		return nil, nil, err
	}
	return objectfs.NewScratch(made.Name), made.Remove, nil
}

// preparePartsOnDevices makes the store of a source, with the first device, and
// with the CPU what a device does not do; and the grid for all of them.
func (p *preparation) preparePartsOnDevices(ctx context.Context, devices []*gpu.Device, src graph.Source, files objectfs.FS) (*partition.Store, partition.Grid, error) {
	store, err := p.buildStore(ctx, devices, src, files)
	if err != nil {
		return nil, partition.Grid{}, err
	}
	p.result.Method = p.plan.Method
	room, err := gpucount.LeastRoom(devices)
	if err != nil {
		return nil, partition.Grid{}, err
	}
	grid, err := p.opt.deviceCutting(len(devices), room).Cut(ctx, store)
	p.result.Parts = &Parts{Rows: len(grid.Rows), Columns: len(grid.Columns)}
	for range grid.Subtasks() {
		p.result.Parts.Subtasks++
	}
	p.lap(&p.result.Seconds.Orient)
	return store, grid, err
}

func (p *preparation) buildStore(ctx context.Context, devices []*gpu.Device, src graph.Source, files objectfs.FS) (*partition.Store, error) {
	if len(devices) > 1 && files == nil {
		store, err := p.fetchWhole(ctx, devices[0], src)
		if !errors.Is(err, gpu.ErrOutOfMemory) || !p.mayBeRanked() {
			return store, err
		}
		p.forget()
	}
	if p.result.Info.Rereadable {
		store, err := p.buildOnDevice(ctx, devices[0], src, files)
		if !p.asksCPU(err) {
			return store, err
		}
	}
	return p.buildOnCPU(ctx, src, files)
}

// fetchWhole has the lists made on a device in one piece.
func (p *preparation) fetchWhole(ctx context.Context, dev *gpu.Device, src graph.Source) (*partition.Store, error) {
	lists, err := p.deviceLists(ctx, dev, src)
	if err != nil {
		return nil, err
	}
	r := p.result
	r.Order, r.MaxOutDegree = p.plan.Order, lists.MaxOutDegree
	store, err := gpucount.Fetch(ctx, dev, lists, p.opt.piece(r.Info), p.opt.Threads)
	p.lap(&r.Seconds.Orient)
	return store, cmp.Or(err, lists.Close())
}

// buildOnDevice makes the lists in parts, on a device that has no room for all.
func (p *preparation) buildOnDevice(ctx context.Context, dev *gpu.Device, src graph.Source, files objectfs.FS) (_ *partition.Store, err error) {
	src, report, err := p.loaded(ctx, src)
	if err != nil {
		return nil, err
	}
	r := p.result
	parts, err := gpugraph.OpenParts(ctx, dev, src, gpugraph.Options{Threads: p.opt.Threads, Piece: int(p.opt.piece(r.Info)), Meter: p.opt.Meter})
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, parts.Close()) }()
	p.lap(&r.Seconds.Read)
	all := partition.Range{End: parts.Rows()}
	store, err := partition.NewStore(all.End, gpucount.WideningCuts(all.End, p.opt.Parts.Columns), files)
	if err != nil {
		return nil, err
	}
	err = parts.Build(ctx, func(first uint32, lengths, neighbors []uint32) error {
		rows := partition.Range{Begin: first, End: first + uint32(len(lengths))}
		return store.Add(ctx, &partition.Block{Rows: rows, Columns: all, Lengths: lengths, Neighbors: neighbors})
	})
	if err != nil {
		return nil, err
	}
	p.facts = parts.Facts()
	r.Order, r.MaxOutDegree = graph.OrderRecords, parts.MaxOutDegree()
	if report == nil {
		cleaning := parts.Report()
		report = &cleaning
	}
	p.lap(&r.Seconds.Orient)
	return store, cmp.Or(p.describe(*report), store.Seal())
}

// buildOnCPU has the CPU make the lists.
func (p *preparation) buildOnCPU(ctx context.Context, src graph.Source, files objectfs.FS) (*partition.Store, error) {
	source, err := p.openParts(ctx, src)
	if err != nil {
		return nil, err
	}
	store, _, err := p.storePieces(ctx, source, files)
	return store, cmp.Or(err, source.Close())
}

// preparePartsForDevices is [PrepareParts] for GPUs.
func preparePartsForDevices(ctx context.Context, src graph.Source, files objectfs.FS, opt Options) (*Result, *partition.Store, partition.Grid, error) {
	p := newPreparation(src.Info(), opt)
	var store *partition.Store
	var grid partition.Grid
	err := p.onDevices(ctx, func(devices []*gpu.Device) (err error) {
		if err := p.boundPieces(devices); err != nil {
			return err
		}
		store, grid, err = p.preparePartsOnDevices(ctx, devices, src, files)
		return err
	})
	return p.result, store, grid, err
}

// countSubtasksForDevices is countSubtasks for GPUs.
func countSubtasksForDevices(ctx context.Context, store *partition.Store, grid partition.Grid, tasks []partition.Subtask, opt Options, r *Result,
	finished func(t partition.Subtask, triangles uint64) error) (triangles uint64, err error) {
	err = opt.withDevices(ctx, func(devices []*gpu.Device) (err error) {
		triangles, err = countSubtasksOnDevices(ctx, devices, store, grid, tasks, opt, r, finished)
		return err
	})
	return triangles, err
}

// countSubtasksOnDevices counts some subtasks with a counter a device, and
// returns their sum. finished is told of each; it may be nil.
func countSubtasksOnDevices(ctx context.Context, devices []*gpu.Device, store *partition.Store, grid partition.Grid,
	tasks []partition.Subtask, opt Options, r *Result, finished func(t partition.Subtask, triangles uint64) error) (uint64, error) {
	begin := time.Now()
	queue := &cpucount.Queue{Store: store, Grid: grid, Finished: finished, Lost: ofDevice, Meter: opt.Meter}
	found, err := gpucount.CountSubtasks(ctx, devices, queue, tasks, opt.method(), opt.deviceParams(), opt.Threads)
	took := time.Since(begin).Seconds()
	r.Seconds.Count += took
	r.Seconds.Total += took
	if err != nil {
		return 0, err
	}
	r.Engine, r.Method, r.Order = EngineCUDA, opt.method(), cmp.Or(r.Order, graph.OrderRecords)
	if len(found.Lost) > 0 {
		r.Note = fmt.Sprintf("counted without a device that failed: %v", found.Lost[0])
	}
	names := make([]string, len(devices))
	for i, dev := range devices {
		names[i] = dev.Info().Name
		_, peak := dev.Used()
		r.DeviceBytes = max(r.DeviceBytes, peak)
	}
	r.Seconds.Kernels = found.Kernels.Seconds()
	r.Device = strings.Join(names, ", ")
	return found.Triangles, nil
}
