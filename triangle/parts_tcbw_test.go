package triangle

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestPartsOfTCBW counts by every method in the parts that TCBW's rule takes for a memory,
// on both orders, and within the limit that a refusal names.
func TestPartsOfTCBW(t *testing.T) {
	src, err := generator.RMAT{Scale: 14, EdgeFactor: 16, Seed: 3}.Source()
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	whole, err := Count(t.Context(), src, Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	for i, method := range Methods(device.CPU) {
		if testing.Short() && i > 0 && method != cpucount.Bitslice {
			continue
		}
		opt := Options{
			Engine: device.CPU, Method: method, Threads: 2, TmpDir: t.TempDir(), Parts: Parts{TCBW: true}, Memory: 58 << 20,
			OnTheFly: method == cpucount.Bitslice,
		}
		order := graph.OrderRecords
		if i%2 == 0 {
			opt.Order, order = graph.OrderAverageDegree, graph.OrderAverageDegree
		}
		got, err := Count(t.Context(), src, opt)
		if short := (*graph.MemoryError)(nil); errors.As(err, &short) {
			opt.Memory = short.Need
			got, err = Count(t.Context(), src, opt)
		}
		if err != nil {
			t.Errorf("%s: %v", method, err)
			continue
		}
		if got.Triangles != whole.Triangles || got.Order != order || got.Parts == nil || got.Parts.Rows < got.Parts.Columns {
			t.Errorf("%s: %+v, want %d triangles", method, got, whole.Triangles)
		}
		if method == cpucount.Bitslice && got.Parts.Columns < 2 {
			t.Errorf("%s in %+v", method, got.Parts)
		}
		if left := filesLeft(t, opt.TmpDir); left > 0 {
			t.Errorf("%d files left behind", left)
		}
		opt.Memory = 0
		if got, err = Count(t.Context(), src, opt); err != nil || got.Triangles != whole.Triangles || got.Parts == nil || got.Parts.Rows*got.Parts.Columns != 1 {
			t.Errorf("%s without a limit: %+v, %v", method, got, err)
		}
	}
	if _, err := Count(t.Context(), src, Options{Parts: Parts{Rows: 2, Columns: 1, TCBW: true}}); err == nil {
		t.Error("the rule of TCBW has numbers that are asked for")
	}
}

// TestLimitForPartsOfTCBW has a refusal name a limit that does and is no larger for rows that
// are as short as they come, or for many threads, than what they hold.
func TestLimitForPartsOfTCBW(t *testing.T) {
	pairs := make([]graph.Edge, 100_000)
	for i := range pairs {
		pairs[i] = graph.Edge{U: uint32(2 * i), V: uint32(2*i + 1)}
	}
	for _, threads := range []int{1, 16} {
		opt := Options{Engine: device.CPU, Threads: threads, TmpDir: t.TempDir(), Parts: Parts{TCBW: true}, Memory: 1 << 20}
		_, err := Count(t.Context(), newFakeSource(pairs), opt)
		var short *graph.MemoryError
		if !errors.As(err, &short) || short.Need > 256<<20 {
			t.Errorf("%d threads: %v", threads, err)
			continue
		}
		opt.Memory = short.Need
		if got, err := Count(t.Context(), newFakeSource(pairs), opt); err != nil || got.Edges != uint64(len(pairs)) || got.Triangles != 0 {
			t.Errorf("%d threads: %+v, %v", threads, got, err)
		}
	}
}

// TestPartsOfTCBWOnAGPU has driver calls fail, one a run: the error is of the device, and
// otherwise the parts are those for its memory.
func TestPartsOfTCBWOnAGPU(t *testing.T) {
	src := newFakeSource(graphtest.SkewedRecords(rand.New(rand.NewPCG(5, 6)), 3000, 60_000))
	src.info.Records, src.info.Rereadable = graph.Known(60_000), false // or the device would make the lists, which computes nothing here
	count := func(driver *fakecuda.Driver) (*Result, error) {
		gpus := onFake(driver, 1<<20)
		r, err := Count(context.Background(), src, Options{
			Engine: device.CUDA, Devices: gpus, Method: cpucount.Bitslice, OnTheFly: true, Order: graph.OrderAverageDegree,
			Parts: Parts{TCBW: true}, Threads: 2, TmpDir: t.TempDir(),
		})
		return r, cmp.Or(err, gpus.Close())
	}
	whole := fakecuda.New(fakecuda.Hopper)
	r, err := count(whole)
	if err != nil || r.Parts == nil || r.Parts.Columns < 2 || r.Parts.Rows < r.Parts.Columns || r.DeviceBytes > 1<<20 ||
		r.Order != graph.OrderAverageDegree || len(whole.Faults()) > 0 {
		t.Fatalf("%+v, %+v, %v, %v", r, r.Parts, err, whole.Faults())
	}
	for k := 1 + rand.IntN(37); k <= whole.Calls(); k += 37 {
		driver := fakecuda.New(fakecuda.Hopper)
		driver.FailAt(k, cuda.LaunchFailed)
		if _, err := count(driver); !errors.As(err, new(*gpu.Error)) || len(driver.Faults()) > 0 {
			t.Errorf("call %d of %d: %v, %v", k, whole.Calls(), err, driver.Faults())
		}
	}
}
