package gpucount

import (
	"cmp"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// planDeviceBitslice is TCBW (Lin, Ouyang, He and Li, WISA 2023, algorithm 1) on
// a GPU, as in the paper: a thread takes an edge, goes through the slices of m
// bits that both rows have, and counts by AND and popcount. See countBitslice.
//
// The paper makes the slices of both rows anew for every edge, and names that as
// its weakness and its next step. Here they are made once for all rows, within
// the time that is measured, where they fit in half of the memory that is free
// (4 bytes and m bits a slice, 32 bits at least, and at most one slice an edge); elsewhere, and with
// OnTheFly, they are made as in the paper.
//
// An edge costs the numbers of slices of both rows; made on the fly, the lengths
// of both lists.
func planDeviceBitslice(r *deviceRun, p Params) func() {
	m := cmp.Or(p.SliceBits, 64)
	if !p.OnTheFly {
		if s := r.planSlices(m); s != nil {
			return s.count(m)
		}
	}
	kernel := gpurun.Find(r.Run, kernels.BitsliceOnTheFly, kernels.Threads, 0)
	return func() {
		kernel.Launch(kernels.BitsliceOnTheFlyArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Edges: r.lists.Edges,
			Many: entriesAtOnce(kernel, r.lists), Shift: log2(m), Next: r.cursor(0), Total: r.total,
		})
	}
}

func log2(m int) uint32 { return uint32(bits.TrailingZeros(uint(m))) }

// deviceSlices holds the slices of all rows on a device, and what makes them.
type deviceSlices struct {
	run           *deviceRun
	shift, words  uint32            // a slice is 2^shift bits in so many 32-bit words
	marks, ranks  gpu.Array[uint32] // a bit for each entry that begins a slice; slices of the tile before each word of marks
	tiles         gpu.Array[uint64] // slices before each tile, and all
	starts        gpu.Array[uint64] // row u has slices starts[u] to starts[u+1]
	numbers, bits gpu.Array[uint32] // of each slice; those of a row ascend
	markRows      gpurun.Kernel[kernels.MarkRowsArgs]
	markRest      gpurun.Kernel[kernels.MarkSlicesArgs]
	scan          gpurun.Kernel[kernels.ScanTilesArgs]
	fill          gpurun.Kernel[kernels.FillSlicesArgs]
	start         gpurun.Kernel[kernels.StartSlicesArgs]
}

// planSlices marks the slices of m bits once, to learn how many there are, and
// makes room for them. It returns nil where there is none.
func (r *deviceRun) planSlices(m int) *deviceSlices {
	rows, edges := r.lists.Rows, int(r.lists.Edges)
	marks, tiles := (edges+31)/32, (edges+kernels.SliceTile-1)/kernels.SliceTile
	if free := r.Room(); r.Err != nil || int64(8*marks+8*tiles+8*rows) > free/2 {
		return nil
	}
	s := &deviceSlices{
		run: r, shift: log2(m), words: uint32(max(m/32, 1)),
		marks:    gpurun.Array[uint32](r.Run, marks),
		ranks:    gpurun.Array[uint32](r.Run, marks),
		tiles:    gpurun.Array[uint64](r.Run, tiles+1),
		starts:   gpurun.Array[uint64](r.Run, rows+1),
		markRows: gpurun.Find(r.Run, kernels.MarkRows, kernels.Threads, 0),
		markRest: gpurun.Find(r.Run, kernels.MarkSlices, kernels.Threads, 0),
		scan:     gpurun.Find(r.Run, kernels.ScanTiles, kernels.Threads, 0),
		fill:     gpurun.Find(r.Run, kernels.FillSlices, kernels.Threads, 0),
		start:    gpurun.Find(r.Run, kernels.StartSlices, kernels.Threads, 0),
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
	s.markRows.Launch(kernels.MarkRowsArgs{Offsets: lists.Offsets, Rows: uint32(lists.Rows), Marks: s.marks})
	s.markRest.Launch(kernels.MarkSlicesArgs{Neighbors: lists.Neighbors, Edges: lists.Edges, Shift: s.shift, Marks: s.marks, Tiles: s.tiles})
	s.scan.Launch(kernels.ScanTilesArgs{Tiles: s.tiles, N: uint64(s.tiles.Len() - 1)})
}

// make makes the slices.
func (s *deviceSlices) make() {
	lists := s.run.lists
	s.mark()
	gpurun.Zero(s.run.Run, s.bits)
	s.fill.Launch(kernels.FillSlicesArgs{
		Neighbors: lists.Neighbors, Edges: lists.Edges, Shift: s.shift, Words: s.words,
		Marks: s.marks, Tiles: s.tiles, Ranks: s.ranks, Numbers: s.numbers, Bits: s.bits,
	})
	s.start.Launch(kernels.StartSlicesArgs{
		Offsets: lists.Offsets, Rows: uint32(lists.Rows), Edges: lists.Edges,
		Marks: s.marks, Tiles: s.tiles, Ranks: s.ranks, Starts: s.starts,
	})
}

// count makes the slices and intersects them.
func (s *deviceSlices) count(m int) func() {
	r := s.run
	if m > 32 {
		kernel := gpurun.Find(r.Run, kernels.BitsliceWide, kernels.Threads, 0)
		return func() {
			s.make()
			kernel.Launch(kernels.BitsliceWideArgs{
				Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Edges: r.lists.Edges,
				Many: entriesAtOnce(kernel, r.lists), Starts: s.starts, Numbers: s.numbers, Bits: s.bits, Words: uint32(m / 64),
				Next: r.cursor(0), Total: r.total,
			})
		}
	}
	kernel := gpurun.Find(r.Run, kernels.Bitslice, kernels.Threads, 0)
	return func() {
		s.make()
		kernel.Launch(kernels.BitsliceArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Edges: r.lists.Edges,
			Many: entriesAtOnce(kernel, r.lists), Starts: s.starts, Numbers: s.numbers, Bits: s.bits,
			Next: r.cursor(0), Total: r.total,
		})
	}
}
