package tricycle_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"

	"github.com/tricycle-graph/tricycle"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
)

// Two triangles that share an edge.
func ExampleCountEdges() {
	edges := []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 0}, {U: 2, V: 3}, {U: 3, V: 0}}
	result, err := tricycle.CountEdges(context.Background(), edges, tricycle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Triangles, result.Transitivity())
	// Output: 2 0.75
}

// Every two of four members know each other; ids may be any numbers.
func ExampleCountSeq() {
	members := []uint64{7, 1_000_000, 1 << 40, 1 << 63}
	knows := func(yield func(a, b uint64) bool) {
		for i, a := range members {
			for _, b := range members[:i] {
				if !yield(a, b) {
					return
				}
			}
		}
	}
	result, err := tricycle.CountSeq(context.Background(), knows, tricycle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Triangles)
	// Output: 4
}

// A file is counted within a limit, be it larger than that or not.
func ExampleCountFile() {
	result, err := tricycle.CountFile(context.Background(), "examples/karate.mtx", tricycle.Options{Memory: 256 << 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Vertices, "members,", result.Edges, "friendships,", result.Triangles, "triangles")
	// Output: 34 members, 78 friendships, 45 triangles
}

// Who of the friends have friends who know each other.
func ExampleVertices() {
	edges := []graph.Edge{{U: 10, V: 11}, {U: 11, V: 12}, {U: 12, V: 10}, {U: 12, V: 20}}
	answer, err := tricycle.Vertices(context.Background(), graph.FromEdges(edges), tricycle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for v, triangles := range answer.Counts {
		fmt.Printf("%s: %d triangles, clustering %.2f\n", answer.Labels.Label(uint32(v)), triangles, answer.Clustering(uint32(v)))
	}
	// Output:
	// 10: 1 triangles, clustering 1.00
	// 11: 1 triangles, clustering 1.00
	// 12: 1 triangles, clustering 0.33
	// 20: 0 triangles, clustering 0.00
}

// The edge that two triangles share has a support of two.
func ExampleEdges() {
	edges := []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 0}, {U: 2, V: 3}, {U: 3, V: 0}}
	answer, err := tricycle.Edges(context.Background(), graph.FromEdges(edges), tricycle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for e, support := range answer.All() {
		fmt.Println(e.U, e.V, support)
	}
	// Output:
	// 0 1 1
	// 0 2 2
	// 0 3 1
	// 1 2 1
	// 2 3 1
}

// Four friends who all know each other are a 4-truss; a fifth knows but one of them.
func ExampleTruss() {
	edges := []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}, {U: 1, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}, {U: 3, V: 4}}
	answer, err := tricycle.Truss(context.Background(), graph.FromEdges(edges), tricycle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Trussness)
	// Output: [4 4 4 4 4 4 2]
}

// The triangles themselves, each once. Their corners are vertices, whose labels are the
// ids of the edges.
func ExampleTriangles() {
	ctx := context.Background()
	edges := []graph.Edge{{U: 10, V: 11}, {U: 11, V: 12}, {U: 12, V: 10}, {U: 12, V: 20}, {U: 20, V: 10}}
	listing, err := tricycle.Triangles(ctx, graph.FromEdges(edges), tricycle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for corners, err := range listing.All(ctx) {
		if err != nil {
			fmt.Println(err)
			return
		}
		label := listing.Labels.Label
		fmt.Println(label(corners[0]), label(corners[1]), label(corners[2]))
	}
	// Unordered output:
	// 10 11 12
	// 10 12 20
}

// A loop that breaks ends the search. The cycle is one of vertices, whose labels are
// the ids of the edges.
func ExampleCycles() {
	ctx := context.Background()
	square := []graph.Edge{{U: 10, V: 20}, {U: 20, V: 30}, {U: 30, V: 40}, {U: 40, V: 10}, {U: 40, V: 50}}
	g, err := tricycle.NewGraph(ctx, square, tricycle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for cycle, err := range tricycle.Cycles(ctx, g, tricycle.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, v := range cycle {
			fmt.Println(g.Labels().Label(v))
		}
		break
	}
	// Unordered output:
	// 10
	// 20
	// 30
	// 40
}

// A wheel of five spokes.
func ExampleCountGraph() {
	ctx := context.Background()
	var edges []graph.Edge
	for v := range uint32(5) {
		edges = append(edges, graph.Edge{U: v, V: (v + 1) % 5}, graph.Edge{U: v, V: 5})
	}
	g, err := tricycle.NewGraph(ctx, edges, tricycle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := tricycle.CountGraph(ctx, g, tricycle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Triangles)
	// Output: 5
}

// The ids of the file are the labels of the graph.
func ExampleReadGraph() {
	g, err := tricycle.ReadGraph(context.Background(), "examples/karate.mtx", tricycle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("vertex 0 is", g.Labels().Label(0), "and has", g.Degree(0), "neighbours")
	// Output: vertex 0 is 1 and has 16 neighbours
}

// A cube has six faces, and four longer cycles around two opposite corners.
func ExampleCountCycles() {
	ctx := context.Background()
	var edges []graph.Edge
	for corner := range uint32(8) {
		for side := uint32(1); side < 8; side *= 2 {
			edges = append(edges, graph.Edge{U: corner, V: corner ^ side}) // each is there twice, which is no harm
		}
	}
	g, err := tricycle.NewGraph(ctx, edges, tricycle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	counted, err := tricycle.CountCycles(ctx, g, tricycle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(counted.Chordless, "chordless cycles")
	// Output: 10 chordless cycles
}

// No GPU is looked for.
func ExampleOptions_cpu() {
	result, err := tricycle.CountFile(context.Background(), "examples/karate.mtx", tricycle.Options{Engine: device.CPU})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Triangles, "triangles, engine", result.Engine)
	// Output: 45 triangles, engine cpu
}

// What the triples of an arc that is answered, and one that is not, are.
func ExampleCensus() {
	arcs := graph.FromEdges([]graph.Edge{{U: 1, V: 2}, {U: 2, V: 1}, {U: 2, V: 3}})
	census, err := tricycle.Census(context.Background(), arcs, tricycle.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for class, n := range census.All() {
		if n.Sign() > 0 {
			fmt.Println(class, n)
		}
	}
	// Output: 111U 1
}

// A GPU counts, and 8 GiB of its memory do; where none can be used, that is an error.
func ExampleOptions_gpu() {
	gpus := device.New(8<<30, 0)
	defer gpus.Close()
	opt := tricycle.Options{Engine: device.CUDA, Devices: gpus}
	result, err := tricycle.CountFile(context.Background(), "examples/karate.mtx", opt)
	switch {
	case errors.Is(err, device.ErrNone):
		fmt.Println("no GPU:", err)
	case err != nil:
		fmt.Println(err)
	default:
		fmt.Println(result.Triangles, "triangles, counted by", result.Device)
	}
}

// What is wrong with an input is one type of error, and what is behind it within.
func ExampleCountFile_missing() {
	_, err := tricycle.CountFile(context.Background(), "nowhere.txt", tricycle.Options{})
	var input *graph.InputError
	fmt.Println(errors.As(err, &input), errors.Is(err, fs.ErrNotExist))
	// Output: true true
}
