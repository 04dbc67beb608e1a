package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/jobs"
)

// sharing holds the flags of counts that several processes share, one after the
// other (--checkpoint, --resume) or at once (--plan, --shard).
type sharing struct {
	checkpoint string
	resume     string
	plan       string
	shard      string
	colours    coloursValue
	output     string
}

func (s *sharing) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&s.checkpoint, "checkpoint", "", "count in parts and keep what is finished in a new `folder`")
	flags.StringVar(&s.resume, "resume", "", "go on with the count that left this `folder`; with FILE, begin one where there is none")
	flags.StringVar(&s.plan, "plan", "", "with FILE: cut it into parts and write the plan to a new `file`; without: count a shard of it")
	flags.StringVar(&s.shard, "shard", "", "which `shard` of the plan to count, such as 3/64; /64 takes the number from a Slurm array or a Kubernetes Indexed Job (default both from a Slurm array)")
	s.colours.addTo(flags)
	flags.StringVarP(&s.output, "output", "o", "-", "`file` for the result of a shard; - is standard output")
}

// used reports whether any of the flags was given.
func (s *sharing) used(flags *pflag.FlagSet) bool {
	return slices.ContainsFunc([]string{"checkpoint", "resume", "plan", "shard", "output"}, flags.Changed) || flags.Changed("colours") && !flags.Changed("explain")
}

// check refuses what does not go together.
func (s *sharing) check(flags *pflag.FlagSet, names []string) error {
	modes := slices.DeleteFunc([]string{"checkpoint", "resume", "plan"}, func(name string) bool { return !flags.Changed(name) })
	shard := flags.Changed("shard") || flags.Changed("output")
	switch {
	case len(modes) > 1:
		return usagef("--%s and --%s exclude one another", modes[0], modes[1])
	case len(modes) == 0 && flags.Changed("colours"):
		return errColoursAlone
	case len(modes) == 0 || shard && modes[0] != "plan":
		return usagef("--shard and --output belong to --plan")
	case modes[0] == "resume" && len(names) > 1:
		return usagef("--resume takes one file")
	case modes[0] == "checkpoint" && len(names) != 1:
		return usagef("--checkpoint takes one file")
	case modes[0] == "plan" && len(names) > 1:
		return usagef("--plan takes one file")
	case modes[0] == "plan" && len(names) == 1 && shard:
		return usagef("a shard is counted from the plan alone, without %s", names[0])
	case slices.Contains(names, "-"):
		return errStandardInput
	case flags.Changed("each"):
		return usagef("--each does not go with --%s", modes[0])
	case flags.Changed("explain") || flags.Changed("verify"):
		return usagef("--explain and --verify do not go with --%s", modes[0])
	}
	for _, name := range []string{"block-columns", "block-threads", "blocks", "pair-threads"} {
		if modes[0] == "plan" && !shard && len(names) == 1 && flags.Changed(name) {
			return usagef("--plan FILE counts nothing that --%s is about; it goes with --shard", name)
		}
	}
	for _, name := range append(modes, "output") {
		if flags.Lookup(name).Value.String() == "" {
			return usagef("--%s has no name", name)
		}
	}
	return cmp.Or(checkPartsOrder(modes[0], flags), named(names))
}

// errStandardInput is the error where a file is looked at more than once.
var errStandardInput = usagef("standard input cannot be read again; name a file")

// runShared does what the flags of sharing say.
func (c *counting) runShared(cmd *cobra.Command, names []string) error {
	s := &c.sharing
	switch {
	case s.checkpoint != "":
		return c.keeping(cmd).checkpointed(s.checkpoint, names[0])
	case s.resume != "":
		return c.keeping(cmd).resumed(s.resume, firstOf(names))
	case len(names) == 1:
		return c.keeping(cmd).planned(s.plan, names[0], c.json)
	}
	return c.sharded(cmd, s.plan)
}

