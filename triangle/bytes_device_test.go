package triangle

import (
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// TestRowsThatADeviceRanks has the lists of a file that does not tell its ids kept in
// memory where those that the GPU has room to rank leave enough of it. It is as large as
// the largest that the contest's entry counted.
func TestRowsThatADeviceRanks(t *testing.T) {
	const records = 7_381_975_040
	info := graph.Info{Format: "u32", Records: graph.Known(int64(records)), MaxRecords: graph.Known(int64(records)), Rereadable: true, Direct: true}
	opt := Options{Engine: device.CUDA, Memory: 40e9, Devices: device.New(16<<30, 0)}
	defer opt.Devices.Close()
	if p := opt.plan(info, partsOnDevice, opt.gpus()); p.Disk != 0 {
		t.Errorf("%d bytes go to files, of 16 GiB of a GPU", p.Disk)
	}
	if opt.holdsStore(info, partsUploaded) {
		t.Error("the CPU may make more rows than that")
	}
	if opt.Memory = 30e9; opt.plan(info, partsOnDevice, opt.gpus()).Disk == 0 {
		t.Error("nothing goes to files in less memory than the lists take")
	}
}

// TestRowsOfAStore has as many rows as ends of records where each vertex has one neighbour,
// and files in which the columns are cut as the rule of TCBW may ask for.
func TestRowsOfAStore(t *testing.T) {
	const records, rows = 1 << 24, 1 << 22
	info := graph.Info{Format: "u32", Records: graph.Known(int64(records)), MaxRecords: graph.Known(int64(records)), Rereadable: true}
	opt := Options{Engine: device.CUDA, Memory: 1 << 26, Parts: Parts{TCBW: true}}
	if got := opt.storeRows(info, partsOnDevice); got != 2*records {
		t.Errorf("%d rows of %d records", got, records)
	}
	info.Vertices = graph.Known(int64(rows))
	on := gpus{count: 1, room: 64 << 20}
	cuts := opt.columnCuts(rows, records, on.room)
	p := opt.plan(info, partsOnDevice, on)
	if least := partition.StoreBytes(rows, cuts, records); cuts <= p.parts.Columns || p.Disk < least {
		t.Errorf("%d cuts for %+v take %d bytes, planned are %d", cuts, p.parts, least, p.Disk)
	}
}
