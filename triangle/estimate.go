package triangle

import (
	"cmp"
	"math"
	"math/big"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
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
	if err := opt.check(); err != nil {
		return Estimates{}, err
	}
	all := Estimates{Info: assume(info), Plan: opt.plans(info)[0]}
	if !all.Info.Records.Known() {
		return all, nil
	}
	for _, engine := range []device.Engine{device.CPU, device.CUDA} {
		asked := opt.Engine == "" || opt.Engine == device.Auto || opt.Engine == engine
		if !asked || !has(engine, opt.method()) {
			continue
		}
		one := opt
		one.Engine = engine
		all.Each = append(all.Each, one.estimate(all.Info))
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
func (opt Options) estimate(info graph.Info) Estimate {
	e := Estimate{Engine: opt.Engine, Threads: par.Workers(opt.Threads), Fits: true, Parts: Parts{Rows: 1, Columns: 1, Subtasks: 1}}
	m := costs{info: info, threads: float64(e.Threads)}
	if info.Mapped {
		e.Pages = info.Bytes.Get()
	}
	if opt.Engine == device.CUDA {
		opt.estimateDevice(info, &e, &m)
		e.Machine = deviceMachine
	} else {
		opt.estimateCPU(info, &e, &m)
		e.Machine = cpuMachine
	}
	s := &e.Seconds
	s.Total = s.Open + s.Read + s.Clean + s.Order + s.Orient + s.Count
	return e
}

func (opt Options) estimateCPU(info graph.Info, e *Estimate, m *costs) {
	if x := declaredExtent(info); !opt.fits(x) {
		e.Fits = false
		opt.Memory = opt.leastMemory(func(opt Options) bool { return opt.fits(x) })
	}
	e.Readings = m.readings()
	plans := opt.plans(info)
	if plans[0].way == wholeOnCPU {
		e.Memory = opt.wholeBytes(info)
		if opt.Memory <= 0 || e.Memory <= opt.Memory || len(plans) == 1 {
			e.Seconds = m.wholeOnCPU()
			return
		}
		if !info.Loaded {
			e.Readings++ // to find that the whole does not fit
		}
		plans = plans[1:]
	}
	e.Parts, e.Disk, e.Memory = plans[0].parts, plans[0].Disk, opt.Memory
	if e.Fits && e.Disk == 0 && e.Parts.Subtasks == 1 {
		e.Memory = min(e.Memory, opt.wholeBytes(info)) // more would not be used
	}
	e.Seconds = m.piecesOnCPU(e.Parts, e.Disk)
}

// wholeBytes is what the CPU holds while it reads a source and counts it whole.
func (opt Options) wholeBytes(info graph.Info) int64 {
	rows := int(info.Vertices.Get())
	facts := lists.NewFacts(rows, rows, uint64(info.Records.Get()), uint32(min(rows, math.MaxUint32)), new(big.Int))
	counting := processBytes + countBytes(CountPlan{Method: opt.method()}, facts, opt)
	if info.Loaded {
		return info.Holds() + max(processBytes+orientBytes(facts), counting)
	}
	_, cleaning := lists.WholeBytes(info, par.Workers(opt.Threads))
	return max(cleaning.Get(), counting)
}

// deviceIDs is the most ids that a GPU takes; see gpugraph.ErrIDs.
const deviceIDs = 1 << 31

func (opt Options) estimateDevice(info graph.Info, e *Estimate, m *costs) {
	ids, records := int(info.Vertices.Get()), uint64(info.Records.Get())
	if ids > deviceIDs {
		e.Fits = false
		return
	}
	limit := cmp.Or(opt.devices().Limit(), deviceMemory)
	e.Readings = 1
	e.Memory = processBytes + driverBytes + pinnedBytes
	if plan := opt.plans(info)[0]; plan.way == wholeOnDevice && plan.Bytes.Get() <= limit {
		e.Device = plan.Bytes.Get()
		e.Seconds = m.wholeOnDevice()
		return
	}
	if least := gpugraph.PartsBytes(ids); least > limit {
		e.Fits, limit = false, least
	}
	e.Device, e.Readings = limit, max(gpugraph.PartsReadings(records, ids, limit), 1)
	e.Parts = opt.guessDeviceParts(ids, records, 1, limit)
	held := deviceHostBytes(info, opt.Threads)
	if opt.Memory > 0 && held > opt.Memory {
		e.Disk = partition.StoreBytes(uint32(min(ids, math.MaxUint32)), e.Parts.Columns, records)
		held = opt.deviceFilesBytes(info, pieceForDevices(info, limit, 1))
	}
	e.Memory += held
	e.Seconds = m.partsOnDevice(e.Parts, e.Readings, e.Disk)
}

// guessDeviceParts returns the parts with which so many devices count at full
// speed, if each has its share of rows and records.
func (opt Options) guessDeviceParts(rows int, records uint64, devices int, room int64) Parts {
	p := Parts{Rows: opt.deviceCutting(devices, room).Guess(rows, records), Columns: max(opt.Parts.Columns, 1)}
	p.Subtasks = mostSubtasks(p)
	return p
}

// deviceCutting says how to cut for so many devices with so much room.
func (opt Options) deviceCutting(devices int, room int64) gpucount.Cutting {
	return gpucount.Cutting{
		Devices: devices, Room: room, Method: opt.method(),
		Rows: opt.Parts.Rows, Least: opt.Parts.leastRows(), Columns: opt.Parts.Columns,
	}
}
