package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// planDeviceAuto is the project's own method on a GPU. It splits the triangles
// u > v > w by v, their middle corner, as the method auto of the CPU does:
//
//   - v among the hubs: the hubs of row u, packed into 64-bit words, are ANDed
//     with row v of the hubs' bit matrix, which stays in the L2 cache; rows with
//     few hubs test all their pairs in it.
//   - v beyond the hubs, in many rows: row v is a bit array in shared memory, and
//     every row u that holds v is looked up in it as far as v. This order, of
//     Karypis (Tom and Karypis, HPEC 2017), does a fraction of the work of the
//     other one: the part of a row before v is shorter than row v. The rows that
//     hold v are found by writing every entry to the list of its v; entries are
//     kept in 16 bits, which are a filter for large ids.
//   - v beyond the hubs, in few rows: the shorter of the two lists is looked up in
//     the longer by binary search.
//
// Dense graphs are counted by a product of bit matrices instead, on tensor cores (see product.go),
// and less dense ones without skew by ANDs of rows as bits (see bitrows.go).
// Graphs of up to some million edges, which are counted before these steps have prepared
// anything, and those without dense hubs whose rows are all short, are counted by one kernel
// instead: wedges where there is skew (see wedges.go); chunks of the lists where rows are short
// (see chunks.go); a thread a row merges where they have a few entries; and on more edges
// merge-path, or a warp that keeps a row in a hash table where most have many; or compact rows, on
// large graphs of 8 to 32 entries a row and few triangles (see compact.go). Sparse large
// graphs with some longer rows are left to shared.
//
// Where neighbours are close together in the order of the lists, slices of the rows are
// compared, as bitslice does it: [ChooseOrder] and worthSlices say when.
//
// Cost: sum over hub pairs of words, plus sum over the other entries of their
// position in the row; 32 MiB for the matrix, and what columnRoom.bytes tells
// for the columns. Where these do not fit on the device, everything
// beyond the hubs is searched.
func planDeviceAuto(r *deviceRun, p Params) func() {
	if r.lists.Edges == 0 {
		return func() {}
	}
	if bits := worthSlices(r.lists.Look); bits > 0 && !worthProduct(r) {
		if slices := r.planSlices(bits); slices != nil {
			return slices.count(bits)
		}
	}
	a := chooseDeviceAuto(r)
	switch a.other {
	case cpucount.Search:
		return planDeviceSearch(r, p)
	case cpucount.MergePath:
		return planDeviceMergePath(r, p)
	case cpucount.Shared:
		return planDeviceShared(r, p)
	}
	return a.plan(r)
}

// deviceAuto is what the method auto does with a graph on a device.
type deviceAuto struct {
	other   cpucount.Method             // search, merge-path or shared, which then count it all
	wedges  bool                        // wedges are tested one by one
	chunks  bool                        // rows are looked up in the tables of chunks
	square  bool                        // bit matrices are multiplied
	rows    bool                        // rows as bits are ANDed
	compact bool                        // compact rows are looked up
	flat    gpu.Entry[kernels.FlatArgs] // the kernel that counts it all; none for the two steps
	hubs    int                         // rows of the hub matrix, a multiple of 64; 0 for none
	among   uint64                      // entries of the hubs' rows, which lead to hubs, at least
	many    uint32                      // rows that must hold a vertex beyond the hubs for it to be a column
}

