package cli

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/bench"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// benchingCycles holds the flags of bench cycles.
type benchingCycles struct {
	*common
	bench.Jradi
	limits limits
	gpu    gpuFlags
	plot   picture // of the speed-ups
	report reporting
	json   bool
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
	addChoice(cmd, &opt.Engine, "engine", "where to search", countEngines)
	opt.gpu.addAnyTo(cmd)
	addChoices(cmd, &opt.Methods, "methods", "how to search", chordless.Methods(device.Auto), chordless.Auto)
	flags := cmd.Flags()
	flags.BoolVar(&opt.Unreduced, "unreduced", false, "search the graphs as they are, without reducing them first, as was published")
	flags.StringVar(&opt.Webs, "food-webs", "", "`folder` of the food webs")
	addNumber(flags, &opt.Most, "max-cycles", 0, "leave out graphs with more `cycles` (default none)")
	addNumber(flags, &opt.Repeat, "repeat", 3, "repetitions of each row")
	opt.plot.addTo(cmd, "plot", "draw the speed-ups as bars in an SVG `file`, too")
	flags.BoolVar(&opt.json, "json", false, "print one JSON object a row")
	opt.report.addTo(cmd)
	return cmd
}

func (b *benchingCycles) run(cmd *cobra.Command, _ []string) error {
	if err := cmp.Or(b.gpu.settleOpenCL(cmd, &b.Engine), b.check(), checkHeeded(cmd.Flags(), []device.Engine{b.Engine}, nil)); err != nil {
		return err
	}
	b.OpenCL = b.gpu.openCL
	b.By = benchBy(&b.limits, b.gpu.group(b.common), b.Repeat)
	if b.Engine == opencl.Engine {
		_, info, err := opencl.Chosen(opencl.Open, b.OpenCL)
		if err != nil {
			return err
		}
		b.Device = info.Name
	}
	if b.Engine == device.CUDA || b.Engine == device.Auto && slices.Contains(b.Methods, chordless.Levels) {
		// What is measured begins with an open device.
		dev, err := (*gpu.Group)(b.Devices).First(cmd.Context())
		switch {
		case err == nil:
			b.Device = dev.Info().Name
		case b.Engine == device.CUDA:
			return err
		}
	}
	return showTable(cmd, &b.Jradi, b.quiet, b.json, &b.plot, &b.report)
}

func (b *benchingCycles) check() error {
	here := chordless.Methods(b.Engine)
	switch {
	case b.Repeat < 1:
		return usagef("--repeat %d is not positive", b.Repeat)
	case !slices.ContainsFunc(b.Methods, func(m chordless.Method) bool { return slices.Contains(here, m) }):
		return usagef("engine %s has none of the methods %s; it has %s", b.Engine, join(b.Methods, ", "), join(here, ", "))
	case b.plot.wanted() && !b.Compares():
		return usagef("--plot shows speed-ups over %s: --methods names it and others that list", chordless.Dias)
	}
	return nil
}
