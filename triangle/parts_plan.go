package triangle

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// planParts completes the plan of a count on the CPU that reads a source as
// records: as always, from pieces where only the lists fit the memory, or in
// parts. How many parts there will be is a guess until the degrees are known.
func (plan *IngestPlan) planParts(info graph.Info, opt Options) {
	least, most := lists.CleanBytes(info)
	asked := opt.Parts != (Parts{})
	if plan.Bytes = most; !asked && (opt.Memory <= 0 || least.Get() <= opt.Memory) {
		return
	}
	if opt.Memory > 0 {
		plan.Bytes = graph.Known(opt.Memory)
	}
	pieces := opt.planPieces(info)
	plan.Parts, plan.Disk = pieces.parts.Rows*pieces.parts.Columns, pieces.disk
}

// piecePlan is how a source will be counted from pieces on the CPU, about.
type piecePlan struct {
	parts Parts // one, where the lists are put together and counted whole
	disk  int64 // bytes written to temporary files, at most
}

// planPieces plans a count from pieces by what is known before reading.
func (opt Options) planPieces(info graph.Info) piecePlan {
	records := uint64(expectedRecords(info).Get())
	rows := uint32(min(info.Vertices.Get(), 1<<32-1))
	spill, disk := lists.SpillBytes(info, opt.Memory, par.Workers(opt.Threads))
	p := piecePlan{parts: Parts{Rows: 1, Columns: 1, Subtasks: 1}, disk: disk.Get()}
	whole := opt.Memory <= 0 || opt.holdsWhole(rows, records) && spill.Get()+assembledBytes(rows, records) <= opt.Memory
	if opt.Parts == (Parts{}) && whole {
		return p
	}
	p.parts.Rows, p.parts.Columns = max(opt.Parts.leastRows(), 1), max(opt.Parts.Columns, 1)
	if opt.Memory > 0 && opt.Parts.Rows == 0 {
		p.parts.Rows = max(p.parts.Rows, opt.guessParts(rows, records))
	}
	p.parts.Subtasks = mostSubtasks(p.parts)
	p.disk += partition.StoreBytes(rows, p.parts.Columns, records)
	return p
}

// mostSubtasks bounds the subtasks of so many ranges: those with a range of rows
// for the middle corner, and those of the hubs.
func mostSubtasks(p Parts) int { return p.Rows*(p.Rows+1)/2*p.Columns + p.Rows }

// guessParts returns the fewest ranges of rows of which two fit the memory, if
// each has its share of rows and records.
func (opt Options) guessParts(rows uint32, records uint64) int {
	const most = 1 << 12
	fixed := processBytes + cpucount.PageBytes + int64(par.Workers(opt.Threads))*int64(rows/8)
	if opt.method() == Auto {
		fixed += cpucount.HubBytes(int(rows), records, cpucount.Params{Memory: opt.partParams().MatrixRoom()})
	}
	for parts := 1; parts <= most; parts++ {
		two := 2 * (4*int64(records) + 16*int64(rows)) / int64(parts)
		if parts == 1 {
			two /= 2
		}
		if fixed+two <= opt.Memory {
			return parts
		}
	}
	return most
}

// plannedParts is the plan of a count from pieces, in parts or not.
func (p *preparation) plannedParts() (IngestPlan, CountPlan) {
	opt := p.opt
	opt.Engine = EngineCPU
	ingest := PlanIngest(p.result.Info, opt)
	count := CountPlan{Order: graph.OrderRecords, Method: opt.method(), Bytes: opt.Memory}
	switch {
	case opt.Parts != (Parts{}):
		count.Reason = "counted in parts, as asked"
	case ingest.Parts > 1:
		count.Reason = "the lists do not fit the memory: counted in parts"
	default:
		count.Reason = "the records may not fit the memory, the lists do: these are built piece by piece"
	}
	return ingest, count
}
