package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/triangle"
)

// taking holds the flags of census.
type taking struct {
	reading
	json bool
}

func newCensus(c *common) *cobra.Command {
	opt := &taking{reading: reading{common: c}}
	cmd := &cobra.Command{
		Use:   "census FILE...",
		Short: "Count the triads of directed graphs by their sixteen classes",
		Long: `Count the triads of each directed graph, its triples of vertices, by the sixteen
classes of Davis and Leinhardt. The digits of a class are how many pairs of the three
have arcs in both directions, one arc, and none, as in 021D; a letter says which way
arcs run: down, up, transitive or cyclic. The numbers are exact, whatever their size.

Records are arcs, from the first id to the second. Lists, tables and pairs, which do
not say whether their edges have a direction, are taken for arcs; a file that says
they have none is refused. Loops and repeats are left out.`,
		Example: `  tricycle census arcs.txt
  tricycle census --json web.mtx`,
		Args: files,
		RunE: opt.run,
	}
	opt.reading.addTo(cmd)
	cmd.Flags().BoolVar(&opt.json, "json", false, "print one JSON object a line")
	return cmd
}

func (t *taking) run(cmd *cobra.Command, names []string) error {
	return t.openEach(cmd, names, func(name string, src graph.Source) error {
		opt, stop := t.start(cmd)
		census, err := triangle.Census(cmd.Context(), src, opt)
		stop()
		if err != nil {
			return err
		}
		if !t.quiet {
			reportRead(cmd.ErrOrStderr(), cleaningMessage{File: name, Table: census.Info.Table, Report: census.Cleaning}, arcsText(census.Cleaning))
		}
		return printAnswer(cmd, answer.Triads{Triads: census}, t.json)
	})
}

// arcsText says what became of records that were read as arcs.
func arcsText(r graph.Report) string {
	return fmt.Sprintf("read %s: dropped %s, merged %s, kept %s", readable.Quantity(r.Records, "arc", "arcs"),
		readable.Quantity(r.Loops, "loop", "loops"), readable.Quantity(r.Duplicates, "duplicate", "duplicates"),
		readable.Quantity(r.Isolated, "isolated vertex", "isolated vertices"))
}
