package triangle

import (
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// joinedBytes is what the CPU holds of a subtask whose blocks have so many edges together,
// and their ranges so many rows, see [cpucount.Subtasks.Bytes].
func (opt Options) joinedBytes(rows int, edges uint64) int64 {
	held := processBytes + cpucount.PageBytes + 8*int64(edges) + 20*int64(rows)
	if opt.method() == cpucount.Auto {
		return held + int64(par.Workers(opt.Threads))*int64(rows/8)
	}
	return held + opt.method().Bytes(rows, edges, uint32(min(uint64(rows), edges)), opt.partParams())
}

// guessTCBW returns about how many parts the rule of TCBW takes for so many rows and
// records, and how many cuts of columns it has to choose from.
func (opt Options) guessTCBW(rows uint32, records uint64, memory int64, bytes func(rows int, edges uint64) int64) (Parts, int) {
	ranges, cuts := partition.GuessTCBW(int(rows), records, memory, bytes)
	return Parts{Rows: ranges, Columns: ranges}, cuts
}

// columnCuts is at how many places the columns of a store are cut that is made of so many
// rows and records: for GPUs of so much room, 0 for the CPU.
func (opt Options) columnCuts(rows uint32, records uint64, room int64) int {
	if !opt.Parts.TCBW {
		return max(opt.Parts.Columns, 1)
	}
	memory, bytes := opt.Memory, opt.joinedBytes
	if room > 0 {
		memory, bytes = room, opt.deviceCutting(1, room).JoinedBytes
	}
	_, cuts := opt.guessTCBW(rows, records, memory, bytes)
	return cuts
}
