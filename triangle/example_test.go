package triangle_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/triangle"
)

func Example() {
	src, err := graphio.Open("../examples/karate.mtx", graphio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer src.Close()
	result, err := triangle.Count(context.Background(), src, triangle.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Triangles, "triangles,", result.Wedges, "wedges")
	// Output: 45 triangles, 528 wedges
}
