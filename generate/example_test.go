package generate_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/tricycle-graph/tricycle/generate"
	"github.com/tricycle-graph/tricycle/triangle"
)

func ExampleNew() {
	src, err := generate.New("grid", generate.Values{"rows": 10, "cols": 20, "diagonals": true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer src.Close()
	result, err := triangle.Count(context.Background(), src, triangle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Vertices, "vertices,", result.Edges, "edges,", result.Triangles, "triangles")
	// Output: 200 vertices, 541 edges, 342 triangles
}

func ExampleError() {
	_, err := generate.New("cycle", generate.Values{"vertices": 2})
	fmt.Println(err)
	var wrong *generate.Error
	if errors.As(err, &wrong) {
		fmt.Println("the parameter is", wrong.Parameter)
	}
	// Output:
	// generate cycle: vertices: 2 is not from 3 to 4294967295
	// the parameter is vertices
}

func ExampleKinds() {
	for _, kind := range generate.Kinds() {
		if kind.Name != "rmat" {
			continue
		}
		fmt.Println(kind.Help)
		for _, p := range kind.Parameters {
			fmt.Printf("%s: %s (%v)\n", p.Name, p.Help, p.Default)
		}
	}
	// Output:
	// skewed random graph (R-MAT with the parameters of Graph500)
	// scale: ids have this many bits (20)
	// edge-factor: records for each of the 2^scale ids (16)
	// seed: another graph for each seed (1)
	// permute: shuffle the ids (false)
}
