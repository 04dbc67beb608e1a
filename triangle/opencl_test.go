package triangle

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/generate"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/clcount"
	"github.com/tricycle-graph/tricycle/internal/opencl/fakecl"
)

// anyOpenCL is the number of a device that can be used, a CPU's included.
func anyOpenCL(t *testing.T) string {
	driver, err := opencl.Open()
	if err != nil {
		t.Skipf("needs OpenCL, such as Debian's pocl-opencl-icd: %v", err)
	}
	for _, i := range driver.Devices() {
		if i.Problem == "" {
			return strconv.Itoa(i.Number)
		}
	}
	t.Skip("needs an OpenCL device")
	return ""
}

// TestOpenCLCounts holds the engine against the CPU: records and graphs in memory, on orders
// that were asked for.
func TestOpenCLCounts(t *testing.T) {
	number := anyOpenCL(t)
	for kind, values := range map[string]generate.Values{"karate": nil, "rmat": {"scale": 9}} {
		src, err := generate.New(kind, values)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Count(t.Context(), src, Options{Engine: device.CPU})
		if err != nil {
			t.Fatal(err)
		}
		for i, order := range []graph.Order{"", graph.OrderID, graph.OrderDegeneracy} {
			opt := Options{Engine: opencl.Engine, OpenCL: number, Order: order, Method: clcount.Methods[rand.IntN(len(clcount.Methods))], Memory: int64(i) << 30}
			got, err := Count(t.Context(), src, opt)
			if err != nil || got.Triangles != want.Triangles || got.Edges != want.Edges || got.Engine != opencl.Engine || got.Device == "" {
				t.Errorf("%s on order %q by %s: %+v, %v", kind, order, opt.Method, got, err)
			}
		}
	}
}

// TestOpenCLFails: the error of a call is that of the count, which no other plan follows.
func TestOpenCLFails(t *testing.T) {
	defer func() { openCL = opencl.Open }()
	for k := 30; k < 50; k++ {
		fake := fakecl.New(k, -36)
		openCL = func() (*opencl.Driver, error) { return opencl.New(fake.Table()) }
		_, err := Count(t.Context(), newFakeSource([]graph.Edge{{U: 0, V: 1}}), Options{Engine: opencl.Engine})
		if (err == nil) != (fake.Failed == "") || err != nil && !errors.Is(err, device.ErrLost) || len(fake.Faults()) > 0 {
			t.Errorf("%s failed: %v, %v", fake.Failed, err, fake.Faults())
		}
	}
}

// TestOpenCLRefuses: what the engine does not do is no silent work of the CPU.
func TestOpenCLRefuses(t *testing.T) {
	src, opt := newFakeSource([]graph.Edge{{U: 0, V: 1}}), Options{Engine: opencl.Engine}
	_, vertices := Vertices(t.Context(), src, opt)
	_, edges := Edges(t.Context(), src, opt)
	_, divided := Divide(t.Context(), src, nil, opt)
	_, estimated := EstimateCount(src.Info(), opt)
	opt.Parts = Parts{Rows: 2, Columns: 1}
	_, parts := Count(t.Context(), src, opt)
	for i, err := range []error{vertices, edges, divided, estimated, parts} {
		if !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%d: %v", i, err)
		}
	}
}
