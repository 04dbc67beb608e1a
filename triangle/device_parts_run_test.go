package triangle

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
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

// TestSeveralDevicesShareACount has each driver call of a count in parts on two devices
// fail: the other device goes on, or the error is the call's.
func TestSeveralDevicesShareACount(t *testing.T) {
	wheel := wheelGraph(t).Source()
	count := func(driver *fakecuda.Driver) (*Result, error) {
		group := (*device.Group)(gpu.NewGroup(driver.Load, 0))
		// The CPU orients: the fake driver computes nothing.
		r, err := Count(t.Context(), wheel, Options{Engine: device.CUDA, Devices: group, Order: graph.OrderDegeneracy, Method: cpucount.Merge, Threads: 2})
		if closed := group.Close(); err == nil && r.Note == "" {
			err = closed
		}
		return r, err
	}
	two := []fakecuda.Device{fakecuda.Hopper, fakecuda.Hopper}
	whole := fakecuda.New(two...)
	r, err := count(whole)
	if err != nil || r.Device != "Fake H, Fake H" || r.DeviceBytes == 0 || r.Parts == nil || r.Edges != 200 || r.MaxOutDegree != 3 ||
		r.Engine != device.CUDA || r.Order != graph.OrderDegeneracy || r.Method != cpucount.Merge {
		t.Fatalf("%+v, %v", r, err)
	}
	if faults := whole.Faults(); len(faults) > 0 {
		t.Fatal(faults)
	}
	shareFailures(t, 1, 1, whole.Calls(), count)
}

// shareFailures has every so many driver calls of a run on two devices fail, one a run:
// the other device goes on in a quarter of them at least, or the error is the call's.
func shareFailures(t *testing.T, first, step, calls int, run func(driver *fakecuda.Driver) (*Result, error)) {
	t.Helper()
	runs, shared := 0, 0
	for k := first; k <= calls; k += step {
		runs++
		driver := fakecuda.New(fakecuda.Hopper, fakecuda.Hopper)
		driver.FailAt(k, cuda.LaunchFailed)
		r, err := run(driver)
		var failed *gpu.Error
		switch {
		case err == nil && strings.HasPrefix(r.Note, "counted without a device that failed: "):
			shared++
		case err != nil && !errors.As(err, &failed):
			t.Errorf("call %d: %v", k, err)
		}
		if faults := driver.Faults(); len(faults) > 0 {
			t.Errorf("call %d: %v", k, faults)
		}
	}
	if shared < runs/4 {
		t.Errorf("%d of %d failures left the work to the other device", shared, runs)
	}
}

// TestSeveralDevicesShareAnswers is that for each vertex and each edge, in parts, with
// some of the calls.
func TestSeveralDevicesShareAnswers(t *testing.T) {
	var spokes []graph.Edge // enough of them for several pieces
	for v := uint32(1); v <= 600; v++ {
		spokes = append(spokes, graph.Edge{U: 0, V: v}, graph.Edge{U: v, V: v%600 + 1})
	}
	src := newFakeSource(spokes)
	src.info.Records = graph.Known(len(spokes))
	src.info.Rereadable = false // or devices would make the lists, which compute nothing here
	two := []fakecuda.Device{fakecuda.Hopper, fakecuda.Hopper}
	for name, ask := range map[string]func(opt Options) (*Result, error){
		"vertices": func(opt Options) (*Result, error) {
			p, err := Vertices(t.Context(), src, opt)
			if err != nil {
				return nil, err
			}
			return &p.Result, nil
		},
		"edges": func(opt Options) (*Result, error) {
			p, err := Edges(t.Context(), src, opt)
			if err != nil {
				return nil, err
			}
			return &p.Result, p.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			answer := func(driver *fakecuda.Driver) (*Result, error) {
				group := (*device.Group)(gpu.NewGroup(driver.Load, 0))
				r, err := ask(Options{Engine: device.CUDA, Devices: group, Threads: 2, Parts: Parts{Rows: 2}, TmpDir: t.TempDir()})
				if closed := group.Close(); err == nil && r.Note == "" {
					err = closed
				}
				return r, err
			}
			whole := fakecuda.New(two...)
			r, err := answer(whole)
			if err != nil || r.Device != "Fake H, Fake H" || r.DeviceBytes == 0 || r.Parts == nil || r.Parts.Rows != 2 || r.Edges != 1200 ||
				r.Engine != device.CUDA || r.Order != graph.OrderRecords || r.Method != cpucount.Auto || len(whole.Faults()) > 0 {
				t.Fatalf("%+v, %v, %v", r, err, whole.Faults())
			}
			shareFailures(t, 1+rand.IntN(3), 3, whole.Calls(), answer)
		})
	}
}

