package chordless

import (
	"fmt"
	"slices"
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
	// Levels is the algorithm of Jradi, Dias, Castonguay, Longo and do Nascimento
	// on a GPU: all chordless paths of a length at once.
	Levels Method = "levels"
)

// Methods lists the methods of the CPU, Auto first.
var Methods = []Method{Auto, Dias, DiasCertified, DFS, Frontier}

// ParseMethod returns the method with this name.
func ParseMethod(name string) (Method, error) {
	for _, m := range EngineAuto.Methods() {
		if string(m) == name {
			return m, nil
		}
	}
	return "", fmt.Errorf("unknown method %q (one of %v)", name, EngineAuto.Methods())
}

// Engine says where the work is done.
type Engine string

const (
	EngineAuto Engine = "auto" // whatever the plan finds best
	EngineCPU  Engine = "cpu"  // every core of this machine
	EngineCUDA Engine = "cuda" // an NVIDIA GPU, for the search of the atoms
)

// Engines lists the engines, EngineAuto first.
var Engines = []Engine{EngineAuto, EngineCPU, EngineCUDA}

// Methods lists the methods that an engine has, Auto first; for EngineAuto all
// that there are.
func (e Engine) Methods() []Method {
	switch e {
	case EngineCPU:
		return slices.Clone(Methods)
	case EngineCUDA:
		return []Method{Auto, DFS, Levels}
	}
	return append(slices.Clone(Methods), Levels)
}

// Has reports whether an engine has a method.
func (e Engine) Has(m Method) bool { return slices.Contains(e.Methods(), m) }
