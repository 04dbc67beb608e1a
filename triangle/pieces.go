package triangle

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// piecePlan is how a source will be counted from pieces on the CPU, about.
type piecePlan struct {
	parts Parts // one, where the lists are put together and counted whole
	disk  int64 // bytes written to temporary files, at most
}

// planPieces plans a count from pieces by what is known before reading.
func (opt Options) planPieces(info graph.Info) piecePlan {
	records := uint64(expectedRecords(info).Get())
	rows := uint32(min(info.Vertices.Get(), 1<<32-1))
	threads := par.Workers(opt.Threads)
	_, disk := lists.SpillBytes(info, opt.Memory, threads)
	p := piecePlan{parts: Parts{Rows: 1, Columns: 1, Subtasks: 1}, disk: disk.Get()}
	whole := opt.Memory <= 0 || opt.holdsWhole(rows, records) &&
		lists.Reserves(opt.Memory, threads, uint64(rows), records, assembledBytes(rows, records))
	if opt.Parts == (Parts{}) && whole {
		return p
	}
	p.parts.Rows, p.parts.Columns = max(opt.Parts.leastRows(), 1), max(opt.Parts.Columns, 1)
	cuts := p.parts.Columns
	switch {
	case opt.Parts.TCBW:
		p.parts, cuts = opt.guessTCBW(rows, records, opt.Memory, opt.joinedBytes)
	case opt.Memory > 0 && opt.Parts.Rows == 0:
		p.parts.Rows = max(p.parts.Rows, opt.guessParts(rows, records))
	}
	p.parts.Subtasks = mostSubtasks(p.parts)
	p.disk += partition.StoreBytes(rows, cuts, records)
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
	if opt.method() == cpucount.Auto {
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

// piece returns the most edges that a piece should have: so few that a subtask
// has many, and that a worker can hold one. forDevices is what is good for those,
// 0 for the CPU.
func (opt Options) piece(info graph.Info, forDevices uint64) uint64 {
	const (
		least    = 1 << 8
		most     = 1 << 26
		ofMemory = 32 // pieces that fit the memory
		ofRange  = 8  // pieces in a range of rows
		ofTCBW   = 8  // of which the rule of TCBW makes many
	)
	edges, each := uint64(most), uint64(entryBytes)
	if opt.asked != ofGraph {
		each *= 7 // with rows as short as they come, or the sums of edges; see leastParts
	}
	if opt.Memory > 0 {
		edges = uint64(opt.Memory) / each / ofMemory
	}
	if records := expectedRecords(info); opt.Parts.leastRows() > 0 && records.Known() {
		edges = min(edges, uint64(records.Get())/uint64(ofRange*opt.Parts.leastRows()))
	}
	if forDevices > 0 {
		edges = min(edges/4, forDevices) // more workers hold one, and twice
	}
	if opt.Parts.TCBW {
		edges /= ofTCBW
	}
	return min(max(edges, least), most)
}

// holdsWhole reports whether the lists of a graph fit the memory beside what
// counts them.
func (opt Options) holdsWhole(rows uint32, records uint64) bool {
	params := opt.partParams()
	params.Memory -= assembledBytes(rows, records)
	return params.Memory > 0 && opt.method().Bytes(int(rows), records, rows, params) <= params.Memory
}

// partParams are the parameters of the methods that count subtasks.
func (opt Options) partParams() cpucount.Params {
	memory := opt.Memory
	if memory > 0 {
		memory = max(memory-processBytes, 1)
	}
	return cpucount.Params{Threads: opt.Threads, Memory: memory, SliceBits: opt.SliceBits, OnTheFly: opt.OnTheFly}
}

// listParams are the parameters of the methods that count lists which are there whole.
func (opt Options) listParams(rows int, edges uint64) cpucount.Params {
	params := opt.partParams()
	params.Meter = opt.Meter
	if params.Memory > 0 {
		params.Memory = max(params.Memory-assembledBytes(uint32(rows), edges), 1)
	}
	return params
}

// assembledBytes is what oriented lists hold that are put together from pieces.
func assembledBytes(rows uint32, records uint64) int64 { return 4*int64(records) + 8*(int64(rows)+1) }
