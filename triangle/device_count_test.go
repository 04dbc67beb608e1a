package triangle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestEveryCallOfACountFails has each driver call of a count fail. The fake
// driver computes nothing, so the sources are those that need no sums: without
// an edge, and oriented on the CPU.
func TestEveryCallOfACountFails(t *testing.T) {
	declared := newFakeSource(nil)
	declared.info.Vertices = graph.Known(5)
	wheel := wheelGraph(t).Source()
	for name, count := range map[string]func(*device.Group) error{
		"no records": func(gpus *device.Group) error {
			// An order that parts have not: nothing is tried again in parts.
			r, err := Count(context.Background(), declared, Options{Engine: device.CUDA, Devices: gpus, Method: cpucount.Merge, Order: graph.OrderDegree})
			if err == nil && (r.Engine != device.CUDA || r.Vertices != 5 || r.Device != "Fake H" || r.DeviceBytes == 0 || r.Note != "") {
				t.Errorf("result %+v", r)
			}
			return err
		},
		"oriented on the CPU": func(gpus *device.Group) error {
			r, err := Count(context.Background(), wheel, Options{Engine: device.CUDA, Devices: gpus, Method: cpucount.Merge, Order: graph.OrderDegeneracy})
			if err == nil && (r.Engine != device.CUDA || r.Edges != 200 || r.MaxOutDegree != 3 || r.Order != graph.OrderDegeneracy) {
				t.Errorf("result %+v", r)
			}
			return err
		},
		"a plan": func(gpus *device.Group) error {
			plan, err := Explain(context.Background(), declared, Options{Engine: device.CUDA, Devices: gpus, Method: cpucount.Merge, Order: graph.OrderDegree})
			if err == nil && (plan.Ingest.Engine != device.CUDA || plan.Count.Order != graph.OrderDegree || plan.Count.Bytes != 8) {
				t.Errorf("plan %+v", plan)
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) (err error) {
				gpus := onFake(driver, 0)
				defer func() { err = cmp.Or(err, gpus.Close()) }()
				return count(gpus)
			}, fakecuda.Hopper)
		})
	}
}

// Whatever fails on the GPU, device.Auto has the CPU's answer and says so.
func TestAutoFallsBack(t *testing.T) {
	src := newFakeSource(nil)
	src.info.Vertices, src.info.Bytes = graph.Known(5), graph.Known(1<<40)
	whole := fakecuda.New(fakecuda.Hopper)
	gpus := onFake(whole, 0)
	r, err := Count(t.Context(), src, Options{Devices: gpus, Method: cpucount.Merge})
	if err := cmp.Or(err, gpus.Close()); err != nil || r.Engine != device.CUDA {
		t.Fatalf("%+v, %v", r, err)
	}
	giving := 0
	for k := 1; k <= whole.Calls(); k++ {
		driver := fakecuda.New(fakecuda.Hopper)
		driver.FailFrom(k, cuda.LaunchFailed)
		gpus := onFake(driver, 0)
		r, err := Count(t.Context(), src, Options{Devices: gpus, Method: cpucount.Merge})
		if err != nil {
			t.Fatalf("call %d: %v", k, err)
		}
		if err := gpus.Close(); err != nil && r.Engine == device.CUDA {
			giving++ // only to give modules and the context back failed
		}
		if r.Engine == device.CPU && !strings.HasPrefix(r.Note, "counted on the CPU: ") || r.Vertices != 5 {
			t.Errorf("call %d: %+v", k, r)
		}
		if faults := driver.Faults(); len(faults) > 0 {
			t.Errorf("call %d: %v", k, faults)
		}
	}
	if giving == 0 || giving > 20 {
		t.Errorf("%d of %d failures did not matter", giving, whole.Calls())
	}
}

// Other questions fall back, too.
func TestAnswersFallBack(t *testing.T) {
	src := newFakeSource(nil)
	src.info.Vertices, src.info.Bytes = graph.Known(5), graph.Known(1<<40)
	for _, q := range []question{perVertex, perEdge, trussOfEdges} {
		for k, fell := 1, true; fell; k++ {
			driver := fakecuda.New(fakecuda.Hopper)
			driver.FailFrom(k, cuda.LaunchFailed)
			gpus := onFake(driver, 0)
			r, err := Options{Devices: gpus, Method: cpucount.Merge}.run(t.Context(), src, goal{asked: q})
			if err != nil {
				t.Fatalf("%s, call %d: %v", q, k, err)
			}
			_ = gpus.Close() // which may fail as well
			if fell = r.result.Engine == device.CPU; fell != strings.HasPrefix(r.result.Note, "counted on the CPU: ") ||
				r.result.Vertices != 5 || len(r.found.degrees) != 5 || r.found.vertices.Count != 5 {
				t.Errorf("%s, call %d: %+v, %+v", q, k, r.result, r.found)
			}
			if faults := driver.Faults(); len(faults) > 0 {
				t.Errorf("%s, call %d: %v", q, k, faults)
			}
			if !fell && k < 20 {
				t.Errorf("%s: only %d calls matter", q, k)
			}
		}
	}
}

// TestEveryCallOfAnAnswerFails asks of a graph that the CPU orients.
func TestEveryCallOfAnAnswerFails(t *testing.T) {
	wheel := wheelGraph(t).Source()
	for _, q := range []question{perVertex, perEdge} { // what is no count the fake driver peels for ever
		fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) (err error) {
			gpus := onFake(driver, 0)
			defer func() { err = cmp.Or(err, gpus.Close()) }()
			_, err = Options{Engine: device.CUDA, Devices: gpus, Method: cpucount.Merge, Order: graph.OrderDegeneracy}.run(context.Background(), wheel, goal{asked: q})
			return err
		}, fakecuda.Hopper)
	}
}

