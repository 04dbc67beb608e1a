package lists_test

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

func init() {
	lists.OpenFile = func(name string) (graph.Source, error) { return graphio.Open(name, graphio.Options{}) }
}
