package gpucount

import (
	"cmp"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// planDeviceBitslice is TCBW (Lin, Ouyang, He and Li, WISA 2023, algorithm 1) on
// a GPU, as in the paper: a thread takes an edge, goes through the slices of m
// bits that both rows have, and counts by AND and popcount. See countBitslice.
//
// The paper makes the slices of both rows anew for every edge, and names that as
// its weakness and its next step. Here they are made once for all rows, within
// the time that is measured, where they fit in half of the memory that is free
// (4 bytes and m bits a slice, at most one slice an edge); elsewhere, and with
// OnTheFly, they are made as in the paper.
//
// An edge costs the numbers of slices of both rows; made on the fly, the lengths
// of both lists.
func planDeviceBitslice(r *deviceRun, p Params) func() {
	module := r.load("bitslice")
	m := cmp.Or(p.SliceBits, 64)
	if !p.OnTheFly {
		if s := r.planSlices(module, m); s != nil {
			return s.count(module, m)
		}
	}
	kernel := r.kernel(module, "bitsliceOnTheFly", 0)
	return func() { kernel.launchEntries(gpu.Uint32(log2(m))) }
}

func log2(m int) uint32 { return uint32(bits.TrailingZeros(uint(m))) }

// sliceTile is how many entries a block makes slices of at a time.
const sliceTile = 8192

// deviceSlices holds the slices of all rows on a device, and what makes them.
type deviceSlices struct {
	run                *deviceRun
	shift, words       uint32            // a slice is 2^shift bits in so many 32-bit words
	marks, ranks       gpu.Array[uint32] // a bit for each entry that begins a slice; slices of the tile before each word of marks
	tiles              gpu.Array[uint64] // slices before each tile, and all
	starts             gpu.Array[uint64] // row u has slices starts[u] to starts[u+1]
	numbers, bits      gpu.Array[uint32] // of each slice; those of a row ascend
	markRows, markRest deviceKernel      // mark the slices
	scan, fill, start  deviceKernel
}

// planSlices marks the slices of m bits once, to learn how many there are, and
// makes room for them. It returns nil where there is none.
func (r *deviceRun) planSlices(module *gpu.Module, m int) *deviceSlices {
	rows, edges := r.lists.Rows, int(r.lists.Edges)
	marks, tiles := (edges+31)/32, (edges+sliceTile-1)/sliceTile
	if free := r.Room(); r.Err != nil || int64(8*marks+8*tiles+8*rows) > free/2 {
		return nil
	}
	s := &deviceSlices{
		run: r, shift: log2(m), words: uint32(max(m/32, 1)),
		marks:    gpurun.Array[uint32](r.Run, marks),
		ranks:    gpurun.Array[uint32](r.Run, marks),
		tiles:    gpurun.Array[uint64](r.Run, tiles+1),
		starts:   gpurun.Array[uint64](r.Run, rows+1),
		markRows: r.kernel(module, "markRows", 0),
		markRest: r.kernel(module, "markSlices", 0),
		scan:     r.kernel(module, "scanTiles", 0),
		fill:     r.kernel(module, "fillSlices", 0),
		start:    r.kernel(module, "startSlices", 0),
	}
	s.scan.Blocks = 1
	gpurun.Zero(r.Run, s.tiles)
	s.mark()
	if r.Err != nil {
		return nil
	}
	slices := int64(gpurun.Read(r.Run, s.tiles.Slice(tiles, tiles+1))[0])
	if free := r.Room(); r.Err != nil || slices*int64(4+4*s.words) > free/2 {
		return nil
	}
	s.numbers = gpurun.Array[uint32](r.Run, int(slices))
	s.bits = gpurun.Array[uint32](r.Run, int(slices)*int(s.words))
	return s
}

// mark marks the entries that begin a slice, and sums them up.
func (s *deviceSlices) mark() {
	lists := s.run.lists
	gpurun.Zero(s.run.Run, s.marks)
	s.markRows.Launch(lists.Offsets.Arg(), gpu.Uint32(uint32(lists.Rows)), s.marks.Arg())
	s.markRest.Launch(lists.Neighbors.Arg(), gpu.Uint64(lists.Edges), gpu.Uint32(s.shift), s.marks.Arg(), s.tiles.Arg())
	s.scan.Launch(s.tiles.Arg(), gpu.Uint64(uint64(s.tiles.Len()-1)))
}

// make makes the slices.
func (s *deviceSlices) make() {
	lists := s.run.lists
	s.mark()
	gpurun.Zero(s.run.Run, s.bits)
	s.fill.Launch(lists.Neighbors.Arg(), gpu.Uint64(lists.Edges), gpu.Uint32(s.shift), gpu.Uint32(s.words),
		s.marks.Arg(), s.tiles.Arg(), s.ranks.Arg(), s.numbers.Arg(), s.bits.Arg())
	s.start.Launch(lists.Offsets.Arg(), gpu.Uint32(uint32(lists.Rows)), gpu.Uint64(lists.Edges),
		s.marks.Arg(), s.tiles.Arg(), s.ranks.Arg(), s.starts.Arg())
}

// count makes the slices and intersects them.
func (s *deviceSlices) count(module *gpu.Module, m int) func() {
	slices := []gpu.Arg{s.starts.Arg(), s.numbers.Arg(), s.bits.Arg()}
	name := "bitslice"
	if m > 32 {
		name = "bitsliceWide"
		slices = append(slices, gpu.Uint32(uint32(m/64)))
	}
	kernel := s.run.kernel(module, name, 0)
	return func() {
		s.make()
		kernel.launchEntries(slices...)
	}
}
