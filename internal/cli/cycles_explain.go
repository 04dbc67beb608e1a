package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/cyclelist"
)

// explainFile prints the plan and searches nothing.
func (c *cycling) explainFile(ctx context.Context, cmd *cobra.Command, s *search) error {
	stop := watch(cmd, c.quiet, s.opt.Meter)
	plan, err := chordless.Explain(ctx, s.Graph, s.opt)
	stop()
	if err != nil {
		return s.failed(err)
	}
	x := &answer.CyclePlan{File: s.info.Name, Files: s.info.Files, Vertices: s.Vertices(), Edges: s.Edges(), Plan: plan}
	return printAnswer(cmd, x, c.form == cyclelist.NDJSON)
}