func TestSeveralDevicesAndNoEdges(t *testing.T) {
	driver := fakecuda.New(fakecuda.Hopper, fakecuda.Hopper)
	group := (*device.Group)(gpu.NewGroup(driver.Load, 0))
	src := newFakeSource(nil)
	src.info.Vertices = graph.Known(5)
	r, err := Count(t.Context(), src, Options{Engine: device.CUDA, Devices: group, Method: cpucount.Merge})
	if err != nil || r.Vertices != 5 || r.Triangles != 0 || r.Parts == nil || r.Parts.Subtasks != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = Count(t.Context(), src, Options{Engine: device.CUDA, Devices: group})
	if err != nil || r.Vertices != 5 || r.Triangles != 0 || r.Parts != nil || r.Device != "Fake H" {
		t.Errorf("%+v, %v", r, err)
	}
	if err := group.Close(); err != nil || len(driver.Faults()) > 0 {
		t.Error(err, driver.Faults())
	}
}

// A group of one device counts in one piece.
func TestOneDeviceOfAGroupCountsWhole(t *testing.T) {
	driver := fakecuda.New(fakecuda.Hopper)
	group := (*device.Group)(gpu.NewGroup(driver.Load, 0, 0))
	r, err := Count(t.Context(), wheelGraph(t).Source(), Options{Engine: device.CUDA, Devices: group, Order: graph.OrderDegeneracy, Method: cpucount.Merge})
	if err != nil || r.Parts != nil || r.Device != "Fake H" {
		t.Errorf("%+v, %v", r, err)
	}
	if err := group.Close(); err != nil || len(driver.Faults()) > 0 {
		t.Error(err, driver.Faults())
	}
}

