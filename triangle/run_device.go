package triangle

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// onDevices opens the GPUs and carries the plan out there.
func (r *run) onDevices(ctx context.Context) error {
	r.opt.Meter.Start("open", 0)
	return r.opt.withDevices(ctx, func(devices []*gpu.Device) error {
		r.clock.lap(&r.clock.Open)
		if r.asked != ofGraph && !r.opt.inParts(r.plan.way, len(devices)) {
			devices = devices[:1]
		}
		r.count = r.opt.planDeviceCount(r.plan.way, len(devices))
		shared := r.opt.sharedRows(r.plan.way, len(devices), uint64(r.info.Records.Get()))
		if shared && !r.explain && r.opt.takesLink(len(devices)-1) {
			r.links = devices[1:2]
		}
		r.looks = r.opt.looks(r.plan.way) && r.asked == ofGraph
		switch {
		case r.explain && r.opt.inParts(r.plan.way, len(devices)):
			return r.explainParts(devices)
		case r.plan.way == partsOnDevice, r.plan.way == partsUploaded:
			return r.partsOnDevices(ctx, devices)
		case r.opt.inParts(r.plan.way, len(devices)):
			return r.sharedByDevices(ctx, devices)
		}
		return r.wholeOnDevices(ctx, devices)
	})
}

// devices returns the GPUs that were chosen.
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

// wholeOnDevices counts the source on a GPU in one piece, with others that may take a share.
func (r *run) wholeOnDevices(ctx context.Context, devices []*gpu.Device) (err error) {
	dev := devices[0]
	if r.explain {
		return r.explainWhole(ctx, devices)
	}
	if r.asked != ofGraph {
		if err := dev.Fits("the answer", r.plan.Bytes.Get()); err != nil {
			return err
		}
	}
	made, err := r.deviceLists(ctx, dev)
	if err != nil {
		return err
	}
	var took time.Duration
	var found gpucount.Found
	defer func() {
		err = found.Closing(err, made.Close())
		if err == nil {
			r.result.Note = cmp.Or(noteOfLost(found), r.result.Note)
		}
	}()
	result := r.result
	result.Method = r.count.Method
	switch {
	case r.asked != ofGraph:
		took, err = r.answerOnDevice(ctx, dev, made)
	case len(devices) > 1:
		devices, found, err = r.shareRows(ctx, devices, made)
		took = found.Kernels
	default:
		result.Triangles, took, err = gpucount.Count(ctx, dev, made, result.Method, r.opt.deviceParams())
	}
	if err != nil {
		return err
	}
	r.clock.lap(&r.clock.Count)
	r.clock.Kernels = took.Seconds()
	result.Device, result.DeviceBytes = gpu.Names(devices), peakOf(devices)
	return nil
}

// shareRows has several GPUs count lists that the first has, or the first alone where that takes
// less time. It returns those that did, and what they found.
func (r *run) shareRows(ctx context.Context, devices []*gpu.Device, made *gpugraph.Oriented) ([]*gpu.Device, gpucount.Found, error) {
	if group := r.opt.devices(); r.opt.Engine == device.CUDA && group.Count() > 0 && r.opt.deviceParams().Shares(made.Edges) {
		for _, dev := range devices {
			if err := dev.Opened(); err != nil { // it was asked for by its number
				return devices, gpucount.Found{}, err
			}
		}
	}
	found, shared, err := gpucount.CountShared(ctx, devices, made, r.opt.deviceParams())
	r.result.Triangles = found.Triangles
	if !shared {
		devices = devices[:1]
	}
	return devices, found, err
}

// noteOfLost says what a result should of devices that failed; "" where none did.
func noteOfLost(found gpucount.Found) string {
	var notes []string
	if len(found.Lost) > 0 {
		notes = append(notes, fmt.Sprintf("counted without a device that failed: %v", found.Lost[0]))
	}
	if found.Closed != nil {
		notes = append(notes, fmt.Sprintf("not all memory was given back: %v", found.Closed))
	}
	return strings.Join(notes, "; ")
}

// peakOf returns the most bytes that any of the devices held.
func peakOf(devices []*gpu.Device) int64 {
	most := int64(0)
	for _, dev := range devices {
		_, peak := dev.Used()
		most = max(most, peak)
	}
	return most
}

// explainWhole reads and cleans the source, and says what the lists will take.
func (r *run) explainWhole(ctx context.Context, devices []*gpu.Device) error {
	dev := devices[0]
	if r.plan.way == wholeUploaded {
		if _, err := r.listsOnCPU(ctx); err != nil {
			return err
		}
	} else {
		cleaned, err := r.ingest(ctx, dev)
		if err != nil {
			return err
		}
		if err := cleaned.Close(); err != nil {
			return err
		}
	}
	rows := r.result.Vertices - r.result.Cleaning.Isolated
	r.count.Bytes = gpugraph.ListsBytes(int(rows), r.result.Edges)
	switch {
	case len(devices) == 1:
	case r.opt.sharedRows(r.plan.way, len(devices), r.result.Edges):
		r.count.Reason += "; the GPUs share the rows, each with all lists, if these have hubs"
	default:
		r.count.Reason += "; one GPU counts: for several to share so few edges takes longer"
	}
	return nil
}

