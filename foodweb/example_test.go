package foodweb_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/foodweb"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
)

// Four predators, of which each competes with two others: their niches cannot be
// drawn as intervals along one line.
func ExampleWeb_NicheOverlap() {
	ctx := context.Background()
	arcs := strings.NewReader("mouse owl\nmouse fox\nfrog fox\nfrog heron\nfish heron\nfish otter\ncrab otter\ncrab owl\n")
	src, err := graphio.OpenReader(arcs, "web", graphio.Options{Format: "edgelist"})
	if err != nil {
		fmt.Println(err)
		return
	}
	web, err := foodweb.Read(ctx, src, graph.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	niche, err := web.NicheOverlap(ctx, graph.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, hole, err := chordless.IsChordal(ctx, niche)
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
