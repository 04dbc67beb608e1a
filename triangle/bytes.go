package triangle

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// processBytes is the process itself, pages of its own file among them, and what grows with
// nothing.
const processBytes = 39 << 20

// listBytes is what the oriented lists hold, which have rows for vertices with an
// edge alone, and the degrees of all.
func listBytes(f lists.Facts) int64 {
	return int64(4*f.Edges) + int64(12*f.Connected()) + int64(4*f.Vertices)
}

// orientBytes is what orienting a graph in memory holds beside it.
func orientBytes(f lists.Facts) int64 { return int64(16*f.Edges) + int64(24*f.Vertices) }

// reorderBytes is what ranking by an order that asks for the degrees holds beside the
// lists in the order of the ids: at most the symmetric lists, and keys for each entry.
func reorderBytes(order graph.Order, rows uint32, records uint64) int64 {
	switch order {
	case "", graph.OrderAuto, graph.OrderID, graph.OrderRecords:
		return 0
	}
	return 20*int64(records) + 40*int64(rows)
}

// countBytes is what counting by a plan holds, the lists included.
func countBytes(plan CountPlan, f lists.Facts, opt Options) int64 {
	bytes := listBytes(f)
	params := opt.cpuParams(f)
	if plan.Flat {
		if f.MaxDegree() > cpucount.FlatDegree {
			bytes += cpucount.FlatBytes(f.Vertices, params)
		}
		return bytes
	}
	bytes += plan.Method.Bytes(f.Vertices, f.Edges, min(f.MaxDegree(), uint32(f.Vertices)), params)
	if plan.Method == cpucount.Auto {
		bytes += cpucount.BesideBytes(f.Vertices, f.Edges, params)
	}
	return bytes
}

// cpuParams are the parameters of a method that counts lists on the CPU, which has
// what these leave of the memory.
func (opt Options) cpuParams(f lists.Facts) cpucount.Params {
	memory := opt.Memory
	if memory > 0 {
		memory = max(memory-listBytes(f), 1)
	}
	return cpucount.Params{Threads: opt.Threads, Memory: memory, SliceBits: opt.SliceBits, OnTheFly: opt.OnTheFly, Meter: opt.Meter}
}
