package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
)

// cyclesOnCUDA is a name that is understood and refused until there is one.
const cyclesOnCUDA chordless.Engine = "cuda"

// cycling holds the flags of cycles.
type cycling struct {
	*common
	input     input
	limits    limits
	engine    chordless.Engine
	method    chordless.Method
	unreduced bool

	minLength int
	maxLength int
	through   []string // labels
	limit     uint64
	timeout   time.Duration

	count, histogram, perVertex bool
	longest, chordal, explain   bool

	path string // of the file to list to; "-" for standard output
	form cycleForm
	json bool
}

func newCycles(c *common) *cobra.Command {
	opt := &cycling{common: c}
	cmd := &cobra.Command{
		Use:   "cycles FILE...",
		Short: "List or count the chordless cycles of graph files",
		Long: `List the chordless cycles of a graph, those with no edge between two vertices
that are not side by side on the cycle: one a line, as vertices in order under
the file's own ids, each cycle once. They are written as they are found and
never held in memory; the search waits for whoever reads them.

--count, --histogram and --per-vertex count instead, which can be a great deal
faster than listing, and --longest, --is-chordal and --explain answer for the
whole graph; all but --longest take several files, a row or a sheet for each.
Cycles have four vertices or more, unless --min-length 3 says otherwise; counts
show the triangles apart.

A search that --limit or --timeout ends says so on standard error, and the exit
code is 5; what was printed until then is right and partial.

` + exitHelp,
		Example: `  tricycle cycles graph.txt
  tricycle cycles --count grid.mtx
  tricycle cycles --histogram --json foodweb.txt
  tricycle cycles --min-length 5 --max-length 9 --through A --limit 1000 --timeout 60s graph.txt
  tricycle cycles -o cycles.ndjson graph.txt
  tricycle cycles --is-chordal graph.txt`,
		Args: files,
		RunE: opt.run,
	}
	opt.input.addTo(cmd)
	opt.limits.addTo(cmd)
	addChoice(cmd, &opt.engine, "engine", "where to search (cuda comes later)",
		[]chordless.Engine{chordless.EngineAuto, chordless.EngineCPU, cyclesOnCUDA})
	addChoice(cmd, &opt.method, "method", "how to search", chordless.Methods)
	addChoice(cmd, &opt.form, "to", "form of the output", cycleForms)
	flags := cmd.Flags()
	flags.BoolVar(&opt.count, "count", false, "count the cycles, and list none")
	flags.BoolVar(&opt.histogram, "histogram", false, "count the cycles of each length, which may cost more")
	flags.BoolVar(&opt.perVertex, "per-vertex", false, "count the cycles that each vertex is on, which may cost more")
	flags.BoolVar(&opt.longest, "longest", false, "print one longest cycle")
	flags.BoolVar(&opt.chordal, "is-chordal", false, "say whether there is no cycle of four and more: a hole, or a perfect elimination order")
	flags.BoolVar(&opt.explain, "explain", false, "print the plan of a count, and search nothing")
	flags.IntVar(&opt.minLength, "min-length", 4, "least `vertices` of a cycle, at least 3")
	flags.IntVar(&opt.maxLength, "max-length", 0, "most `vertices` of a cycle (default any)")
	flags.StringArrayVar(&opt.through, "through", nil, "only cycles through this `vertex`; repeat it for several that must all be on the cycle")
	// The flag was added a line above, so that this cannot fail.
	_ = cmd.RegisterFlagCompletionFunc("through", cobra.NoFileCompletions)
	flags.Uint64Var(&opt.limit, "limit", 0, "stop after so many `cycles` (default none)")
	flags.DurationVar(&opt.timeout, "timeout", 0, "stop a file after this `time`, such as 60s or 1h30m (default none)")
	flags.BoolVar(&opt.unreduced, "unreduced", false, "search the graph as it is, without reducing it first")
	flags.StringVarP(&opt.path, "output", "o", "-", "`file` to list to; - is standard output")
	flags.BoolVar(&opt.json, "json", false, "print one JSON object a line")
	return cmd
}

