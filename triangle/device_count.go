package triangle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
)

// countOnDevice counts a source on a GPU: raw records go there, and the count
// comes back. What does not fit it is counted in parts, and so is what several
// share.
func (p *preparation) countOnDevice(ctx context.Context, src graph.Source) error {
	return p.onDevices(ctx, func(devices []*gpu.Device) error {
		if len(devices) == 1 && p.opt.Parts == (Parts{}) {
			err := p.countWhole(ctx, devices[0], src)
			if !errors.Is(err, gpu.ErrOutOfMemory) || !p.mayBeRanked() {
				return err
			}
			p.forget()
		}
		return p.countPartsOnDevices(ctx, devices, src)
	})
}

// mayBeRanked reports whether a source can be read again, and ranked as parts
// are.
func (p *preparation) mayBeRanked() bool { return p.result.Info.Rereadable && p.opt.leavesOrder() }

// countWhole counts a source on a GPU in one piece.
func (p *preparation) countWhole(ctx context.Context, dev *gpu.Device, src graph.Source) (err error) {
	lists, err := p.deviceLists(ctx, dev, src)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, lists.Close()) }()
	r := p.result
	r.Order, r.Method, r.MaxOutDegree = p.plan.Order, p.plan.Method, lists.MaxOutDegree
	p.lap(&r.Seconds.Orient)
	count, took, err := gpucount.Count(ctx, dev, lists, r.Method, p.opt.deviceParams())
	if err != nil {
		return err
	}
	p.lap(&r.Seconds.Count)
	r.Triangles, r.Seconds.Kernels = count, took.Seconds()
	r.Engine, r.Device = EngineCUDA, dev.Info().Name
	_, r.DeviceBytes = dev.Used()
	return nil
}

func (opt Options) deviceParams() gpucount.Params {
	return gpucount.Params{Columns: opt.Columns, PairThreads: opt.PairThreads, SliceBits: opt.SliceBits, OnTheFly: opt.OnTheFly, Meter: opt.Meter}
}

// onDevices plans the count for GPUs, opens them and runs body there.
func (p *preparation) onDevices(ctx context.Context, body func(devices []*gpu.Device) error) error {
	p.plan = planDeviceCount(p.opt)
	p.opt.Meter.Start("open", 0)
	return p.opt.withDevices(ctx, func(devices []*gpu.Device) error {
		p.lap(&p.result.Seconds.Open)
		return body(devices)
	})
}

// devices is the GPUs as the code below knows them; nil where none were chosen.
func (opt Options) devices() *gpu.Group { return (*gpu.Group)(opt.Devices) }

// withDevices opens the GPUs that were chosen and runs body with them.
func (opt Options) withDevices(ctx context.Context, body func(devices []*gpu.Device) error) (err error) {
	group, giveBack := opt.devices().OrFirst()
	defer func() { err = cmp.Or(err, giveBack()) }()
	devices, err := group.Devices(ctx)
	if err != nil {
		return err
	}
	for _, dev := range devices {
		dev.ResetPeak()
	}
	return body(devices)
}

// planDeviceCount chooses order and method for a GPU where the wishes leave
// them open. There is nothing to ask of the degrees: to rank by them takes the
// GPU a small part of the time of reading.
func planDeviceCount(opt Options) CountPlan {
	plan := CountPlan{Order: opt.Order, Method: opt.method(), Reason: "as asked"}
	if opt.leavesOrder() {
		plan.Order = graph.OrderDegree
		plan.Reason = "ranking the hubs first keeps every list short, and costs a GPU little"
	}
	return plan
}

// deviceLists puts the oriented lists of a source on the device. The CPU makes
// them where the device does not.
func (p *preparation) deviceLists(ctx context.Context, dev *gpu.Device, src graph.Source) (*gpugraph.Oriented, error) {
	if !gpugraph.Ranks(p.plan.Order) {
		return p.upload(ctx, dev, src)
	}
	cleaned, err := p.ingest(ctx, dev, src)
	if p.asksCPU(err) {
		return p.upload(ctx, dev, src)
	}
	if err != nil {
		return nil, err
	}
	lists, err := cleaned.Orient(ctx, p.plan.Order)
	if err := cmp.Or(err, cleaned.Close()); err != nil {
		if lists != nil {
			_ = lists.Close() // the first error says more
		}
		return nil, err
	}
	return lists, nil
}

