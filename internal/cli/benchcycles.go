package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/frontier"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/plot"
)

// benchingCycles holds the flags of bench cycles.
type benchingCycles struct {
	*common
	limits    limits
	gpu       gpuFlags
	devices   *device.Group
	engine    device.Engine
	methods   []chordless.Method
	unreduced bool
	webs      string // folder
	most      uint64 // cycles of a graph to be measured; 0 for any number
	repeat    int
	plot      picture // of the speed-ups
	report    reporting
	device    string // name of the GPU; "" where none is used
	json      bool
}

func newBenchCycles(c *common) *cobra.Command {
	opt := &benchingCycles{common: c}
	cmd := &cobra.Command{
		Use:   "cycles",
		Short: "Count and list the cycles of the graphs of Jradi et al., beside their figures",
		Long: `Count and list the chordless cycles of the graphs of table 1 of Jradi, Dias,
Castonguay, Longo and do Nascimento (A GPU-based parallel algorithm for
enumerating all chordless cycles in graphs), and print a row for each: what was
published (the sequential algorithm, the kernels on the GPU, and these with all
copies), and what is measured here by each method, from the graph in memory on,
in medians. To count is to search without bringing any cycle to the host, to list
brings each as a set of vertices. Every count must be the published one: another
is an error. What takes more than five seconds is measured once.

The speed-up is that of listing over listing by dias, the sequential algorithm,
where that is among the methods; of the largest grid, whose cycles were published
as counted and not kept, it is that of counting. A method that a GPU does not have
runs on the CPU, whatever the engine. frontier counts states and finds no cycle by
itself, so that it lists none and has no speed-up.

The niche-overlap graphs need the food webs of the Pajek data sets, in a folder
of .paj files. The map of one city was not published: a generated one stands for
it, with counts of its own.`,
		Example: `  tricycle bench cycles
  tricycle bench cycles --food-webs FoodWeb --repeat 9 --threads 1
  tricycle bench cycles --unreduced --methods dias,dfs,levels --plot speedups.svg
  tricycle bench cycles --unreduced --methods dias,dfs,levels --engine cuda
  tricycle bench cycles --unreduced --methods dias,levels --device opencl:0`,
		Args: takes(),
		RunE: opt.run,
	}
	opt.limits.addTo(cmd)
	addChoice(cmd, &opt.engine, "engine", "where to search", countEngines)
	opt.gpu.addAnyTo(cmd)
	addChoices(cmd, &opt.methods, "methods", "how to search", chordless.Methods(device.Auto), chordless.Auto)
	flags := cmd.Flags()
	flags.BoolVar(&opt.unreduced, "unreduced", false, "search the graphs as they are, without reducing them first, as was published")
	flags.StringVar(&opt.webs, "food-webs", "", "`folder` of the food webs")
	addNumber(flags, &opt.most, "max-cycles", 0, "leave out graphs with more `cycles` (default none)")
	addNumber(flags, &opt.repeat, "repeat", 3, "repetitions of each row")
	opt.plot.addTo(cmd, "plot", "draw the speed-ups as bars in an SVG `file`, too")
	flags.BoolVar(&opt.json, "json", false, "print one JSON object a row")
	opt.report.addTo(cmd)
	return cmd
}

func (b *benchingCycles) run(cmd *cobra.Command, _ []string) error {
	if err := cmp.Or(b.gpu.settleOpenCL(cmd, &b.engine), b.check(), checkHeeded(cmd.Flags(), []device.Engine{b.engine}, nil)); err != nil {
		return err
	}
	b.devices = b.gpu.group(b.common)
	if b.engine == opencl.Engine {
		_, info, err := opencl.Chosen(opencl.Open, b.gpu.openCL)
		if err != nil {
			return err
		}
		b.device = info.Name
	}
	if b.engine == device.CUDA || b.engine == device.Auto && slices.Contains(b.methods, chordless.Levels) {
		// What is measured begins with an open device.
		dev, err := (*gpu.Group)(b.devices).First(cmd.Context())
		switch {
		case err == nil:
			b.device = dev.Info().Name
		case b.engine == device.CUDA:
			return err
		}
	}
	threads := par.Workers(int(b.limits.threads))
	table := publishedTable[*jradiRow]{
		inputs:  b.foodWebs(),
		measure: b.measure,
		figure: func(rows []*jradiRow) plot.Figure {
			return speedUps(rows, measuredOn(threads, b.device, b.repeat))
		},
		print: func(w io.Writer, rows []*jradiRow) error {
			return printJradi(w, rows, threads, b.device, b.repeat)
		},
		json: printJradiJSON,
		page: b.fillPage,
	}
	return table.run(cmd, b.quiet, b.json, &b.plot, &b.report)
}

