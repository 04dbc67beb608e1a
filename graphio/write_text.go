package graphio

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// writeEdgeList writes each edge of g once, under the ids of its labels.
// Vertices without an edge are lost. Names come after a header row: without
// one, names such as node1 and node2 in the first line would look like one.
func writeEdgeList(ctx context.Context, out *output, g *graph.Graph) error {
	names, encode := g.Labels().Names(), encodeLines(g.Labels(), out.separator())
	for _, name := range names {
		if name == "" || strings.ContainsFunc(name, isLineEndOrControl) {
			return unfit("the vertex name %q cannot stand in an edge list", name)
		}
	}
	if names != nil {
		if slices.ContainsFunc(names, needsQuotes) {
			encode = encodeQuoted(names, out.separator())
		}
		if _, err := fmt.Fprintf(out, "source%ctarget\n", out.separator()); err != nil {
			return err
		}
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), encode)
}

// isLineEndOrControl says that a character cannot stand in a line of text.
func isLineEndOrControl(c rune) bool { return c < ' ' && c != '\t' }

// needsQuotes says that a name without quotes would be taken for something
// else, or that its line would be.
func needsQuotes(name string) bool {
	return strings.ContainsAny(name, " \t,;\"{") || strings.ContainsAny(name[:1], edgeListComments) || isNumeric([]byte(name))
}

// encodeQuoted writes a line a record, the names in quotes.
func encodeQuoted(names []string, separator byte) encoder {
	return func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			text = append(appendQuoted(text, names[e.U]), separator)
			text = append(appendQuoted(text, names[e.V]), '\n')
		}
		return text
	}
}

// appendQuoted appends a name in quotes, those within doubled.
func appendQuoted(text []byte, name string) []byte {
	text = append(text, '"')
	for {
		before, after, found := strings.Cut(name, `"`)
		text = append(text, before...)
		if !found {
			return append(text, '"')
		}
		text, name = append(text, `""`...), after
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
