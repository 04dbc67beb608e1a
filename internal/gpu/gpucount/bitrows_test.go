package gpucount

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// TestBitRowsAreForEvenGraphs has graphs of about the same density.
func TestBitRowsAreForEvenGraphs(t *testing.T) {
	if testing.Short() {
		t.Skip("makes graphs of a million edges")
	}
	rng := rand.New(rand.NewPCG(26, 1))
	even := graphtest.Random(rng, 12_000, .0125).ByDegree().Lists()
	small := fakecuda.Device{Name: "Fake H", Major: 9, Memory: 20 << 20} // the lists fit, and little beside them
	for _, c := range []struct {
		name   string
		device fakecuda.Device
		lists  *lists.Oriented
		want   bool
	}{
		{"even", fakecuda.Hopper, even, true},
		{"without memory", small, even, false},
		{"skewed", fakecuda.Hopper, graphtest.Kronecker(rng, 14, 160).ByDegree().Lists(), false},
		{"few vertices", fakecuda.Hopper, graphtest.Random(rng, 6_000, .0125).ByDegree().Lists(), false},
		{"dense", fakecuda.Hopper, graphtest.Random(rng, 12_000, .02).ByDegree().Lists(), false},
		{"sparse", fakecuda.Hopper, graphtest.Random(rng, 12_000, .008).ByDegree().Lists(), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := chosenOnFake(t, c.device, c.lists).rows; got != c.want {
				t.Errorf("ANDs of rows: %v, want %v", got, c.want)
			}
		})
	}
}

// chosenOnFake returns what the method auto does with lists on a device that counts nothing.
func chosenOnFake(t *testing.T, is fakecuda.Device, lists *lists.Oriented) deviceAuto {
	t.Helper()
	device, err := fakecuda.New(is).Open(0)
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	uploaded, err := gpugraph.Upload(t.Context(), device, lists, gpugraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer uploaded.Close()
	r := newDeviceRun(device, uploaded)
	defer r.Close()
	chosen := chooseDeviceAuto(r)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	return chosen
}
