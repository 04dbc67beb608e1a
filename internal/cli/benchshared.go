package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/triangle"
)

// benchingShared holds the flags of bench shared.
type benchingShared struct{ benchingTable }

func newBenchShared(c *common) *cobra.Command {
	opt := &benchingShared{benchingTable{common: c}}
	cmd := &cobra.Command{
		Use:   "shared [FILE...]",
		Short: "Time the simple, the shared and the bitmap kernel on the graphs of Iakovidis",
		Long: `Time the methods of Iakovidis (Finding the number of triangles in a graph) on the
graphs of his table, and print what he published beside what is measured here:
simple, which is our method merge, shared and bitmap, on the order of the ids as
there, in medians. Speedup is the time of simple over that of shared.

On engine cuda the times are the GPU's own, from the lists in its memory to the
count. They are measured once in the paper's launch shapes, simple with 512
threads in each of 256 blocks, shared with 128 in 1024 blocks that take 27
columns at a time, or 1 of coPapersCiteseer, and once in ours. On engine cpu
there is no shared, and the lists are in the machine's memory.

A graph is read from the file that is named like it, such as auto.mtx.gz, where
it is given, and must have as many edges as was published with it. For every other
one a generated graph stands in, and the table says so.`,
		Example: `  tricycle bench shared
  tricycle bench shared --engine cuda,cpu --repeat 9
  tricycle bench shared --engine cuda delaunay_n22.mtx.gz auto.mtx.gz`,
		Args: func(_ *cobra.Command, args []string) error { return named(args) },
		RunE: opt.run,
	}
	opt.addTo(cmd, 0, "draw the speed-ups on a GPU as bars in an SVG `file`, too")
	return cmd
}

func (b *benchingShared) run(cmd *cobra.Command, names []string) error {
	files, err := iakovidisFiles(names)
	if err := cmp.Or(b.check(cmd), err); err != nil {
		return err
	}
	if b.plot.wanted() && !slices.Contains(b.engines, device.CUDA) {
		return usagef("--plot draws speed-ups on a GPU, and needs --engine cuda")
	}
	if err := b.open(cmd.Context()); err != nil {
		return err
	}
	table := publishedTable[*sharedRow]{
		inputs: files,
		measure: func(ctx context.Context, meter *graph.Meter) ([]*sharedRow, error) {
			return b.measure(ctx, files, meter)
		},
		figure: func(rows []*sharedRow) plot.Figure { return b.figure(rows) },
		print:  b.print, json: b.printJSON, page: b.fillPage,
	}
	return table.run(cmd, b.quiet, b.json, &b.plot, &b.report)
}

// sharedRow is a row of the published table and what was measured for it.
type sharedRow struct {
	iakovidis
	file      string // the graph itself; "" where another stands for it
	standIn   string // command line of what stands for the graph, without the command
	missing   string // why nothing was measured; "" where it was
	vertices  int
	edges     uint64
	triangles uint64
	longest   uint32 // column
	times     []sharedTimes
}

// sharedTimes are those of an engine, on a GPU in a launch shape.
type sharedTimes struct {
	engine                 device.Engine
	device                 string
	shape                  string
	simple, shared, bitmap samples // bitmap in our shape alone: the paper has none for it
}

// measure times the graphs, one after the other.
func (b *benchingShared) measure(ctx context.Context, files []string, meter *graph.Meter) (rows []*sharedRow, err error) {
	opt := b.limits.options(meter)
	for i, p := range iakovidisTable {
		row := &sharedRow{iakovidis: p, file: files[i]}
		rows = append(rows, row)
		if b.leavesOut(p.graph().Edges) {
			row.missing = "left out"
			continue
		}
		if err := b.measureRow(ctx, row, opt); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// measureRow times a graph on all engines.
func (b *benchingShared) measureRow(ctx context.Context, row *sharedRow, opt graph.Options) (err error) {
	var src graph.Source
	if row.file != "" {
		src, err = graphio.Open(row.file, graphio.Options{Memory: b.limits.bytes()})
	} else if src, err = row.graph().Source(); err == nil {
		row.standIn = src.Info().Name
	}
	if err != nil {
		return err
	}
	defer closeInput(src, &err)
	m := &benchmark{source: src, info: src.Info(), devices: b.devices, threads: par.Workers(opt.Threads), repeat: b.repeat}
	for _, engine := range b.engines {
		run := b.timeOnCPU
		if engine == device.CUDA {
			run = b.timeOnDevice
		}
		trial := &orderTrial{engine: engine, order: graph.OrderID}
		if err := run(ctx, m, trial, row, opt); err != nil {
			return err
		}
		row.longest = trial.maxOutDegree
	}
	row.vertices, row.edges, row.triangles = m.vertices, m.edges, m.triangles
	if published := row.graph().Edges; row.file != "" && row.edges != published {
		return fmt.Errorf("%s has %d edges, and %s has %d: it is another graph", row.file, row.edges, row.name, published)
	}
	return nil
}

// timeOnCPU times the methods that the CPU has.
func (b *benchingShared) timeOnCPU(ctx context.Context, m *benchmark, trial *orderTrial, row *sharedRow, opt graph.Options) error {
	lists, err := m.orient(ctx, trial, opt)
	if err != nil {
		return err
	}
	trial.maxOutDegree = lists.MaxOutDegree()
	times := sharedTimes{engine: device.CPU}
	params := cpucount.Params{Threads: opt.Threads, Memory: opt.Memory, Meter: opt.Meter}
	one := func(took *samples, method triangle.Method) error {
		begin := time.Now()
		triangles, err := cpucount.Count(ctx, lists, method, params)
		if err != nil {
			return err
		}
		took.since(begin)
		return m.agree(triangles, trial, method)
	}
	for range b.repeat {
		if err := one(&times.simple, cpucount.Merge); err != nil {
			return err
		}
		if err := one(&times.bitmap, cpucount.Bitmap); err != nil {
			return err
		}
	}
	row.times = append(row.times, times)
	return nil
}

// timeOnDevice times the methods of a GPU in each launch shape, the repetitions going
// round all of them.
func (b *benchingShared) timeOnDevice(ctx context.Context, m *benchmark, trial *orderTrial, row *sharedRow, opt graph.Options) (err error) {
	dev, err := (*gpu.Group)(b.devices).First(ctx)
	if err != nil {
		return err
	}
	lists, err := m.deviceLists(ctx, dev, trial, opt)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lists.Close()) }()
	trial.maxOutDegree = lists.MaxOutDegree
	one := func(took *samples, method triangle.Method, params gpucount.Params) error {
		params.Meter = opt.Meter
		triangles, kernels, err := gpucount.Count(ctx, dev, lists, method, params)
		if err != nil {
			return err
		}
		*took = append(*took, kernels.Seconds())
		return m.agree(triangles, trial, method)
	}
	times := make([]sharedTimes, len(launchShapes))
	last := &times[len(times)-1]
	for range b.repeat {
		for i, shape := range launchShapes {
			t := &times[i]
			t.engine, t.device, t.shape = device.CUDA, dev.Info().Name, shape.name
			if err := one(&t.simple, cpucount.Merge, shape.simple(row.iakovidis)); err != nil {
				return err
			}
			if err := one(&t.shared, cpucount.Shared, shape.shared(row.iakovidis)); err != nil {
				return err
			}
		}
		if err := one(&last.bitmap, cpucount.Bitmap, gpucount.Params{}); err != nil {
			return err
		}
	}
	row.times = slices.Concat(row.times, times)
	return nil
}
