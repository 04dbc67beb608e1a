package lists

import "github.com/tricycle-graph/tricycle/graph"

// OpenFile is graphio.Open, which builds on this package and so cannot be imported
// by tests that are part of it.
var OpenFile func(name string) (graph.Source, error)
