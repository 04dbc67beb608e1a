package graphio

import "github.com/tricycle-graph/tricycle/graph"

var edgeListFormat = format{
	name:     "edgelist",
	text:     "edge list: two ids a line, separated by blanks or a comma, further columns ignored",
	suffixes: []string{".txt", ".el", ".edges", ".edgelist", ".tsv", ".csv", ".wel", ".smat"},
	sniff:    isText,
	evidence: "text",
	open:     openEdgeList,
}

func openEdgeList(in *input) (graph.Source, error) { return nil, in.unsupported("edge list") }
func isBlank(c byte) bool                          { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }
