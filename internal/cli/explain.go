package cli

import (
	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// explainFile prints the plans and counts nothing.
func (c *counting) explainFile(cmd *cobra.Command, src graph.Source, opt triangle.Options) error {
	bounds, stop := c.start(cmd)
	opt.Meter = bounds.Meter
	plan, err := triangle.Explain(cmd.Context(), src, opt)
	stop()
	if err != nil {
		return err
	}
	x := &answer.Plan{File: src.Info().Name, Files: src.Info().Files, Format: answer.Format(src.Info()), Plan: plan}
	if c.sharing.colours != 0 {
		info := src.Info()
		info.Records = plan.Ingest.Records
		if x.Shared, err = (jobs.Request{Method: c.method, Colours: int(c.sharing.colours)}).Reads(info, opt); err != nil {
			return err
		}
	}
	return printAnswer(cmd, x, c.json)
}
