package foodweb_test

import (
	"context"
	"fmt"
	"os"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/foodweb"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
)

// Four predators, of which each competes with two others: their niches cannot be
// drawn as intervals along one line.
func ExampleWeb_NicheOverlap() {
	file, err := os.CreateTemp("", "web*.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.Remove(file.Name())
	fmt.Fprint(file, "mouse owl\nmouse fox\nfrog fox\nfrog heron\nfish heron\nfish otter\ncrab otter\ncrab owl\n")
	if err := file.Close(); err != nil {
		fmt.Println(err)
		return
	}
	niche, err := competitors(file.Name())
	if err != nil {
		fmt.Println(err)
		return
	}
	_, hole, err := chordless.IsChordal(context.Background(), niche)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(niche.Edges(), "pairs compete")
	labels := niche.Labels()
	for _, v := range hole {
		fmt.Println(labels.Label(v))
	}
	// Output:
	// 4 pairs compete
	// owl
	// fox
	// heron
	// otter
}

func competitors(path string) (*graph.Graph, error) {
	src, err := graphio.Open(path, graphio.Options{})
	if err != nil {
		return nil, err
	}
	defer src.Close()
	web, err := foodweb.Read(context.Background(), src, graph.Options{})
	if err != nil {
		return nil, err
	}
	return web.NicheOverlap(context.Background(), graph.Options{})
}
