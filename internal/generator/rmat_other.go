//go:build !amd64 || noasm

package generator

import "github.com/tricycle-graph/tricycle/graph"

func rmatFill(edges []graph.Edge, state uint64, scale int) { rmatFillGo(edges, state, scale) }
