package cli

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/triangle"
)

// asking holds the flags of commands that answer with rows: how triangles are found, and
// where the rows go.
type asking struct {
	reading
	engine device.Engine
	method triangle.Method
	order  graph.Order
	strict bool
	tmpdir string
	out    rowTarget
	gpu    *gpuFlags // nil where no GPU answers
	openCL bool      // a device of OpenCL answers, too
	report reporting // which some have a flag for
}

func (a *asking) addTo(cmd *cobra.Command) {
	a.addQuestionTo(cmd)
	a.out.addTo(cmd)
}

// addQuestionTo adds all but where the rows go.
func (a *asking) addQuestionTo(cmd *cobra.Command) {
	a.reading.addTo(cmd)
	methods := triangle.Methods(device.CPU)
	switch {
	case a.openCL:
		addChoice(cmd, &a.engine, "engine", "where to count", countEngines)
		a.gpu.addAnyTo(cmd)
		methods = append(methods, cpucount.Shared)
	case a.gpu != nil:
		addChoice(cmd, &a.engine, "engine", "where to count", engines)
		a.gpu.addTo(cmd)
	default:
		addChoice(cmd, &a.engine, "engine", "where to count", engines)
	}
	addChoice(cmd, &a.method, "method", "how to count", methods)
	addChoice(cmd, &a.order, "order", "order of the vertices while counting", graph.Orders)
	flags := cmd.Flags()
	flags.BoolVar(&a.strict, "strict", false, "loops, duplicates and one-way edges are errors")
	flags.StringVar(&a.tmpdir, "tmpdir", "", "`folder` for what does not fit --memory (default the system's)")
}

// check finds wrong wishes before long work begins.
func (a *asking) check(cmd *cobra.Command, input string) error {
	return cmp.Or(a.checkQuestion(cmd), a.out.check(cmd, input))
}

func (a *asking) checkQuestion(cmd *cobra.Command) error {
	if a.openCL {
		if err := a.gpu.checkOpenCL(cmd, &a.engine); err != nil {
			return err
		}
	}
	switch {
	case a.engine == opencl.Engine:
		if err := checkMethod(a.engine, a.method, triangle.Methods(a.engine)); err != nil {
			return err
		}
	case a.method == cpucount.Shared:
		return usagef("--method %s: %s counts by it with --engine opencl alone", a.method, cmd.Name())
	case a.engine == device.CUDA && a.gpu == nil:
		return usagef("--engine cuda: %s counts on the CPU, and not on a GPU yet", cmd.Name())
	case a.engine == device.CUDA && !slices.Contains(gpucount.AnswerMethods, a.method):
		return usagef("--method %s: on a GPU %s counts by %s", a.method, cmd.Name(), join(gpucount.AnswerMethods, ", "))
	}
	return cmp.Or(checkHeeded(cmd.Flags(), []device.Engine{a.engine}, []triangle.Method{a.method}), checkFolder(a.tmpdir))
}

// options returns the wishes of a question within bounds.
func (a *asking) options(bounds graph.Options) triangle.Options {
	var (
		devices *device.Group
		openCL  string
	)
	if a.gpu != nil {
		devices, openCL = a.gpu.group(a.common), a.gpu.openCL
	}
	return triangle.Options{
		Engine: a.engine, Devices: devices, OpenCL: openCL, Method: a.method, Order: a.order, Strict: a.strict, TmpDir: a.tmpdir,
		Threads: bounds.Threads, Memory: bounds.Memory, Meter: bounds.Meter,
	}
}

// reportRead says what cleaning did.
func (a *asking) reportRead(cmd *cobra.Command, name string, info graph.Info, cleaning graph.Report) {
	if !a.quiet {
		reportCleaning(cmd.ErrOrStderr(), name, info, cleaning)
	}
}

// reportAnswer says what cleaning did, and why another engine than the plan's answered.
func (a *asking) reportAnswer(cmd *cobra.Command, name string, r *triangle.Result) {
	a.reportRead(cmd, name, r.Info, r.Cleaning)
	if !a.quiet {
		reportNote(cmd.ErrOrStderr(), r.Note)
	}
}
