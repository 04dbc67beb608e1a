package triangle

import (
	"cmp"
	"math"
	"math/big"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Estimate is what a count by one engine will take, as far as can be told before
// anything is read. Bytes are bounds, if what was assumed of the source is no
// less than what it has; seconds are those of a model.
type Estimate struct {
	Engine   device.Engine `json:"engine"`
	Threads  int           `json:"threads"`
	Fits     bool          `json:"fits"`         // within the limits; else the rest is that of the least limits
	Memory   int64         `json:"memory_bytes"` // held in the machine's memory
	Pages    int64         `json:"page_bytes"`   // of the file besides, which is mapped; the system can drop them
	Device   int64         `json:"device_bytes"` // held on the GPU
	Disk     int64         `json:"disk_bytes"`   // written to temporary files
	Parts    Parts         `json:"parts"`        // about; 1 x 1 where the graph is counted whole
	Readings int           `json:"readings"`     // of the file
	Seconds  Seconds       `json:"seconds"`
	Machine  string        `json:"machine"` // whose speed that is
}

// Estimates is what a count will take, by each engine that was asked for.
type Estimates struct {
	Info graph.Info // of the source, with what was assumed of it
	Plan IngestPlan // that a count takes, if there is a GPU where it wants one
	Each []Estimate // by the engines that have the method; none where the source tells no size
}

// EstimateCount says what a count of a source will take by the engine of opt, by
// each of them for device.Auto. What the source does not tell is assumed: records by
// the size of the file, and a vertex for every fourth record. No GPU is needed for
// that. Where the count does not fit the limits of opt, it is estimated for the
// least with which it would.
//
// Errors: wishes that [Count] would refuse before it reads anything.
func EstimateCount(info graph.Info, opt Options) (Estimates, error) {
	return opt.estimates(ofGraph, info)
}

// EstimateVertices is [EstimateCount] for [Vertices].
func (opt Options) EstimateVertices(info graph.Info) (Estimates, error) {
	return opt.estimates(perVertex, info)
}

// EstimateEdges is [EstimateCount] for [Edges].
func (opt Options) EstimateEdges(info graph.Info) (Estimates, error) {
	return opt.estimates(perEdge, info)
}

// EstimateTruss is [EstimateCount] for [Truss].
func (opt Options) EstimateTruss(info graph.Info) (Estimates, error) {
	return opt.estimates(trussOfEdges, info)
}

// EstimateList is [EstimateCount] for [List]. How long the list itself takes depends on
// the triangles, which nobody knows: that is not in the seconds.
func (opt Options) EstimateList(info graph.Info) (Estimates, error) {
	return opt.estimates(eachTriangle, info)
}

func (opt Options) estimates(q question, info graph.Info) (Estimates, error) {
	taken, err := opt.answerable(q)
	if err = cmp.Or(err, opt.check()); err != nil {
		return Estimates{}, err
	}
	if opt.Engine == opencl.Engine {
		return Estimates{}, errOpenCL("estimating")
	}
	all := Estimates{Info: assume(info), Plan: taken.plans(info)[0]}
	if !all.Info.Records.Known() {
		return all, nil
	}
	for _, engine := range []device.Engine{device.CPU, device.CUDA} {
		one := opt
		one.Engine = engine
		asked := opt.Engine == "" || opt.Engine == device.Auto || opt.Engine == engine
		one, err := one.answerable(q)
		if !asked || err != nil || !has(engine, opt.method()) {
			continue
		}
		all.Each = append(all.Each, one.estimate(q, all.Info))
	}
	return all, nil
}

// assume fills in what a source does not tell before it is read.
func assume(info graph.Info) graph.Info {
	const recordsPerVertex = 4
	info.Records = expectedRecords(info)
	if !info.Vertices.Known() && info.Records.Known() {
		info.Vertices = graph.Known(min(max(info.Records.Get()/recordsPerVertex, 2), 1<<32-1))
	}
	return info
}

// estimate prices the plans of one engine.
func (opt Options) estimate(q question, info graph.Info) Estimate {
	e := Estimate{Engine: opt.Engine, Threads: par.Workers(opt.Threads), Fits: true, Parts: Parts{Rows: 1, Columns: 1, Subtasks: 1}}
	m := costs{info: info, threads: float64(e.Threads), asked: q}
	if info.Mapped {
		e.Pages = info.Bytes.Get()
	}
	if opt.Engine == device.CUDA {
		opt.estimateDevice(q, info, &e, &m)
		e.Machine = deviceMachine
	} else {
		opt.estimateCPU(q, info, &e, &m)
		e.Machine = cpuMachine
	}
	s := &e.Seconds
	s.Total = s.Open + s.Read + s.Clean + s.Order + s.Orient + s.Count
	return e
}

func (opt Options) estimateCPU(q question, info graph.Info, e *Estimate, m *costs) {
	x := declaredExtent(info)
	if !opt.answers(q, x) {
		e.Fits = false
		opt.Memory = opt.leastMemory(func(opt Options) bool { return opt.answers(q, x) })
	}
	e.Readings = m.readings()
	plans := opt.plans(info)
	if plans[0].way == wholeOnCPU {
		e.Memory = opt.wholeBytes(q, info)
		if opt.Memory <= 0 || e.Memory <= opt.Memory || len(plans) == 1 {
			e.Seconds = m.wholeOnCPU()
			return
		}
		if !info.Loaded {
			e.Readings++ // to find that the whole does not fit
		}
		plans = plans[1:]
	}
	e.Memory = opt.Memory
	switch {
	case q == ofGraph:
		e.Parts, e.Disk = plans[0].parts, plans[0].Disk
	case q.inParts() && !opt.answersWhole(q, x):
		pieces := opt.planAnswer(q, x)
		e.Parts, e.Disk = pieces.parts, pieces.disk
	default:
		_, spilled := lists.SpillBytes(info, opt.Memory, e.Threads)
		e.Disk = spilled.Get()
	}
	if e.Fits && e.Disk == 0 && e.Parts.Subtasks == 1 {
		e.Memory = min(e.Memory, opt.wholeBytes(q, info)) // more would not be used
	}
	e.Seconds = m.piecesOnCPU(e.Parts, e.Disk)
}

// planAnswer is planPieces for an answer that has no room beside the whole graph.
func (opt Options) planAnswer(q question, x extent) piecePlan {
	rows, _ := x.rows()
	opt = opt.besideRows(q, x.vertices(), uint64(rows))
	if opt.Parts == (Parts{}) {
		opt.Parts.Subtasks = 2 // or it were whole
	}
	p := opt.planPieces(x.info)
	if q == perEdge {
		p.disk += outsideEdgeBytes * x.info.Records.Get()
	}
	return p
}

// wholeBytes is what the CPU holds while it reads a source and counts it whole, for the
// answer to a question.
func (opt Options) wholeBytes(q question, info graph.Info) int64 {
	rows, records := int(info.Vertices.Get()), uint64(info.Records.Get())
	facts := lists.NewFacts(rows, rows, records, uint32(min(rows, math.MaxUint32)), new(big.Int))
	counting := processBytes + countBytes(CountPlan{Method: opt.method()}, facts, opt) + q.countingBytes(rows, records, opt.partParams())
	answer := q.bytes(uint64(rows), records, opt.Threads)
	if info.Loaded {
		return info.Holds() + max(processBytes+orientBytes(facts), counting) + answer
	}
	_, cleaning := lists.WholeBytes(info, par.Workers(opt.Threads))
	if q != ofGraph {
		x := declaredExtent(info)
		cleaning = graph.Known(cleaning.Get() + lists.KeptVertexBytes(records, x.bound, x.distinct))
	}
	return max(cleaning.Get(), counting+answer)
}

// deviceIDs is the most ids that a GPU takes; see gpugraph.ErrIDs.
const deviceIDs = 1 << 31

func (opt Options) estimateDevice(q question, info graph.Info, e *Estimate, m *costs) {
	ids, records := int(info.Vertices.Get()), uint64(info.Records.Get())
	if ids > deviceIDs {
		e.Fits = false
		return
	}
	on := gpus{max(opt.gpus().count, 1), cmp.Or(opt.devices().Limit(), deviceMemory)}
	plans := opt.plans(info)
	way := plans[0].way
	for _, next := range plans[1:] {
		if next.way.follows(way, opt.misfit(info, way, on)) {
			way = next.way
		}
	}
	if least := opt.leastDeviceBytes(info, way); least > on.room {
		e.Fits, on.room = false, least
	}
	inParts := opt.inParts(way, on.count)
	if !inParts && !opt.sharedRows(way, on.count, records) {
		on.count = 1
	}
	plan := opt.plan(info, way, on)
	e.Device, e.Parts, e.Disk, e.Readings = plan.Bytes.Get(), plan.parts, plan.Disk, 1
	e.Memory = max(processBytes+driverBytes+pinnedBytes, q.hostBytes(uint64(ids), records, opt.Threads))
	link := int64(0)
	if on.count > 1 && !inParts {
		if opt.takesLink(on.count - 1) {
			link = gpugraph.LinkBytes(opt.Threads, 1)
		}
		e.Memory += nextDriverBytes*int64(on.count-1) + link
	}
	piece, x := pieceForDevices(info, on.room, on.count), declaredExtent(info)
	switch {
	case q == ofGraph:
	case inParts:
		rows, records := x.rows()
		e.Fits = e.Fits && opt.answersInParts(q, way, x, on.count, piece)
		ranges := uint64(max(e.Parts.Rows, 1))
		e.Memory = besideGPUBytes(x.vertices()) + q.bytes(x.vertices(), 0, opt.Threads) +
			opt.deviceCutting(on.count, on.room).SubtaskBytes(int(uint64(rows)/ranges)+1, records/ranges+1, int(rows))
		switch q {
		case perVertex:
			e.Memory += 8 * int64(rows)
		case perEdge:
			e.Disk += outsideEdgeBytes * int64(records)
		}
	case opt.Memory > 0:
		e.Fits = e.Fits && opt.answersOnDevice(q, way, x)
	}
	switch {
	case inParts && opt.holdsStore(info, way):
		e.Memory += opt.deviceHostBytes(info, way)
	case inParts:
		e.Memory += opt.deviceFilesBytes(info, way, piece)
	}
	if e.Fits && opt.Memory > 0 && q != ofGraph && inParts {
		e.Memory = min(e.Memory, opt.Memory) // parts are cut for it
	}
	switch way {
	case wholeOnDevice:
		e.Seconds = m.wholeOnDevice(link > 0)
	case partsOnDevice:
		e.Readings = max(gpugraph.PartsReadings(records, ids, on.room), 1)
		e.Seconds = m.piecesOnDevice(e.Readings, e.Disk)
	case wholeUploaded:
		e.Readings = m.readings()
		e.Memory += opt.uploadBytes(info)
		e.Fits = e.Fits && (opt.Memory <= 0 || info.Mapped || opt.fitsLists(declaredExtent(info), opt.deviceOrder()))
		e.Seconds = m.uploaded(m.wholeOnCPU())
	case partsUploaded:
		e.Readings = m.readings()
		e.Memory += lists.LeastMemory(e.Threads, records, uint64(ids), uint64(ids))
		e.Seconds = m.uploaded(m.piecesOnCPU(Parts{}, e.Disk))
	}
	m.countOnDevices(&e.Seconds, e.Parts, on.count, e.Disk)
}

// leastDeviceBytes is the least room on a GPU with which a way to count will do.
func (opt Options) leastDeviceBytes(info graph.Info, w way) int64 {
	ids, least := int(info.Vertices.Get()), int64(0)
	if opt.asked != ofGraph && ids > 0 {
		least = opt.deviceCutting(1, 0).LeastBytes(ids)
	}
	switch w {
	case partsOnDevice:
		return max(gpugraph.PartsBytes(ids), least)
	case partsUploaded:
		return least
	}
	return opt.wholeDeviceBytes(info, w).Get()
}

// misfit is the error with which a way to count on these GPUs will end for want of
// memory; nil where it will do.
func (opt Options) misfit(info graph.Info, w way, on gpus) error {
	uploads := w == wholeUploaded && opt.Memory > 0 && !info.Mapped
	switch {
	case opt.leastDeviceBytes(info, w) > on.room:
		return gpu.ErrOutOfMemory
	case opt.inParts(w, on.count) && (w == wholeOnDevice || w == wholeUploaded) && !opt.holdsStore(info, w),
		uploads && !opt.fitsLists(declaredExtent(info), opt.deviceOrder()):
		return &graph.MemoryError{Limit: opt.Memory}
	}
	return nil
}

// uploadBytes is what the CPU holds while it makes lists for a GPU.
func (opt Options) uploadBytes(info graph.Info) int64 {
	rows, records := uint32(min(info.Vertices.Get(), math.MaxUint32)), uint64(info.Records.Get())
	if info.Mapped {
		return assembledBytes(rows, records) + 24*int64(rows)
	}
	_, making := lists.WholeBytes(info, par.Workers(opt.Threads))
	return making.Get() + reorderBytes(opt.deviceOrder(), rows, records)
}

// guessDeviceParts returns the parts with which GPUs count at full speed, if each has
// its share of rows and records, and how many cuts of columns a store has for them.
func (opt Options) guessDeviceParts(info graph.Info, on gpus) (p Parts, cuts int) {
	cutting := opt.deviceCutting(max(on.count, 1), cmp.Or(on.room, math.MaxInt64))
	if opt.asked != ofGraph {
		cutting.Memory = opt.besideSubtasks(info).Memory
	}
	rows, records := min(info.Vertices.Get(), math.MaxUint32), uint64(expectedRecords(info).Get())
	if opt.Parts.TCBW {
		p, cuts = opt.guessTCBW(uint32(rows), records, on.room, cutting.JoinedBytes)
	} else {
		cuts = max(opt.Parts.Columns, 1)
		p = Parts{Rows: cutting.Guess(int(rows), records), Columns: cuts}
	}
	p.Subtasks = mostSubtasks(p)
	return p, cuts
}

// deviceCutting says how to cut for so many devices with so much room.
func (opt Options) deviceCutting(devices int, room int64) gpucount.Cutting {
	c := gpucount.Cutting{
		Devices: devices, Room: room, Method: opt.method(), Threads: opt.Threads,
		Rows: opt.Parts.Rows, Least: opt.Parts.leastRows(), Columns: opt.Parts.Columns, TCBW: opt.Parts.TCBW,
	}
	switch opt.asked {
	case perVertex:
		c.RowBytes = 8
	case perEdge:
		c.EdgeBytes = 4
	}
	return c
}
