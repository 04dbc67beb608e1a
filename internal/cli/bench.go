package cli

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/triangle"
)

// benching holds the flags of bench.
type benching struct {
	reading
	gpu     gpuFlags
	onGPU   gpuMethods
	engines []device.Engine
	methods []triangle.Method
	orders  []graph.Order
	repeat  int
	json    bool
	plot    picture

	report   reporting
	measured []*benchmark // that are reported on
}

func newBench(c *common) *cobra.Command {
	opt := &benching{reading: reading{common: c}}
	cmd := &cobra.Command{
		Use:   "bench FILE...",
		Short: "Time every method on every order of a graph, side by side",
		Long: `Read and clean each file, then time every method on every order. Times are
medians; the repetitions go round all rows, so that a slow moment of the machine
does not fall on one of them. "times best" compares order, orient and count with
those of the fastest row. The row auto, auto is what count does. Comparisons are
those of plain merges of the lists, which lead to smaller ranks, and of lists
that lead to larger ids.

On engine cpu, order and orient begin with the symmetric adjacency lists in
memory. Engine cuda reads and cleans the file on the GPU each time, and gives the
time that the GPU spent on the count by its own clock, auxiliary structures
included, under "kernels". Engine opencl takes the lists of the CPU, and copies them to its
device within the count. A method is timed where the engine has it.`,
		Example: `  tricycle bench graph.mtx
  tricycle bench --methods auto,merge --orders degree,id --repeat 9 graph.mtx
  tricycle bench --engine cuda,cpu graph.mtx`,
		Args: files,
		RunE: opt.run,
	}
	opt.reading.addTo(cmd)
	opt.gpu.addAnyTo(cmd)
	opt.onGPU.addTo(cmd)
	addChoices(cmd, &opt.engines, "engine", "engines to time: "+join(countEngines[1:], ", "), countEngines[1:], device.CPU)
	addChoices(cmd, &opt.methods, "methods", "methods to time", triangle.Methods(device.Auto))
	addChoices(cmd, &opt.orders, "orders", "orders to time them on", graph.Orders)
	addNumber(cmd.Flags(), &opt.repeat, "repeat", 3, "repetitions of each row")
	cmd.Flags().BoolVar(&opt.json, "json", false, "print one JSON object a row")
	opt.plot.addTo(cmd, "plot", "draw the rows of one graph as bars in an SVG `file`, too")
	opt.report.addTo(cmd)
	cmd.AddCommand(newBenchCycles(c), newBenchTCBW(c), newBenchShared(c))
	return cmd
}

func (b *benching) run(cmd *cobra.Command, names []string) error {
	if b.repeat < 1 {
		return usagef("--repeat %d is not positive", b.repeat)
	}
	if err := b.onGPU.check(); err != nil {
		return err
	}
	if b.gpu.openCL != "" && !slices.Contains(b.engines, opencl.Engine) {
		return usagef("--device opencl:%s is of the engine opencl, and not of %s", b.gpu.openCL, join(b.engines, ", "))
	}
	if !slices.ContainsFunc(b.engines, func(e device.Engine) bool { return len(newTrial(e, graph.OrderID, b.methods).methods) > 0 }) {
		return usagef("engine %s has none of the methods %s", join(b.engines, ", "), join(b.methods, ", "))
	}
	if err := checkHeeded(cmd.Flags(), b.engines, b.methods); err != nil {
		return err
	}
	if err := b.plot.beginOne(cmd, names); err != nil {
		return err
	}
	defer b.plot.discard()
	if err := b.report.begin(cmd, names); err != nil {
		return err
	}
	defer b.report.discard()
	devices := b.gpu.group(b.common)
	if err := b.openEach(cmd, names, func(name string, src graph.Source) error {
		if slices.Contains(b.engines, device.CUDA) && !src.Info().Rereadable {
			return usagef("--engine cuda reads the input for each repetition, and %s can be read once", name)
		}
		opt, stop := b.start(cmd)
		measured, err := b.measure(cmd.Context(), src, devices, opt)
		stop()
		if err != nil {
			return err
		}
		if !b.quiet {
			reportCleaning(cmd.ErrOrStderr(), name, src.Info(), measured.report)
		}
		show := measured.print
		if b.json {
			show = measured.printJSON
		}
		if err := output(show(cmd.OutOrStdout())); err != nil {
			return err
		}
		measured.graph = nil // which the report does without
		b.measured = append(b.measured, measured)
		if !b.plot.wanted() {
			return nil
		}
		return b.plot.draw(measured.figure())
	}); err != nil {
		return err
	}
	return b.writeReport()
}

// benchmark is what was measured on one graph.
type benchmark struct {
	source    graph.Source
	info      graph.Info
	graph     *graph.Graph // in memory, once somebody needs it
	took      loading.Took // to get it there
	devices   *device.Group
	openCL    string // number of the device of OpenCL; "" for the first GPU
	onGPU     gpuMethods
	used      map[device.Engine]string // names of the devices
	report    graph.Report
	vertices  int
	edges     uint64
	triangles uint64
	counted   bool // triangles is set
	threads   int
	repeat    int
	trials    []*orderTrial
}

// measure times every method on every order of src. All of them must agree.
func (b *benching) measure(ctx context.Context, src graph.Source, devices *device.Group, opt graph.Options) (*benchmark, error) {
	m := &benchmark{
		source: src, info: src.Info(), devices: devices, openCL: b.gpu.openCL, onGPU: b.onGPU, used: map[device.Engine]string{},
		threads: par.Workers(opt.Threads), repeat: b.repeat,
	}
	for _, engine := range b.engines {
		for _, order := range b.orders {
			if trial := newTrial(engine, order, b.methods); len(trial.methods) > 0 {
				m.trials = append(m.trials, trial)
			}
		}
	}
	for range b.repeat {
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
	return m, nil
}

// load returns the graph in memory.
func (m *benchmark) load(ctx context.Context, opt graph.Options) (*graph.Graph, error) {
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
func (m *benchmark) timePlan(ctx context.Context, trial *orderTrial, opt graph.Options) error {
	wishes := triangle.Options{Engine: trial.engine, Devices: m.devices, OpenCL: m.openCL, Threads: opt.Threads, Memory: opt.Memory, Meter: opt.Meter}
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
	if onDevice(trial.engine) {
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
func (m *benchmark) time(ctx context.Context, trial *orderTrial, opt graph.Options) error {
	lists, err := m.orient(ctx, trial, opt)
	if err != nil {
		return err
	}
	if len(trial.orient) == 1 {
		if err := trial.describe(ctx, lists, opt.Threads); err != nil {
			return err
		}
	}
	params := cpucount.Params{Threads: opt.Threads, Memory: opt.Memory, OnTheFly: m.onGPU.onTheFly, Meter: opt.Meter}
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
func (m *benchmark) orient(ctx context.Context, trial *orderTrial, opt graph.Options) (*lists.Oriented, error) {
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
func (m *benchmark) agree(triangles uint64, trial *orderTrial, method triangle.Method) error {
	if !m.counted {
		m.triangles, m.counted = triangles, true
	}
	if triangles != m.triangles {
		return fmt.Errorf("%s: %s on order %s, engine %s, counts %d triangles, others count %d; please report it",
			m.info.Name, method, trial.order, trial.engine, triangles, m.triangles)
	}
	return nil
}
