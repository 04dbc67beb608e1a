package bench

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/tricycle-graph/tricycle/foodweb"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/standin"
)

// graphOf returns the graph of a row; the row says why there is none.
func (b *Jradi) graphOf(ctx context.Context, row *jradiRow, opt graph.Options) (*graph.Graph, error) {
	p := row.published
	if b.Most > 0 && p.chordless > b.Most {
		row.missing = "left out"
		return nil, nil
	}
	if p.web != "" {
		if b.Webs == "" {
			row.missing = "needs --food-webs"
			return nil, nil
		}
		g, err := b.niche(ctx, p.web, opt)
		if err != nil {
			return nil, err
		}
		return g, p.check(g)
	}
	var (
		src graph.Source
		err error
	)
	if p.generator != nil {
		src, err = p.generator.Source()
	} else {
		city, _ := standin.Of(p.name)
		src, err = city.Source()
	}
	if err != nil {
		return nil, err
	}
	defer src.Close() // which only frees memory
	g, _, err := loading.Graph(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	if p.generator == nil {
		row.standIn = src.Info().Name
		row.vertices, row.edges, row.maxDegree = g.Vertices(), g.Edges(), maxDegree(g)
		return g, nil
	}
	return g, p.check(g)
}

// Inputs returns the files that are read, where they are there.
func (b *Jradi) Inputs() (files []string) {
	for _, p := range jradi {
		if p.web != "" && b.Webs != "" {
			files = append(files, filepath.Join(b.Webs, p.web))
		}
	}
	return files
}

// niche returns the niche-overlap graph of a food web.
func (b *Jradi) niche(ctx context.Context, web string, opt graph.Options) (*graph.Graph, error) {
	src, err := graphio.Open(filepath.Join(b.Webs, web), graphio.Options{})
	if err != nil {
		return nil, err
	}
	defer src.Close()
	read, err := foodweb.Read(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	return read.NicheOverlap(ctx, opt)
}

func maxDegree(g *graph.Graph) uint32 {
	most := uint32(0)
	for v := range uint32(g.Vertices()) {
		most = max(most, g.Degree(v))
	}
	return most
}

// check compares a graph with what was published of it.
func (p published) check(g *graph.Graph) error {
	if g.Vertices() != p.vertices || g.Edges() != p.edges || maxDegree(g) != p.maxDegree {
		return fmt.Errorf("%s has %d vertices, %d edges and degrees up to %d, published are %d, %d and %d",
			p.name, g.Vertices(), g.Edges(), maxDegree(g), p.vertices, p.edges, p.maxDegree)
	}
	return nil
}
