package gpucount

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// deviceVariant is a method with parameters that may change how it counts, but
// not what.
type deviceVariant struct {
	method cpucount.Method
	params Params
}

func (v deviceVariant) String() string {
	name := string(v.method)
	for _, p := range []struct {
		name  string
		value int
	}{
		{"columns", v.params.Columns}, {"block", v.params.BlockThreads}, {"blocks", v.params.Blocks},
		{"threads", v.params.PairThreads}, {"bits", v.params.SliceBits},
	} {
		if p.value != 0 {
			name += fmt.Sprintf(":%s=%d", p.name, p.value)
		}
	}
	if v.params.OnTheFly {
		name += ":on-the-fly"
	}
	return name
}

func (v deviceVariant) plan(r *deviceRun) func() { return methods[v.method](r, v.params) }

// deviceVariants lists every method of the GPU with every parameter.
func deviceVariants() []deviceVariant {
	var all []deviceVariant
	for _, method := range Methods() {
		all = append(all, deviceVariant{method: method})
	}
	columns, threads, bits := []int{1, 27, kernels.MostColumns}, pairThreads, cpucount.SliceWidths
	if testing.Short() {
		columns, threads, bits = columns[1:2], []int{8, 128}, []int{32, 256}
	}
	for _, k := range columns {
		all = append(all, deviceVariant{cpucount.Shared, Params{Columns: k}})
	}
	for _, shape := range launchShapes() {
		all = append(all, deviceVariant{cpucount.Merge, shape}, deviceVariant{cpucount.Shared, shape})
	}
	for _, t := range threads {
		all = append(all, deviceVariant{cpucount.MergePath, Params{PairThreads: t}})
	}
	for _, m := range bits {
		all = append(all, deviceVariant{cpucount.Bitslice, Params{SliceBits: m}}, deviceVariant{cpucount.Bitslice, Params{SliceBits: m, OnTheFly: true}})
	}
	return all
}

// launchShapes are those that Iakovidis gives, and others from the smallest to the
// largest blocks.
func launchShapes() []Params {
	all := []Params{
		{BlockThreads: 512, Blocks: 256}, {Columns: 27, BlockThreads: 128, Blocks: 1024}, {Columns: 1, BlockThreads: 128, Blocks: 1024},
		{BlockThreads: 32}, {BlockThreads: 96, Blocks: 1}, {BlockThreads: kernels.MostThreads},
	}
	if testing.Short() {
		all = all[1:2]
	}
	return all
}

// count is the CPU's count, by merging.
func count(t *testing.T, o *lists.Oriented) uint64 {
	t.Helper()
	n, err := cpucount.Count(t.Context(), o, cpucount.Merge, cpucount.Params{})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// checkDevice counts in every way, twice.
func checkDevice(t *testing.T, device *gpu.Device, name string, o *lists.Oriented, want uint64) {
	t.Helper()
	lists, err := gpugraph.Upload(t.Context(), device, o, gpugraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := lists.Close(); err != nil {
			t.Error(err)
		}
	}()
	before, _ := device.Used()
	for _, variant := range deviceVariants() {
		r := newDeviceRun(device, lists)
		launch := variant.plan(r)
		for range 2 {
			if got, _, err := r.count(t.Context(), launch); err != nil || got != want {
				t.Errorf("%s: %s counts %d (%v), want %d", name, variant, got, err, want)
			}
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	if now, _ := device.Used(); now != before {
		t.Errorf("%s: %d bytes are still allocated", name, now-before)
	}
}

func TestDeviceMethodsAgreeWithTheCPU(t *testing.T) {
	device := gputest.Open(t, 0)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	rounds := 40
	if testing.Short() {
		rounds = 4
	}
	for round := range rounds {
		n := rng.IntN(30 << (round % 5))
		e := graphtest.Random(rng, n, []float64{.02, .2, .7}[round%3])
		if round%4 == 3 {
			e = graphtest.Hubs(rng, n)
		}
		lists := e.Lists()
		checkDevice(t, device, fmt.Sprintf("round %d, %d vertices", round, n), lists, count(t, lists))
	}
	checkDevice(t, device, "no vertices", (&graphtest.Edges{}).Lists(), 0)
	checkDevice(t, device, "no edges", (&graphtest.Edges{N: 5}).Lists(), 0)
	dense := 700
	if testing.Short() {
		dense = 150
	}
	checkDevice(t, device, "complete", graphtest.Complete(dense), graphtest.Choose(dense, 3))
	checkDevice(t, device, "wheel", graphtest.Wheel(5000).Lists(), 5000)
}

// TestDeviceMethodsGiveEverythingBack has a row so long that every kernel is
// launched.
func TestDeviceMethodsGiveEverythingBack(t *testing.T) {
	o := graphtest.Wheel(20_000).Lists()
	variants := []deviceVariant{{cpucount.MergePath, Params{PairThreads: 1}}, {cpucount.MergePath, Params{PairThreads: 256}}, {cpucount.Bitslice, Params{SliceBits: 32}}, {cpucount.Bitslice, Params{OnTheFly: true}}}
	for _, method := range Methods() {
		variants = append(variants, deviceVariant{method: method})
	}
	everyCallFails := func(o *lists.Oriented, variant deviceVariant) {
		fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error {
			return countOnFake(t, driver, o, variant)
		}, fakecuda.Hopper)
	}
	for _, variant := range variants {
		everyCallFails(o, variant)
	}
	everyCallFails(graphtest.Complete(250), deviceVariant{method: cpucount.Auto})
	if testing.Short() {
		return // before a graph of a million edges
	}
	everyCallFails(graphtest.Random(rand.New(rand.NewPCG(1, 2)), 10_001, .0125).Lists(), deviceVariant{method: cpucount.Auto})
}

func countOnFake(t *testing.T, driver *fakecuda.Driver, o *lists.Oriented, variant deviceVariant) error {
	return onFake(t, driver, o, func(device *gpu.Device, there *gpugraph.Oriented) error {
		_, _, err := Count(t.Context(), device, there, variant.method, variant.params)
		return err
	})
}

// onFake uploads lists to the first device of a driver, and calls body with them.
func onFake(t *testing.T, driver *fakecuda.Driver, o *lists.Oriented, body func(device *gpu.Device, there *gpugraph.Oriented) error) (err error) {
	device, err := driver.Open(0)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, device.Close()) }()
	there, err := gpugraph.Upload(t.Context(), device, o, gpugraph.Options{})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, there.Close()) }()
	return body(device, there)
}

// runOnFake does the same with a run of these lists.
func runOnFake(t *testing.T, driver *fakecuda.Driver, o *lists.Oriented, body func(r *deviceRun) error) error {
	return onFake(t, driver, o, func(device *gpu.Device, there *gpugraph.Oriented) (err error) {
		r := newDeviceRun(device, there)
		defer func() { err = cmp.Or(err, r.Close()) }()
		return body(r)
	})
}
