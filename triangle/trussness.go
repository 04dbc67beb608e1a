package triangle

import (
	"context"
	"math"
	"runtime/debug"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/truss"
)

// peelEdges finds the trussness of edges of which the support is known.
func (r *run) peelEdges(ctx context.Context, o *lists.Oriented, support []uint32, params cpucount.Params) error {
	if r.opt.Memory > 0 && 16*int64(o.Edges()) > r.opt.Memory/16 {
		debug.FreeOSMemory() // what orienting and counting left would be beside what is peeled
	}
	trussness := hugemem.Make[uint32](len(support))
	copy(trussness, support)
	p := truss.Params{Threads: params.Threads, Memory: params.Memory, Meter: params.Meter}
	if p.Memory > 0 {
		p.Memory += entryBytes*int64(o.Edges()) - cpucount.SupportBytes(o.Edges()) + arrangedBytes(o.Rows(), o.Edges())
	}
	if err := truss.Decompose(ctx, o, trussness, p); err != nil {
		return err
	}
	return r.arrangeTrussness(ctx, o, support, trussness, params)
}

// arrangeTrussness moves what is known of each position of the lists to its edge.
func (r *run) arrangeTrussness(ctx context.Context, o *lists.Oriented, support, trussness []uint32, params cpucount.Params) error {
	f := &r.found
	var err error
	if f.edges, err = arrange(ctx, o, nil, &f.vertices, params); err != nil {
		return err
	}
	if len(support) >= 1<<20 {
		debug.FreeOSMemory() // the lists, which nothing looks at any more
	}
	f.trussness = hugemem.Make[uint32](len(support))
	return par.Chunks(ctx, par.Workers(params.Threads), len(support), 1<<16, func(_, begin, end int) error {
		for i, e := range f.edges.edges[begin:end] {
			at := e.support() // which is a position so far
			f.trussness[begin+i] = trussness[at]
			f.edges.edges[begin+i] = e&^math.MaxUint32 | supportedEdge(support[at])
		}
		return nil
	})
}
