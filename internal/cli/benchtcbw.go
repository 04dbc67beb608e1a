package cli

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/internal/bench"
)

// benchingTCBW holds the flags of bench tcbw.
type benchingTCBW struct {
	benchingTable
	tmpdir string
}

func newBenchTCBW(c *common) *cobra.Command {
	opt := &benchingTCBW{benchingTable: benchingTable{common: c}}
	cmd := &cobra.Command{
		Use:   "tcbw [FILE...]",
		Short: "Count triangles in the graphs of Lin et al. (TCBW), beside their figures",
		Long: `Count the triangles of the graphs of table 1 of Lin, Ouyang, He and Li
(Parallelize accelerated triangle counting using bit-wise on GPU, WISA 2023), by
the systems that it compares, and print what was published beside what is
measured here: whole runs from the file to the answer, in medians. TriCore is
our method search and Adam our merge, on the order degree; TCBW is bitslice on
the order average-degree, with slices made on the fly as in the paper, or kept.
The repetitions of a graph go round all of these.

A graph is read from the file that is named like it, as its publishers name it:
com-orkut.ungraph.txt.gz is com-orkut. Files are looked for among those given and
in the folder snap of the one that TRICYCLE_DATA names. Their triangles must be
as many as was published with the data. For every other graph a generated one
stands in, and the table says so; it is written to a file in --tmpdir first,
which is removed once it was measured.`,
		Example: `  tricycle bench tcbw
  tricycle bench tcbw --engine cuda,cpu --max-edges 200M
  tricycle bench tcbw --repeat 9 com-dblp.ungraph.txt.gz facebook_combined.txt.gz`,
		Args: func(_ *cobra.Command, args []string) error { return named(args) },
		RunE: opt.run,
	}
	opt.addTo(cmd, tcbwMostEdges, "draw the speed-ups as bars in an SVG `file`, too")
	cmd.Flags().StringVar(&opt.tmpdir, "tmpdir", "", "`folder` for generated graphs, and for what does not fit --memory (default the system's)")
	return cmd
}

// tcbwMostEdges leaves out what takes minutes on a few cores.
const tcbwMostEdges = 20_000_000

func (b *benchingTCBW) run(cmd *cobra.Command, names []string) error {
	if err := cmp.Or(b.check(cmd), checkFolder(b.tmpdir)); err != nil {
		return err
	}
	table, err := bench.NewTCBW(b.by(), b.tmpdir, names)
	if err != nil {
		return namedGraphs(err)
	}
	if err := b.open(cmd.Context()); err != nil {
		return err
	}
	return showTable(cmd, table, b.quiet, b.json, &b.plot, &b.report)
}
