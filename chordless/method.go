package chordless

import (
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// Method names a way of finding or counting chordless cycles. All of them give
// the same cycles and counts; they differ in time and memory.
type Method string

const (
	// Auto counts each atom by Frontier or DFS, whichever an estimate finds
	// faster, and lists by DFS.
	Auto Method = "auto"
	// Dias is the sequential algorithm of Dias, Castonguay, Longo and Jradi.
	Dias Method = "dias"
	// DiasCertified is Dias with the search that makes sure that a path leads to
	// a cycle before it is extended.
	DiasCertified Method = "dias-certified"
	// DFS is our depth-first search with sets of allowed vertices, on all cores.
	DFS Method = "dfs"
	// Frontier counts without enumerating, by dynamic programming over an order
	// of the vertices. It cannot list cycles.
	Frontier Method = "frontier"
	// Levels is the algorithm of Jradi, Dias, Castonguay, Longo and do Nascimento:
	// all chordless paths of a length at once, on a GPU of any maker or on all cores.
	Levels Method = "levels"
)

// Methods lists the methods that an engine has, Auto first; for device.Auto, all that
// there are.
func Methods(engine device.Engine) []Method {
	here := []Method{Auto, Dias, DiasCertified, DFS, Frontier, Levels}
	switch engine {
	case device.CPU, device.Auto:
		return here
	case device.CUDA:
		return []Method{Auto, DFS, Levels}
	case opencl.Engine:
		return []Method{Auto, Levels}
	}
	return nil
}
