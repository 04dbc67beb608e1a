package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Iakovidis is the table of Iakovidis, whose kernels simple, shared and bitmap are timed.
type Iakovidis struct {
	Table
	files []string // of each graph; "" where another stands for it
	rows  []*sharedRow
}

// NewIakovidis finds the graphs of files by their names. A name that is none of a graph of
// the table is a *[NameError].
func NewIakovidis(t Table, named []string) (*Iakovidis, error) {
	files, err := iakovidisFiles(named)
	return &Iakovidis{Table: t, files: files}, err
}

// Inputs returns the files that are read, "" where there is none for a graph.
func (b *Iakovidis) Inputs() []string { return b.files }

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

// Measure times the graphs, one after the other.
func (b *Iakovidis) Measure(ctx context.Context, meter *graph.Meter) error {
	opt := b.options(meter)
	for i, p := range iakovidisTable {
		row := &sharedRow{iakovidis: p, file: b.files[i]}
		b.rows = append(b.rows, row)
		if b.leavesOut(p.graph().Edges) {
			row.missing = "left out"
			continue
		}
		if err := b.measureRow(ctx, row, opt); err != nil {
			return err
		}
	}
	return nil
}

// measureRow times a graph on all engines.
func (b *Iakovidis) measureRow(ctx context.Context, row *sharedRow, opt graph.Options) (err error) {
	var src graph.Source
	if row.file != "" {
		src, err = graphio.Open(row.file, graphio.Options{Memory: b.Memory})
	} else if src, err = row.graph().Source(); err == nil {
		row.standIn = src.Info().Name
	}
	if err != nil {
		return err
	}
	defer loading.Close(src, &err)
	m := newGraph(&Methods{By: b.By}, src)
	for _, engine := range b.Engines {
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
func (b *Iakovidis) timeOnCPU(ctx context.Context, m *Graph, trial *orderTrial, row *sharedRow, opt graph.Options) error {
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
	for range b.Repeat {
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
func (b *Iakovidis) timeOnDevice(ctx context.Context, m *Graph, trial *orderTrial, row *sharedRow, opt graph.Options) (err error) {
	dev, err := (*gpu.Group)(b.Devices).First(ctx)
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
	for range b.Repeat {
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
