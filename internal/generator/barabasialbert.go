package generator

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// BarabasiAlbert is the graph that grows by preferential attachment (Barabási
// and Albert, Science 286, 1999): vertices come one after the other, each
// linking to EdgesPerVertex different earlier ones, drawn with a chance in
// proportion to their degrees. Degrees follow a power law with exponent 3,
// triangles are few. The first EdgesPerVertex + 1 vertices make a star, so that
// there are EdgesPerVertex·(Vertices - EdgesPerVertex) edges.
type BarabasiAlbert struct {
	Vertices       int
	EdgesPerVertex int    // fewer than Vertices, at most 1024
	Seed           uint64 // another graph for each seed
}

// Source checks the parameters and returns the source, which holds 4 bytes an
// edge once it is prepared.
func (g BarabasiAlbert) Source() (*Source, error) {
	a := attachment{vertices: g.Vertices, links: g.EdgesPerVertex, seed: g.Seed}
	if err := a.check("barabasi-albert", maxRecords); err != nil {
		return nil, err
	}
	name := fmt.Sprintf("barabasi-albert --vertices %d --edges-per-vertex %d --seed %d",
		g.Vertices, g.EdgesPerVertex, g.Seed)
	return growing("barabasi-albert", name, &a, &a), nil
}

// attachment is a graph that grows by preferential attachment. The vertices
// from links on are those that come with links; vertex v's are at
// targets[(v-links)·links].
type attachment struct {
	vertices int
	links    int
	seed     uint64
	targets  hugemem.Array[uint32]
}

// mostLinks bounds the links that a new vertex compares each draw with.
const mostLinks = 1 << 10

func (a *attachment) check(generator string, mostEdges int) error {
	if err := within(generator, "vertices", a.vertices, 2, min(maxVertices, mostEdges)); err != nil {
		return err
	}
	most := min(mostLinks, a.vertices-1, mostEdges/a.vertices)
	return within(generator, "edges-per-vertex", a.links, 1, most)
}

func (a *attachment) edges() int { return (a.vertices - a.links) * a.links }

// growing returns the source of the graph that made leaves in grown.
func growing(format, name string, grown *attachment, made state) *Source {
	info := graph.Info{
		Name:     name,
		Format:   format,
		Vertices: graph.Known(grown.vertices),
		Records:  graph.Known(grown.edges()),
		EachOnce: true,
	}
	newcomers, perBlock := grown.vertices-grown.links, max(1, blockRecords/grown.links)
	src := newSource(info, newcomers, perBlock, func(begin, end int, edges []graph.Edge) []graph.Edge {
		targets := grown.targets.Slice()
		for i := begin; i < end; i++ {
			for _, u := range targets[i*grown.links : (i+1)*grown.links] {
				edges = append(edges, graph.Edge{U: u, V: uint32(grown.links + i)})
			}
		}
		return edges
	})
	src.state = made
	return src
}

// make draws all links, one vertex after the other: what a vertex draws from
// depends on all before.
func (a *attachment) make(ctx context.Context, _ int) error {
	if err := a.plant(); err != nil {
		return err
	}
	random := streamOf(a.seed, 0)
	for v := a.links + 1; v < a.vertices; v++ {
		if v%(1<<14) == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		// First without a look at what comes, so that the processor waits for
		// all links at once.
		own := a.own(v)
		for i := range own {
			own[i] = a.draw(&random, v)
		}
		for i, u := range own {
			if slices.Contains(own[:i], u) {
				own[i] = a.drawNew(&random, v, own[:i])
			}
		}
	}
	return nil
}

func (a *attachment) free() { a.targets.Free() }

// plant makes the star that the graph grows from.
func (a *attachment) plant() error {
	var err error
	if a.targets, err = hugemem.New[uint32](a.edges()); err != nil {
		return err
	}
	for i := range a.own(a.links) {
		a.targets.Slice()[i] = uint32(i)
	}
	return nil
}

// own returns the links of v.
func (a *attachment) own(v int) []uint32 {
	begin := (v - a.links) * a.links
	return a.targets.Slice()[begin : begin+a.links]
}

// drawNew draws a vertex before v, in proportion to the degrees that the
// vertices had when v came, until it is none of those taken.
func (a *attachment) drawNew(random *stream, v int, taken []uint32) uint32 {
	for {
		if u := a.draw(random, v); !slices.Contains(taken, u) {
			return u
		}
	}
}

// draw draws an end of an edge, uniformly: half of the ends are what vertices
// linked to, the other half are those vertices, each as often.
func (a *attachment) draw(random *stream, v int) uint32 {
	z, newcomers := random.next(), uint64(v-a.links)
	if z&1 == 0 {
		i, _ := bits.Mul64(z, newcomers)
		return uint32(a.links) + uint32(i)
	}
	i, _ := bits.Mul64(z, newcomers*uint64(a.links))
	return a.targets.Slice()[i]
}
