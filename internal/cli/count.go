package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/triangle"
)

// counting holds the flags of count.
type counting struct {
	reading
	gpu       gpuFlags
	onGPU     gpuMethods
	parts     partFlags
	sharing   sharing
	engine    device.Engine
	method    triangle.Method
	order     graph.Order
	sliceBits int
	strict    bool
	json      bool
	explain   bool
	verify    bool
	noted     string // the last note
	report    reporting
	counted   []*answer.Count // that are reported on
}

func newCount(c *common) *cobra.Command {
	opt := &counting{reading: reading{common: c}}
	cmd := &cobra.Command{
		Use:   "count FILE...",
		Short: "Count the triangles of graph files",
		Long: `Count the triangles of each file, exactly, and print a sheet for one file or a
row a file for several; - is standard input. What cleaning did is said on
standard error. When a file fails, the others are still counted and the exit
code is that of the first failure. A file of many graphs (graph6, sparse6,
digraph6) has a row for each; with --each a file of one graph has a row, too.

Engine cuda counts on an NVIDIA GPU, from the raw records to the answer. Engine
auto does so for large files, and goes on with the CPU where no GPU can be used;
it says so once. Engine opencl counts on a device of OpenCL, of any maker, by the
methods merge, search, shared and bitmap, from lists that the CPU makes: the first
GPU, or the device that --device names.

What does not fit --memory is counted in parts, from blocks in files in --tmpdir
that are removed at the end.

With --checkpoint a count that is killed can go on with --resume, which begins one
where there is none if FILE is given. With --plan many processes share a count: it
is prepared once, counted in shards anywhere, and added up by tricycle merge. All
files of that may lie in an object store, under names such as s3://bucket/plan.json.
docs/cluster.md shows how.

` + exitHelp,
		Example: `  tricycle count soc-network.txt.gz
  tricycle count --json --threads 8 --memory 4GiB graph.mtx
  cat edges.csv | tricycle count -
  tricycle count --memory 8GiB --tmpdir /fast huge.bin
  tricycle count --checkpoint run1/ huge.bin; tricycle count --resume run1/
  tricycle count --plan plan.json huge.bin
  tricycle count --plan plan.json --shard 3/64 -o shard3.json
  tricycle count --checkpoint s3://bucket/run1 huge.bin
  tricycle count --explain graph.mtx
  tricycle count --engine cuda --device 1 --gpu-memory 40GiB graph.bin
  tricycle count --engine cuda --devices all graph.bin
  tricycle count --device opencl:0 graph.bin
  tricycle count --method bitslice --order average-degree --verify graph.mtx`,
		Args: opt.args,
		RunE: opt.run,
	}
	opt.reading.addTo(cmd)
	opt.input.takesMany(cmd)
	addChoice(cmd, &opt.engine, "engine", "where to count", countEngines)
	opt.gpu.addAnyTo(cmd)
	opt.gpu.addDevicesTo(cmd)
	addChoice(cmd, &opt.method, "method", "how to count", triangle.Methods(device.Auto))
	addChoice(cmd, &opt.order, "order", "order of the vertices", graph.Orders)
	opt.onGPU.addTo(cmd)
	opt.parts.addTo(cmd)
	opt.sharing.addTo(cmd)
	flags := cmd.Flags()
	addNumber(flags, &opt.sliceBits, "slice-bits", usualSliceBits, "`bits` in a slice of the method bitslice, a power of two from 4 to 512")
	flags.BoolVar(&opt.strict, "strict", false, "loops, duplicates and one-way edges are errors")
	flags.BoolVar(&opt.json, "json", false, "print one JSON object a line")
	flags.BoolVar(&opt.explain, "explain", false, "print the plan and count nothing")
	flags.BoolVar(&opt.verify, "verify", false, "count again on the CPU, by simple merges on another order, and compare")
	opt.report.addTo(cmd)
	return cmd
}

// args checks the names: a count that is shared may know its file.
func (c *counting) args(cmd *cobra.Command, names []string) error {
	if c.sharing.used(cmd.Flags()) {
		return c.sharing.check(cmd.Flags(), names)
	}
	return files(cmd, names)
}

