package triangle

import (
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputruss"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// pieceForDevices is how many edges a piece of the lists may have: so few that
// parts are of about equal size, and that the device has room for the least.
func pieceForDevices(info graph.Info, room int64, devices int) uint64 {
	const (
		least    = 1 << 12
		pieces   = 32  // for each device
		ofDevice = 256 // bytes of it for each edge of a piece
	)
	edges := room / ofDevice
	if records := expectedRecords(info); records.Known() {
		edges = min(edges, records.Get()/int64(pieces*devices))
	}
	return uint64(max(edges, least))
}

// wholeDeviceBytes is what lists take on a GPU that are made there or brought there
// whole, and the answer that is made of them.
func (opt Options) wholeDeviceBytes(info graph.Info, w way) graph.Size {
	records, ids := uint64(info.Records.Get()), info.Vertices.Get()
	if !info.Records.Known() {
		return graph.Size{}
	}
	lists := gpugraph.ListsBytes(int(min(ids, math.MaxUint32)), records)
	answering := lists + opt.asked.deviceBytes(int(ids), records)
	if w == wholeUploaded {
		return graph.Known(answering)
	}
	return graph.Known(max(gpugraph.Bytes(records, int(ids)), answering))
}

// deviceBytes is what an answer takes on a GPU beside the lists: the vertex of each row,
// and what is found for each vertex or edge.
func (q question) deviceBytes(rows int, edges uint64) int64 {
	switch q {
	case perVertex:
		return int64(4+8) * int64(rows)
	case perEdge:
		return 4*int64(rows) + 4*int64(edges)
	case trussOfEdges:
		return 4*int64(rows) + int64(4+4)*int64(edges) + gputruss.Bytes(rows, edges)
	}
	return 0
}

// storeRows bounds the rows of a store by what is known before reading: there are no
// more than ends of records, and a device ranks no more ids than it has room for.
func (opt Options) storeRows(info graph.Info, w way) int64 {
	ends := 2 * expectedRecords(info).Get()
	rows := min(ends, info.Vertices.Or(ends))
	if w == partsOnDevice {
		rows = min(rows, gpugraph.MostIDs(opt.devices().Limit()))
	}
	return rows
}

// deviceHostBytes is what building a store in memory with a device holds on the
// host, and counting from it: 4 bytes a record, and a length of each row.
func (opt Options) deviceHostBytes(info graph.Info, w way) int64 {
	records := expectedRecords(info)
	if !records.Known() {
		return math.MaxInt64
	}
	return processBytes + 4*(records.Get()+opt.storeRows(info, w)) + gpucount.CopyBytes(opt.Threads)
}

// deviceFilesBytes is what building a store in files with a device holds on the
// host, and counting from it: a piece for each worker that reads or writes, and
// a length of each row of a part.
func (opt Options) deviceFilesBytes(info graph.Info, w way, piece uint64) int64 {
	workers := int64(gpucount.Copiers(opt.Threads))
	return processBytes + gpucount.CopyBytes(opt.Threads) + 8*workers*int64(opt.piece(info, piece)) + 4*opt.storeRows(info, w)
}

// holdsStore reports whether a store for devices fits the memory of the host.
func (opt Options) holdsStore(info graph.Info, w way) bool {
	opt = opt.besideSubtasks(info)
	return opt.Memory == 0 || opt.deviceHostBytes(info, w) <= opt.Memory
}

// spillsStore reports whether one does that is in files.
func (opt Options) spillsStore(info graph.Info, w way, piece uint64) bool {
	return opt.deviceFilesBytes(info, w, piece) <= opt.besideSubtasks(info).Memory
}

// besideGPUBytes is what a process holds for having a GPU and for so many vertices whose
// rows are made there.
func besideGPUBytes(vertices uint64) int64 {
	return driverBytes + pinnedBytes + int64(4+4+8)*int64(vertices)
}

// takesLink reports whether records may come by the link of another GPU, too, out of so many others that are open: that pins
// more of the machine's memory. More than one link is not worth it: with four H200 and 64 virtual cores 32 GB took .63 to .66 s by
// the link of one of three others, .70 to .74 by those of two or three, and .69 and .71 by none (s28.e15, 7e931a2d with a switch).
func (opt Options) takesLink(others int) bool {
	held := processBytes + besideGPUBytes(0) + nextDriverBytes*int64(others)
	return others > 0 && (opt.Memory <= 0 || held+gpugraph.LinkBytes(opt.Threads, 1) <= opt.Memory)
}

// besideSubtasks returns the wishes with the memory that answers in parts leave to a store:
// as much as to what counts its subtasks.
func (opt Options) besideSubtasks(info graph.Info) Options {
	if opt.asked == ofGraph || opt.Memory <= 0 {
		return opt
	}
	ids := uint64(info.Vertices.Or(2 * expectedRecords(info).Get()))
	opt = opt.besideRows(opt.asked, ids, ids)
	opt.Memory = max((opt.Memory-besideGPUBytes(ids))/2, 1)
	return opt
}

// answersInParts reports whether the machine surely has the memory for an answer that GPUs
// give in parts: in pieces of so many edges.
func (opt Options) answersInParts(q question, w way, x extent, devices int, piece uint64) bool {
	if opt.Memory <= 0 {
		return true
	}
	rows, records := x.rows()
	building := opt
	building.Memory -= lists.KeptVertexBytes(records, x.bound, x.distinct)
	if w == partsUploaded && !building.fitsBuilder(x) {
		return false
	}
	opt.asked = q
	edges, ranks := opt.leastRange(x, opt.piece(x.header, piece))
	need := processBytes + besideGPUBytes(x.vertices()) + opt.deviceCutting(devices, 0).SubtaskBytes(int(ranks), edges, int(rows))
	if q == perEdge {
		need += outsideBytes(records, min(uint64(rows), records))
	}
	switch { // as is decided by the header
	case opt.holdsStore(x.header, w):
		need += opt.deviceHostBytes(x.header, w)
	case opt.spillsStore(x.header, w, piece):
		need += opt.deviceFilesBytes(x.header, w, piece)
	default:
		return false
	}
	return need <= opt.besideRows(q, x.vertices(), uint64(rows)).Memory
}
