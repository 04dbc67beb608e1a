package triangle

import (
	"context"
	"errors"
	"math"
	"math/big"
	"sort"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/census"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// extent is how large a source is, as its header tells or as a reading found.
type extent struct {
	header   graph.Info
	info     graph.Info // with the records, and the vertices that arrays of the whole are over
	bound    uint64     // all ids are below
	distinct uint64     // vertices with a record, at most
}

// declaredExtent is that of a source of which vertices and records are known.
func declaredExtent(info graph.Info) extent {
	vertices := uint64(info.Vertices.Get())
	return extent{header: info, info: info, bound: vertices, distinct: min(vertices, 2*uint64(info.Records.Get()))}
}

// foundExtent is that of a source of which a census was taken.
func foundExtent(info graph.Info, c census.Census) extent {
	return extent{header: info, info: c.Complete(info), bound: c.Bound(), distinct: c.Distinct}
}

// leastMemory returns the least memory, in whole MiB, with which something surely
// fits.
func (opt Options) leastMemory(fits func(opt Options) bool) int64 {
	const step = 1 << 20
	return step * int64(1+sort.Search(1<<40, func(n int) bool {
		opt.Memory = step * int64(n+1)
		return fits(opt)
	}))
}

// fits reports whether the plan, or one that it follows, surely does within the
// memory of opt.
func (r *run) fits(opt Options, x extent) bool {
	switch {
	case r.asked.inParts() && r.asked != ofGraph && (r.plan.way == partsOnDevice || r.plan.way == partsUploaded):
		return opt.answersInParts(r.asked, r.plan.way, x, max(opt.gpus().count, 1), r.devicePiece)
	case r.asked != ofGraph && r.plan.way.onDevice():
		return opt.answersOnDevice(r.asked, r.plan.way, x)
	case r.asked != ofGraph:
		return opt.answers(r.asked, x)
	}
	info := r.info
	switch r.plan.way {
	case wholeOnDevice:
		return r.devicePiece == 0 || opt.holdsStore(info, r.plan.way)
	case partsOnDevice:
		return opt.holdsStore(info, r.plan.way) || opt.spillsStore(info, r.plan.way, r.devicePiece)
	case wholeUploaded:
		return (r.devicePiece == 0 || opt.holdsStore(info, r.plan.way)) && (x.info.Mapped || opt.fitsLists(x, r.count.Order))
	case wholeOnOpenCL:
		return x.info.Mapped || opt.fitsLists(x, r.count.Order)
	case partsUploaded:
		return (opt.holdsStore(info, r.plan.way) || opt.spillsStore(info, r.plan.way, r.devicePiece)) && opt.fitsBuilder(x)
	}
	return opt.fits(x)
}

// fits reports whether the CPU surely counts a source within the memory.
func (opt Options) fits(x extent) bool {
	switch {
	case opt.Memory <= 0:
		return true
	case opt.Parts == (Parts{}) && x.info.Loaded && opt.fitsGraph(x):
		return true
	case !opt.ordersParts():
		return !x.info.Loaded && opt.fitsOrdered(x)
	}
	return opt.fitsBuilder(x) && opt.fitsPieces(ofGraph, x, opt.piece(x.header, 0))
}

// fitsGraph reports whether the CPU surely counts a graph that is there already.
func (opt Options) fitsGraph(x extent) bool {
	orienting, counting := opt.leastGraph(x)
	return max(orienting, counting) <= opt.Memory
}

// leastGraph is what the CPU holds at least while it orients a graph that is there
// already, and while it counts it.
func (opt Options) leastGraph(x extent) (orienting, counting int64) {
	records, rows := uint64(x.info.Records.Get()), int(min(x.distinct, math.MaxUint32))
	facts := lists.NewFacts(int(x.info.Vertices.Get()), rows, records, uint32(rows), new(big.Int))
	least := cpucount.Params{Threads: opt.Threads, Memory: 1, SliceBits: opt.SliceBits, OnTheFly: opt.OnTheFly}
	counting = opt.method().Bytes(rows, records, uint32(min(uint64(rows), records)), least)
	return orientBytes(facts), processBytes + listBytes(facts) + counting
}

// fitsOrdered reports whether a source can be counted whole, in an order that is
// asked for.
func (opt Options) fitsOrdered(x extent) bool {
	rows, records := x.rows()
	return opt.fitsLists(x, opt.Order) && opt.holdsWhole(rows, records)
}

// rows bounds the rows of the lists, and their entries.
func (x extent) rows() (rows uint32, records uint64) {
	records = uint64(x.info.Records.Get())
	if most := min(2*records, math.MaxUint32); !x.dense() || most < x.bound {
		return uint32(most), records
	}
	return uint32(x.bound), records
}

// vertices bounds those that there is an answer for.
func (x extent) vertices() uint64 {
	rows, _ := x.rows()
	return max(uint64(x.info.Vertices.Get()), uint64(rows))
}

// dense reports whether arrays are made over all ids.
func (x extent) dense() bool { return x.bound <= lists.DenseBound(uint64(x.info.Records.Get())) }

// fitsLists reports whether the lists of a source can be made whole.
func (opt Options) fitsLists(x extent, order graph.Order) bool {
	rows, records := x.rows()
	beside := assembledBytes(rows, records) + reorderBytes(order, rows, records)
	opt.Memory -= beside
	// Ids that could do with tables are counted in arrays where these fit, too.
	return opt.fitsBuilder(x) && (!x.dense() || lists.Reserves(opt.Memory, par.Workers(opt.Threads), x.bound, records, 0))
}

// fitsBuilder reports whether the lists of a source can be made piece by piece.
func (opt Options) fitsBuilder(x extent) bool {
	return lists.LeastMemory(par.Workers(opt.Threads), uint64(x.info.Records.Get()), x.bound, x.distinct) <= opt.Memory
}

// fitsPieces reports whether a source can be counted from pieces of so many edges, in
// parts as small as they come.
func (opt Options) fitsPieces(q question, x extent, piece uint64) bool {
	return opt.leastParts(q, x, piece, par.Workers(opt.Threads)) <= opt.Memory
}

// longestRow bounds the neighbours of a row. By records it has no more than rows before it,
// which have as many records each as it has or more; TCBW's order has no such bound.
func (opt Options) longestRow(records, rows uint64) uint64 {
	if opt.partsOrder() == graph.OrderAverageDegree {
		return min(records, rows)
	}
	return uint64(math.Sqrt(float64(2*records))) + 1
}

// leastRange bounds the edges and the rows of the smallest range of rows, of pieces of so
// many edges, or of one of as many as are asked for.
func (opt Options) leastRange(x extent, piece uint64) (edges, ranks uint64) {
	records, rows := uint64(x.info.Records.Get()), min(x.distinct, math.MaxUint32)
	if opt.Parts.TCBW {
		return records, rows // one part: how finely the rule cuts is not known before
	}
	piece = max(piece, opt.longestRow(records, rows))
	if opt.Parts.Rows > 0 {
		// Ranges are about equal in edges and three times the rows, but for a piece.
		weight := (records+3*rows)/uint64(opt.Parts.Rows) + 4*piece
		return min(weight, records), min(weight/3+1, rows)
	}
	return min(piece, records), min(piece, rows)
}

// leastParts bounds what a subtask of the smallest parts holds, or of as many as
// are asked for; see [cpucount.Subtasks.Bytes].
func (opt Options) leastParts(q question, x extent, piece uint64, threads int) int64 {
	records, rows := uint64(x.info.Records.Get()), min(x.distinct, math.MaxUint32)
	longest := opt.longestRow(records, rows)
	edges, ranks := opt.leastRange(x, piece)
	fill := int64(0)
	columns := opt.columnCuts(uint32(rows), records, 0)
	if columns > 1 { // a piece for each thread
		fill = int64(threads) * (4*int64(min(max(piece, longest), edges)) + 4*int64(columns)*int64(min(piece, ranks)))
	}
	held := processBytes + cpucount.PageBytes + fill
	params := opt.partParams()
	answer := int64(0)
	switch q {
	case perVertex:
		answer = cpucount.PerVertexBytes(threads, int(rows), uint32(longest))
	case perEdge:
		answer = cpucount.PerEdgeBytes(threads, int(rows), uint32(longest), edges, edges, 3*edges)
		held = max(held, processBytes+8*int64(edges)+4*int64(ranks)+outsideBytes(records, min(rows, records)))
	}
	if opt.method() == cpucount.Auto {
		return held + answer + int64(threads)*(int64(rows/8)+12) + 8*int64(edges) + 20*int64(ranks) // without hubs
	}
	block := partition.Range{End: uint32(ranks)}
	if q == perEdge {
		held += answer + 4*int64(edges) + 20*int64(ranks)
	}
	edges *= 3 // of three blocks
	return held + 4*int64(edges) + 12*int64(ranks) + partition.JoinBytes(block, block, edges) +
		opt.method().Bytes(int(rows+2*ranks), edges, uint32(min(rows+2*ranks, edges)), params)
}

// refused is the error for a count that ended for want of the machine's memory: it
// names a limit that does. Where the header does not tell enough for that, the
// source is read once more, or to its end.
func (r *run) refused(ctx context.Context, err error) error {
	var short *graph.MemoryError
	if !errors.As(err, &short) || r.opt.Memory <= 0 {
		return err
	}
	least := func(x extent) int64 {
		return r.opt.leastMemory(func(opt Options) bool { return r.fits(opt, x) })
	}
	x, failed := r.extent(ctx)
	var reading *graph.MemoryError
	if errors.As(failed, &reading) {
		need := max(reading.Need, short.Need)
		if x.info.Records.Known() {
			need += least(x) // beside what the reader holds
		}
		return &graph.MemoryError{What: reading.What, Need: need, Limit: r.opt.Memory}
	}
	if failed != nil {
		return failed
	}
	need := least(x) + r.info.Holds()
	if need <= r.opt.Memory {
		need = max(short.Need, r.opt.Memory+1) // which the bounds do not explain
	}
	return &graph.MemoryError{What: short.What, Need: need, Limit: r.opt.Memory}
}

// extent finds out how large the source is.
func (r *run) extent(ctx context.Context) (extent, error) {
	if r.info.Records.Known() && r.info.Vertices.Known() {
		return declaredExtent(r.info), nil
	}
	r.opt.Meter.Start("measure", r.info.Records.Get())
	found, err := census.Of(ctx, r.src, r.opt.Threads)
	return foundExtent(r.info, found), err
}
