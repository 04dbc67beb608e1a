package triangle

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Plan is how a source is counted.
type Plan struct {
	Ingest IngestPlan `json:"ingest"` // from the header and the limits alone
	Count  CountPlan  `json:"count"`  // from the degrees
}

// IngestPlan is what is decided before anything is read, from the header and
// the limits alone.
type IngestPlan struct {
	Engine  device.Engine `json:"engine"`
	Reason  string        `json:"reason"` // why this engine
	Threads int           `json:"threads"`
	Parts   int           `json:"parts"`   // into which the graph is cut, about
	Records graph.Size    `json:"records"` // raw records to read, at most
	Bytes   graph.Size    `json:"bytes"`   // held, on a GPU there, while reading, cleaning and orienting, at most
	Limit   int64         `json:"limit"`   // bytes allowed, there; 0 for no limit
	Disk    int64         `json:"disk"`    // bytes written to temporary files, at most
	Mapped  bool          `json:"mapped"`  // the file holds a clean graph, used in place

	way   way
	parts Parts // into which it is cut, about
}

// CountPlan is what is decided once the degrees are known.
type CountPlan struct {
	Order    graph.Order `json:"order"`
	Method   Method      `json:"method"`
	Flat     bool        `json:"flat"`      // count on the symmetric lists as they are, without orienting them
	ScanWork uint64      `json:"scan_work"` // list entries that OrderID would scan
	Bytes    int64       `json:"bytes"`     // held while counting, at most, 0 where nothing bounds it; on a GPU the bytes of the lists
	Reason   string      `json:"reason"`    // why this order and method

	windows bool // rows are put into windows, wherever these fit
}

// Explain returns how [Count] would count src. It reads and cleans as much as that
// takes, and counts nothing. Lists that the CPU makes for a GPU are made, to know
// their size. Where no GPU can be used that would have
// been, the plan is that of the CPU, and the reason says why.
//
// Errors: those of [Count].
func Explain(ctx context.Context, src graph.Source, opt Options) (*Plan, error) {
	r, err := opt.run(ctx, src, goal{explain: true})
	if err != nil {
		return nil, err
	}
	return &Plan{Ingest: r.plan, Count: r.count}, nil
}

// way is one of the ways to count a source.
type way uint8

const (
	wholeOnDevice way = iota // records go to a GPU, and the lists stay there
	partsOnDevice            // a GPU makes the lists piece by piece, and they are counted in parts
	wholeUploaded            // the CPU makes the lists for the GPU
	partsUploaded            // the CPU makes them piece by piece, and GPUs count in parts
	wholeOnOpenCL            // the CPU makes the lists for a device of OpenCL
	wholeOnCPU
	withinMemory // the CPU makes the lists whole where they fit the memory, and else piece by piece
)

func (w way) onDevice() bool { return w < wholeOnCPU }

// follows reports whether w may do where another way ended with err.
func (w way) follows(before way, err error) bool {
	switch w {
	case partsOnDevice:
		return before == wholeOnDevice && (outOfDeviceMemory(err) || outOfMemory(err))
	case wholeUploaded:
		return before == wholeOnDevice && foreignIDs(err)
	case partsUploaded:
		return before == partsOnDevice && foreignIDs(err) || before == wholeUploaded && (outOfDeviceMemory(err) || outOfMemory(err))
	case wholeOnOpenCL:
		return before.onDevice() && errors.Is(err, gpu.ErrNone)
	case wholeOnCPU:
		return before.onDevice() && (ofDevice(err) || outOfMemory(err))
	case withinMemory:
		return before.onDevice() && ofDevice(err) || before != withinMemory && outOfMemory(err)
	}
	return false
}

// plans returns the ways to count a source, in order of preference: each but the
// first is for where one before it turns out not to do.
func (opt Options) plans(info graph.Info) []IngestPlan {
	engine, reason := chooseEngine(info, opt)
	var plans []IngestPlan
	add := func(w way, may bool) {
		if may {
			plans = append(plans, opt.plan(info, w, opt.gpus()))
			plans[len(plans)-1].Reason = reason
		}
	}
	asked := opt.Parts != (Parts{})
	if engine == device.CUDA {
		ranks := gpugraph.Ranks(opt.deviceOrder())
		again := info.Rereadable && opt.ordersParts() && opt.asked.inParts()
		add(wholeOnDevice, !asked && ranks)
		add(partsOnDevice, again)
		uploads := !opt.cpuMayCount()
		add(wholeUploaded, uploads && !asked && (info.Rereadable || !ranks))
		add(partsUploaded, uploads && (again || asked))
	}
	add(wholeOnOpenCL, engine == opencl.Engine || engine == device.CUDA && opt.triesOpenCL(info))
	if opt.cpuMayCount() {
		// Parts have an order of their own. A graph that is there is counted as it
		// is where there is room to orient it.
		within := asked || opt.Memory > 0 && opt.ordersParts()
		add(wholeOnCPU, !asked && (info.Loaded || !within))
		add(withinMemory, within)
	}
	return plans
}