// asksCPU reports whether the CPU has to clean for the device, because the
// device does not take the ids and the CPU is not to do it all.
func (p *preparation) asksCPU(err error) bool {
	if !errors.Is(err, gpugraph.ErrIDs) || p.opt.cpuMayCount() || !p.result.Info.Rereadable {
		return false
	}
	p.result.Note = fmt.Sprintf("cleaned and oriented on the CPU: %v", err)
	return true
}

// loaded returns the records of a source: of one that holds a graph its edges,
// which are clean, and the report of those that they were.
func (p *preparation) loaded(ctx context.Context, src graph.Source) (graph.Source, *graph.Report, error) {
	loader, ok := src.(graph.Loader)
	if !ok {
		return src, nil, nil
	}
	g, err := loader.Graph(ctx, p.opt.Threads)
	if err != nil {
		return nil, nil, err
	}
	p.lap(&p.result.Seconds.Read)
	report := g.Report()
	return memory{g}, &report, nil
}

// ingest reads and cleans a source on the device.
func (p *preparation) ingest(ctx context.Context, dev *gpu.Device, src graph.Source) (*gpugraph.Cleaned, error) {
	src, report, err := p.loaded(ctx, src)
	if err != nil {
		return nil, err
	}
	cleaned, err := gpugraph.Ingest(ctx, dev, src, gpugraph.Options{Threads: p.opt.Threads, Meter: p.opt.Meter})
	if err != nil {
		return nil, err
	}
	r := p.result
	r.Vertices, r.Edges = uint64(cleaned.Vertices()), cleaned.Edges()
	r.Wedges, r.MaxDegree, r.Cleaning = cleaned.Wedges(), cleaned.MaxDegree(), cleaned.Report()
	if report != nil {
		r.Cleaning = *report
	}
	r.Seconds.Read += cleaned.ReadTime().Seconds()
	r.Seconds.Total += cleaned.ReadTime().Seconds()
	p.lap(&r.Seconds.Clean)
	if p.opt.Strict {
		if err := r.Cleaning.Strict(r.Info); err != nil {
			_ = cleaned.Close() // the first error says more
			return nil, err
		}
	}
	return cleaned, nil
}

// cleanOnCPU has the CPU read and clean a source for the device's plan.
func (p *preparation) cleanOnCPU(ctx context.Context, src graph.Source) error {
	plan := p.plan
	p.opt.Order = plan.Order
	err := p.prepare(ctx, src)
	p.plan = plan
	return err
}

// upload has the CPU clean, rank and orient a source for the device.
func (p *preparation) upload(ctx context.Context, dev *gpu.Device, src graph.Source) (*gpugraph.Oriented, error) {
	if err := p.cleanOnCPU(ctx, src); err != nil {
		return nil, err
	}
	lists, err := p.orient(ctx)
	if err != nil {
		return nil, err
	}
	return gpugraph.Upload(ctx, dev, lists)
}

// planOnDevice reads and cleans a source on a GPU, and plans the count. Of what is
// counted in parts it does not read more than it takes to find that out.
func (p *preparation) planOnDevice(ctx context.Context, src graph.Source) error {
	return p.onDevices(ctx, func(devices []*gpu.Device) error {
		if len(devices) > 1 || p.opt.Parts != (Parts{}) {
			return p.planPartsOnDevices(devices, nil)
		}
		if gpugraph.Ranks(p.plan.Order) {
			cleaned, err := p.ingest(ctx, devices[0], src)
			switch {
			case err == nil:
				return cleaned.Close()
			case errors.Is(err, gpu.ErrOutOfMemory) && p.mayBeRanked():
				return p.planPartsOnDevices(devices, err)
			case !p.asksCPU(err):
				return err
			}
		}
		return p.cleanOnCPU(ctx, src)
	})
}

// fallsBack reports whether the CPU may count after an error of the GPU.
func (p *preparation) fallsBack(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil && ofDevice(err) && p.opt.cpuMayCount() && p.result.Info.Rereadable
}

// fallBack forgets what was done on the GPU, but for the time.
func (p *preparation) fallBack(err error) {
	p.forget()
	p.result.Note = fmt.Sprintf("counted on the CPU: %v", err)
}

// forget forgets what was done, but for the time.
func (p *preparation) forget() {
	took := p.result.Seconds
	p.result = newResult(p.result.Info)
	p.result.Seconds.Total = took.Total
	p.result.Seconds.Open = took.Total
	p.lap(&p.result.Seconds.Open)
}
