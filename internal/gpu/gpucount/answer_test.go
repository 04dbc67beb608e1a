package gpucount

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// answerVariants are the ways to answer, whatever would be chosen.
func answerVariants(o *lists.Oriented) map[string]deviceAnswer {
	all := map[string]deviceAnswer{"merge": mergedAnswer}
	for _, hubs := range []int{0, 64, 512, 1024, 4096} {
		for _, many := range []uint32{deviceColumn, 50, kernels.NoColumns} {
			if hubs <= o.Rows() && (hubs < 1024 || many == deviceColumn) {
				all[fmt.Sprintf("%d hubs, columns from %d", hubs, many)] = deviceAnswer{hubs: hubs, many: many}
			}
		}
	}
	for _, table := range longestTables {
		if o.MaxOutDegree() <= table {
			all[fmt.Sprintf("tables of %d", table)] = deviceAnswer{table: table}
		}
	}
	return all
}

// answerGraphs have rows of every length, hubs, vertices on both sides of kernels.Near,
// and rows of which the ends of tables collide.
func answerGraphs(rng *rand.Rand) map[string]*graphtest.Edges {
	rounds := 8
	if testing.Short() {
		rounds = 2
	}
	graphs := graphtest.Various(rng, rounds)
	// Rows that are columns, and longer than a block has counters for.
	graphs["long"] = graphtest.Uniform(rng, 1400, 2000)
	for range deviceColumn + 2 {
		graphs["long"] = graphs["long"].Under()
	}
	// A row whose hubs are in more words than a warp has lanes, and more than planes of
	// counters take at once.
	graphs["top"] = graphtest.Uniform(rng, 4200, 20_000).Under()
	// Hubs that more rows hold than planes of counters take at once.
	graphs["core"] = &graphtest.Edges{N: 1400}
	for u := range 1400 {
		for w := range min(u, 80) {
			graphs["core"].Add(w, u)
		}
	}
	far := graphtest.Kronecker(rng, 9, 12).ByDegree()
	for name, spread := range map[string]func(v int) int{
		"far": func(v int) int { return kernels.Near + v }, "near and far": func(v int) int { return 200 * v },
	} {
		names := make([]uint32, far.N)
		for v := range names {
			names[v] = uint32(spread(v))
		}
		graphs[name] = far.Relabel(max(kernels.Near, 200*far.N)+far.N, names)
	}
	spread := graphtest.Random(rng, 150, .3)
	names := make([]uint32, spread.N)
	for v := range names {
		names[v] = uint32(256 * v)
	}
	graphs["colliding"] = spread.Relabel(256*spread.N, names)
	return graphs
}

// TestDeviceAnswers holds every way against the CPU's merging, twice each.
func TestDeviceAnswers(t *testing.T) {
	device := gputest.Open(t, 0)
	seed := rand.Uint64()
	for name, e := range answerGraphs(rand.New(rand.NewPCG(seed, 5))) {
		t.Run(name, func(t *testing.T) {
			checkAnswers(t, device, e.Lists())
			if t.Failed() {
				t.Logf("seed %d", seed)
			}
		})
	}
}

// checkAnswers asks in every way, twice.
func checkAnswers(t *testing.T, device *gpu.Device, o *lists.Oriented) {
	t.Helper()
	vertices, support, there := twinAnswers(t, device, o)
	defer there.Close()
	for way, w := range answerVariants(o) {
		if got := answered(t, device, there, o.Rows(), w.planVertices); !slices.Equal(got, vertices) {
			t.Errorf("%s: vertices differ", way)
		}
		if got := answered(t, device, there, len(support), w.planSupport); !slices.Equal(got, support) {
			t.Errorf("%s: support differs", way)
		}
	}
}

// twinAnswers returns what the CPU counts at the rows and at the entries, and the lists on the
// device, which are the caller's to close.
func twinAnswers(t *testing.T, device *gpu.Device, o *lists.Oriented) (vertices []uint64, support []uint32, there *gpugraph.Oriented) {
	t.Helper()
	vertices, err := cpucount.Vertices(t.Context(), o, cpucount.Merge, cpucount.Params{})
	if err != nil {
		t.Fatal(err)
	}
	if support, err = cpucount.Support(t.Context(), o, cpucount.Merge, cpucount.Params{}); err != nil {
		t.Fatal(err)
	}
	if there, err = gpugraph.Upload(t.Context(), device, o, gpugraph.Options{}); err != nil {
		t.Fatal(err)
	}
	return vertices, support, there
}

// answered returns an answer by one way, which is launched twice; where there are far vertices
// once, as so many take seconds where kernels are interpreted.
func answered[T gpu.Element](t *testing.T, device *gpu.Device, o *gpugraph.Oriented, n int, plan func(*deviceRun, gpu.Array[T]) func()) []T {
	t.Helper()
	r := newDeviceRun(device, o)
	at := gpurun.Array[T](r.Run, n)
	launch := plan(r, at)
	launches := 2
	if o.Rows > kernels.Near {
		launches = 1
	}
	for range launches {
		if _, _, err := r.count(t.Context(), func() {
			gpurun.Zero(r.Run, at)
			launch()
		}); err != nil {
			t.Error(err)
		}
	}
	found := gpurun.Read(r.Run, at)
	if err := cmp.Or(r.Err, r.Close()); err != nil {
		t.Error(err)
	}
	return found
}

// TestDeviceAnswersByMethod asks as a user does.
func TestDeviceAnswersByMethod(t *testing.T) {
	device := gputest.Open(t, 0)
	rng := rand.New(rand.NewPCG(3, 4))
	for name, e := range map[string]*graphtest.Edges{
		"hubs": graphtest.Kronecker(rng, 11, 16).ByDegree(), "flat": graphtest.Uniform(rng, 2000, 12_000), "tiny": graphtest.Uniform(rng, 2000, 2000),
	} {
		o := e.Lists()
		want, wantSupport, there := twinAnswers(t, device, o)
		defer there.Close()
		for _, method := range Methods() {
			r := gpurun.New(device)
			counts, support := gpurun.Array[uint64](r, o.Rows()), gpurun.Array[uint32](r, len(wantSupport))
			_, err := Vertices(t.Context(), device, there, method, Params{}, counts)
			if err == nil {
				_, err = Support(t.Context(), device, there, method, Params{}, support)
			}
			if answers := slices.Contains(AnswerMethods, method); answers != (err == nil) {
				t.Errorf("%s, %s: %v", name, method, err)
			} else if answers && !(slices.Equal(gpurun.Read(r, counts), want) && slices.Equal(gpurun.Read(r, support), wantSupport)) {
				t.Errorf("%s, %s: answers differ", name, method)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestEveryCallOfAnswersFails has every way give everything back.
func TestEveryCallOfAnswersFails(t *testing.T) {
	o := graphtest.Random(rand.New(rand.NewPCG(7, 8)), 70, .2).Lists()
	for name, w := range answerVariants(o) {
		t.Run(name, func(t *testing.T) {
			fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error {
				return runOnFake(t, driver, o, func(r *deviceRun) error {
					_, _, err := r.count(t.Context(), w.planVertices(r, gpurun.Array[uint64](r.Run, o.Rows())))
					if err == nil {
						_, _, err = r.count(t.Context(), w.planSupport(r, gpurun.Array[uint32](r.Run, int(o.Edges()))))
					}
					return err
				})
			}, fakecuda.Hopper)
		})
	}
}
