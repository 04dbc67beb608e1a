package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bench"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/triangle"
)

// benching holds the flags of bench.
type benching struct {
	reading
	wish   bench.Methods
	gpu    gpuFlags
	onGPU  gpuMethods
	json   bool
	plot   picture
	report reporting
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
included, under "kernels". Engine opencl takes the lists of the CPU, and copies
them to its device within the count. A method is timed where the engine has it.`,
		Example: `  tricycle bench graph.mtx
  tricycle bench --methods auto,merge --orders degree,id --repeat 9 graph.mtx
  tricycle bench --engine cuda,cpu graph.mtx`,
		Args: files,
		RunE: opt.run,
	}
	opt.reading.addTo(cmd)
	opt.gpu.addAnyTo(cmd)
	opt.onGPU.addTo(cmd)
	addChoices(cmd, &opt.wish.Engines, "engine", "engines to time: "+join(countEngines[1:], ", "), countEngines[1:], device.CPU)
	addChoices(cmd, &opt.wish.Methods, "methods", "methods to time", triangle.Methods(device.Auto))
	addChoices(cmd, &opt.wish.Orders, "orders", "orders to time them on", graph.Orders)
	addNumber(cmd.Flags(), &opt.wish.Repeat, "repeat", 3, "repetitions of each row")
	cmd.Flags().BoolVar(&opt.json, "json", false, "print one JSON object a row")
	opt.plot.addTo(cmd, "plot", "draw the rows of one graph as bars in an SVG `file`, too")
	opt.report.addTo(cmd)
	cmd.AddCommand(newBenchCycles(c), newBenchTCBW(c), newBenchShared(c))
	return cmd
}

func (b *benching) run(cmd *cobra.Command, names []string) error {
	if err := b.check(cmd); err != nil {
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
	b.wish.By = benchBy(&b.limits, b.gpu.group(b.common), b.wish.Repeat)
	b.wish.OpenCL, b.wish.OnGPU = b.gpu.openCL, b.onGPU.params(0, nil)
	var all []*bench.Graph
	if err := b.openEach(cmd, names, func(name string, src graph.Source) error {
		if slices.Contains(b.wish.Engines, device.CUDA) && !src.Info().Rereadable {
			return usagef("--engine cuda reads the input for each repetition, and %s can be read once", name)
		}
		opt, stop := b.start(cmd)
		measured, err := b.wish.Measure(cmd.Context(), src, opt.Meter)
		stop()
		if err != nil {
			return err
		}
		if !b.quiet {
			reportCleaning(cmd.ErrOrStderr(), name, src.Info(), measured.Cleaning())
		}
		if err := printTimes(cmd, measured, b.json); err != nil {
			return err
		}
		all = append(all, measured)
		if !b.plot.wanted() {
			return nil
		}
		return b.plot.draw(measured.Figure())
	}); err != nil {
		return err
	}
	if !b.report.wanted() {
		return nil
	}
	b.wish.Page(&b.report.page, all)
	return b.report.write()
}

// check refuses what cannot be measured.
func (b *benching) check(cmd *cobra.Command) error {
	engines, methods := join(b.wish.Engines, ", "), join(b.wish.Methods, ", ")
	if b.wish.Repeat < 1 {
		return usagef("--repeat %d is not positive", b.wish.Repeat)
	}
	if err := b.onGPU.check(); err != nil {
		return err
	}
	if b.gpu.openCL != "" && !slices.Contains(b.wish.Engines, opencl.Engine) {
		return usagef("--device opencl:%s is of the engine opencl, and not of %s", b.gpu.openCL, engines)
	}
	if !b.wish.Any() {
		return usagef("engine %s has none of the methods %s", engines, methods)
	}
	return checkHeeded(cmd.Flags(), b.wish.Engines, b.wish.Methods)
}