func (opt Options) deviceParams() gpucount.Params {
	return gpucount.Params{
		Columns: opt.Columns, BlockThreads: opt.BlockThreads, Blocks: opt.Blocks, PairThreads: opt.PairThreads,
		SliceBits: opt.SliceBits, OnTheFly: opt.OnTheFly, LeastShared: opt.leastShared, Meter: opt.Meter,
	}
}

// deviceLists makes the oriented lists of the source on the device, or the CPU
// makes them.
func (r *run) deviceLists(ctx context.Context, dev *gpu.Device) (*gpugraph.Oriented, error) {
	made, err := r.uploadOrOrient(ctx, dev)
	if err != nil {
		return nil, err
	}
	r.result.Order, r.result.MaxOutDegree = r.count.Order, made.MaxOutDegree
	r.clock.lap(&r.clock.Orient)
	return made, nil
}

func (r *run) uploadOrOrient(ctx context.Context, dev *gpu.Device) (*gpugraph.Oriented, error) {
	if r.plan.way == wholeUploaded {
		made, err := r.listsOnCPU(ctx)
		if err != nil {
			return nil, err
		}
		return gpugraph.Upload(ctx, dev, made, gpugraph.Options{Threads: r.opt.Threads})
	}
	cleaned, err := r.ingest(ctx, dev)
	if err != nil {
		return nil, err
	}
	made, err := cleaned.Orient(ctx, r.count.Order)
	if err := cmp.Or(err, cleaned.Close()); err != nil {
		if made != nil {
			_ = made.Close() // the first error says more
		}
		return nil, err
	}
	return made, nil
}

// listsOnCPU makes the lists on the CPU, in the order of the plan.
func (r *run) listsOnCPU(ctx context.Context) (o *lists.Oriented, err error) {
	if r.info.Loaded {
		g, err := r.graph(ctx)
		if err != nil {
			return nil, err
		}
		facts, err := lists.FactsOfGraph(ctx, g, r.opt.Threads)
		if err := cmp.Or(err, r.describe(facts, g.Report())); err != nil {
			return nil, err
		}
		o, err := r.orientGraph(ctx, g, r.count.Order, nil, nil)
		if err != nil || r.asked == ofGraph {
			return o, err
		}
		return o, r.takeVertices(ctx, g, o)
	}
	s, err := r.openRecords(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, s.Close()) }()
	rows, records := s.MostRows(), s.Records()
	need := assembledBytes(rows, records) + reorderBytes(r.count.Order, rows, records) +
		r.asked.hostBytes(s.MostVertices(), records, r.opt.Threads)
	if !s.Reserve(need) {
		return nil, &graph.MemoryError{What: "making the lists for the GPU", Need: need, Limit: r.opt.Memory}
	}
	if err := s.Rank(ctx, r.count.Order); err != nil {
		return nil, err
	}
	r.clock.lap(&r.clock.Order)
	return r.wholeLists(ctx, s)
}

// ingest reads and cleans the source on the device.
func (r *run) ingest(ctx context.Context, dev *gpu.Device) (*gpugraph.Cleaned, error) {
	src, clean, err := r.loaded(ctx)
	if err != nil {
		return nil, err
	}
	opt := gpugraph.Options{Threads: r.opt.Threads, Meter: r.opt.Meter, Order: r.asked != ofGraph}
	if r.asked == ofGraph && !r.explain {
		opt.Ahead = func() error { return gpucount.LoadAhead(dev, r.count.Method, r.info.Records) }
	}
	opt.Links = r.links
	cleaned, err := gpugraph.Ingest(ctx, dev, src, opt)
	if len(opt.Links) > 0 && gpu.Failed(err) && ctx.Err() == nil && r.info.Rereadable {
		opt.Links = nil // it may be one of these that failed
		cleaned, err = gpugraph.Ingest(ctx, dev, src, opt)
	}
	if err != nil {
		return nil, err
	}
	report := cleaned.Report()
	r.found.ids = cleaned.IDs()
	if clean != nil {
		report, r.found.ids.Labels = clean.Report(), clean.Labels()
	}
	r.clock.pass(&r.clock.Read, cleaned.ReadTime())
	r.clock.lap(&r.clock.Clean)
	if err := cmp.Or(r.describe(cleaned.Facts(), report), r.checkRoom()); err != nil {
		_ = cleaned.Close() // the first error says more
		return nil, err
	}
	if r.looks {
		look, err := cleaned.Look(ctx)
		if err != nil {
			_ = cleaned.Close() // the first error says more
			return nil, err
		}
		r.count.Order, r.count.Reason = gpucount.ChooseOrder(dev, look)
	}
	return cleaned, nil
}