func (c *cycling) run(cmd *cobra.Command, names []string) error {
	if c.engine == cyclesOnCUDA {
		return errors.New("engine cuda comes later; this version searches on the cpu")
	}
	if err := c.check(cmd, names); err != nil {
		return err
	}
	switch {
	case c.explain:
		return eachFile(cmd, names, func(name string) error { return c.explainFile(cmd, name) })
	case c.chordal:
		return eachFile(cmd, names, func(name string) error { return c.judgeFile(cmd, name) })
	case c.counts():
		show := c.display(names)
		return eachFile(cmd, names, func(name string) error { return c.countFile(cmd, name, show) })
	}
	return c.listFile(cmd, names[0])
}

// counts says that cycles are counted and not listed.
func (c *cycling) counts() bool { return c.count || c.histogram || c.perVertex }

// check refuses flags that make no sense, alone or together, and settles the
// form of the output.
func (c *cycling) check(cmd *cobra.Command, names []string) error {
	given := cmd.Flags().Changed
	switch {
	case c.minLength < 3:
		return usagef("--min-length %d: cycles have three vertices and more", c.minLength)
	case given("max-length") && c.maxLength < c.minLength:
		return usagef("--max-length %d is less than the least length, %d", c.maxLength, c.minLength)
	case given("limit") && c.limit == 0:
		return usagef("--limit 0 lets no cycle through")
	case given("timeout") && c.timeout <= 0:
		return usagef("--timeout %v is not positive", c.timeout)
	}
	if err := c.checkQuestion(given); err != nil {
		return err
	}
	lists := !c.counts() && !c.chordal && !c.explain
	switch {
	case !lists && given("output"):
		return usagef("-o takes a list of cycles; answers go to standard output")
	case lists && len(names) > 1:
		return usagef("cycles are listed of one file at a time; --count takes several")
	case lists && c.method == chordless.Frontier:
		return usagef("--method %s counts cycles and cannot list them", c.method)
	}
	return c.settleForm(lists)
}

// checkQuestion allows one question at a time, with the flags that it heeds.
// Counts of several kinds are one question.
func (c *cycling) checkQuestion(given func(flag string) bool) error {
	var asked []string
	if c.counts() {
		asked = append(asked, "--count")
	}
	for flag, is := range map[string]bool{"--longest": c.longest, "--is-chordal": c.chordal, "--explain": c.explain} {
		if is {
			asked = append(asked, flag)
		}
	}
	slices.Sort(asked)
	if len(asked) > 1 {
		return usagef("%s do not go together", strings.Join(asked, " and "))
	}
	var unheeded []string
	switch {
	case c.longest:
		unheeded = []string{"limit"}
	case c.explain:
		unheeded = []string{"limit", "timeout"}
	case c.chordal:
		unheeded = []string{"limit", "min-length", "max-length", "through", "method", "unreduced"}
	}
	for _, flag := range unheeded {
		if given(flag) {
			return usagef("%s does not heed --%s", asked[0], flag)
		}
	}
	return nil
}

// settleForm sets the form of the output, which --json and the suffix of -o
// may tell, too.
func (c *cycling) settleForm(lists bool) error {
	if c.json {
		if c.form != formBySuffix && c.form != formNDJSON {
			return usagef("--json is --to %s and not --to %s", formNDJSON, c.form)
		}
		c.form = formNDJSON
	}
	if c.form == formBySuffix {
		form, err := formOf(c.path)
		if err != nil {
			return err
		}
		c.form = form
	}
	answers := []cycleForm{formText, formNDJSON, formCSV}
	if c.chordal || c.explain {
		answers = answers[:2]
	}
	switch {
	case !lists && !slices.Contains(answers, c.form):
		return usagef("--to %s is not one of %s, which answers are printed in", c.form, join(answers, ", "))
	case c.form == formCSV && c.perVertex && c.histogram:
		return usagef("--histogram and --per-vertex do not fit one table of CSV")
	}
	return nil
}

// options returns the wishes of a search, but for those that need the graph.
func (c *cycling) options() chordless.Options {
	return chordless.Options{
		Engine:    c.engine,
		Method:    c.method,
		Unreduced: c.unreduced,
		MinLength: c.minLength,
		MaxLength: c.maxLength,
		Limit:     c.limit,
		ByLength:  c.histogram,
		PerVertex: c.perVertex,
		Threads:   int(c.limits.threads),
	}
}

// lengths says which lengths are asked for.
func (c *cycling) lengths() string {
	if c.maxLength == 0 {
		return fmt.Sprintf("%d vertices and more", c.minLength)
	}
	return fmt.Sprintf("%d to %d vertices", c.minLength, c.maxLength)
}