func (b *benchingCycles) check() error {
	here := chordless.Methods(b.engine)
	switch {
	case b.repeat < 1:
		return usagef("--repeat %d is not positive", b.repeat)
	case !slices.ContainsFunc(b.methods, func(m chordless.Method) bool { return slices.Contains(here, m) }):
		return usagef("engine %s has none of the methods %s; it has %s", b.engine, join(b.methods, ", "), join(here, ", "))
	case b.plot.wanted() && !b.compares():
		return usagef("--plot shows speed-ups over %s: --methods names it and others that list", chordless.Dias)
	}
	return nil
}

// compares says whether there are speed-ups.
func (b *benchingCycles) compares() bool {
	return slices.Contains(b.methods, chordless.Dias) && slices.ContainsFunc(b.methods, speedsUp)
}

// speedsUp says whether a method is compared with the sequential one.
func speedsUp(m chordless.Method) bool { return m != chordless.Dias && m != chordless.Frontier }

// jradiRow is a row of the published table and what was measured for it.
type jradiRow struct {
	published
	standIn string // the command that makes what stands for a graph; "" for the graph itself
	missing string // why nothing was measured; "" where it was
	tries   []*jradiTry
}

// jradiTry is what was measured by one method.
type jradiTry struct {
	wish        chordless.Method
	engine      device.Engine    // that was asked
	method      chordless.Method // that counted
	at          device.Engine    // that counted
	unfit       bool             // the method has no way to count this graph
	count, list samples
}

// onceSeconds is what takes so long that it is measured once.
const onceSeconds = 5

// measure times every row that there is a graph for, the repetitions going
// round all of them.
func (b *benchingCycles) measure(ctx context.Context, meter *graph.Meter) ([]*jradiRow, error) {
	opt := b.limits.options(meter)
	rows := make([]*jradiRow, len(jradi))
	graphs := make([]*graph.Graph, len(jradi))
	for i, p := range jradi {
		rows[i] = &jradiRow{published: p}
		var err error
		if graphs[i], err = b.graphOf(ctx, rows[i], opt); err != nil {
			return nil, err
		}
		for _, method := range b.methods {
			engine := device.CPU
			if slices.Contains(chordless.Methods(b.engine), method) {
				engine = b.engine
			}
			rows[i].tries = append(rows[i].tries, &jradiTry{wish: method, engine: engine})
		}
	}
	for range b.repeat {
		for i, row := range rows {
			if graphs[i] == nil {
				continue
			}
			for _, try := range row.tries {
				if try.unfit || try.count != nil && try.count.best()+try.listed() > onceSeconds {
					continue
				}
				if err := b.time(ctx, graphs[i], row, try, opt); err != nil {
					return nil, err
				}
			}
		}
	}
	return rows, nil
}

// listed returns the seconds of a list, 0 where there was none.
func (t *jradiTry) listed() float64 {
	if t.list == nil {
		return 0
	}
	return t.list.median()
}

// time counts and lists the cycles of a graph once.
func (b *benchingCycles) time(ctx context.Context, g *graph.Graph, row *jradiRow, try *jradiTry, limits graph.Options) error {
	opt := chordless.Options{
		Engine: try.engine, Devices: b.devices, OpenCL: b.gpu.openCL, Method: try.wish, Unreduced: b.unreduced,
		Threads: limits.Threads, Memory: limits.Memory, Meter: limits.Meter,
	}
	begin := time.Now()
	result, err := chordless.Count(ctx, g, opt)
	if errors.As(err, new(*frontier.UnfitError)) {
		try.unfit = true
		return nil
	}
	if err != nil {
		return err
	}
	try.count.since(begin)
	first := !slices.ContainsFunc(row.tries, func(t *jradiTry) bool { return t.method != "" })
	try.method, try.at = result.Method, result.Engine
	if row.standIn != "" && first && result.Chordless.IsUint64() {
		row.triangles, row.chordless = result.Triangles, result.Chordless.Uint64() // which are its own
	}
	if result.Triangles != row.triangles || !result.Chordless.IsUint64() || result.Chordless.Uint64() != row.chordless {
		return fmt.Errorf("%s: %s counts %d triangles and %d longer chordless cycles, and not %d and %d; please report it",
			row.name, result.Method, result.Triangles, result.Chordless, row.triangles, row.chordless)
	}
	if !row.lists(try) {
		return nil
	}
	width, listed := (g.Vertices()+63)/64, 0
	begin = time.Now()
	for sets, err := range chordless.Sets(ctx, g, opt) {
		if err != nil {
			return err
		}
		listed += len(sets) / width
	}
	try.list.since(begin)
	if uint64(listed) != row.chordless {
		return fmt.Errorf("%s: %d chordless cycles are listed by %s and %d counted; please report it", row.name, listed, try.wish, row.chordless)
	}
	return nil
}
