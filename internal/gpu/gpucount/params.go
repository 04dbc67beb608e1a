package gpucount

import (
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
)

// Params are the parameters of a method on a GPU. The zero value is a
// good choice.
type Params struct {
	Columns      int          // shared: rows that a block takes at once, 1 to 256; 0 for as many as keep its threads busy
	BlockThreads int          // merge, shared: threads of a block, a multiple of 32 up to 1024; 0 for 256
	Blocks       int          // merge, shared: blocks of a launch; 0 for as many as the device runs at once
	PairThreads  int          // merge-path: threads a pair, a power of two up to 256; 0 for so many as the pair's own length asks for
	SliceBits    int          // bitslice: bits a slice, one of cpucount.SliceWidths; 0 for 64
	OnTheFly     bool         // bitslice: make slices anew for every edge, even where there is memory to keep them
	LeastShared  uint64       // edges from which several devices share lists; 0 for a good choice
	Meter        *graph.Meter // progress; may be nil
}

// Check refuses values that a method does not take.
func (p Params) Check() error {
	switch {
	case p.Columns < 0 || p.Columns > kernels.MostColumns:
		return fmt.Errorf("shared: %d columns a block; it takes 1 to %d", p.Columns, kernels.MostColumns)
	case p.BlockThreads < 0 || p.BlockThreads%warpSize != 0 || p.BlockThreads > kernels.MostThreads:
		return fmt.Errorf("blocks of %d threads; they have a multiple of %d up to %d", p.BlockThreads, warpSize, kernels.MostThreads)
	case p.Blocks < 0 || p.Blocks > mostBlocks:
		return fmt.Errorf("%d blocks; a launch has 1 to %d", p.Blocks, mostBlocks)
	case p.PairThreads != 0 && !slices.Contains(pairThreads, p.PairThreads):
		return fmt.Errorf("merge-path: %d threads a pair; it takes one of %v", p.PairThreads, pairThreads)
	case p.SliceBits != 0 && !slices.Contains(cpucount.SliceWidths, p.SliceBits):
		return fmt.Errorf("bitslice: a slice of %d bits; it has one of %v", p.SliceBits, cpucount.SliceWidths)
	}
	return nil
}
