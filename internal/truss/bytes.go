package truss

import "github.com/tricycle-graph/tricycle/internal/cpucount"

// What is held, for m edges, n rows and w workers. A graph of m edges is
//
//	lower 4, state 4, upper 4, upperEdge 4, order 4  bytes an edge
//	rowOf 1/16, fates 1/4                            bytes an edge
//	begin 4, up 4, stay 4, touched 1/8               bytes a row
//
// Blocks stand for upper, upperEdge and fates where they take no more than upper and
// upperEdge; blocks.first, 4 bytes a row, has the room in which begin is made anew, at
// another time.
//
// The first graph takes lower and state from the caller. The next is a copy of at most
// shrinkFirst of its edges, made when all but these two has been freed; it has all of the
// above of its own, and origin, 4 bytes an edge. What later ones leave of that is for a
// core, and for counting support anew.
const (
	givenEdge = 4 + 4
	firstEdge = 4 + 4 + 4
	copyEdge  = 4 + 4 + 4 + 4 + 4 + 4
	coreEdge  = 4 + 4 + 4 + 8 // of a copy without lists upwards
	rowBytes  = 4 + 4 + 4 + 4 // begin is made anew while the old one is read
	rowIndex  = 1 << rowIndexShift
)

// The graph is copied for the first time when so much of it is left, in eighths, that
// the copy fits where the first graph was; later when it saves more than it costs.
const (
	shrinkFirst = 4
	shrinkLater = 6
)

// Bytes returns the most that Decompose holds for so many rows, edges and workers:
// the neighbours of the lists and the support that it is given, and all of its own. That
// is less than 21 bytes an edge, 17 a row, and for each worker half a byte a row and
// 2 MiB.
func Bytes(rows int, edges uint64, workers int) int64 {
	m, n := int64(edges), int64(rows)
	return m*givenEdge + ownBytes(n, m, workers) + 4*int64(rowOfLength(int(m))) + 8*int64(fatesLength(int(m))+touchedLength(rows)) + (n+1)*rowBytes + int64(workers)*(workerBytes(n)+4*64*4*int64(workers))
}

// ownBytes is what the arrays of edges hold that the caller has not given, what workers
// tally and note while they count anew, and a little for doing that with the smallest graphs.
func ownBytes(rows, m int64, workers int) int64 {
	const most = 1<<22 - 1 // edges about which as much is noted as about any number of them
	edges := uint64(min(m, most))
	notes := cpucount.SupportingBytes(int(rows), edges, uint32(min(rows, m, cpucount.ShortRow)), cpucount.Params{Threads: workers}) - cpucount.SupportBytes(edges)
	return max(m*firstEdge, m*shrinkFirst/8*copyEdge) + notes + 4<<10
}

func workerBytes(rows int64) int64 {
	slots := rows/64 + 1
	return slots*(16+4+8+2+1) + 2*4*maxLoses + (4*4+8)*looked + 2*8*maxChunk + 4*pushed + 64*together + 8*losses + 4*hubs
}
