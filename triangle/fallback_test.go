package triangle

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// sparseSource has so many records between ids of 64 bits.
func sparseSource(records int) *fakeSource {
	random := rand.New(rand.NewPCG(1, 2))
	src := newFakeSource(nil)
	for range records {
		src.wide = append(src.wide, graph.WideEdge{U: random.Uint64N(1<<14) << 40, V: random.Uint64N(1<<14) << 40})
	}
	src.info.MaxRecords, src.info.Bytes = graph.Known(records), graph.Known(14*records)
	return src
}

// TestListsForAGPUAreSpilled: where the memory has no room for all lists at once,
// the CPU makes them piece by piece, as it does for itself.
func TestListsForAGPUAreSpilled(t *testing.T) {
	src := sparseSource(1 << 20)
	driver := fakecuda.New(fakecuda.Hopper)
	gpus := onFake(driver, 0)
	opt := Options{Engine: device.CUDA, Devices: gpus, Threads: 1, Memory: 72 << 20, TmpDir: t.TempDir()}
	r, err := Count(t.Context(), src, opt)
	if err != nil || r.Parts == nil || r.Order != graph.OrderRecords || !strings.HasPrefix(r.Note, "cleaned and oriented on the CPU: ") {
		t.Errorf("%+v, %v", r, err)
	}
	if err := gpus.Close(); err != nil || len(driver.Faults()) > 0 {
		t.Error(err, driver.Faults())
	}
}

// TestTheLimitThatIsNamedDoesForAGPU: so do those that counts on GPUs name.
func TestTheLimitThatIsNamedDoesForAGPU(t *testing.T) {
	large := newFakeSource(nil) // and empty: the fake driver computes nothing
	large.info.Vertices, large.info.Bytes = graph.Known(5), graph.Known(14<<24)
	for name, x := range map[string]struct {
		src     *fakeSource
		devices int
		opt     Options
	}{
		"lists by the CPU":               {sparseSource(1 << 18), 1, Options{Order: graph.OrderDegeneracy}},
		"lists by the CPU, shared":       {sparseSource(1 << 18), 2, Options{Order: graph.OrderDegeneracy}},
		"lists by the CPU, any order":    {sparseSource(1 << 18), 1, Options{}},
		"pieces by the CPU":              {sparseSource(1 << 18), 1, Options{Parts: Parts{Rows: 3}}},
		"pieces by a GPU":                {large, 1, Options{Parts: Parts{Rows: 3}}},
		"lists by a GPU, shared":         {large, 2, Options{Order: graph.OrderDegree}},
		"lists by a GPU, shared, spread": {large, 2, Options{}},
	} {
		t.Run(name, func(t *testing.T) {
			driver := fakecuda.New(slices.Repeat([]fakecuda.Device{fakecuda.Hopper}, x.devices)...)
			gpus := (*device.Group)(gpu.NewGroup(driver.Load, 0))
			opt := x.opt
			opt.Engine, opt.Devices, opt.Method, opt.TmpDir = device.CUDA, gpus, cpucount.Merge, t.TempDir()
			opt.Threads, opt.Memory = 2, 1
			var short *graph.MemoryError
			if _, err := Count(t.Context(), x.src, opt); !errors.As(err, &short) || short.Need <= opt.Memory || short.Need > 1<<30 {
				t.Fatalf("in a byte: %v", err)
			}
			opt.Memory = short.Need
			if r, err := Count(t.Context(), x.src, opt); err != nil || r.Engine != device.CUDA {
				t.Errorf("%v; then: %+v, %v", short, r, err)
			}
			if err := gpus.Close(); err != nil || len(driver.Faults()) > 0 {
				t.Error(err, driver.Faults())
			}
		})
	}
}

// TestTheHostHasNoRoomForAGPU: device.Auto goes on to the CPU, which needs less.
func TestTheHostHasNoRoomForAGPU(t *testing.T) {
	src := newFakeSource(nil)
	src.info.Bytes = graph.Known(14 << 27) // and as many rows
	driver := fakecuda.New(fakecuda.Hopper, fakecuda.Hopper)
	gpus := (*device.Group)(gpu.NewGroup(driver.Load, 0))
	opt := Options{Devices: gpus, Method: cpucount.Merge, Threads: 1, Memory: 50 << 20, TmpDir: t.TempDir()}
	r, err := Count(t.Context(), src, opt)
	if err != nil || r.Engine != device.CPU || !strings.HasPrefix(r.Note, "counted on the CPU: counting in parts on a GPU ") {
		t.Errorf("%+v, %v", r, err)
	}
	if err := gpus.Close(); err != nil || len(driver.Faults()) > 0 {
		t.Error(err, driver.Faults())
	}
}

// TestTheFirstReasonIsKept: why a GPU was not used stays the reason when the lists
// then do not fit the memory either.
func TestTheFirstReasonIsKept(t *testing.T) {
	var edges []graph.Edge
	for v := range uint32(cpucount.FlatDegree + 1) {
		edges = append(edges, graph.Edge{U: 0, V: v + 1})
	}
	// Vertices without an edge are what there is no room for.
	src := newFakeSource(edges)
	src.info.Vertices = graph.Known(4 << 20)
	g, err := lists.Graph(t.Context(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	driver := fakecuda.New()
	gpus := onFake(driver, 0)
	defer gpus.Close()
	opt := Options{Devices: gpus, Method: cpucount.Merge, Threads: 1, Memory: 64 << 20, TmpDir: t.TempDir()}
	plan, err := Explain(t.Context(), largeMemory{g.Source().(graph.Loader)}, opt)
	if err != nil || plan.Ingest.way != withinMemory || !strings.Contains(plan.Ingest.Reason, "the driver sees no GPU") {
		t.Errorf("%+v, %v", plan, err)
	}
}
