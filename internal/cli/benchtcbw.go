package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/scratch"
	"github.com/tricycle-graph/tricycle/triangle"
)

// benchingTCBW holds the flags of bench tcbw.
type benchingTCBW struct {
	benchingTable
	tmpdir string
}

func newBenchTCBW(c *common) *cobra.Command {
	opt := &benchingTCBW{benchingTable: benchingTable{common: c}}
	cmd := &cobra.Command{
		Use:   "tcbw [FILE...]",
		Short: "Count triangles in the graphs of Lin et al. (TCBW), beside their figures",
		Long: `Count the triangles of the graphs of table 1 of Lin, Ouyang, He and Li
(Parallelize accelerated triangle counting using bit-wise on GPU, WISA 2023), by
the systems that it compares, and print what was published beside what is
measured here: whole runs from the file to the answer, in medians. TriCore is
our method search and Adam our merge, on the order degree; TCBW is bitslice on
the order average-degree, with slices made on the fly as in the paper, or kept.
The repetitions of a graph go round all of these.

A graph is read from the file that is named like it, as its publishers name it:
com-orkut.ungraph.txt.gz is com-orkut. Files are looked for among those given and
in the folder snap of the one that TRICYCLE_DATA names. Their triangles must be
as many as was published with the data. For every other graph a generated one
stands in, and the table says so; it is written to a file in --tmpdir first,
which is removed once it was measured.`,
		Example: `  tricycle bench tcbw
  tricycle bench tcbw --engine cuda,cpu --max-edges 200M
  tricycle bench tcbw --repeat 9 com-dblp.ungraph.txt.gz facebook_combined.txt.gz`,
		Args: func(_ *cobra.Command, args []string) error { return named(args) },
		RunE: opt.run,
	}
	opt.addTo(cmd, tcbwMostEdges, "draw the speed-ups as bars in an SVG `file`, too")
	cmd.Flags().StringVar(&opt.tmpdir, "tmpdir", "", "`folder` for generated graphs, and for what does not fit --memory (default the system's)")
	return cmd
}

// tcbwMostEdges leaves out what takes minutes on a few cores.
const tcbwMostEdges = 20_000_000

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

func (b *benchingTCBW) run(cmd *cobra.Command, names []string) error {
	files, err := tcbwFiles(names)
	if err := cmp.Or(b.check(cmd), checkFolder(b.tmpdir), err); err != nil {
		return err
	}
	if err := b.open(cmd.Context()); err != nil {
		return err
	}
	table := publishedTable[*tcbwRow]{
		inputs: files,
		measure: func(ctx context.Context, meter *graph.Meter) ([]*tcbwRow, error) {
			return b.measure(ctx, files, meter)
		},
		figure: func(rows []*tcbwRow) plot.Figure { return b.figure(rows) },
		print:  b.print, json: b.printJSON, page: b.fillPage,
	}
	return table.run(cmd, b.quiet, b.json, &b.plot, &b.report)
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

// measure counts the graphs, one after the other.
func (b *benchingTCBW) measure(ctx context.Context, files []string, meter *graph.Meter) (rows []*tcbwRow, err error) {
	folder, err := scratch.New(b.tmpdir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, folder.Remove()) }()
	opt := b.limits.options(meter)
	for i, p := range tcbwTable {
		row := &tcbwRow{tcbwPublished: p, file: files[i]}
		rows = append(rows, row)
		if b.leavesOut(p.graph().Edges) {
			row.missing = "left out"
			continue
		}
		if err := b.measureRow(ctx, row, folder.Name, opt); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// measureRow counts a graph by all systems.
func (b *benchingTCBW) measureRow(ctx context.Context, row *tcbwRow, folder string, opt graph.Options) (err error) {
	name := row.file
	if name == "" {
		if name, row.standIn, err = writeStandIn(ctx, row.graph(), folder, opt); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.Remove(name)) }()
	}
	src, err := graphio.Open(name, graphio.Options{Memory: b.limits.bytes()})
	if err != nil {
		return err
	}
	defer closeInput(src, &err)
	for range b.engines {
		row.took = append(row.took, make([]samples, len(tcbwSystems)))
	}
	for range b.repeat {
		for e, engine := range b.engines {
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
func (b *benchingTCBW) wishes(engine device.Engine, s tcbwSystem, opt graph.Options) triangle.Options {
	return triangle.Options{
		Engine: engine, Devices: b.devices, Method: s.method, Order: s.order, OnTheFly: s.onTheFly,
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
