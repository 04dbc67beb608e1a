package truss

import "math/bits"

// Memory, for m edges, n rows and w workers. A graph of m' edges is
//
//	lists 4, support 4, list upwards 8, rounds 4           bytes an edge
//	rows of the lists 1/16                                 bytes an edge
//	where the lists begin, twice 4                         bytes a row
//
// The first graph takes the caller's lists and support. The next is of at most
// shrinkFirst of its edges; it adds to these two, which stay, all of the above and the
// original positions, 4 bytes an edge. Later ones are made within its arrays.
const (
	ownEdge   = 4 + 8              // of the first graph, beside lists and support
	shrunken  = 4 + 4 + 8 + 4 + 4  // of a graph that is a copy
	givenEdge = 4 + 4              // lists and support of the caller
	rowIndex  = 1 << rowIndexShift // edges that share a word of the row index
)

// shrinkFirst is the share of edges, in eighths, that may be left when the graph is
// copied for the first time: then the copy fits where the first graph was.
const shrinkFirst = 5

// Bytes returns the most that Decompose holds for so many rows, edges and workers:
// the lists (without their offsets) and the support that it is given, and all of its
// own. It is below 24 bytes an edge and 16 a row, and a fourth of a byte a row and 2 MiB for
// each worker.
func Bytes(rows int, edges uint64, workers int) int64 {
	m, n := int64(edges), int64(rows)
	copied := m * shrinkFirst / 8
	own := max(m*ownEdge, copied*shrunken)
	return m*givenEdge + own + indexBytes(m) + 4*4*(n+1) + int64(workers)*workerBytes(rows)
}

func indexBytes(edges int64) int64 { return 4 * (edges/rowIndex + 2) }

// workerBytes is what a worker holds: marks, the words that are marked, and buffers; and
// for the longest list twice 4 bytes an entry.
func workerBytes(rows int) int64 {
	return int64(rows/64+1)*(16+4) + int64(rows)*8/64 + 2*8*maxChunk + 4*pushed + 1<<bits.Len(1)
}
