package bench

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/scratch"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TCBW is the table of Lin, Ouyang, He and Li, whose triangles are counted by the systems that
// it compares.
type TCBW struct {
	Table
	tmpdir string
	files  []string // of each graph; "" where another stands for it
	rows   []*tcbwRow
}

// NewTCBW finds the graphs of files by their names, and in the folder of real graphs. A name
// that is none of a graph of the table is a *[NameError]. The folder tmpdir, "" for the system's,
// is for generated graphs, and for what does not fit the memory.
func NewTCBW(t Table, tmpdir string, named []string) (*TCBW, error) {
	files, err := tcbwFiles(named)
	return &TCBW{Table: t, tmpdir: tmpdir, files: files}, err
}

// Inputs returns the files that are read, "" where there is none for a graph.
func (b *TCBW) Inputs() []string { return b.files }

// tcbwSystem is a system of the table as there is one here.
type tcbwSystem struct {
	name     string // of its column
	method   triangle.Method
	order    graph.Order
	onTheFly bool
}

// Places of systems in [tcbwSystems].
const (
	asTriCore = iota
	asAdam
	asTCBW
)

var tcbwSystems = []tcbwSystem{
	asTriCore: {"search", cpucount.Search, graph.OrderDegree, false},
	asAdam:    {"merge", cpucount.Merge, graph.OrderDegree, false},
	asTCBW:    {"on the fly", cpucount.Bitslice, graph.OrderAverageDegree, true},
	{"kept", cpucount.Bitslice, graph.OrderAverageDegree, false},
	{"auto", cpucount.Auto, graph.OrderAuto, false},
}

// tcbwRow is a row of the published table and what was measured for it.
type tcbwRow struct {
	tcbwPublished
	file    string // the graph itself; "" where another stands for it
	standIn string // command line of what does, without the command
	missing string // why nothing was measured; "" where it was

	vertices, edges, triangles uint64
	maxDegree                  uint32
	device                     string
	took                       [][]samples // by engine and system
}

// Measure counts the graphs, one after the other.
func (b *TCBW) Measure(ctx context.Context, meter *graph.Meter) (err error) {
	folder, err := scratch.New(b.tmpdir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Remove()) }()
	opt := b.options(meter)
	for i, p := range tcbwTable {
		row := &tcbwRow{tcbwPublished: p, file: b.files[i]}
		b.rows = append(b.rows, row)
		if b.leavesOut(p.graph().Edges) {
			row.missing = "left out"
			continue
		}
		if err := b.measureRow(ctx, row, folder.Name, opt); err != nil {
			return err
		}
	}
	return nil
}

// measureRow counts a graph by all systems.
func (b *TCBW) measureRow(ctx context.Context, row *tcbwRow, folder string, opt graph.Options) (err error) {
	name := row.file
	if name == "" {
		if name, row.standIn, err = writeStandIn(ctx, row.graph(), folder, opt); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.Remove(name)) }()
	}
	src, err := graphio.Open(name, graphio.Options{Memory: b.Memory})
	if err != nil {
		return err
	}
	defer loading.Close(src, &err)
	for range b.Engines {
		row.took = append(row.took, make([]samples, len(tcbwSystems)))
	}
	for range b.Repeat {
		for e, engine := range b.Engines {
			for s, system := range tcbwSystems {
				result, err := triangle.Count(ctx, src, b.wishes(engine, system, opt))
				if err != nil {
					return err
				}
				row.took[e][s] = append(row.took[e][s], result.Seconds.Total)
				if err := row.agree(result); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// wishes are those of one run.
func (b *TCBW) wishes(engine device.Engine, s tcbwSystem, opt graph.Options) triangle.Options {
	return triangle.Options{
		Engine: engine, Devices: b.Devices, Method: s.method, Order: s.order, OnTheFly: s.onTheFly,
		Threads: opt.Threads, Memory: opt.Memory, TmpDir: b.tmpdir, Meter: opt.Meter,
	}
}

// agree holds a count against the earlier ones, and that of a real graph against the
// published one.
func (row *tcbwRow) agree(result *triangle.Result) error {
	if row.vertices == 0 {
		row.vertices, row.edges, row.triangles, row.maxDegree = result.Vertices, result.Edges, result.Triangles, result.MaxDegree
	}
	if result.Engine == device.CUDA {
		row.device = result.Device
	}
	if result.Triangles != row.triangles {
		return fmt.Errorf("%s: %s on order %s, engine %s, counts %d triangles, others count %d; please report it",
			row.name, result.Method, result.Order, result.Engine, result.Triangles, row.triangles)
	}
	if published := row.graph().Triangles; row.file != "" && result.Triangles != published {
		return fmt.Errorf("%s has %d triangles, and %s has %d: it is another graph, or please report it",
			row.file, result.Triangles, row.data, published)
	}
	return nil
}
