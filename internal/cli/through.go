package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/near"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

// around returns a graph in which the vertices with some labels have all of their
// neighbours, and these the edges among them; and the vertices, ascending. That is what
// lies around them, where it can be read alone, and else the whole graph.
func (a *asking) around(cmd *cobra.Command, name string, src graph.Source, labels []string) (*graph.Graph, []uint32, error) {
	bounds, stop := a.start(cmd)
	defer stop()
	if _, loaded := src.(graph.Loader); !loaded && src.Info().Rereadable && !a.strict { // which is about all records
		g, err := near.Read(cmd.Context(), src, labels, bounds)
		var missing *near.MissingError
		switch {
		case errors.As(err, &missing):
			return nil, nil, noSuchVertex(missing.Label, name)
		case err == nil:
			stop()
			if !a.quiet {
				note(cmd.ErrOrStderr(), name, "%s", takenText(src.Info().Table, fmt.Sprintf("read %s, kept %s around %s", readable.Quantity(g.Records, "record", "records"),
					readable.Quantity(g.Edges(), "edge", "edges"), readable.Quantity(uint64(len(g.Chosen)), "vertex", "vertices"))))
			}
			return g.Graph, g.Chosen, nil
		case !errors.Is(err, near.ErrMany):
			return nil, nil, err
		}
	}
	g, _, err := loading.Graph(cmd.Context(), src, bounds)
	if err == nil && a.strict {
		err = g.Report().Strict(src.Info())
	}
	if err != nil {
		return nil, nil, err
	}
	stop()
	a.reportRead(cmd, name, src.Info(), g.Report())
	chosen, err := verticesOf(labels, g.Labels(), g.Vertices(), name)
	return g, chosen, err
}

// verticesOf returns the vertices with some labels, ascending, each once.
func verticesOf(labels []string, all graph.Labels, count int, name string) ([]uint32, error) {
	var chosen []uint32
	for _, label := range labels {
		v, ok := all.Find(label, count)
		if !ok {
			return nil, noSuchVertex(label, name)
		}
		chosen = append(chosen, v)
	}
	slices.Sort(chosen)
	return slices.Compact(chosen), nil
}

// noSuchVertex refuses a label of --through.
func noSuchVertex(label, name string) error {
	return usagef("--through %s: %s has no such vertex", cmp.Or(label, `""`), name)
}
