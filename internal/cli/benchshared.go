package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/bench"
)

// benchingShared holds the flags of bench shared.
type benchingShared struct{ benchingTable }

func newBenchShared(c *common) *cobra.Command {
	opt := &benchingShared{benchingTable{common: c}}
	cmd := &cobra.Command{
		Use:   "shared [FILE...]",
		Short: "Time the simple, the shared and the bitmap kernel on the graphs of Iakovidis",
		Long: `Time the methods of Iakovidis (Finding the number of triangles in a graph) on the
graphs of his table, and print what he published beside what is measured here:
simple, which is our method merge, shared and bitmap, on the order of the ids as
there, in medians. Speedup is the time of simple over that of shared.

On engine cuda the times are the GPU's own, from the lists in its memory to the
count. They are measured once in the paper's launch shapes, simple with 512
threads in each of 256 blocks, shared with 128 in 1024 blocks that take 27
columns at a time, or 1 of coPapersCiteseer, and once in ours. On engine cpu
there is no shared, and the lists are in the machine's memory.

A graph is read from the file that is named like it, such as auto.mtx.gz, where
it is given, and must have as many edges as was published with it. For every other
one a generated graph stands in, and the table says so.`,
		Example: `  tricycle bench shared
  tricycle bench shared --engine cuda,cpu --repeat 9
  tricycle bench shared --engine cuda delaunay_n22.mtx.gz auto.mtx.gz`,
		Args: func(_ *cobra.Command, args []string) error { return named(args) },
		RunE: opt.run,
	}
	opt.addTo(cmd, 0, "draw the speed-ups on a GPU as bars in an SVG `file`, too")
	return cmd
}

func (b *benchingShared) run(cmd *cobra.Command, names []string) error {
	if err := b.check(cmd); err != nil {
		return err
	}
	table, err := bench.NewIakovidis(b.by(), names)
	if err != nil {
		return namedGraphs(err)
	}
	if b.plot.wanted() && !slices.Contains(b.table.Engines, device.CUDA) {
		return usagef("--plot draws speed-ups on a GPU, and needs --engine cuda")
	}
	if err := b.open(cmd.Context()); err != nil {
		return err
	}
	return showTable(cmd, table, b.quiet, b.json, &b.plot, &b.report)
}
