package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/cyclelist"
)

// judgeFile prints whether the graph of a file is chordal.
func (c *cycling) judgeFile(ctx context.Context, cmd *cobra.Command, name string, s *search) error {
	order, hole, err := chordless.IsChordal(ctx, s.Graph)
	if err != nil {
		return c.stopped(name, "there is no answer", err)
	}
	if err := printAnswer(cmd, answer.OfChordality(s.Graph, s.info, order, hole), c.form == cyclelist.NDJSON); err != nil {
		return err
	}
	return c.report.addJudgement(cmd.Context(), s, order, hole)
}
