package truss

import (
	"context"
	"math"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Support counts the triangles of each edge, by its position in o's neighbours, where it can
// do so with blocks; else it returns nil, and [cpucount.Support] is to be asked.
//
// Errors: the cause of ctx soon after it ends.
func Support(ctx context.Context, o *lists.Oriented, p Params) ([]uint32, error) {
	workers := par.Workers(p.Threads)
	if o.Edges() == 0 || o.Edges() > math.MaxUint32 || p.Memory > 0 && Bytes(o.Rows(), o.Edges(), workers) > p.Memory {
		return nil, nil
	}
	if !near(o.Offsets(), o.Neighbors()) {
		return nil, nil
	}
	support := hugemem.Make[uint32](int(o.Edges()))
	crew := par.NewCrew(ctx, workers)
	defer crew.Close()
	var g work
	defer g.free()
	if err := g.open(crew, o, support); err != nil {
		return nil, err
	}
	if made, err := g.linkBlocks(crew, len(support)); err != nil || !made {
		return nil, err
	}
	p.Meter.Start("count", int64(o.Edges()))
	open := make([][]uint64, workers)
	cuts := g.cuts(crew.Workers())
	return support, crew.Each(len(cuts)-1, func(worker, i int) error {
		if open[worker] == nil {
			open[worker] = make([]uint64, (g.n+63)/64)
		}
		heed := par.NewHeed(ctx)
		for u := cuts[i]; u < cuts[i+1]; u++ {
			if err := heed.Did(g.countRow(uint32(u), open[worker])); err != nil {
				return err
			}
		}
		p.Meter.Add(int64(g.begin[cuts[i+1]] - g.begin[cuts[i]]))
		return nil
	})
}

// countRow counts the triangles of the edges in a row: the neighbours of u are put in words
// that are zero, and are so again behind it.
func (g *work) countRow(u uint32, own []uint64) (work int) {
	b := &g.blocks
	first, end := b.first[u], b.first[u+1]
	for i := first; i < end; i++ {
		own[b.at[i]] = b.there[i]
	}
	for e := g.begin[u]; e < g.begin[u+1]; e++ {
		v := g.lower[e]
		at, there := b.at[b.first[v]:b.first[v+1]], b.there[b.first[v]:b.first[v+1]]
		n := 0
		for i, word := range there {
			n += bits.OnesCount64(own[at[i]] & word)
		}
		g.state[e] = uint32(n)
		work += len(at)
	}
	for i := first; i < end; i++ {
		own[b.at[i]] = 0
	}
	return work
}
