package triangle

import (
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/truss"
)

// bytes is what the answer holds beside the lists and what counts them.
func (q question) bytes(vertices, edges uint64, threads int) int64 {
	switch q {
	case perVertex:
		return int64(4+8+8) * int64(vertices) // degrees, counts, and labels that may take a table
	case perEdge:
		return int64(4+8)*int64(vertices) + supportedBytes(vertices, edges) + arrangeBytes(vertices, edges, par.Workers(threads))
	case trussOfEdges: // and the trussness, of 4 bytes, when what arranges them, of 2, is done
		return perEdge.bytes(vertices, edges, threads) + (4-2)*int64(edges)
	case eachTriangle:
		return int64(4+8+4) * int64(vertices) // and numbers of the rows
	}
	return 0
}

// entryBytes is what an edge takes in the lists, which truss.Bytes has in its sum.
const entryBytes = 4

// arrangedBytes is the least that edges with support and trussness, in the order of the
// ids, hold and take to be arranged: peeling ends before that begins, and has this room.
func arrangedBytes(rows int, edges uint64) int64 {
	return supportedBytes(uint64(rows), edges) + 4*int64(edges)
}

// countingBytes is what the answer holds for each row or entry of the lists while they
// are counted.
func (q question) countingBytes(rows int, edges uint64, p cpucount.Params) int64 {
	longest := uint32(min(uint64(rows), edges)) // row that there can be
	switch q {
	case perVertex:
		return cpucount.VerticesBytes(rows, longest, p)
	case perEdge:
		return cpucount.SupportingBytes(rows, edges, longest, p)
	case trussOfEdges:
		peeling := truss.Bytes(rows, edges, par.Workers(p.Threads)) - entryBytes*int64(edges)
		return max(cpucount.SupportingBytes(rows, edges, longest, p), 2*cpucount.SupportBytes(edges), cpucount.SupportBytes(edges)+peeling-arrangedBytes(rows, edges))
	case eachTriangle:
		return cpucount.ListBytes(rows, longest, p)
	}
	return 0
}

// beside returns the wishes with the memory that an answer leaves to others.
func (opt Options) beside(q question, vertices, edges uint64) Options {
	if opt.Memory > 0 && q != ofGraph {
		opt.Memory = max(opt.Memory-q.bytes(vertices, edges, opt.Threads), 1)
	}
	return opt
}

// matrixRoom is the memory that the matrix of the hubs may take, if it were triangular:
// answers ask for a symmetric one.
func (q question) matrixRoom(p cpucount.Params) int64 {
	if q != ofGraph && p.Memory > 0 {
		return max(p.MatrixRoom()/2, 1)
	}
	return p.MatrixRoom()
}

// besideRows is beside for parts, whose answers are first of rows.
func (opt Options) besideRows(q question, vertices, rows uint64) Options {
	if q == perVertex && opt.Memory > 0 {
		opt.Memory = max(opt.Memory-8*int64(rows), 1)
	}
	return opt.beside(q, vertices, 0) // the edges are in files
}
