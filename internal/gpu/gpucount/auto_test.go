package gpucount

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// autoVariants are the ways of the method auto, whatever it would choose: every
// kernel that can count all of the graph, and the two steps with and without
// hubs, columns and what is searched.
func autoVariants(device *gpu.Device, o *lists.Oriented) map[string]deviceAuto {
	all := map[string]deviceAuto{}
	for _, hubs := range []int{0, 64, 512} {
		for _, many := range []uint32{deviceColumn, 100, kernels.NoColumns} {
			if hubs <= o.Rows() {
				all[fmt.Sprintf("%d hubs, columns from %d", hubs, many)] = deviceAuto{hubs: hubs, many: many}
			}
		}
	}
	for _, f := range flatKernels {
		if o.MaxOutDegree() <= f.longest {
			all[f.kernel.Name] = deviceAuto{flat: f.kernel}
		}
	}
	if o.MaxOutDegree() <= 32 {
		all["quads"] = deviceAuto{flat: kernels.Quads32}
	}
	if o.MaxOutDegree() <= kernels.TinyRow {
		all["tiny, ahead"] = deviceAuto{flat: kernels.TinyAhead}
	}
	if o.MaxOutDegree() <= kernels.CompactRow {
		all["compact"] = deviceAuto{compact: true}
	}
	all["wedges"] = deviceAuto{wedges: true}
	if o.MaxOutDegree() <= kernels.ChunkRow && o.Edges() >= kernels.SmallChunk {
		all["chunks"] = deviceAuto{chunks: true}
	}
	if hasBitProducts(device) && o.Rows() <= 20_000 {
		all["square"] = deviceAuto{square: true}
	}
	if o.Rows() <= 20_000 {
		all["rows"] = deviceAuto{rows: true}
	}
	return all
}

// TestDeviceAutoVariants holds all of them against the CPU.
func TestDeviceAutoVariants(t *testing.T) {
	device := gputest.Open(t, 0)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 11))
	graphs := map[string]*graphtest.Edges{
		"star":  graphtest.Wheel(3000),
		"dense": graphtest.Random(rng, 700, .6),
		"long":  graphtest.Uniform(rng, 200_000, 400_000).Under().Under(),
	}
	// Far vertices, and rows with entries on both sides of kernels.Exact and kernels.Near.
	far := graphtest.Kronecker(rng, 14, 16).ByDegree()
	for name, spread := range map[string]func(v int) int{
		"far": func(v int) int { return kernels.Near + v }, "near and far": func(v int) int { return 8 * v },
	} {
		names := make([]uint32, far.N)
		for v := range names {
			names[v] = uint32(spread(v))
		}
		graphs[name] = far.Relabel(kernels.Near+8*far.N, names)
	}
	rounds := 12
	if testing.Short() {
		rounds = 2
	} else {
		graphs["large and dense"] = graphtest.Random(rng, 13_000, .0125)
		graphs["large Kronecker"] = graphtest.Kronecker(rng, 18, 8).ByDegree()
	}
	for i := range rounds {
		graphs[fmt.Sprintf("random %d", i)] = graphtest.Random(rng, rng.IntN(40<<(i%6)), []float64{.02, .2, .5}[i%3])
		graphs[fmt.Sprintf("hubs %d", i)] = graphtest.Hubs(rng, rng.IntN(5000))
		graphs[fmt.Sprintf("Kronecker %d", i)] = graphtest.Kronecker(rng, 8+i%6, 16).ByDegree()
	}
	for name, e := range graphs {
		t.Run(name, func(t *testing.T) { checkAuto(t, device, e.Lists()) })
	}
}

// checkAuto counts in every way.
func checkAuto(t *testing.T, device *gpu.Device, o *lists.Oriented) {
	t.Helper()
	checkWays(t, device, o, autoVariants(device, o))
}

// checkWays counts in some ways, twice each.
func checkWays(t *testing.T, device *gpu.Device, o *lists.Oriented, ways map[string]deviceAuto) {
	t.Helper()
	want := count(t, o)
	lists, err := gpugraph.Upload(t.Context(), device, o, gpugraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer lists.Close()
	for way, auto := range ways {
		r := newDeviceRun(device, lists)
		if o.Edges() > 0 {
			launch := auto.plan(r)
			for range 2 {
				if got, _, err := r.count(t.Context(), launch); err != nil || got != want {
					t.Errorf("%s counts %d (%v), want %d", way, got, err, want)
				}
			}
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}
