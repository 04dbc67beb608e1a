package lists

import (
	"context"
	"errors"
	"math/big"
	"runtime"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

var errUsedUp = errors.New("graph: the edges were used up by Orient")

// Cleaned is what cleaning leaves of the raw edges: each undirected edge once,
// no self-loops. Its vertices are ids from 0; where the source's ids have
// small gaps, so have they, and the gaps are no vertices.
type Cleaned struct {
	lists    *rowLists // the lower triangle over the ids; nil once used up
	degree   []uint32  // of each id
	facts    degreeFacts
	vertices int
	edges    uint64
	present  []uint64 // bit set of the ids that are vertices; nil where all are
	declared bool     // the source declares its vertices: all ids are
	report   graph.Report

	base    uint64
	numbers []uint64 // input id of each id, where ids were sparse
	names   []string

	leak runtime.Cleanup // frees lists that nobody used up
}

// finish counts degrees and vertices.
func (c *Cleaned) finish(ctx context.Context, loops *looped, workers int, meter *graph.Meter) error {
	var err error
	if c.degree, err = c.lists.degrees(ctx, workers, meter); err != nil {
		return err
	}
	if c.facts, err = summarize(ctx, c.degree, workers); err != nil {
		return err
	}
	n := len(c.degree)
	c.vertices = n
	// Every id of a table is a vertex: it came from a record.
	if !c.declared && c.numbers == nil && c.facts.connected < n {
		c.vertices = c.markPresent(loops)
	}
	c.report.Isolated = uint64(c.vertices - c.facts.connected)
	// The lists are outside the Go heap. Somebody who drops c without using
	// it up should not leak them.
	c.leak = runtime.AddCleanup(c, func(l *rowLists) { l.free() }, c.lists)
	return nil
}

// markPresent finds the ids that are vertices: those with an edge or at least
// a self-loop. It returns their number.
func (c *Cleaned) markPresent(loops *looped) int {
	vertices := 0
	c.present = make([]uint64, (len(c.degree)+63)/64)
	for v, d := range c.degree {
		if d > 0 || loops.has(v) {
			c.present[v>>6] |= 1 << (v & 63)
			vertices++
		}
	}
	return vertices
}

func (c *Cleaned) isVertex(v int) bool {
	return c.present == nil || c.present[v>>6]>>(v&63)&1 != 0
}

// Report says what cleaning did.
func (c *Cleaned) Report() graph.Report { return c.report }

// Vertices returns n: declared vertices where the source declares them,
// distinct ids otherwise.
func (c *Cleaned) Vertices() int { return c.vertices }

// Edges returns m.
func (c *Cleaned) Edges() uint64 { return c.edges }

// MaxDegree returns the largest degree.
func (c *Cleaned) MaxDegree() uint32 { return c.facts.maximum }

// Wedges returns the number of paths of length two, the sum of d(d-1)/2.
func (c *Cleaned) Wedges() *big.Int { return c.facts.Wedges() }

// labels returns the input's ids of the vertices, gaps left out.
func (c *Cleaned) labels() graph.Labels {
	if c.present == nil {
		switch {
		case c.names != nil:
			return graph.NameLabels(c.names)
		case c.numbers != nil:
			return graph.NumberLabels(c.numbers)
		}
		return graph.BaseLabels(c.base)
	}
	if c.names != nil {
		names := make([]string, 0, c.vertices)
		for v := range c.degree {
			if c.isVertex(v) {
				names = append(names, c.names[v])
			}
		}
		return graph.NameLabels(names)
	}
	ids := make([]uint64, 0, c.vertices)
	for v := range c.degree {
		if c.isVertex(v) {
			ids = append(ids, c.base+uint64(v))
		}
	}
	return graph.NumberLabels(ids)
}

// Graph builds the symmetric CSR over the vertices, ids made dense. It leaves
// c as it is.
func (c *Cleaned) Graph(ctx context.Context, opt graph.Options) (*graph.Graph, error) {
	workers := par.Workers(opt.Threads)
	s, err := c.symmetric(ctx, workers, opt.Meter)
	if err != nil {
		return nil, err
	}
	if c.present != nil {
		if err := s.closeGaps(ctx, c, workers); err != nil {
			return nil, err
		}
	}
	g, err := graph.NewGraph(s.offsets, s.neighbors, c.labels())
	if err != nil {
		return nil, err
	}
	return g.WithReport(c.report), nil
}

// closeGaps renumbers the vertices without the ids that are none.
func (g *symmetric) closeGaps(ctx context.Context, c *Cleaned, workers int) error {
	dense := make([]uint32, len(c.degree))
	offsets := make([]uint64, 1, c.vertices+1)
	for v := range dense {
		if c.isVertex(v) {
			dense[v] = uint32(len(offsets) - 1)
			offsets = append(offsets, g.offsets[v+1])
		}
	}
	err := par.Chunks(ctx, workers, len(g.neighbors), 1<<16, func(_, begin, end int) error {
		for i, v := range g.neighbors[begin:end] {
			g.neighbors[begin+i] = dense[v]
		}
		return nil
	})
	g.offsets = offsets
	return err
}