func TestAutoFallsBackForMemory(t *testing.T) {
	src := newFakeSource(graphtest.CompleteRecords(10))
	src.info.Records = graph.Known(1 << 40)
	for _, limit := range []int64{0, 1 << 20} {
		driver := fakecuda.New(fakecuda.Hopper)
		gpus := onFake(driver, limit)
		r, err := Count(t.Context(), src, Options{Devices: gpus, Method: cpucount.Merge})
		if err != nil || r.Triangles != 120 || r.Engine != device.CPU || !strings.Contains(r.Note, "GPU") {
			t.Errorf("limit %d: %+v, %v", limit, r, err)
		}
		if _, err := Count(t.Context(), src, Options{Devices: gpus, Engine: device.CUDA, Method: cpucount.Merge, Order: graph.OrderDegree}); !errors.Is(err, gpu.ErrOutOfMemory) {
			t.Errorf("limit %d: got %v", limit, err)
		}
		plan, err := Explain(t.Context(), src, Options{Devices: gpus, Method: cpucount.Merge})
		if err != nil || plan.Ingest.Engine != device.CPU || !strings.Contains(plan.Ingest.Reason, "GPU") || plan.Count.Bytes == 0 {
			t.Errorf("limit %d: %+v, %v", limit, plan, err)
		}
		if err := gpus.Close(); err != nil || len(driver.Faults()) > 0 {
			t.Errorf("limit %d: %v, %v", limit, err, driver.Faults())
		}
	}
}

// The CPU makes ids dense that the device does not take.
func TestSparseIDsOnTheGPU(t *testing.T) {
	src := newFakeSource(graphtest.CompleteRecords(10))
	src.wide = []graph.WideEdge{{U: 3, V: 1 << 40}}
	driver := fakecuda.New(fakecuda.Hopper)
	gpus := onFake(driver, 0)
	opt := Options{Engine: device.CUDA, Devices: gpus, Method: cpucount.Merge}
	for _, opt := range []Options{opt, {Devices: gpus, Method: cpucount.Shared}} {
		r, err := Count(t.Context(), src, opt)
		if err != nil || r.Engine != device.CUDA || r.Vertices != 11 || r.Edges != 46 || !strings.HasPrefix(r.Note, "cleaned and oriented on the CPU: ") {
			t.Errorf("%+v, %v", r, err)
		}
	}
	if plan, err := Explain(t.Context(), src, opt); err != nil || plan.Count.Order != graph.OrderDegree || plan.Count.Bytes != gpugraph.ListsBytes(11, 46) {
		t.Errorf("%+v, %v", plan, err)
	}
	src.info.Rereadable = false
	if _, err := Count(t.Context(), src, opt); !errors.Is(err, gpugraph.ErrIDs) {
		t.Errorf("got %v", err)
	}
	if err := gpus.Close(); err != nil || len(driver.Faults()) > 0 {
		t.Error(err, driver.Faults())
	}
}

func TestStrictAndEndOnTheGPU(t *testing.T) {
	gpus := onFake(fakecuda.New(fakecuda.Hopper), 0)
	defer gpus.Close()
	looped := wheelGraph(t).WithReport(graph.Report{Loops: 1}).Source()
	var input *graph.InputError
	if _, err := Count(t.Context(), looped, Options{Engine: device.CUDA, Devices: gpus, Method: cpucount.Merge, Strict: true, Order: graph.OrderDegeneracy}); !errors.As(err, &input) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("enough")
	cancel(stop)
	if _, err := Count(ctx, looped, Options{Engine: device.CUDA, Devices: gpus, Method: cpucount.Merge}); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}

// TestGPUAnswersAsTheCPU counts the same sources by both, in every way.
func TestGPUAnswersAsTheCPU(t *testing.T) {
	gputest.Open(t, 0)
	gpus := device.New(0, 0)
	defer gpus.Close()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for round := range 10 {
		n := uint32(2 + random.IntN(3000))
		src := variousIDs(newFakeSource(graphtest.SkewedRecords(random, n, random.IntN(40_000))), round, n)
		for _, order := range graph.Orders {
			countAsTheCPU(t, gpus, src, order, Methods(device.CUDA))
		}
	}
}

// variousIDs has one source in five declare its vertices, and gives another ids that a GPU
// does not take.
func variousIDs(src *fakeSource, round int, n uint32) *fakeSource {
	switch round % 5 {
	case 1:
		src.info.Vertices = graph.Known(n)
	case 2:
		src.wide = []graph.WideEdge{{U: 1 << 33, V: 0}, {U: 1, V: 1 << 33}}
	}
	return src
}

// countAsTheCPU counts on a GPU by several methods.
func countAsTheCPU(t *testing.T, gpus *device.Group, src graph.Source, order graph.Order, methods []Method) {
	t.Helper()
	want, err := Count(t.Context(), src, Options{Engine: device.CPU, Order: order})
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range methods {
		what := fmt.Sprintf("%s on order %s", method, order)
		got, err := Count(t.Context(), src, Options{Engine: device.CUDA, Devices: gpus, Method: method, Order: order})
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		sameAsCPU(t, what, got, want)
	}
}

// sameAsCPU compares all that does not depend on the engine. The CPU may have
// another order for OrderAuto.
func sameAsCPU(t *testing.T, what string, got, want *Result) {
	t.Helper()
	if got.Engine != device.CUDA || got.Vertices != want.Vertices || got.Edges != want.Edges || got.Triangles != want.Triangles ||
		got.Wedges.Cmp(want.Wedges) != 0 || got.MaxDegree != want.MaxDegree || got.Cleaning != want.Cleaning ||
		got.Order == want.Order && got.MaxOutDegree != want.MaxOutDegree {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
}
