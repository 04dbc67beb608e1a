package bench

import (
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
)

// Every graph of the table has a stand-in, and every launch shape is one that the
// methods take.
func TestIakovidisTable(t *testing.T) {
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
func TestIakovidisOnDevice(t *testing.T) {
	gputest.Open(t, 0)
	b, err := NewIakovidis(Table{By: By{Repeat: 2, Devices: device.New(0)}, Engines: []device.Engine{device.CPU, device.CUDA}, Most: 4_000_000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Measure(t.Context(), new(graph.Meter)); err != nil {
		t.Fatal(err)
	}
	for _, row := range b.rows {
		if row.missing == "" && len(row.times) != 1+len(launchShapes) {
			t.Errorf("%s: %d lines of times", row.name, len(row.times))
		}
	}
}

// The picture has bars for the graphs that were measured.
func TestIakovidisFigure(t *testing.T) {
	row := &sharedRow{iakovidis: iakovidisTable[2], standIn: "affiliation", times: []sharedTimes{
		{engine: device.CPU, simple: samples{5}, bitmap: samples{3}},
		{engine: device.CUDA, device: "Fake", simple: samples{2, 4}, shared: samples{1, 2}},
		{engine: device.CUDA, device: "Fake", simple: samples{3}, shared: samples{2}, bitmap: samples{1}},
	}}
	b := &Iakovidis{
		Table: Table{By: By{Repeat: 2}, Engines: []device.Engine{device.CPU, device.CUDA}},
		rows:  []*sharedRow{{iakovidis: iakovidisTable[0], missing: "left out"}, row},
	}
	f := b.Figure()
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
