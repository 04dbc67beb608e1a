package chordless_test

import (
	"context"
	"fmt"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/generate"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// grid returns a grid graph of rows x columns vertices, numbered row by row.
func grid(rows, columns int) (*graph.Graph, error) {
	src, err := generate.New("grid", generate.Values{"rows": rows, "cols": columns})
	if err != nil {
		return nil, err
	}
	cleaned, err := lists.Clean(context.Background(), src, graph.Options{})
	if err != nil {
		return nil, err
	}
	return cleaned.Graph(context.Background(), graph.Options{})
}

func ExampleAll() {
	g, err := grid(3, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	for cycle, err := range chordless.All(context.Background(), g, chordless.Options{Through: []uint32{0}}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(cycle)
	}
	// Unordered output:
	// [0 1 4 3]
	// [0 1 2 5 8 7 6 3]
}

func ExampleCount() {
	g, err := grid(8, 8)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := chordless.Count(context.Background(), g, chordless.Options{ByLength: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Chordless, "in all,", r.ByLength[4], "of four vertices")
	// Output: 1743247 in all, 49 of four vertices
}