const (
	// deviceHubs is the most hubs: their matrix, of which half is read, stays in
	// the L2 cache of an H200.
	deviceHubs = 1 << 14
	// largeEdges is the number of edges from which what is looked up beyond the hubs does not stay in that
	// cache, and cachedHubs the most hubs of a count where it does: more take as long as they save.
	largeEdges, cachedHubs = 1 << 25, 1 << 13
	// deviceColumn is the number of rows that make a column worth its array.
	deviceColumn = 12
	// longestAuto is the longest row that one warp may have to itself; search shares
	// longer ones out. No graph in the memory of a device has such a row if its
	// vertices are ranked by degree.
	longestAuto = 1 << 18

	// fullRow is the mean row from which a hash table in shared memory pays, and sparseRow
	// the one below which large graphs are for the method shared.
	fullRow   = 15
	sparseRow = 4
	// quadRow is the mean row from which loads of 16 bytes pay where no row has more than 32 entries,
	// and aheadRows the rows from which tiny asks for offsets ahead.
	quadRow, aheadRows = 20, 1 << 23
	// Rows shorter than that are left to merge-path, but for those of a mean below sharedRow
	// and a longest of sharedSkew times that, which shared takes between these edges.
	leastSharedEdges, mostSharedEdges = 5 << 19, 10 << 20
	sharedRow, sharedSkew             = 9, 7

	// crowdedRow and crowdedRows are the mean row from which and the rows up to which the two
	// steps take less than a table for each row, without hubs, too.
	crowdedRow, crowdedRows = 80, 1 << 17
)

// flatKernels lists the kernels for graphs without dense hubs, each with the
// longest row that it is for.
var flatKernels = []struct {
	kernel  gpu.Entry[kernels.FlatArgs]
	longest uint32
}{
	{kernels.Tiny, kernels.TinyRow}, {kernels.Hashed32, 32}, {kernels.Hashed64, 64}, {kernels.Hashed128, 128}, {kernels.Hashed256, 256},
}

// flatForm is the form of such a kernel for these lists: where the offsets do not stay in the L2 cache
// of an H200, and where rows of up to 32 entries are so long that larger loads pay.
func (r *deviceRun) flatForm(kernel gpu.Entry[kernels.FlatArgs]) gpu.Entry[kernels.FlatArgs] {
	switch {
	case kernel == kernels.Tiny && r.lists.Rows >= aheadRows:
		return kernels.TinyAhead
	case kernel == kernels.Hashed32 && r.meanRow() >= quadRow:
		return kernels.Quads32
	}
	return kernel
}

// noFlat is where none of them counts it all.
var noFlat gpu.Entry[kernels.FlatArgs]

// twoSteps reports whether a is to count by hubs and columns.
func (a deviceAuto) twoSteps() bool {
	return a.other == "" && !a.wedges && !a.chunks && !a.square && !a.rows && !a.compact && a.flat == noFlat
}

// chooseDeviceAuto chooses by the size, the longest row and the edges among the
// first rows.
func chooseDeviceAuto(r *deviceRun) deviceAuto {
	edges, longest := r.lists.Edges, r.lists.MaxOutDegree
	kernel := noFlat
	for _, f := range flatKernels {
		if longest <= f.longest {
			kernel = f.kernel
			break
		}
	}
	flat, mean := deviceAuto{flat: r.flatForm(kernel)}, r.meanRow()
	switch {
	case kernel == kernels.Tiny:
		return flat
	case edges*uint64(mean) <= fewItems && worthChunks(r):
		return deviceAuto{chunks: true}
	case worthBitRows(r):
		return deviceAuto{rows: true}
	case worthProduct(r):
		return deviceAuto{square: true}
	case longest > longestAuto:
		return deviceAuto{other: cpucount.Search}
	case worthChunks(r):
		return deviceAuto{chunks: true}
	case worthWedges(r):
		return deviceAuto{wedges: true}
	case worthCompact(r):
		return deviceAuto{compact: true}
	case edges <= mostWedgeEdges && kernel != noFlat && (mean < fullRow || edges <= fewEdges/2):
		return shortRows(r)
	case edges <= mostWedgeEdges && kernel != noFlat:
		return flat
	}
	most := deviceHubs
	if edges < largeEdges {
		most = cachedHubs
	}
	a := deviceAuto{many: deviceColumn}
	a.hubs, a.among = denseHubs(r, most)
	switch {
	case a.hubs > 0 || kernel == noFlat:
	case mean < fullRow:
		return shortRows(r)
	case mean < crowdedRow || r.lists.Rows > crowdedRows:
		return flat
	}
	if a.columnRoom(r).bytes() > r.Room()-hubMatrixBytes(a.hubs) {
		a.many = kernels.NoColumns
	}
	return a
}

