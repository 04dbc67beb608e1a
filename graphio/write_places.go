package graphio

import (
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// placedSource is a source that may know where its vertices are drawn, as those of package
// generate do.
type placedSource interface {
	graph.Source
	// Places returns the side of the square that the graph is drawn in, and the place of the
	// vertex that records call v, from its upper left corner on; nil where it knows none. Most
	// neighbours are about 1 apart.
	Places() (side float64, at func(v uint64) (x, y float64))
}

// places are where the vertices of a graph are drawn that is written.
type places struct {
	side float64
	at   func(v uint64) (x, y float64)
	base uint64 // that labels begin with
}

// placesOf returns the places that a source knows, or nil.
func placesOf(src graph.Source) *places {
	placed, ok := src.(placedSource)
	if !ok {
		return nil
	}
	side, at := placed.Places()
	if at == nil {
		return nil
	}
	return &places{side, at, src.Info().Base}
}

// of returns the place of a vertex of the graph that the source makes.
func (p *places) of(labels graph.Labels, v uint32) (x, y float64) {
	return p.at(labels.Number(v) - p.base)
}

// inUnitCube appends what of returns for a format in which pictures have a side of 1 and y
// counts downwards. The depth is that of its middle: NetworkX takes no position without one.
func (p *places) inUnitCube(text []byte, labels graph.Labels, v uint32) []byte {
	x, y := p.of(labels, v)
	side := max(p.side, 1)
	text = appendPlace(append(appendPlace(text, x/side), ' '), y/side)
	return append(text, " 0.5"...)
}

// pixels returns it for a format in which vertices are drawn some 10 units wide and y counts
// upwards.
func (p *places) pixels(labels graph.Labels, v uint32) (x, y float64) {
	const apart = 50
	x, y = p.of(labels, v)
	return apart * x, 0 - apart*y // and no -0
}

// appendPlace appends a coordinate with the digits that a picture has a use for.
func appendPlace(text []byte, value float64) []byte {
	return strconv.AppendFloat(text, value, 'f', -1, 32)
}