func (c *counting) run(cmd *cobra.Command, names []string) error {
	switch {
	case c.verify && c.explain:
		return usagef("--explain counts nothing that --verify could check")
	case c.input.each && c.explain:
		return usagef("--explain and --each do not go together")
	}
	if err := cmp.Or(c.gpu.checkOpenCL(cmd, &c.engine), c.onGPU.check()); err != nil {
		return err
	}
	if err := cmp.Or(c.checkMethods(), checkDevices(cmd), c.parts.check(cmd.Flags())); err != nil {
		return err
	}
	if c.sharing.used(cmd.Flags()) {
		if c.report.wanted() {
			return usagef("--report is about a count in one process, and --plan, --checkpoint and --resume are for several")
		}
		return c.runShared(cmd, names)
	}
	if err := c.checkHeeded(cmd.Flags()); err != nil {
		return err
	}
	if c.explain && c.report.wanted() {
		return usagef("--explain counts nothing that --report could tell")
	}
	if err := c.report.begin(cmd, names); err != nil {
		return err
	}
	defer c.report.discard()
	opt := c.options()
	if c.engine == device.CUDA {
		opt.Devices.Start() // while the file is opened
	}
	show := func(a *answer.Count) error { return printAnswer(cmd, a, c.json) }
	if len(names) > 1 && !c.json {
		rows := answer.CountTable(names)
		show = func(a *answer.Count) error { return output(rows.Print(cmd.OutOrStdout(), a)) }
	}
	if c.explain {
		return c.openEach(cmd, names, func(_ string, src graph.Source) error { return c.explainFile(cmd, src, opt) })
	}
	c.input.many = true
	if err := eachFile(cmd, names, func(name string) error {
		var counted *answer.Count
		if err := c.open(cmd, name, func(src graph.Source) (err error) {
			many, err := c.input.graphs(src)
			if err != nil {
				return err
			}
			if many != nil {
				if c.report.wanted() {
					return usagef("--report is about one graph a file, and %s is of many", name)
				}
				return c.countMany(cmd, name, many)
			}
			counted, err = c.countFile(cmd, name, src, opt)
			return err
		}); err != nil || counted == nil {
			return err
		}
		c.counted = append(c.counted, counted)
		return show(counted)
	}); err != nil {
		return err
	}
	return c.writeReport()
}

// checkMethods refuses what cannot be counted by.
func (c *counting) checkMethods() error {
	if !slices.Contains(cpucount.SliceWidths, c.sliceBits) {
		return usagef("--slice-bits %d is not one of %v", c.sliceBits, cpucount.SliceWidths)
	}
	return checkMethod(c.engine, c.method, triangle.Methods(c.engine))
}

// checkHeeded refuses flags that would do nothing, once it is known what counts.
func (c *counting) checkHeeded(flags *pflag.FlagSet) error {
	return checkHeeded(flags, []device.Engine{c.engine}, []triangle.Method{c.method})
}

// countFile counts one file, and checks the count where that is asked for.
func (c *counting) countFile(cmd *cobra.Command, name string, src graph.Source, opt triangle.Options) (*answer.Count, error) {
	if c.verify && !src.Info().Rereadable {
		return nil, usagef("--verify reads the input twice, and %s can be read once", name)
	}
	result, err := c.measured(cmd, src, opt)
	if err != nil {
		return nil, err
	}
	a := &answer.Count{Result: result, Peak: peakBytes()}
	if !c.quiet {
		reportCleaning(cmd.ErrOrStderr(), name, src.Info(), result.Cleaning)
		c.noteOnce(cmd.ErrOrStderr(), result.Note)
	}
	if c.verify {
		simple, err := c.measured(cmd, src, otherwise(opt, result))
		if err != nil {
			return nil, err
		}
		if simple.Triangles != result.Triangles {
			return nil, fmt.Errorf("%s: %s on order %s, engine %s, counts %d triangles, merge on order %s counts %d; please report it",
				name, result.Method, result.Order, result.Engine, result.Triangles, simple.Order, simple.Triangles)
		}
		a.Verified = simple.Order
	}
	return a, nil
}

// noteOnce reports a note that many files may have, once.
func (c *counting) noteOnce(stderr io.Writer, note string) {
	if note != c.noted {
		reportNote(stderr, note)
		c.noted = cmp.Or(note, c.noted)
	}
}

// reportNote says why another engine did some of the work.
func reportNote(stderr io.Writer, note string) {
	if note != "" {
		say(stderr, message{Note: &noteMessage{Message: note}})
	}
}

// measured counts src under a progress bar.
func (c *counting) measured(cmd *cobra.Command, src graph.Source, opt triangle.Options) (*triangle.Result, error) {
	bounds, stop := c.start(cmd)
	defer stop()
	opt.Meter = bounds.Meter
	return triangle.Count(cmd.Context(), src, opt)
}

// usualSliceBits are the bits in a slice of the method bitslice.
const usualSliceBits = 64

func (c *counting) options() triangle.Options {
	limits := c.limits.options(nil)
	return triangle.Options{
		Engine:       c.engine,
		OpenCL:       c.gpu.openCL,
		Devices:      c.gpu.group(c.common),
		Method:       c.method,
		Order:        c.order,
		Threads:      limits.Threads,
		Memory:       limits.Memory,
		Strict:       c.strict,
		Parts:        c.parts.parts.Parts,
		TmpDir:       c.parts.tmpdir,
		SliceBits:    c.sliceBits,
		Columns:      c.onGPU.columns,
		PairThreads:  c.onGPU.pairThreads,
		BlockThreads: c.onGPU.blockThreads,
		Blocks:       c.onGPU.blocks,
		OnTheFly:     c.onGPU.onTheFly,
	}
}
