package cli

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/loading"
)

// converting holds the flags of convert.
type converting struct {
	reading
	out target
}

func newConvert(c *common) *cobra.Command {
	opt := &converting{reading: reading{common: c}}
	cmd := &cobra.Command{
		Use:   "convert INPUT OUTPUT",
		Short: "Clean a graph and write it in another format",
		Long: `Read and clean a graph, and write it in the format of the output's suffix,
compressed where .gz or the like stands behind it. Standard error says what the
format has no room for. The output appears when it is complete; a failed or
interrupted conversion leaves nothing.`,
		Example: `  tricycle convert graph.mtx graph.tcsr
  zcat edges.gz | tricycle convert - graph.tcsr`,
		Args: takes("INPUT", "OUTPUT"),
		RunE: opt.run,
	}
	opt.reading.addBeside(cmd, 1)
	opt.out.addFormatTo(cmd)
	return cmd
}

func (c *converting) run(cmd *cobra.Command, args []string) error {
	c.out.path = args[1]
	if err := cmp.Or(keepInput(args[1], args[0]), c.out.check(cmd)); err != nil {
		return err
	}
	return c.open(cmd, args[0], func(src graph.Source) error {
		opt, stop := c.start(cmd)
		g, _, err := loading.Graph(cmd.Context(), src, opt)
		stop()
		if err != nil {
			return err
		}
		if !c.quiet {
			reportCleaning(cmd.ErrOrStderr(), args[0], src.Info(), g.Report())
			c.out.reportLosses(cmd, src.Info(), g)
		}
		opt, stop = c.start(cmd)
		defer stop()
		return c.out.writeGraph(cmd, g, opt)
	})
}
