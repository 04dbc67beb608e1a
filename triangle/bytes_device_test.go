package triangle

import (
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
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