// shortRows chooses for rows that are too short for a table.
func shortRows(r *deviceRun) deviceAuto {
	edges, mean := r.lists.Edges, r.meanRow()
	shares := mean < sharedRow && r.skew() <= sharedSkew && leastSharedEdges <= edges && edges <= mostSharedEdges
	if shares || mean < sparseRow && edges > mostWedgeEdges {
		return deviceAuto{other: cpucount.Shared}
	}
	return deviceAuto{other: cpucount.MergePath}
}

// denseHubs chooses the number of hubs, at most so many, and returns the entries of their rows, too.
func denseHubs(r *deviceRun, most int) (hubs int, among uint64) {
	most = min(r.lists.Rows, most)
	if most < leastHubs {
		return 0, 0
	}
	hubs = mostDenseHubs(most, r.lists.Edges, func(hubs int) uint64 {
		among = gpurun.Read(r.Run, r.lists.Offsets.Slice(hubs, hubs+1))[0]
		return among
	})
	if hubs == 0 {
		return 0, 0
	}
	return hubs, among
}

// leastHubs is the least number of hubs.
const leastHubs = 1 << 9

// mostDenseHubs returns the most hubs, in powers of two and at most so many, with which the
// matrix is dense enough to pay, by the measure of the CPU (see hubCount). inside returns the
// number of edges of the rows before one.
func mostDenseHubs(most int, edges uint64, inside func(row int) uint64) int {
	hubs := leastHubs
	for 2*hubs <= most {
		hubs *= 2
	}
	for ; hubs >= leastHubs && hubs <= most; hubs /= 2 {
		words := uint64(hubs) * uint64(hubs) / 128
		if among := inside(hubs); among >= cpucount.HubDensity*words && cpucount.HubShare*among >= edges {
			return hubs
		}
	}
	return 0
}

func (a deviceAuto) plan(r *deviceRun) func() {
	switch {
	case a.wedges:
		return planWedges(r)
	case a.chunks:
		return planChunks(r)
	case a.square:
		return planProduct(r)
	case a.rows:
		return planBitRows(r)
	case a.compact:
		return planCompact(r)
	case a.flat != noFlat:
		return planFlat(r, a.flat)
	}
	return a.planTwoSteps(r)
}

// planTwoSteps counts by hubs, if there are any, and by columns beyond them.
func (a deviceAuto) planTwoSteps(r *deviceRun) func() {
	steps, rows := r.newTwoSteps(a.hubs, a.columnRoom(r), a.many), r.allRows()
	return func() {
		steps.launch(rows, rows.slice(a.hubs, rows.count), uint32(a.hubs), &rows)
	}
}

// planFlat counts all triangles by one kernel.
func planFlat(r *deviceRun, entry gpu.Entry[kernels.FlatArgs]) func() {
	kernel, rows := gpurun.Find(r.Run, entry, kernels.Threads, 0), uint32(r.lists.Rows)
	most := warpShare(kernel, uint64(rows), 24)
	return func() {
		kernel.Launch(kernels.FlatArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: rows, Most: most, Next: r.cursor(0), Total: r.total,
		})
	}
}

// columnRoom is the room for the columns beyond the hubs.
func (a deviceAuto) columnRoom(r *deviceRun) columnRoom {
	room := wholeRoom(r.lists.Rows-a.hubs, r.lists)
	room.segments -= a.among
	return room
}

// wholeRoom is the room for lists in one piece, and so many middle corners.
func wholeRoom(lower int, o *gpugraph.Oriented) columnRoom {
	room := columnRoom{upper: o.Rows, lower: lower, edges: o.Edges, segments: o.Edges, longest: o.MaxOutDegree}
	if o.Held.Len() > 0 {
		room.held = o.Held.Slice(o.Rows-lower, o.Rows)
	}
	return room
}
