package gpucount

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// longPairs are lists with pairs of several stretches: hubs behind all others, joined to
// each other and to some of the others.
func longPairs(rng *rand.Rand, hubs, others int, joined float64) *lists.Oriented {
	e := &graphtest.Edges{N: others + hubs}
	for h := others; h < e.N; h++ {
		for v := range others {
			if rng.Float64() < joined {
				e.Add(h, v)
			}
		}
		for g := others; g < h; g++ {
			e.Add(h, g)
		}
	}
	return e.Lists()
}

// TestMergePathByLength cuts long pairs into stretches that different blocks take, with and
// without room to put them off, and has warps share shorter ones.
func TestMergePathByLength(t *testing.T) {
	device := gputest.Open(t, 0)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 4))
	for name, o := range map[string]*lists.Oriented{
		"all joined":  longPairs(rng, 6, 3*kernels.PathStretch+5, 1),
		"some joined": longPairs(rng, 9, 3*kernels.PathStretch, .6),
		"few joined":  longPairs(rng, 40, 2*kernels.PathStretch, .05),
		"short":       graphtest.Random(rng, 200, .3).Lists(),
		"hubs":        graphtest.Hubs(rng, 500).Lists(),
		"skewed":      graphtest.Kronecker(rng, 12, 16).Lists(),
	} {
		checkDevice(t, device, name, o, count(t, o))
		checkPathLines(t, device, name, o)
	}
}

// checkPathLines counts with room for some stretches, or none, to put off.
func checkPathLines(t *testing.T, device *gpu.Device, name string, o *lists.Oriented) {
	t.Helper()
	want := count(t, o)
	there, err := gpugraph.Upload(t.Context(), device, o, gpugraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	for _, room := range []int{0, 1, 2, 7, 50, 100_000} {
		r := newDeviceRun(device, there)
		launch := r.planPathLines(room)
		for range 2 {
			if got, _, err := r.count(t.Context(), launch); err != nil || got != want {
				t.Errorf("%s: with room for %d stretches %d triangles (%v), want %d", name, room, got, err, want)
			}
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}
