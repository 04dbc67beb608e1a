package graphio

import "github.com/tricycle-graph/tricycle/graph"

var matrixMarketFormat = format{
	name:     "matrixmarket",
	text:     "Matrix Market: a square matrix, coordinate or array",
	suffixes: []string{".mtx", ".mmio"},
	sniff:    matches(`(?i)^%%?MatrixMarket\b`),
	evidence: "banner",
	open:     openMatrixMarket,
}

func openMatrixMarket(in *input) (graph.Source, error) { return nil, in.unsupported("mm") }
