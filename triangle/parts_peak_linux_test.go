package triangle

import (
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// limitedPeaks are counts whose peak must stay within their memory, the idle
// process included.
var limitedPeaks = map[string]peakCase{
	"pieces": {skewedPeak, Options{Engine: device.CPU, Threads: 2, Memory: 176 << 20}},
	"parts":  {skewedPeak, Options{Engine: device.CPU, Threads: 2, Memory: 176 << 20, Parts: Parts{Rows: 4}}},
	"flat": {
		func() (graph.Source, error) {
			return generator.Uniform{Vertices: 1 << 20, Edges: 6 << 20, Seed: 1}.Source()
		},
		Options{Engine: device.CPU, Threads: 2, Memory: 176 << 20, Parts: Parts{Rows: 5}},
	},
}

func skewedPeak() (graph.Source, error) {
	return generator.RMAT{Scale: 19, EdgeFactor: 16, Seed: 1}.Source()
}

func TestPeakStaysWithinMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: the race detector, with which CI runs short tests, holds memory of its own")
	}
	for name, c := range limitedPeaks {
		t.Run(name, func(t *testing.T) {
			peak := measurePeak(t, name)
			t.Logf("peak %s of %s", bytesize.Text(peak), bytesize.Text(c.opt.Memory))
			if peak > c.opt.Memory {
				t.Errorf("peak %s, the limit is %s", bytesize.Text(peak), bytesize.Text(c.opt.Memory))
			}
		})
	}
}
