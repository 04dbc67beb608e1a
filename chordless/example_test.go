package chordless_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tricycle-graph/tricycle"
	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
)

// grid returns a grid graph of rows x columns vertices, numbered row by row.
func grid(rows, columns int) *graph.Graph {
	var edges []graph.Edge
	for v := range uint32(rows * columns) {
		if (int(v)+1)%columns != 0 {
			edges = append(edges, graph.Edge{U: v, V: v + 1})
		}
		if int(v) < (rows-1)*columns {
			edges = append(edges, graph.Edge{U: v, V: v + uint32(columns)})
		}
	}
	g, err := tricycle.NewGraph(context.Background(), edges, tricycle.Options{})
	if err != nil {
		panic(err)
	}
	return g
}

func ExampleAll() {
	for cycle, err := range chordless.All(context.Background(), grid(3, 3), chordless.Options{Through: []uint32{0}}) {
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

// Leaving the loop ends the search: of the many cycles of a large grid, no more are
// found than are looked at.
func ExampleAll_break() {
	for cycle, err := range chordless.All(context.Background(), grid(100, 100), chordless.Options{MaxLength: 12}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if len(cycle) > 4 {
			fmt.Println("a cycle of more than four vertices")
			break
		}
	}
	// Output: a cycle of more than four vertices
}

// With a limit, the search says that there are more.
func ExampleAll_limit() {
	found := 0
	for _, err := range chordless.All(context.Background(), grid(40, 40), chordless.Options{Limit: 1000}) {
		if errors.Is(err, chordless.ErrLimit) {
			fmt.Println("and there are more")
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		found++
	}
	fmt.Println(found, "cycles")
	// Output:
	// and there are more
	// 1000 cycles
}

func ExampleCount() {
	r, err := chordless.Count(context.Background(), grid(8, 8), chordless.Options{ByLength: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Chordless, "in all,", r.ByLength[4], "of four vertices")
	// Output: 1743247 in all, 49 of four vertices
}

// A count on a GPU, if there is one, and otherwise on the CPU.
func ExampleCount_gpu() {
	gpus := device.New(0, 0)
	defer gpus.Close()
	opt := chordless.Options{Engine: device.CUDA, Devices: gpus}
	r, err := chordless.Count(context.Background(), grid(6, 6), opt)
	if errors.Is(err, device.ErrNone) {
		opt.Engine = device.CPU
		r, err = chordless.Count(context.Background(), grid(6, 6), opt)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Chordless)
	// Output: 3436
}

// Until time is up, and what is known then.
func ExampleLongest() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	longest, err := chordless.Longest(ctx, grid(5, 6), chordless.Options{})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		fmt.Println(err)
		return
	}
	fmt.Println(len(longest), "vertices")
	// Output: 18 vertices
}

func ExampleSets() {
	found := 0
	for sets, err := range chordless.Sets(context.Background(), grid(4, 4), chordless.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, set := range sets { // of one word each, as there are no more than 64 vertices
			if corner := set & 1; corner == 1 {
				found++
			}
		}
	}
	fmt.Println(found, "cycles through vertex 0")
	// Output: 9 cycles through vertex 0
}

func ExampleIsChordal() {
	_, hole, err := chordless.IsChordal(context.Background(), grid(2, 2))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("not chordal:", hole)
	// Output: not chordal: [0 1 3 2]
}
