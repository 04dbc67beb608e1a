package triangle

import (
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// devicePiece is how many edges a piece of the lists may have: so few that
// parts are of about equal size, and that the device has room for the least.
func devicePiece(info graph.Info, room int64, devices int) uint64 {
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

// deviceHostBytes is what building a store in memory with a device holds on the
// host, and counting from it: 4 bytes a record, and a length of each row, of
// which there are no more than records.
func deviceHostBytes(info graph.Info, threads int) int64 {
	expected := expectedRecords(info)
	if !expected.Known() {
		return math.MaxInt64
	}
	records := expected.Get()
	rows := min(records, info.Vertices.Or(records))
	return processBytes + 4*(records+rows) + gpucount.CopyBytes(threads)
}

// deviceFilesBytes is what building a store in files with a device holds on the
// host, and counting from it: a piece for each worker that reads or writes, and
// a length of each row of a part.
func (opt Options) deviceFilesBytes(info graph.Info) int64 {
	workers := int64(gpucount.Copiers(opt.Threads))
	records := expectedRecords(info).Get()
	rows := min(records, info.Vertices.Or(records))
	return processBytes + gpucount.CopyBytes(opt.Threads) + 8*workers*int64(opt.piece(info)) + 4*rows
}

// planPartsOnDevices guesses into how many parts a source will be cut that is not
// counted whole, because of short or as asked. It returns short where no parts
// would do.
func (p *preparation) planPartsOnDevices(devices []*gpu.Device, short error) error {
	room, err := gpucount.LeastRoom(devices)
	if err != nil {
		return err
	}
	info := p.result.Info
	if short != nil && gpugraph.PartsBytes(int(info.Vertices.Get())) > room {
		return short
	}
	parts := p.opt.guessDeviceParts(int(info.Vertices.Get()), uint64(expectedRecords(info).Get()), len(devices), room)
	if short != nil && parts.Rows >= gpucount.MostRows {
		return short
	}
	p.result.Parts, p.result.DeviceBytes = &parts, room
	return nil
}

// plannedPartsForDevice completes the plans of a count in parts.
func (p *preparation) plannedPartsForDevice(ingest IngestPlan) (IngestPlan, CountPlan) {
	r, info := p.result, p.result.Info
	count := p.plan
	count.Bytes, count.Reason = r.DeviceBytes, "several GPUs share the subtasks"
	switch fits := ingest.Bytes.Known() && ingest.Bytes.Get() <= r.DeviceBytes; {
	case p.opt.Parts != (Parts{}):
		count.Order, count.Reason = graph.OrderRecords, "counted in parts, as asked"
	case !fits && p.mayBeRanked():
		count.Order, count.Reason = graph.OrderRecords, "the graph does not fit the GPU: counted in parts"
	}
	ingest.Bytes = graph.Known(min(ingest.Bytes.Or(r.DeviceBytes), r.DeviceBytes))
	ingest.Parts = r.Parts.Rows * r.Parts.Columns
	if records := expectedRecords(info); p.opt.Memory > 0 && deviceHostBytes(info, p.opt.Threads) > p.opt.Memory && records.Known() {
		ingest.Disk = partition.StoreBytes(uint32(min(info.Vertices.Get(), math.MaxUint32)), r.Parts.Columns, uint64(records.Get()))
	}
	return ingest, count
}
