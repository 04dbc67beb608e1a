package triangle

import (
	"context"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// deviceGrid cuts a store for counters on devices: into so many parts that the
// upper and the lower rows, and those that are copied meanwhile, fit each device.
func (p *preparation) deviceGrid(ctx context.Context, store *partition.Store, devices []*gpu.Device) (partition.Grid, error) {
	room, err := leastRoom(devices)
	if err != nil {
		return partition.Grid{}, err
	}
	cutting := partition.Cutting{Rows: p.opt.Parts.Rows, Columns: max(p.opt.Parts.Columns, 1)}
	if p.plan.Method == Auto {
		if cutting.Hubs, err = storeHubs(ctx, store, room); err != nil {
			return partition.Grid{}, err
		}
	}
	if p.opt.Parts.Rows > 0 {
		return store.Cut(cutting)
	}
	cutting.Rows = max(partsPerDevice*len(devices), p.opt.Parts.leastRows())
	for {
		grid, err := store.Cut(cutting)
		if err != nil {
			return grid, err
		}
		if p.devicePartsBytes(store, grid) <= room || len(grid.Rows) >= len(store.Pieces()) {
			return grid, nil // the counters say where that is still too much
		}
		cutting.Rows++
	}
}

// partsPerDevice is how many parts there are at least for each device: a device
// counts some while others are copied, and of several devices none waits long for
// the last subtask.
const partsPerDevice = 3

// leastRoom returns the bytes that can be allocated on each device.
func leastRoom(devices []*gpu.Device) (int64, error) {
	least := int64(math.MaxInt64)
	for _, dev := range devices {
		room, err := dev.Room()
		if err != nil {
			return 0, err
		}
		least = min(least, room)
	}
	return least, nil
}

// devicePartsBytes is what a device holds while it counts the subtasks of a grid
// at full speed.
func (p *preparation) devicePartsBytes(store *partition.Store, grid partition.Grid) int64 {
	room := newPartsRoom(store, [][]partition.Range{grid.Rows}, grid)
	return room.full(p.plan.Method, int(store.Rows()), len(grid.Columns))
}

// full is what a device holds to count by a method at full speed: the upper and
// the lower rows, and those that are copied meanwhile.
func (p partsRoom) full(method Method, rows, columns int) int64 {
	if method == Auto && columns == 1 {
		return p.beside() + int64(min(p.ranges, 3))*p.each
	}
	// Lists that are joined of three blocks, and as much for what a method
	// builds.
	return 2 * rowsBytes(rows+2*p.columns.upper, 3*p.columns.edges)
}

// mostHubs returns how many hubs there may be at most: their matrix takes a small
// part of the room on a device.
func mostHubs(room int64) int {
	const share = 8
	most := deviceHubs
	for most > 0 && hubMatrixBytes(most) > room/share {
		most /= 2
	}
	return most
}

// storeHubs chooses the number of hubs by the edges among the first rows.
func storeHubs(ctx context.Context, store *partition.Store, room int64) (uint32, error) {
	most := mostHubs(room)
	all := partition.Range{End: store.Rows()}
	inside := make([]uint64, 1, most+1) // edges of the rows below
	for _, p := range store.Pieces() {
		if len(inside) > most {
			break
		}
		b, err := store.Load(ctx, p.Rows, all, 1)
		if err != nil {
			return 0, err
		}
		for _, n := range b.Lengths[:min(len(b.Lengths), most+1-len(inside))] {
			inside = append(inside, inside[len(inside)-1]+uint64(n))
		}
	}
	return uint32(mostDenseHubs(inside, store.Edges(all, all))), nil
}

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
	return processBytes + 4*(records+rows) + 2*copierBytes(min(par.Workers(threads), mostCopiers), mostSlot)
}

// deviceFilesBytes is what building a store in files with a device holds on the
// host, and counting from it: a piece for each worker that reads or writes, and
// a length of each row of a part.
func (opt Options) deviceFilesBytes(info graph.Info) int64 {
	workers := int64(min(par.Workers(opt.Threads), mostCopiers))
	records := expectedRecords(info).Get()
	rows := min(records, info.Vertices.Or(records))
	return processBytes + 2*copierBytes(int(workers), mostSlot) + 8*workers*int64(opt.piece(info)) + 4*rows
}

// planPartsOnDevices guesses into how many parts a source will be cut that is not
// counted whole, because of short or as asked. It returns short where no parts
// would do.
func (p *preparation) planPartsOnDevices(devices []*gpu.Device, short error) error {
	room, err := leastRoom(devices)
	if err != nil {
		return err
	}
	info := p.result.Info
	if short != nil && gpugraph.PartsBytes(int(info.Vertices.Get())) > room {
		return short
	}
	parts := p.opt.guessDeviceParts(int(info.Vertices.Get()), uint64(expectedRecords(info).Get()), room)
	if p.opt.Parts.Rows == 0 && parts.Rows < partsPerDevice*len(devices) {
		parts.Rows = partsPerDevice * len(devices)
		parts.Subtasks = mostSubtasks(parts)
	}
	if short != nil && parts.Rows >= mostDeviceParts {
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
