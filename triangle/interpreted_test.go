package triangle

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestInterpretedCounts counts the same sources on the CPU and by kernels that are
// interpreted, each order by a few methods.
func TestInterpretedCounts(t *testing.T) {
	gpus := (*device.Group)(gputest.Group(t, 0, 1))
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	rounds, each := 5, 2
	if testing.Short() {
		rounds, each = 1, 1
	}
	methods := Methods(device.CUDA)
	for round := range rounds {
		n := uint32(2 + random.IntN(200))
		src := variousIDs(newFakeSource(graphtest.SkewedRecords(random, n, random.IntN(1500))), round, n)
		for _, order := range graph.Orders {
			some := random.IntN(len(methods))
			countAsTheCPU(t, gpus, src, order, methods[some:min(some+each, len(methods))])
		}
	}
	for _, edges := range [][]graph.Edge{nil, {{U: 0, V: 0}}, {{U: 4, V: 2}, {U: 2, V: 4}}, graphtest.CompleteRecords(30)} {
		countAsTheCPU(t, gpus, newFakeSource(edges), graph.OrderAuto, []Method{cpucount.Auto})
	}
}

// TestInterpretedDevicesShareACount counts in parts, on one device and on several.
func TestInterpretedDevicesShareACount(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	for devices, parts := range map[int]Parts{1: {Rows: 3, Columns: 2}, 2: {}, 3: {Rows: 4}} {
		if testing.Short() && devices != 2 {
			continue
		}
		src := newFakeSource(graphtest.SkewedRecords(random, 150, 1500))
		src.info.Records, src.info.MaxRecords = graph.Known(len(src.edges)), graph.Known(len(src.edges))
		want, err := Count(t.Context(), src, Options{Engine: device.CPU})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Count(t.Context(), src, Options{
			Engine: device.CUDA, Devices: (*device.Group)(gputest.Group(t, 32<<20, devices)), Method: cpucount.Merge, Parts: parts, Threads: 2, TmpDir: t.TempDir(),
		})
		if err != nil {
			t.Fatalf("seed %d, %d devices: %v", seed, devices, err)
		}
		if sameAsCPU(t, "in parts", got, want); got.Parts == nil || got.Note != "" {
			t.Errorf("seed %d, %d devices: %+v", seed, devices, got)
		}
	}
}

// TestInterpretedDevicesShareRows has rows too long for a kernel of its own, so that hubs and columns
// count them: on devices that share the rows, or alone where these are said to be too few. One of
// several devices may be lost at some call: then the others count, and the result says so.
func TestInterpretedDevicesShareRows(t *testing.T) {
	if testing.Short() {
		t.Skip("gpucount has smaller graphs for that")
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 2))
	edges := graphtest.SkewedRecords(random, 280, 900)
	for v := range uint32(280) { // of the largest ids
		edges = append(edges, graph.Edge{U: v, V: 281}, graph.Edge{U: v, V: 280})
	}
	src := newFakeSource(edges)
	src.info.Records, src.info.MaxRecords = graph.Known(len(edges)), graph.Known(len(edges))
	want, err := Count(t.Context(), src, Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	rounds, lost, calls := 12, 0, 0
	for round := range rounds {
		devices := 2 + round%2
		opt := Options{Engine: device.CUDA, Order: graph.OrderID, Threads: 2, leastShared: 1}
		if round == 0 {
			opt.leastShared = 1 << 20
		}
		fake := fakecuda.New(slices.Repeat([]fakecuda.Device{gputest.Running(t)}, devices)...)
		group := gpu.NewGroup(fake.Load, 0)
		opt.Devices = (*device.Group)(group)
		opened, err := group.Devices(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case round > 2 && round%3 == 0: // the first has the lists that the others copy, and gives back its memory last
			fake.Lose(0, calls-1-random.IntN(calls/4), cuda.LaunchFailed)
		case round > 2:
			fake.Lose(1+random.IntN(devices-1), fake.Calls()+random.IntN(calls), cuda.LaunchFailed)
		}
		got, err := Count(t.Context(), src, opt)
		calls = max(calls, fake.Calls())
		what := fmt.Sprintf("seed %d, round %d", seed, round)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if opt.leastShared > 1 {
			opened = opened[:1]
		}
		if got.Note != "" && round > 2 {
			lost++
			got.Note = ""
		}
		if sameAsCPU(t, what, got, want); got.Parts != nil || got.Note != "" || got.Device != gpu.Names(opened) {
			t.Errorf("%s: %+v", what, got)
		}
		if closed := group.Close(); closed != nil && round < 3 || len(fake.Faults()) > 0 {
			t.Errorf("%s: %v, faults %v", what, closed, fake.Faults())
		}
	}
	if lost == 0 {
		t.Errorf("seed %d: no device was lost", seed)
	}
}

func TestInterpretedArrangesAsTheCPU(t *testing.T) {
	arrangesAsTheCPU(t, gputest.Interpret(t, 0), []int{0, 50, 1000})
}

// TestInterpretedDeviceThatDoesNotOpen has a second device that cannot be opened: who named it is
// told, and others get the count of the first, with a note.
func TestInterpretedDeviceThatDoesNotOpen(t *testing.T) {
	src := newFakeSource(graphtest.SkewedRecords(rand.New(rand.NewPCG(7, 3)), 40, 120))
	src.info.Records, src.info.MaxRecords = graph.Known(120), graph.Known(120)
	want, err := Count(t.Context(), src, Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	for _, numbers := range [][]int{nil, {0, 1}} {
		fake := fakecuda.New(gputest.Running(t), gputest.Running(t))
		table := *fake.Table()
		retain := table.PrimaryCtxRetain
		table.PrimaryCtxRetain = func(context *cuda.Context, device cuda.Device) cuda.Result {
			if device == 1 {
				return cuda.DeviceUnavailable
			}
			return retain(context, device)
		}
		group := gpu.NewGroup(func() (*gpu.Driver, error) { return gpu.New(&table) }, 0, numbers...)
		got, err := Count(t.Context(), src, Options{Engine: device.CUDA, Threads: 1, leastShared: 1, Devices: (*device.Group)(group)})
		var failed *gpu.Error
		switch {
		case numbers != nil && !errors.As(err, &failed):
			t.Errorf("named: %+v, %v", got, err)
		case numbers == nil && (err != nil || got.Triangles != want.Triangles):
			t.Errorf("found: %+v, %v, want %d", got, err, want.Triangles)
		}
		if err := group.Close(); err != nil || len(fake.Faults()) > 0 {
			t.Errorf("%v: %v, faults %v", numbers, err, fake.Faults())
		}
	}
}
