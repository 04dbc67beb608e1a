package generator

import (
	"context"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Delaunay is the Delaunay triangulation of points drawn uniformly from the
// unit square, like the graphs delaunay_n10 to n24 of the DIMACS challenge: a
// planar graph of about 6 neighbours a vertex. Of n vertices h on the convex
// hull it has 3n - 3 - h edges and 2n - 2 - h triangles of its own; a few more
// are cycles of three edges around a vertex. Vertices are in the order of
// drawing.
type Delaunay struct {
	Vertices int
	Seed     uint64 // another graph for each seed
}

// Source checks the parameters and returns the source, which holds some 84
// bytes a vertex once it is prepared.
func (g Delaunay) Source() (*Source, error) {
	if err := within("delaunay", "vertices", g.Vertices, 1, 1<<29); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name:       fmt.Sprintf("delaunay --vertices %d --seed %d", g.Vertices, g.Seed),
		Format:     "delaunay",
		Vertices:   graph.Known(g.Vertices),
		MaxRecords: graph.Known(slotsPerPoint * g.Vertices),
		EachOnce:   true,
	}
	d := &delaunay{vertices: g.Vertices, seed: g.Seed}
	src := newSource(info, slotsPerPoint*g.Vertices, blockRecords, d.appendSlots)
	src.state = d
	return src.drawn(newScatter(g.Seed).onUnitSquare(g.Vertices)), nil
}

// delaunay is the state of the source: points and their triangulation.
type delaunay struct {
	vertices int
	seed     uint64
	bucketed
	edges hugemem.Array[halfEdge]
}

func (d *delaunay) make(ctx context.Context, workers int) error {
	var err error
	if d.edges, err = hugemem.New[halfEdge](2 * slotsPerPoint * d.vertices); err != nil {
		return err
	}
	columns := strips(d.vertices)
	d.bucketed, err = newScatter(d.seed).bucket(ctx, d.vertices, columns, func(p point) int {
		return int(p.x) * columns >> coordinateBits
	})
	if err != nil {
		return err
	}
	points, start := d.points.Slice(), d.start.Slice()
	err = par.Each(ctx, workers, columns, func(_, c int) error {
		slices.SortFunc(points[start[c]:start[c+1]], byX)
		return nil
	})
	if err != nil {
		return err
	}
	return triangulate(ctx, workers, points, d.edges.Slice())
}

func (d *delaunay) free() {
	d.bucketed.free()
	d.edges.Free()
}

// appendSlots appends the edges that stand in the slots of [begin, end).
func (d *delaunay) appendSlots(begin, end int, edges []graph.Edge) []graph.Edge {
	points, slots := d.points.Slice(), d.edges.Slice()
	for slot := begin; slot < end; slot++ {
		if e := slots[2*slot]; e.used() {
			edges = append(edges, graph.Edge{U: points[e.origin].id, V: points[slots[2*slot+1].origin].id})
		}
	}
	return edges
}