// plansToDivide is plans for a graph that is to be divided in any case.
func (opt Options) plansToDivide(info graph.Info) []IngestPlan {
	if opt.Engine != device.CUDA {
		return []IngestPlan{opt.plan(info, withinMemory, gpus{})}
	}
	plans := []IngestPlan{opt.plan(info, partsUploaded, opt.gpus())}
	if info.Rereadable {
		plans = slices.Insert(plans, 0, opt.plan(info, partsOnDevice, opt.gpus()))
	}
	return plans
}

// gpus is what is known of the GPUs that a plan is for: before they are open, what was
// asked for.
type gpus struct {
	count int   // 0 for as many as there are, at least one
	room  int64 // bytes on each; 0 where there is no limit
}

func (opt Options) gpus() gpus {
	if !opt.asked.inParts() {
		return gpus{1, opt.devices().Limit()}
	}
	return gpus{opt.devices().Count(), opt.devices().Limit()}
}

// plan returns what is known of a way to count a source before it is read.
func (opt Options) plan(info graph.Info, w way, on gpus) IngestPlan {
	p := IngestPlan{
		Engine: device.CPU, Threads: par.Workers(opt.Threads), Parts: 1,
		Records: info.Records, Limit: opt.Memory, Mapped: info.Mapped, way: w, parts: Parts{Rows: 1, Columns: 1, Subtasks: 1},
	}
	switch w {
	case wholeOnCPU:
		if !info.Loaded {
			p.Bytes = wholeAtMost(info, p.Threads)
			break
		}
		p.Bytes = graph.Known(info.Holds()) // a mapped file's pages can be dropped; lists are planned from the degrees
	case withinMemory:
		// That the limit holds is no news of a source that tells nothing of its size.
		if p.Bytes = wholeAtMost(info, p.Threads); p.Bytes.Known() && opt.Memory > 0 {
			p.Bytes = graph.Known(min(p.Bytes.Get(), opt.Memory))
		}
		pieces := opt.planPieces(info)
		p.parts, p.Disk = pieces.parts, pieces.disk
	case wholeOnOpenCL:
		p.Engine, p.Bytes = opencl.Engine, wholeAtMost(info, p.Threads)
	default:
		p.Engine, p.Limit, p.Bytes = device.CUDA, opt.devices().Limit(), opt.wholeDeviceBytes(info, w)
		if !opt.inParts(w, on.count) {
			break
		}
		var cuts int
		p.parts, cuts = opt.guessDeviceParts(info, on)
		if on.room > 0 {
			p.Bytes = graph.Known(on.room)
		}
		if records := expectedRecords(info); records.Known() && !opt.holdsStore(info, w) {
			p.Disk = partition.StoreBytes(uint32(min(info.Vertices.Get(), math.MaxUint32)), cuts, uint64(records.Get()))
		}
	}
	p.Parts = p.parts.Rows * p.parts.Columns
	return p
}

// wholeAtMost returns the most bytes that are held while the CPU makes lists whole. A
// source that does not tell its records may bound them, as the size of a text does; its
// vertices are then as many as arrays are made for.
func wholeAtMost(info graph.Info, threads int) graph.Size {
	if most := info.MaxRecords; !info.Records.Known() && most.Known() {
		info.Records = most
		if !info.Vertices.Known() {
			info.Vertices = graph.Known(lists.DenseBound(uint64(most.Get())))
		}
	}
	_, bytes := lists.WholeBytes(info, threads)
	return bytes
}

// inParts reports whether so many GPUs count in parts. A graph that one has room for is
// answered for each vertex or edge by that one: it is done before several have shared it. By the
// method auto several have the lists whole, and share the rows, or one of them counts.
func (opt Options) inParts(w way, devices int) bool {
	return w == partsOnDevice || w == partsUploaded ||
		w.onDevice() && devices > 1 && opt.asked == ofGraph && opt.method() != cpucount.Auto
}

// sharedRows reports whether so many GPUs share the rows of lists with so many edges, if their
// hubs are counted apart.
func (opt Options) sharedRows(w way, devices int, edges uint64) bool {
	return w.onDevice() && devices > 1 && opt.asked == ofGraph && !opt.inParts(w, devices) && opt.deviceParams().Shares(edges)
}

// note says what a result should of a plan that was taken because another ended
// with err; "" where that is nobody's concern.
func (w way) note(before way, err error) string {
	switch {
	case !w.onDevice() && before.onDevice():
		return fmt.Sprintf("counted on the CPU: %v", err)
	case w == wholeUploaded, w == partsUploaded && foreignIDs(err):
		return fmt.Sprintf("cleaned and oriented on the CPU: %v", err)
	}
	return ""
}
