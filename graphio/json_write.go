package graphio

import (
	"context"
	"io"
	"sort"
	"strconv"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

const (
	jsonBegin   = "{\"directed\": false, \"multigraph\": false, \"graph\": {},\n\"nodes\": [\n"
	jsonBetween = "\n],\n\"edges\": [\n"
	jsonFinish  = "\n]}\n"
)

// exactInJSON is the number from which on programs that take numbers for floats may take two
// of them for one.
const exactInJSON = 1 << 53

// writeJSON writes nodes and edges as node_link_graph of NetworkX reads them.
func writeJSON(ctx context.Context, out *output, g *graph.Graph) error {
	id, err := jsonIDsOf(g)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(out, jsonBegin); err != nil {
		return err
	}
	err = out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		if v > 0 {
			text = append(text, ",\n"...)
		}
		return append(id(append(text, `{"id": `...), v), '}')
	})
	if err != nil {
		return err
	}
	if _, err := io.WriteString(out, jsonBetween); err != nil {
		return err
	}
	first := firstEdge(g)
	err = out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			if e != first {
				text = append(text, ",\n"...)
			}
			text = id(append(text, `{"source": `...), e.U)
			text = append(id(append(text, `, "target": `...), e.V), '}')
		}
		return text
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, jsonFinish)
	return err
}

// jsonIDsOf returns what appends the id of a vertex: its name, or its number, in quotes where
// some number could be taken for another one.
func jsonIDsOf(g *graph.Graph) (func(text []byte, v uint32) []byte, error) {
	labels, n := g.Labels(), g.Vertices()
	if err := fitNames(labels, "JSON, which is UTF-8", utf8.ValidString); err != nil {
		return nil, err
	}
	quoted := labels.Names() == nil && n > 0 && labels.Number(uint32(n-1)) > exactInJSON
	return func(text []byte, v uint32) []byte {
		switch {
		case labels.Names() != nil:
			return names.AppendJSON(text, labels.Names()[v])
		case quoted:
			return append(strconv.AppendUint(append(text, '"'), labels.Number(v), 10), '"')
		}
		return strconv.AppendUint(text, labels.Number(v), 10)
	}, nil
}

// firstEdge returns the first of the records of g.
func firstEdge(g *graph.Graph) graph.Edge {
	for u := range uint32(g.Vertices()) {
		list := g.Neighbors(u)
		if at := sort.Search(len(list), func(i int) bool { return list[i] > u }); at < len(list) {
			return graph.Edge{U: u, V: list[at]}
		}
	}
	return graph.Edge{}
}
