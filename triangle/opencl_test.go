package triangle

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/generate"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/clcount"
	"github.com/tricycle-graph/tricycle/internal/opencl/fakecl"
)

// anyOpenCL is the number of a device that can be used, a CPU's included.
func anyOpenCL(t *testing.T) string {
	t.Helper()
	_, info := gputest.OpenCL(t)
	return strconv.Itoa(info.Number)
}

// TestOpenCLAnswers holds the engine against the CPU: records and graphs in memory, on orders
// that were asked for, of the graph, its vertices and its edges. One group keeps the device open.
func TestOpenCLAnswers(t *testing.T) {
	number := anyOpenCL(t)
	gpus := device.New(0, 0)
	defer gpus.Close()
	for kind, values := range map[string]generate.Values{"karate": nil, "rmat": {"scale": 9}} {
		src, err := generate.New(kind, values)
		if err != nil {
			t.Fatal(err)
		}
		g, err := lists.Graph(t.Context(), src, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := Vertices(t.Context(), src, Options{Engine: device.CPU})
		if err != nil {
			t.Fatal(err)
		}
		wantEdges, err := Edges(t.Context(), src, Options{Engine: device.CPU})
		if err != nil {
			t.Fatal(err)
		}
		for i, order := range []graph.Order{"", graph.OrderID, graph.OrderDegeneracy} {
			opt := Options{Engine: opencl.Engine, OpenCL: number, Devices: gpus, Order: order, Method: clcount.Methods[rand.IntN(len(clcount.Methods))], Memory: int64(i) << 30}
			from := []graph.Source{src, g.Source()}[i%2]
			got, err := Count(t.Context(), from, opt)
			if err != nil || got.Triangles != want.Triangles || got.Edges != want.Edges || got.Engine != opencl.Engine || got.Device == "" {
				t.Errorf("%s on order %q by %s: %+v, %v", kind, order, opt.Method, got, err)
			}
			vertices, err := Vertices(t.Context(), from, opt)
			if err != nil || !slices.Equal(vertices.Counts, want.Counts) || !slices.Equal(vertices.Degrees, want.Degrees) || vertices.Triangles != want.Triangles {
				t.Errorf("%s on order %q by %s: other vertices: %v", kind, order, opt.Method, err)
			}
			edges, err := Edges(t.Context(), from, opt)
			if err != nil || !slices.Equal(edges.edges.edges, wantEdges.edges.edges) || edges.Triangles != want.Triangles || edges.Engine != opencl.Engine {
				t.Errorf("%s on order %q by %s: other edges: %v", kind, order, opt.Method, err)
			}
		}
	}
}

// withOpenCL has a test count with fakes, and tells whether the one for GPUs alone was asked for.
func withOpenCL(t *testing.T, fake *fakecl.Driver) (asked *bool) {
	asked = new(bool)
	openCL = func() (*opencl.Driver, error) { return opencl.New(fake.Table()) }
	openCLGPU = func() (*opencl.Driver, error) {
		*asked = true
		return openCL()
	}
	t.Cleanup(func() { openCL, openCLGPU = opencl.Open, opencl.OpenGPU })
	return asked
}

// oneEdge has nothing to find, which is what the kernels of a fake find.
func oneEdge() *fakeSource { return newFakeSource([]graph.Edge{{U: 0, V: 1}}) }

// TestOpenCLFails: whichever call fails, alone or from then on, its error is that of the answer,
// which no other plan follows.
func TestOpenCLFails(t *testing.T) {
	for _, q := range []question{ofGraph, perVertex, perEdge} {
		for k := 1; ; k++ {
			failed := false
			for _, fake := range []*fakecl.Driver{fakecl.New(k, -36), fakecl.NewLost(k, -36)} {
				withOpenCL(t, fake)
				_, err := Options{Engine: opencl.Engine}.run(t.Context(), oneEdge(), goal{asked: q})
				if (err == nil) != (fake.Failed == "") || err != nil && !errors.Is(err, device.ErrLost) || len(fake.Faults()) > 0 {
					t.Errorf("%s, %s failed: %v, %v", q, fake.Failed, err, fake.Faults())
				}
				failed = failed || fake.Failed != ""
			}
			if !failed {
				break
			}
		}
	}
}

// TestAutoTakesOpenCL where CUDA has no GPU; and where that has none, or fails, the CPU.
func TestAutoTakesOpenCL(t *testing.T) {
	src := oneEdge()
	src.info.Bytes = graph.Known(1 << 40)
	for _, q := range []question{ofGraph, perVertex, perEdge} {
		answer := func(fake *fakecl.Driver) *Result {
			t.Helper()
			asked := withOpenCL(t, fake)
			gpus := onFake(fakecuda.New(), 0)
			r, err := Options{Devices: gpus}.run(t.Context(), src, goal{asked: q})
			_ = gpus.Close() // which may fail as well
			if !*asked {
				t.Error("nobody asked for a GPU alone")
			}
			if err != nil || len(fake.Faults()) > 0 || r.result.Vertices != 2 {
				t.Fatalf("%s, %s failed: %+v, %v, %v", q, fake.Failed, r, err, fake.Faults())
			}
			return r.result
		}
		whole := fakecl.New(0, 0)
		if r := answer(whole); r.Engine != opencl.Engine || r.Note != "" || r.Device == "" {
			t.Errorf("%s: %+v", q, r)
		}
		giving := 0
		for k := 1; k <= whole.Calls; k++ {
			fake := fakecl.NewLost(k, -36)
			r := answer(fake)
			if r.Engine == opencl.Engine {
				giving++ // only to give back what the group kept failed
			} else if r.Engine != device.CPU || !strings.HasPrefix(r.Note, "counted on the CPU: ") || !strings.Contains(r.Note, fake.Failed) {
				t.Errorf("%s, %s failed: %+v", q, fake.Failed, r)
			}
		}
		if giving != 5 {
			t.Errorf("%s: %d of %d failures did not matter", q, giving, whole.Calls)
		}
		// That there is no such device either says less than why CUDA has none.
		if r := answer(fakecl.New(1, -1001)); r.Engine != device.CPU || !strings.Contains(r.Note, "the driver sees no GPU") {
			t.Errorf("%s: %+v", q, r)
		}
	}
}

// TestAutoLeavesOpenCL what it does not answer, and what may not fit the memory, which would be
// read in vain.
func TestAutoLeavesOpenCL(t *testing.T) {
	info := oneEdge().Info()
	info.Bytes = graph.Known(1 << 40)
	for i, x := range []struct {
		opt Options
		may bool
	}{
		{Options{}, true}, {Options{Memory: 1 << 30}, true}, {Options{Method: cpucount.Bitmap}, true}, {Options{Method: cpucount.Shared}, true}, {Options{asked: perEdge, Memory: 1 << 30}, true},
		{Options{Memory: 50 << 20}, false}, {Options{Method: cpucount.Hash}, false}, {Options{asked: trussOfEdges}, false},
		{Options{Engine: device.CUDA}, false}, {Options{Engine: device.CPU}, false}, {Options{Parts: Parts{Rows: 2, Columns: 1}}, false},
		{Options{Devices: device.New(0)}, false}, {Options{Devices: device.New(0, 0, 1)}, false},
	} {
		has := slices.ContainsFunc(x.opt.plans(info), func(p IngestPlan) bool { return p.way == wholeOnOpenCL })
		if has != x.may {
			t.Errorf("%d: %v, want %v", i, has, x.may)
		}
	}
}

// TestOpenCLHasNoRoom: an answer that does not fit the limit is refused with one that does, and
// nothing is left.
func TestOpenCLHasNoRoom(t *testing.T) {
	for _, q := range []question{ofGraph, perVertex, perEdge} {
		for _, method := range clcount.Methods {
			fake := fakecl.New(0, 0)
			withOpenCL(t, fake)
			answer := func(most int64) error {
				gpus := device.New(most, 0)
				_, err := Options{Engine: opencl.Engine, Devices: gpus, Method: method}.run(t.Context(), oneEdge(), goal{asked: q})
				return cmp.Or(err, gpus.Close())
			}
			var limit *gpu.LimitError
			if err := answer(20); !errors.As(err, &limit) || limit.Limit != 20 || !errors.Is(err, device.ErrMemory) {
				t.Fatalf("%s: %v", q, err)
			}
			// Buffers are of 8 bytes at least.
			if err := answer(limit.Need + 8*3); err != nil || len(fake.Faults()) > 0 {
				t.Errorf("%s by %s within %d: %v, %v", q, method, limit.Need, err, fake.Faults())
			}
		}
	}
}

// TestOpenCLRefuses: what the engine does not do is no silent work of the CPU.
func TestOpenCLRefuses(t *testing.T) {
	src, opt := newFakeSource([]graph.Edge{{U: 0, V: 1}}), Options{Engine: opencl.Engine}
	_, truss := Truss(t.Context(), src, opt)
	_, divided := Divide(t.Context(), src, nil, opt)
	_, estimated := EstimateCount(src.Info(), opt)
	opt.Parts = Parts{Rows: 2, Columns: 1}
	_, parts := Count(t.Context(), src, opt)
	for i, err := range []error{truss, divided, estimated, parts} {
		if !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%d: %v", i, err)
		}
	}
}
