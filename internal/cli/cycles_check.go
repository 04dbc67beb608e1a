package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/cyclelist"
)

// check refuses flags that make no sense, alone or together, and settles the
// form of the output.
func (c *cycling) check(cmd *cobra.Command, names []string) error {
	given := cmd.Flags().Changed
	if c.maxLength == 3 && !given("min-length") {
		c.minLength = 3 // there are no others
	}
	if err := c.gpu.settleOpenCL(cmd, &c.engine); err != nil {
		return err
	}
	switch {
	case c.minLength < 3:
		return usagef("--min-length %d: cycles have three vertices and more", c.minLength)
	case given("max-length") && c.maxLength < c.minLength:
		return usagef("--max-length %d is less than the least length, %d", c.maxLength, c.minLength)
	case given("limit") && c.limit == 0:
		return usagef("--limit 0 lets no cycle through")
	case given("timeout") && c.timeout <= 0:
		return usagef("--timeout %v is not positive", c.timeout)
	case c.input.each && !c.count && !c.histogram:
		return usagef("--each goes with --count or --histogram")
	}
	if err := c.checkQuestion(given); err != nil {
		return err
	}
	if err := c.checkTrace(given, names); err != nil {
		return err
	}
	if c.explain && given("report") {
		return usagef("--explain searches nothing that --report could tell")
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
	if lists && len(names) == 1 {
		if err := keepInput(c.path, names[0], cmp.Or(c.positions, names[0])); err != nil {
			return err
		}
	}
	if err := cmp.Or(
		checkMethod(c.engine, c.method, chordless.Methods(c.engine)),
		checkHeeded(cmd.Flags(), []device.Engine{c.engine}, nil),
	); err != nil {
		return err
	}
	return c.settleForm(given, names, lists)
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

// checkTrace allows a trace of one search for all cycles by a method that has
// steps.
func (c *cycling) checkTrace(given func(flag string) bool, names []string) error {
	switch {
	case !given("trace"):
		return nil
	case c.method != chordless.Levels && c.method != chordless.Dias:
		return usagef("--trace is of --method %s or %s", chordless.Dias, chordless.Levels)
	case c.perVertex || c.longest || c.chordal || c.explain || len(c.through) > 0:
		return usagef("--trace goes with all cycles, listed or counted")
	case len(names) > 1:
		return usagef("--trace takes one file at a time")
	}
	if err := cmp.Or(checkBeside("trace", c.trace), keepInput(c.trace, names[0])); err != nil {
		return err
	}
	if c.path == "-" {
		return nil
	}
	// Neither may be a folder here, so that one is inside the other only where both are one.
	if same, err := isInside(c.trace, c.path); err == nil && same {
		return usagef("-o and --trace both name %s", c.trace)
	}
	return nil
}

// formBySuffix is the --to that looks at the file's name.
const formBySuffix cyclelist.Form = bySuffix

// settleForm sets the form of the output, which --json and the suffix of -o
// may tell, too.
func (c *cycling) settleForm(given func(flag string) bool, names []string, lists bool) error {
	if c.json {
		if c.form != formBySuffix && c.form != cyclelist.NDJSON {
			return usagef("--json is --to %s and not --to %s", cyclelist.NDJSON, c.form)
		}
		c.form = cyclelist.NDJSON
	}
	if c.form == formBySuffix {
		form, ok := cyclelist.FormOf(c.path)
		if !ok {
			return usagef("%s: the suffix tells no form of cycles (.txt .ndjson .csv .cycles .geojson); name one with --to", c.path)
		}
		c.form = form
	}
	switch {
	case given("positions") && c.positions == "":
		return usagef("--positions names no file")
	case given("positions") && c.form != cyclelist.GeoJSON && !c.report.wanted():
		return usagef("--positions is for --to %s, and for the drawing of --report", cyclelist.GeoJSON)
	case given("positions") && len(names) > 1:
		return usagef("--positions says where the vertices of one file are, and not of several")
	}
	answers := []cyclelist.Form{cyclelist.Text, cyclelist.NDJSON, cyclelist.CSV}
	if c.chordal || c.explain {
		answers = answers[:2]
	}
	switch {
	case !lists && !slices.Contains(answers, c.form):
		return usagef("--to %s is not one of %s, which answers are printed in", c.form, join(answers, ", "))
	case c.form == cyclelist.CSV && c.perVertex && c.histogram:
		return usagef("--histogram and --per-vertex do not fit one table of CSV")
	}
	return nil
}
