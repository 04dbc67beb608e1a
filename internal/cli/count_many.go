package cli

import (
	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/graphstream"
	"github.com/tricycle-graph/tricycle/triangle"
)

// graphCountJSON is a line of count --json for a graph of many.
type graphCountJSON struct {
	File      string `json:"file"`
	Index     uint64 `json:"index"`
	Vertices  uint64 `json:"vertices"`
	Edges     uint64 `json:"edges"`
	Triangles uint64 `json:"triangles"`
}

// countMany counts the triangles of each graph of a file.
func (c *counting) countMany(cmd *cobra.Command, name string, src graphstream.Source) error {
	if err := checkMany(cmd.Flags(), name, c.engine); err != nil {
		return err
	}
	m := &manyAnswers{
		src: src, name: name, limits: &c.limits,
		answer: func(w *manyWorker, g *graphstream.Graph) error {
			if g.InRows() {
				w.settle(g.N, g.Edges(), g.Triangles(), g.Cleaned)
				return nil
			}
			return w.engines.work(cmd.Context(), func(memory int64) error {
				result, err := triangle.Count(cmd.Context(), g.Source(), triangle.Options{Engine: device.CPU, Threads: 1, Memory: memory})
				if err == nil {
					w.settle(result.Vertices, result.Edges, result.Triangles, result.Cleaning)
				}
				return err
			})
		},
		begin: func(text []byte) []byte { return append(text, "graph\tvertices\tedges\ttriangles\n"...) },
		append: func(text []byte, w *manyWorker) []byte {
			return append(appendRow(text, '\t', w.index, w.vertices, w.edges, w.triangles), '\n')
		},
	}
	if c.json {
		m.json = func(w *manyWorker) any { return graphCountJSON{name, w.index, w.vertices, w.edges, w.triangles} }
	}
	return m.run(cmd.Context(), cmd, c.quiet)
}
