package cli

import (
	"context"
	"encoding/json"
	"io"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/internal/cyclelist"
	"github.com/tricycle-graph/tricycle/internal/names"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// judgement says whether a graph is chordal, with the proof.
type judgement struct {
	File     string          `json:"file"`
	Files    []string        `json:"files,omitempty"`
	Vertices int             `json:"vertices"`
	Edges    uint64          `json:"edges"`
	Chordal  bool            `json:"chordal"`
	Order    json.RawMessage `json:"perfect_elimination_order,omitempty"`
	Hole     json.RawMessage `json:"hole,omitempty"`
}

// judgeFile prints whether the graph of a file is chordal.
func (c *cycling) judgeFile(ctx context.Context, cmd *cobra.Command, name string, s *search) error {
	order, hole, err := chordless.IsChordal(ctx, s.Graph)
	if err != nil {
		return c.stopped(name, "there is no answer", err)
	}
	show := printChordality
	if c.form == cyclelist.NDJSON {
		show = func(w io.Writer, s *search, order, hole []uint32) error { return writeJSON(w, judge(s, order, hole)) }
	}
	if err := output(show(cmd.OutOrStdout(), s, order, hole)); err != nil {
		return err
	}
	return c.report.addJudgement(cmd.Context(), s, order, hole)
}

func judge(s *search, order, hole []uint32) judgement {
	j := judgement{File: s.info.Name, Files: s.info.Files, Vertices: s.Vertices(), Edges: s.Edges(), Chordal: hole == nil}
	if j.Chordal {
		j.Order = names.JSONList(s.Graph, order)
	} else {
		j.Hole = names.JSONList(s.Graph, hole)
	}
	return j
}

func printChordality(w io.Writer, s *search, order, hole []uint32) error {
	line := names.JoinedBy(' ', names.LineLabels(s.Labels()), s.Vertices())
	lines := sheet.New()
	lines.Add("file", "%s (%s)", s.info.Name, formatOf(s.info))
	if hole == nil {
		lines.Add("chordal", "yes")
		lines.Add("perfect elimination order", "%s", line(nil, order))
	} else {
		lines.Add("chordal", "no")
		lines.Add("hole", "%s", line(nil, hole))
	}
	return lines.Print(w)
}
