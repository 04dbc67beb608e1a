package triangle

import (
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl/fakecl"
)

func TestEngineIsChosenBySize(t *testing.T) {
	large := graph.Known(1 << 40)
	known := graph.Info{Records: large, Bytes: large, Rereadable: true}
	unknown := graph.Info{Rereadable: true}
	for _, x := range []struct {
		change func(info *graph.Info, opt *Options)
		want   device.Engine
	}{
		{func(*graph.Info, *Options) {}, device.CUDA},
		{func(_ *graph.Info, opt *Options) { opt.Engine = device.CPU }, device.CPU},
		{func(info *graph.Info, opt *Options) { info.Records, opt.Engine = graph.Known(1), device.CUDA }, device.CUDA},
		{func(info *graph.Info, _ *Options) { info.Records = graph.Known(recordsPerThread - 1) }, device.CPU},
		{func(info *graph.Info, opt *Options) { info.Records, opt.Threads = graph.Known(3*recordsPerThread), 4 }, device.CPU},
		{func(info *graph.Info, _ *Options) { info.Records = graph.Size{} }, device.CUDA},
		{func(info *graph.Info, _ *Options) { *info = unknown }, device.CPU},
		{func(info *graph.Info, _ *Options) { info.Rereadable = false }, device.CPU},
		{func(_ *graph.Info, opt *Options) { opt.Order = graph.OrderDegeneracy }, device.CPU},
		{func(_ *graph.Info, opt *Options) { opt.Order = graph.OrderID }, device.CUDA},
	} {
		info, opt := known, Options{Threads: 1, Method: cpucount.Merge}
		x.change(&info, &opt)
		if got, reason := chooseEngine(info, opt); got != x.want || reason == "" {
			t.Errorf("%+v, %+v: %s (%s), want %s", info, opt, got, reason, x.want)
		}
	}
	if got := expectedRecords(graph.Info{Bytes: graph.Known(1400)}); got != graph.Known(100) {
		t.Errorf("%v records expected of 1400 bytes of text", got)
	}
	if got := expectedRecords(graph.Info{Bytes: graph.Known(1400), Compressed: "gzip"}); got != graph.Known(400) {
		t.Errorf("%v records expected of 1400 compressed bytes", got)
	}
}

// A graph that is there already, and flat, is not worth a GPU.
func TestAutoCountsFlatGraphsOnTheCPU(t *testing.T) {
	withOpenCL(t, fakecl.NewLost(1, -1001)) // the machine may have a GPU of OpenCL, which is tried next
	driver := fakecuda.New()
	gpus := onFake(driver, 0)
	for _, x := range []struct {
		degree int
		tried  bool
	}{{cpucount.FlatDegree, false}, {cpucount.FlatDegree + 1, true}} {
		var edges []graph.Edge
		for v := range uint32(x.degree) {
			edges = append(edges, graph.Edge{U: 0, V: v + 1})
		}
		g, err := lists.Graph(t.Context(), &graphtest.Source{Edges: edges}, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		src := largeMemory{g.Source().(graph.Loader)}
		r, err := Count(t.Context(), src, Options{Devices: gpus})
		if err != nil || (r.Note != "") != x.tried || r.Info.Records != src.Info().Records {
			t.Errorf("degree %d: %+v, %v", x.degree, r, err)
		}
		plan, err := Explain(t.Context(), src, Options{Devices: gpus})
		if err != nil || plan.Ingest.Engine != device.CPU || (plan.Ingest.Reason == "no vertex has many neighbours") == x.tried {
			t.Errorf("degree %d: %+v, %v", x.degree, plan, err)
		}
	}
}

// largeMemory says that it has many records.
type largeMemory struct{ graph.Loader }

func (m largeMemory) Info() graph.Info {
	info := m.Loader.Info()
	info.Records = graph.Known(1 << 40)
	return info
}

func TestUnknownWishes(t *testing.T) {
	for _, opt := range []Options{{Engine: "tpu"}, {Method: "guess"}, {Order: "random"}} {
		if _, err := Count(t.Context(), newFakeSource(nil), opt); err == nil || !strings.Contains(err.Error(), "unknown") {
			t.Errorf("%+v: got %v", opt, err)
		}
	}
}