// request is what the flags ask for of a file.
func (c *counting) request(cmd *cobra.Command, name string) (jobs.Request, error) {
	if err := cmp.Or(c.parts.checkSubtasks(), c.checkHeeded(cmd.Flags()), c.input.checkColumns(cmd)); err != nil {
		return jobs.Request{}, err
	}
	r := c.input.request(name)
	r.Engine, r.Method, r.SliceBits, r.Order, r.Strict = c.engine, c.method, c.sliceBits, c.order, c.strict
	r.OnTheFly = c.onGPU.onTheFly
	r.Parts, r.Memory, r.GPUMemory = c.parts.parts.Parts, int64(c.limits.memory), int64(c.gpu.memory)
	r.Colours = int(c.sharing.colours)
	return r, checkColours(r)
}

// request says which file a job is about, and how that is read.
func (i *input) request(name string) jobs.Request {
	opt := i.options()
	return jobs.Request{File: name, Union: opt.Union, Format: opt.Format, Columns: opt.Columns, Header: opt.Header, Trust: opt.Trust}
}

// adopt takes over what was asked for when a count began. A flag that says
// something else now is refused, but for those that say with what the rest is
// done: engine and limits.
func (c *counting) adopt(flags *pflag.FlagSet, where string, r jobs.Request) error {
	if r.Question != "" && !flags.Changed("plan") {
		return usagef("--resume %s: it was begun by tricycle %s, which goes on with it", where, r.Question)
	}
	if err := cmp.Or(adopt(flags, where, r), c.checkHeeded(flags)); err != nil {
		return err
	}
	err := c.checkMethods()
	if err == nil || flags.Changed("engine") {
		return err
	}
	return &graph.InputError{File: where, Err: errors.New(err.Error())} // nobody used the flags wrongly
}

// adopt sets flags to what was asked for, those that a command has.
func adopt(flags *pflag.FlagSet, where string, r jobs.Request) error {
	for _, wish := range []struct {
		flag  string
		begun string
		free  bool
	}{
		{"union", strconv.FormatBool(r.Union != nil), false},
		{"format", cmp.Or(r.Format, recognise), false},
		{"columns", strings.Join(r.Columns, ","), false},
		{"header", cmp.Or(r.Header, recognise), false},
		{"method", string(r.Method), false},
		{"order", string(cmp.Or(r.Order, graph.OrderAuto)), false},
		{"slice-bits", fmt.Sprint(r.SliceBits), false},
		{"on-the-fly", fmt.Sprint(r.OnTheFly), false},
		{"strict", fmt.Sprint(r.Strict), false},
		{"parts", (&partsValue{r.Parts}).String(), false},
		{"colours", (*coloursValue)(&r.Colours).String(), false},
		{"engine", string(r.Engine), true},
		{"memory", fmt.Sprint(r.Memory), true},
		{"gpu-memory", fmt.Sprint(r.GPUMemory), true},
	} {
		flag := flags.Lookup(wish.flag)
		if flag == nil {
			continue
		}
		now := strings.Trim(flag.Value.String(), "[]") // which stand around names
		switch {
		case now == wish.begun || flag.Changed && wish.free:
		case flag.Changed:
			return usagef("--%s %s: %s was begun with %q", wish.flag, now, where, wish.begun)
		default:
			if err := flag.Value.Set(wish.begun); err != nil {
				return &graph.InputError{File: where, Err: fmt.Errorf("--%s %s: %w", wish.flag, wish.begun, err)}
			}
		}
	}
	return nil
}

// show prints the answer of a count that is complete.
func (c *counting) show(cmd *cobra.Command, a *answer.Count) error {
	if !c.quiet {
		reportCleaning(cmd.ErrOrStderr(), a.Info.Name, a.Info, a.Cleaning)
		reportNote(cmd.ErrOrStderr(), a.Note)
	}
	return printAnswer(cmd, a, c.json)
}
