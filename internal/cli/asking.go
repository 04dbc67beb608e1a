package cli

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
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
	report reporting // which some have a flag for
}

func (a *asking) addTo(cmd *cobra.Command) {
	a.addQuestionTo(cmd)
	a.out.addTo(cmd)
}

// addQuestionTo adds all but where the rows go.
func (a *asking) addQuestionTo(cmd *cobra.Command) {
	a.reading.addTo(cmd)
	addChoice(cmd, &a.engine, "engine", "where to count", engines)
	if a.gpu != nil {
		a.gpu.addTo(cmd)
	}
	addChoice(cmd, &a.method, "method", "how to count", triangle.Methods(device.CPU))
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
	switch {
	case a.engine == device.CUDA && a.gpu == nil:
		return usagef("--engine cuda: %s counts on the CPU, and not on a GPU yet", cmd.Name())
	case a.engine == device.CUDA && !slices.Contains(gpucount.AnswerMethods, a.method):
		return usagef("--method %s: on a GPU %s counts by %s", a.method, cmd.Name(), join(gpucount.AnswerMethods, ", "))
	}
	return cmp.Or(checkHeeded(cmd.Flags(), []device.Engine{a.engine}, []triangle.Method{a.method}), checkFolder(a.tmpdir))
}

// options returns the wishes of a question within bounds.
func (a *asking) options(bounds graph.Options) triangle.Options {
	var devices *device.Group
	if a.gpu != nil {
		devices = a.gpu.group(a.common)
	}
	return triangle.Options{
		Engine: a.engine, Devices: devices, Method: a.method, Order: a.order, Strict: a.strict, TmpDir: a.tmpdir,
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
