package graphio

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// writeEdgeList writes each edge of g once, under the ids of its labels.
// Vertices without an edge are lost. Names come after a header row: without
// one, names such as node1 and node2 in the first line would look like one.
func writeEdgeList(ctx context.Context, out *output, g *graph.Graph) error {
	labels, encode := g.Labels().Names(), encodeLines(g.Labels(), out.separator())
	if err := fitNames(g.Labels(), "an edge list", names.FitLine); err != nil {
		return err
	}
	if labels != nil {
		if slices.ContainsFunc(labels, needsQuotes) {
			encode = encodeQuoted(labels, out.separator())
		}
		if _, err := fmt.Fprintf(out, "source%ctarget\n", out.separator()); err != nil {
			return err
		}
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), encode)
}

// needsQuotes says that a name without quotes would be refused in an edge list, or be
// taken for something else.
func needsQuotes(name string) bool {
	return names.NeedsQuotes(name) || (&layout{by: blank}).checkLabel([]byte(name)) != nil
}

// encodeQuoted writes a line a record, the names in quotes.
func encodeQuoted(labels []string, separator byte) encoder {
	return func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			text = append(names.AppendQuoted(text, labels[e.U]), separator)
			text = append(names.AppendQuoted(text, labels[e.V]), '\n')
		}
		return text
	}
}

// writeEdgeListEdges writes the records of src as they are.
func writeEdgeListEdges(ctx context.Context, out *output, src orderedSource) error {
	return out.writeRecords(ctx, src, src.Info().Records.Get(), encodeLines(graph.BaseLabels(src.Info().Base), out.separator()))
}

// separator returns what stands between two columns under the file's suffix.
func (out *output) separator() byte {
	switch out.suffix {
	case ".csv":
		return ','
	case ".tsv":
		return '\t'
	}
	return ' '
}

// writeMatrixMarket writes the adjacency matrix of g: the lower triangle of a
// symmetric pattern. Vertices are numbered from 1, whatever their labels.
func writeMatrixMarket(ctx context.Context, out *output, g *graph.Graph) error {
	_, err := fmt.Fprintf(out, "%%%%MatrixMarket matrix coordinate pattern symmetric\n%d %d %d\n",
		g.Vertices(), g.Vertices(), g.Edges())
	if err != nil {
		return err
	}
	encode := encodeLines(graph.BaseLabels(1), ' ')
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		for i, e := range edges {
			edges[i] = graph.Edge{U: e.V, V: e.U} // the row, below the diagonal, comes first
		}
		return encode(text, edges)
	})
}

// encodeLines writes a line a record.
func encodeLines(labels graph.Labels, separator byte) encoder {
	return func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			text = append(appendLabel(text, labels, e.U), separator)
			text = append(appendLabel(text, labels, e.V), '\n')
		}
		return text
	}
}

func appendLabel(text []byte, labels graph.Labels, v uint32) []byte {
	if names := labels.Names(); names != nil {
		return append(text, names[v]...)
	}
	return strconv.AppendUint(text, labels.Number(v), 10)
}
