package cli

import (
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
)

// Every graph of the table has a stand-in, and every launch shape is one that the
// methods take.
func TestIakovidis(t *testing.T) {
	for _, p := range iakovidisTable {
		if p.graph().Edges == 0 {
			t.Errorf("%s: nothing is known of it", p.name)
		}
		for _, shape := range launchShapes {
			if err := shape.simple(p).Check(); err != nil {
				t.Errorf("%s, simple: %v", shape.name, err)
			}
			if err := shape.shared(p).Check(); err != nil {
				t.Errorf("%s, shared: %v", shape.name, err)
			}
		}
	}
}

// On a GPU each shape is measured, and all count the same.
func TestBenchSharedOnDevice(t *testing.T) {
	gputest.Open(t, 0)
	b := &benchingShared{benchingTable{engines: []device.Engine{device.CPU, device.CUDA}, most: 4_000_000, repeat: 2, devices: device.New(0)}}
	rows, err := b.measure(t.Context(), make([]string, len(iakovidisTable)), new(graph.Meter))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row.missing == "" && len(row.times) != 1+len(launchShapes) {
			t.Errorf("%s: %d lines of times", row.name, len(row.times))
		}
	}
}

// The picture has bars for the graphs that were measured.
func TestSharedFigure(t *testing.T) {
	row := &sharedRow{iakovidis: iakovidisTable[2], standIn: "affiliation", times: []sharedTimes{
		{engine: device.CPU, simple: samples{5}, bitmap: samples{3}},
		{engine: device.CUDA, device: "Fake", simple: samples{2, 4}, shared: samples{1, 2}},
		{engine: device.CUDA, device: "Fake", simple: samples{3}, shared: samples{2}, bitmap: samples{1}},
	}}
	b := &benchingShared{benchingTable{engines: []device.Engine{device.CPU, device.CUDA}, repeat: 2}}
	f := b.figure([]*sharedRow{{iakovidis: iakovidisTable[0], missing: "left out"}, row})
	if len(f.Rows) != 1 || f.Rows[0] != "auto (stand-in)" {
		t.Errorf("rows %q", f.Rows)
	}
	for i, want := range []float64{2.69 / 2.38, 2, 1.5} {
		if got := f.Series[i].Values; len(got) != 1 || got[0] != want {
			t.Errorf("series %s: %v, want %v", f.Series[i].Name, got, want)
		}
	}
	if _, err := f.SVG("speedups"); err != nil {
		t.Error(err)
	}
}
