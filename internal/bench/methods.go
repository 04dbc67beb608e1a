package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Methods are methods to be timed on orders of the vertices.
type Methods struct {
	By
	Engines []device.Engine
	Methods []triangle.Method
	Orders  []graph.Order
	OpenCL  string          // number of the device of OpenCL; "" for the first GPU
	OnGPU   gpucount.Params // of methods on a GPU; OnTheFly is for the CPU, too
}

// Any says whether some engine has one of the methods.
func (w *Methods) Any() bool {
	return slices.ContainsFunc(w.Engines, func(e device.Engine) bool { return len(newTrial(e, graph.OrderID, w.Methods).methods) > 0 })
}

// Graph is what was measured on one graph.
type Graph struct {
	by        *Methods
	source    graph.Source
	info      graph.Info
	graph     *graph.Graph             // in memory, once somebody needs it
	took      loading.Took             // to get it there
	used      map[device.Engine]string // names of the devices
	report    graph.Report
	vertices  int
	edges     uint64
	triangles uint64
	counted   bool // triangles is set
	trials    []*orderTrial
}

func newGraph(by *Methods, src graph.Source) *Graph {
	return &Graph{by: by, source: src, info: src.Info(), used: map[device.Engine]string{}}
}

// Cleaning says what cleaning did.
func (m *Graph) Cleaning() graph.Report { return m.report }

// Measure times every method on every order of src. All of them must agree.
func (w *Methods) Measure(ctx context.Context, src graph.Source, meter *graph.Meter) (*Graph, error) {
	m, opt := newGraph(w, src), w.options(meter)
	for _, engine := range w.Engines {
		for _, order := range w.Orders {
			if trial := newTrial(engine, order, w.Methods); len(trial.methods) > 0 {
				m.trials = append(m.trials, trial)
			}
		}
	}
	for range w.Repeat {
		for _, trial := range m.trials {
			run := m.time
			switch {
			case trial.order == graph.OrderAuto:
				run = m.timePlan
			case trial.engine == device.CUDA:
				run = m.timeOnDevice
			case trial.engine == opencl.Engine:
				run = m.timeOnOpenCL
			}
			if err := run(ctx, trial, opt); err != nil {
				return nil, err
			}
		}
	}
	m.graph = nil // without which all is said
	return m, nil
}

// load returns the graph in memory.
func (m *Graph) load(ctx context.Context, opt graph.Options) (*graph.Graph, error) {
	if m.graph != nil {
		return m.graph, nil
	}
	g, took, err := loading.Graph(ctx, m.source, opt)
	if err != nil {
		return nil, err
	}
	m.graph, m.took = g, took
	m.report, m.vertices, m.edges = g.Report(), g.Vertices(), g.Edges()
	return g, nil
}

// timePlan counts once as the plan of the engine says: the CPU and OpenCL from the
// adjacency lists, CUDA from the file.
func (m *Graph) timePlan(ctx context.Context, trial *orderTrial, opt graph.Options) error {
	wishes := triangle.Options{Engine: trial.engine, Devices: m.by.Devices, OpenCL: m.by.OpenCL, Threads: opt.Threads, Memory: opt.Memory, Meter: opt.Meter}
	var (
		result *triangle.Result
		err    error
	)
	if trial.engine == device.CUDA {
		if result, err = triangle.Count(ctx, m.source, wishes); err != nil {
			return err
		}
		m.report, m.vertices, m.edges = result.Cleaning, int(result.Vertices), result.Edges
	} else {
		g, err := m.load(ctx, opt)
		if err != nil {
			return err
		}
		if result, err = triangle.Count(ctx, g.Source(), wishes); err != nil {
			return err
		}
		result.Seconds.Read, result.Seconds.Clean = m.took.Read.Seconds(), m.took.Clean.Seconds()
	}
	if trial.onDevice() {
		m.used[trial.engine] = result.Device
		trial.kernels[0] = append(trial.kernels[0], result.Seconds.Kernels)
	}
	trial.read = append(trial.read, result.Seconds.Read)
	trial.clean = append(trial.clean, result.Seconds.Clean)
	trial.rank = append(trial.rank, result.Seconds.Order)
	trial.orient = append(trial.orient, result.Seconds.Orient)
	trial.count[0] = append(trial.count[0], result.Seconds.Count)
	trial.maxOutDegree = result.MaxOutDegree
	return m.agree(result.Triangles, trial, trial.methods[0])
}

// time runs every method on one order on the CPU, once.
func (m *Graph) time(ctx context.Context, trial *orderTrial, opt graph.Options) error {
	lists, err := m.orient(ctx, trial, opt)
	if err != nil {
		return err
	}
	if len(trial.orient) == 1 {
		if err := trial.describe(ctx, lists, opt.Threads); err != nil {
			return err
		}
	}
	params := cpucount.Params{Threads: opt.Threads, Memory: opt.Memory, OnTheFly: m.by.OnGPU.OnTheFly, Meter: opt.Meter}
	for i, method := range trial.methods {
		begin := time.Now()
		triangles, err := cpucount.Count(ctx, lists, method, params)
		if err != nil {
			return err
		}
		trial.count[i].since(begin)
		if err := m.agree(triangles, trial, method); err != nil {
			return err
		}
	}
	return nil
}

// orient ranks and orients the graph in memory.
func (m *Graph) orient(ctx context.Context, trial *orderTrial, opt graph.Options) (*lists.Oriented, error) {
	g, err := m.load(ctx, opt)
	if err != nil {
		return nil, err
	}
	trial.read, trial.clean = append(trial.read, m.took.Read.Seconds()), append(trial.clean, m.took.Clean.Seconds())
	begin := time.Now()
	ranking, err := lists.Rank(ctx, g, trial.order, opt)
	if err != nil {
		return nil, err
	}
	begin = trial.rank.since(begin)
	lists, err := lists.Orient(ctx, g, ranking, opt)
	if err != nil {
		return nil, err
	}
	trial.orient.since(begin)
	return lists, nil
}

// agree holds a count against the earlier ones.
func (m *Graph) agree(triangles uint64, trial *orderTrial, method triangle.Method) error {
	if !m.counted {
		m.triangles, m.counted = triangles, true
	}
	if triangles != m.triangles {
		return fmt.Errorf("%s: %s on order %s, engine %s, counts %d triangles, others count %d; please report it",
			m.info.Name, method, trial.order, trial.engine, triangles, m.triangles)
	}
	return nil
}
