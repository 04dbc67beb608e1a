package triangle

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/partition"
)

// planParts completes the plan of a count on the CPU that reads a source as
// records: as always, from pieces where only the lists fit the memory, or in
// parts. How many parts there will be is a guess until the degrees are known.
func (plan *IngestPlan) planParts(info graph.Info, opt Options) {
	least, most := graph.CleanBytes(info)
	asked := opt.Parts != (Parts{})
	if plan.Bytes = most; !asked && (opt.Memory <= 0 || least == graph.Unknown || least <= opt.Memory) {
		return
	}
	records := uint64(max(expectedRecords(info), 0))
	rows := uint32(min(max(info.Vertices, 0), 1<<32-1))
	_, plan.Disk = partition.SpillBytes(info, opt.Memory, par.Workers(opt.Threads))
	plan.Disk = max(plan.Disk, 0)
	if opt.Memory > 0 {
		plan.Bytes = opt.Memory
	}
	switch {
	case asked:
		plan.Parts = max(opt.Parts.Rows, 1) * max(opt.Parts.Columns, 1)
	case !opt.holdsWhole(rows, records):
		plan.Parts = opt.guessParts(rows, records)
	default:
		return
	}
	plan.Disk += 4*int64(records) + 4*int64(rows)
}

// guessParts returns the fewest ranges of rows of which two fit the memory, if
// each has its share of rows and records.
func (opt Options) guessParts(rows uint32, records uint64) int {
	const most = 1 << 12
	fixed := processBytes + pageBytes + int64(par.Workers(opt.Threads))*int64(rows/8)
	parts := 1
	for ; parts < most; parts++ {
		two := 2 * (4*int64(records) + 16*int64(rows)) / int64(parts)
		if parts == 1 {
			two /= 2
		}
		if fixed+two <= opt.Memory*3/4 { // the rest for the matrix of the hubs
			break
		}
	}
	return parts
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
