package graphio_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
)

func ExampleReadGraph() {
	g, err := graphio.ReadGraph(context.Background(), "../examples/karate.mtx", graphio.Options{}, graph.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Vertices(), "vertices,", g.Edges(), "edges")
	// Output: 34 vertices, 78 edges
}

// A graph is converted by being read and written.
func ExampleEncoding() {
	g, err := graph.NewGraph([]uint64{0, 1, 3, 4}, []uint32{1, 0, 2, 1}, graph.NameLabels([]string{"ant", "bee", "cat"}))
	if err != nil {
		log.Fatal(err)
	}
	csv, err := graphio.EncodingOf("friends.csv", "")
	if err != nil {
		log.Fatal(err)
	}
	if err := csv.Write(context.Background(), os.Stdout, g, graph.Options{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// source,target
	// ant,bee
	// bee,cat
}
