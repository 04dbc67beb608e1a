package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/foodweb"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// benchingCycles holds the flags of bench cycles.
type benchingCycles struct {
	*common
	limits  limits
	gpu     gpuFlags
	devices *device.Group
	engine  device.Engine
	method  chordless.Method
	webs    string // folder
	most    uint64 // cycles of a graph to be measured; 0 for any number
	repeat  int
	json    bool
}

func newBenchCycles(c *common) *cobra.Command {
	opt := &benchingCycles{common: c}
	cmd := &cobra.Command{
		Use:   "cycles",
		Short: "Count and list the chordless cycles of a published table, beside its figures",
		Long: `Count and list the chordless cycles of the graphs of table 1 of Jradi, Dias,
Castonguay, Longo and do Nascimento (A GPU-based parallel algorithm for
enumerating all chordless cycles in graphs), and print a row for each: what was
published (the sequential algorithm, the kernels on the GPU, and these with all
copies), and what is measured here, from the graph in memory on, in medians.
Every count must be the published one: another is an error.

The niche-overlap graphs need the food webs of the Pajek data sets, in a folder
of .paj files; the map of one city was not published.`,
		Example: `  tricycle bench cycles
  tricycle bench cycles --food-webs FoodWeb --repeat 9 --threads 1
  tricycle bench cycles --method dias --max-cycles 1000000
  tricycle bench cycles --engine cuda --method levels`,
		Args: takes(),
		RunE: opt.run,
	}
	opt.limits.addTo(cmd)
	addChoice(cmd, &opt.engine, "engine", "where to search", engines)
	opt.gpu.addTo(cmd)
	addChoice(cmd, &opt.method, "method", "how to search", chordless.Methods(device.Auto))
	cmd.Flags().StringVar(&opt.webs, "food-webs", "", "`folder` of the food webs")
	addNumber(cmd.Flags(), &opt.most, "max-cycles", 0, "leave out graphs with more `cycles` (default none)")
	addNumber(cmd.Flags(), &opt.repeat, "repeat", 3, "repetitions of each row")
	cmd.Flags().BoolVar(&opt.json, "json", false, "print one JSON object a row")
	return cmd
}

func (b *benchingCycles) run(cmd *cobra.Command, _ []string) error {
	if b.repeat < 1 {
		return usagef("--repeat %d is not positive", b.repeat)
	}
	if err := checkMethod(b.engine, b.method, chordless.Methods(b.engine)); err != nil {
		return err
	}
	if err := checkHeeded(cmd.Flags(), []device.Engine{b.engine}, nil); err != nil {
		return err
	}
	b.devices = b.gpu.group()
	if b.engine == device.CUDA || b.method == chordless.Levels {
		// What is measured begins with an open device.
		if err := b.devices.Open(cmd.Context()); err != nil {
			return err
		}
	}
	meter := new(graph.Meter)
	stop := watch(cmd, b.quiet, meter)
	rows, err := b.measure(cmd.Context(), meter)
	stop()
	if err != nil {
		return err
	}
	if b.json {
		return output(printJradiJSON(cmd.OutOrStdout(), rows))
	}
	return output(printJradi(cmd.OutOrStdout(), rows, par.Workers(int(b.limits.threads)), b.repeat))
}

// jradiRow is a row of the published table and what was measured for it.
type jradiRow struct {
	published
	missing     string // why nothing was measured; "" where it was
	method      chordless.Method
	count, list samples
}

// measure times every row that there is a graph for, the repetitions going
// round all of them.
func (b *benchingCycles) measure(ctx context.Context, meter *graph.Meter) ([]*jradiRow, error) {
	opt := b.limits.options(meter)
	rows := make([]*jradiRow, len(jradi))
	graphs := make([]*graph.Graph, len(jradi))
	for i, p := range jradi {
		rows[i] = &jradiRow{published: p}
		g, missing, err := b.graphOf(ctx, p, opt)
		if err != nil {
			return nil, err
		}
		graphs[i], rows[i].missing = g, missing
	}
	for range b.repeat {
		for i, row := range rows {
			if graphs[i] == nil {
				continue
			}
			if err := b.time(ctx, graphs[i], row, opt); err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}

// graphOf returns the graph of a row, or why there is none.
func (b *benchingCycles) graphOf(ctx context.Context, p published, opt graph.Options) (g *graph.Graph, missing string, err error) {
	switch {
	case p.generator == nil && p.web == "":
		return nil, "the map is not public", nil
	case b.most > 0 && p.chordless > b.most:
		return nil, "left out", nil
	case p.generator != nil:
		src, err := p.generator.Source()
		if err != nil {
			return nil, "", err
		}
		defer src.Close() // which only frees memory
		g, _, err := loading.Graph(ctx, src, opt)
		if err != nil {
			return nil, "", err
		}
		return g, "", p.check(g)
	case b.webs == "":
		return nil, "needs --food-webs", nil
	}
	src, err := graphio.Open(filepath.Join(b.webs, p.web), graphio.Options{})
	if err != nil {
		return nil, "", err
	}
	defer src.Close()
	web, err := foodweb.Read(ctx, src, opt)
	if err != nil {
		return nil, "", err
	}
	if g, err = web.NicheOverlap(ctx, opt); err != nil {
		return nil, "", err
	}
	return g, "", p.check(g)
}

// check compares a graph with what was published of it.
func (p published) check(g *graph.Graph) error {
	maxDegree := uint32(0)
	for v := range uint32(g.Vertices()) {
		maxDegree = max(maxDegree, g.Degree(v))
	}
	if g.Vertices() != p.vertices || g.Edges() != p.edges || maxDegree != p.maxDegree {
		return fmt.Errorf("%s has %d vertices, %d edges and degrees up to %d, published are %d, %d and %d",
			p.name, g.Vertices(), g.Edges(), maxDegree, p.vertices, p.edges, p.maxDegree)
	}
	return nil
}

// time counts and lists the cycles of a graph once.
func (b *benchingCycles) time(ctx context.Context, g *graph.Graph, row *jradiRow, limits graph.Options) error {
	opt := chordless.Options{Engine: b.engine, Devices: b.devices, Method: b.method, Threads: limits.Threads, Memory: limits.Memory, Meter: limits.Meter}
	begin := time.Now()
	result, err := chordless.Count(ctx, g, opt)
	if err != nil {
		return err
	}
	row.count.since(begin)
	row.method = result.Method
	if result.Triangles != row.triangles || !result.Chordless.IsUint64() || result.Chordless.Uint64() != row.chordless {
		return fmt.Errorf("%s: %s counts %d triangles and %d longer chordless cycles, published are %d and %d; please report it",
			row.name, result.Method, result.Triangles, result.Chordless, row.triangles, row.chordless)
	}
	if b.method == chordless.Frontier {
		return nil // which lists nothing
	}
	listed := uint64(0)
	begin = time.Now()
	for _, err := range chordless.All(ctx, g, opt) {
		if err != nil {
			return err
		}
		listed++
	}
	row.list.since(begin)
	if listed != row.chordless {
		return fmt.Errorf("%s: %d chordless cycles are listed and %d counted; please report it", row.name, listed, row.chordless)
	}
	return nil
}
