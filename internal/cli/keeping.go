package cli

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// keepingAnswers holds the flags of answers that are kept on the way, or made of the
// shards of a plan.
type keepingAnswers struct {
	checkpoint string
	resume     string
	plan       string
	colours    coloursValue
}

func (k *keepingAnswers) addTo(flags *pflag.FlagSet) {
	flags.StringVar(&k.checkpoint, "checkpoint", "", "count in parts and keep what is finished in a new `folder`")
	flags.StringVar(&k.resume, "resume", "", "go on with the count that left this `folder`; with FILE, begin one where there is none")
	flags.StringVar(&k.plan, "plan", "", "cut FILE into parts and write the plan to a new `file`, for tricycle count --shard and tricycle merge")
	k.colours.addTo(flags)
}

// used reports whether any of the flags was given.
func (k *keepingAnswers) used(flags *pflag.FlagSet) bool {
	return slices.ContainsFunc([]string{"checkpoint", "resume", "plan", "colours"}, flags.Changed)
}

// args checks the names: what goes on need not have its file named.
func (k *keepingAnswers) args(cmd *cobra.Command, names []string) error {
	if len(names) == 0 && cmd.Flags().Changed("resume") {
		return nil
	}
	if k.plan != "" && isFolder(k.plan) {
		return takesOwnPlan(cmd.Name(), "--plan "+k.plan, k.plan)
	}
	return takes("FILE")(cmd, names)
}

// check refuses what does not go together; rows are the flags about these.
func (k *keepingAnswers) check(cmd *cobra.Command, names []string, rows ...string) error {
	flags := cmd.Flags()
	if !k.used(flags) {
		return nil
	}
	modes := slices.DeleteFunc([]string{"checkpoint", "resume", "plan"}, func(name string) bool { return !flags.Changed(name) })
	switch {
	case len(modes) == 0:
		return errColoursAlone
	case len(modes) > 1:
		return usagef("--%s and --%s exclude one another", modes[0], modes[1])
	case flags.Lookup(modes[0]).Value.String() == "":
		return usagef("--%s has no name", modes[0])
	case slices.Contains(names, "-"):
		return errStandardInput
	}
	if err := checkPartsOrder(modes[0], flags); err != nil {
		return err
	}
	if folder := cmp.Or(k.checkpoint, k.resume); folder != "" {
		if err := keepFolder(flags.Lookup("output").Value.String(), folder); err != nil {
			return err
		}
	}
	for _, name := range []string{"through", "directed", "weights"} {
		if flags.Changed(name) {
			return usagef("--%s does not go with --%s", name, modes[0])
		}
	}
	for _, name := range append([]string{"output", "to", "stats", "top"}, rows...) {
		if k.plan != "" && flags.Changed(name) {
			return usagef("--plan writes no rows that --%s is about; tricycle merge does", name)
		}
	}
	return nil
}

// firstOf returns the first name, "" where there is none.
func firstOf(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

// run does what the flags say, by what is asked for of a file.
func (k *keepingAnswers) run(work *kept, names []string) error {
	switch {
	case k.checkpoint != "":
		return work.checkpointed(k.checkpoint, names[0])
	case k.resume != "":
		return work.resumed(k.resume, firstOf(names))
	}
	return work.planned(k.plan, names[0], false)
}

// keepingFor says how vertices and edges keep their work; count is as in kept.
func (m *measuring) keepingFor(cmd *cobra.Command, question string, count func(job *jobs.Job, opt triangle.Options, counted func()) error) *kept {
	return &kept{
		common: m.common, cmd: cmd,
		options: func() triangle.Options { return m.options(m.limits.options(nil)) },
		request: func(name string) (jobs.Request, error) {
			parts := partFlags{parts: m.parts}
			if err := cmp.Or(parts.checkSubtasks(), m.input.checkColumns(cmd)); err != nil {
				return jobs.Request{}, err
			}
			r := m.input.request(name)
			r.Engine, r.Method, r.SliceBits, r.Order, r.Strict = m.engine, m.method, usualSliceBits, m.order, m.strict
			r.Parts, r.Memory, r.GPUMemory, r.Question = m.parts.Parts, int64(m.limits.memory), int64(m.gpu.memory), question
			r.Colours = int(m.keep.colours)
			return r, checkColours(r)
		},
		adopt: func(where string, job *jobs.Job) error {
			if isCells(job) {
				return takesOwnPlan(question, "--resume "+where, where)
			}
			if r := job.Request; r.Question != question {
				return usagef("--resume %s: it was begun by tricycle %s, which goes on with it", where, cmp.Or(r.Question, "count"))
			}
			return cmp.Or(adopt(cmd.Flags(), where, job.Request), m.checkQuestion(cmd), keepInput(m.out.path, job.Inputs()...), keepInput(m.report.path, job.Inputs()...))
		},
		count: func(job *jobs.Job, opt triangle.Options, _ bool, counted func()) error {
			return count(job, opt, counted)
		},
	}
}
