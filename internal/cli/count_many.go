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
			if g.Clean() {
				edges, triangles := g.Counts()
				w.settle(g.N, edges, triangles, g.Cleaned)
				return nil
			}
			result, err := triangle.Count(cmd.Context(), g.Source(), triangle.Options{Engine: device.CPU, Threads: w.opt.Threads, Memory: w.opt.Memory})
			if err != nil {
				return err
			}
			w.settle(result.Vertices, result.Edges, result.Triangles, result.Cleaning)
			return nil
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