// TestGPUCountsInPartsAsTheCPU counts the same sources whole on the CPU and in
// parts on a GPU: as asked for, and for want of memory.
func TestGPUCountsInPartsAsTheCPU(t *testing.T) {
	gputest.Open(t, 0)
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 32))
	rounds := 20
	if testing.Short() {
		rounds = 6
	}
	for round := range rounds {
		n := uint32(2 + rng.IntN(30_000))
		edges := graphtest.SkewedRecords(rng, n, 200_000+rng.IntN(400_000))
		src := newFakeSource(edges)
		src.info.Records, src.info.MaxRecords = graph.Known(len(edges)), graph.Known(len(edges))
		opt := Options{Engine: device.CUDA}
		limit := int64(0)
		switch round % 6 {
		case 0:
			limit = 5 << 20
		case 1:
			opt.Parts = Parts{Rows: 1 + rng.IntN(5), Columns: 1 + rng.IntN(3)}
		case 2:
			limit, opt.Memory, opt.TmpDir = 5<<20, 400<<20, t.TempDir()
			src.info.Records, src.info.Bytes = graph.Size{}, graph.Known(600<<20) // too many to be kept in memory
		case 3:
			src.wide = []graph.WideEdge{{U: 1 << 33, V: 0}, {U: 1, V: 1 << 33}}
			opt.Parts = Parts{Rows: 3}
		case 4:
			limit, opt.Method = 5<<20, cpucount.Merge
		case 5:
			limit, opt.Method, opt.OnTheFly, opt.Parts = 5<<20, cpucount.Bitslice, true, Parts{TCBW: true}
		}
		order := graph.OrderRecords
		if round%2 > 0 {
			opt.Order, order = graph.OrderAverageDegree, graph.OrderAverageDegree
		}
		want, err := Count(t.Context(), src, Options{Engine: device.CPU})
		if err != nil {
			t.Fatal(err)
		}
		gpus := device.New(limit, 0)
		opt.Devices = gpus
		what := fmt.Sprintf("seed %d, round %d", seed, round)
		got, err := Count(t.Context(), src, opt)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		sameAsCPU(t, what, got, want)
		if got.Parts == nil || got.Order != order || limit > 0 && got.DeviceBytes > limit {
			t.Errorf("%s: %+v", what, got)
		}
		if err := gpus.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestPlanOfPartsOnAGPU plans what does not fit, what is asked for, and what
// several share.
func TestPlanOfPartsOnAGPU(t *testing.T) {
	src := newFakeSource(nil)
	src.info.Records, src.info.Vertices = graph.Known(1<<24), graph.Known(1<<16)
	for _, x := range []struct {
		limit   int64
		devices int
		opt     Options
		parts   int
		order   graph.Order
	}{
		{200 << 20, 1, Options{}, 3, graph.OrderRecords},
		{100 << 20, 1, Options{Memory: 64 << 20}, 4, graph.OrderRecords},
		{32 << 20, 1, Options{}, 13, graph.OrderRecords}, // less than the largest matrix of hubs
		{800 << 20, 1, Options{Parts: Parts{Rows: 5, Columns: 2}}, 10, graph.OrderRecords},
		{200 << 20, 1, Options{Order: graph.OrderAverageDegree}, 3, graph.OrderAverageDegree},
		{200 << 20, 1, Options{Parts: Parts{TCBW: true}}, 4, graph.OrderRecords},
		{800 << 20, 1, Options{Parts: Parts{TCBW: true}, Order: graph.OrderAverageDegree}, 1, graph.OrderAverageDegree},
		{800 << 20, 2, Options{}, 1, graph.OrderDegree}, // too few records to share
		{800 << 20, 2, Options{Method: cpucount.Merge}, 6, graph.OrderDegree},
		{200 << 20, 2, Options{}, 6, graph.OrderRecords},
	} {
		driver := fakecuda.New(slices.Repeat([]fakecuda.Device{fakecuda.Hopper}, x.devices)...)
		x.opt.Devices = (*device.Group)(gpu.NewGroup(driver.Load, x.limit))
		x.opt.Engine = device.CUDA
		plan, err := Explain(t.Context(), src, x.opt)
		if err != nil || plan.Ingest.Engine != device.CUDA || plan.Ingest.Parts != x.parts || plan.Ingest.Limit != x.limit || plan.Count.Order != x.order || plan.Ingest.Bytes.Get() > x.limit ||
			(plan.Ingest.Disk > 0) != (x.opt.Memory > 0) || plan.Count.Reason == "" {
			t.Errorf("%+v: %+v, %v", x, plan, err)
		}
		if err := x.opt.Devices.Close(); err != nil || len(driver.Faults()) > 0 {
			t.Error(err, driver.Faults())
		}
	}
}

// TestPlansForGPUsAreKnownBefore: the plan that is made from the header and the limits
// is the one that is left when the GPUs are open.
func TestPlansForGPUsAreKnownBefore(t *testing.T) {
	src := newFakeSource(nil)
	src.info.Records, src.info.Vertices = graph.Known(1<<24), graph.Known(1<<16)
	for _, opt := range []Options{
		{Parts: Parts{Rows: 5, Columns: 2}},
		{Parts: Parts{Subtasks: 40}, Memory: 64 << 20},
		{Method: cpucount.Merge},
	} {
		driver := fakecuda.New(fakecuda.Hopper, fakecuda.Hopper)
		opt.Engine, opt.Devices = device.CUDA, (*device.Group)(gpu.NewGroup(driver.Load, 800<<20, 0, 1))
		before, err := EstimateCount(src.info, opt)
		if err != nil {
			t.Fatal(err)
		}
		if opened := driver.Calls(); opened > 0 {
			t.Errorf("%d calls for an estimate", opened)
		}
		after, err := Explain(t.Context(), src, opt)
		if err != nil || after.Ingest != before.Plan || before.Plan.Parts < 2 || (before.Plan.Disk > 0) != (opt.Memory > 0) {
			t.Errorf("%+v: planned %+v, explained %+v, %v", opt, before.Plan, after, err)
		}
		if err := opt.Devices.Close(); err != nil || len(driver.Faults()) > 0 {
			t.Error(err, driver.Faults())
		}
	}
}

// The host's memory is refused before the work, too.
func TestPartsOnAGPURefuseTooLittleMemory(t *testing.T) {
	driver := fakecuda.New(fakecuda.Hopper)
	gpus := onFake(driver, 0)
	opt := Options{Engine: device.CUDA, Devices: gpus, Parts: Parts{Rows: 2}, Threads: 2, Memory: 32 << 20, TmpDir: t.TempDir()}
	src := newFakeSource(graphtest.CompleteRecords(10))
	src.info.Records = graph.Known(1 << 28)
	var short *graph.MemoryError
	if _, err := Count(t.Context(), src, opt); !errors.As(err, &short) || short.Limit != opt.Memory || short.Need <= opt.Memory {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadDir(opt.TmpDir); err != nil || len(left) > 0 {
		t.Errorf("left %v (%v)", left, err)
	}
	if err := gpus.Close(); err != nil || len(driver.Faults()) > 0 {
		t.Error(err, driver.Faults())
	}
}
