//go:build !noasm

package generator

import (
	"golang.org/x/sys/cpu"

	"github.com/tricycle-graph/tricycle/graph"
)

var hasAVX512 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ

// rmatFill is rmatFillGo, sixteen records at a time where the processor can.
func rmatFill(edges []graph.Edge, state uint64, scale int) {
	if whole := len(edges) &^ 15; hasAVX512 && whole > 0 {
		rmatAVX512(&edges[0], whole, state, scale, &[3]uint64{belowA, belowAB, belowABC})
		state += uint64(whole) * rmatStep
		edges = edges[whole:]
	}
	rmatFillGo(edges, state, scale)
}

// rmatAVX512 makes n records, a positive multiple of 16.
//
//go:noescape
func rmatAVX512(edges *graph.Edge, n int, state uint64, scale int, thresholds *[3]uint64)
