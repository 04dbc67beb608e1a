package triangle

import (
	"context"
	"fmt"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/truss"
)

// found is the answer to another question than that for the graph's triangles.
type found struct {
	vertices lists.Vertices
	degrees  []uint32
	counts   []uint64  // of each vertex
	edges    supported // with their support

	ids *lists.KnownIDs // that a GPU has read, until they are numbered

	trussness []uint32 // of each of these

	lists  *lists.Oriented // to list the triangles of, by these parameters
	params cpucount.Params
}

// countLists counts oriented lists on the CPU, for the answer to the question.
func (r *run) countLists(ctx context.Context, o *lists.Oriented, params cpucount.Params) (err error) {
	switch r.asked {
	case ofGraph:
		r.result.Triangles, err = cpucount.Count(ctx, o, r.result.Method, params)
	case perVertex:
		err = r.countVertices(ctx, o, params)
	case perEdge, trussOfEdges:
		err = r.countEdges(ctx, o, params)
	case eachTriangle:
		r.found.lists, r.found.params = o, params
		err = cpucount.Listing{}.Check(o, r.result.Method, params)
	}
	r.clock.lap(&r.clock.Count)
	return err
}

func (r *run) countVertices(ctx context.Context, o *lists.Oriented, params cpucount.Params) error {
	rows, err := cpucount.Vertices(ctx, o, r.result.Method, params)
	if err != nil {
		return err
	}
	return r.takeRows(ctx, rows)
}

// takeRows takes over the triangles at each row.
func (r *run) takeRows(ctx context.Context, rows []uint64) error {
	return r.takeAllRows(func(take func(first int, rows []uint64) error) error {
		return par.Chunks(ctx, par.Workers(r.opt.Threads), len(rows), 1<<14, func(_, begin, end int) error {
			return take(begin, rows[begin:end])
		})
	})
}

// takeAllRows is takeRows for rows that are handed over some at a time, several of these at
// once, each with the first of its rows.
func (r *run) takeAllRows(hand func(take func(first int, rows []uint64) error) error) (err error) {
	f := &r.found
	f.counts = hugemem.Make[uint64](f.vertices.Count)
	var mutex sync.Mutex
	sums := make([]sum, 1)
	err = hand(func(first int, rows []uint64) error {
		some := sum{}
		for i, n := range rows {
			v := f.vertices.Of(uint32(first + i))
			if n > pairsOf(f.degrees[v]) {
				return fmt.Errorf("internal error: %d triangles at a vertex of %d neighbours", n, f.degrees[v])
			}
			f.counts[v] = n
			some.add(n)
		}
		mutex.Lock()
		defer mutex.Unlock()
		sums[0].addSum(some)
		return nil
	})
	if err != nil {
		return err
	}
	r.result.Triangles, err = third(sums)
	return err
}

func (r *run) countEdges(ctx context.Context, o *lists.Oriented, params cpucount.Params) error {
	array, err := hugemem.New[uint32](int(o.Edges()))
	if err != nil {
		return err
	}
	defer array.Free()
	support, err := r.support(ctx, o, params, array.Slice())
	if err != nil {
		return err
	}
	if err := takeSupport(ctx, r, support); err != nil {
		return err
	}
	if r.asked == trussOfEdges {
		return r.peelEdges(ctx, o, support, params)
	}
	r.found.edges, err = arrange(ctx, o, support, &r.found.vertices, params)
	return err
}

// support counts the triangles of each edge, to zeros, or by the words that trusses are peeled
// with where that is the way of both.
func (r *run) support(ctx context.Context, o *lists.Oriented, params cpucount.Params, zeros []uint32) ([]uint32, error) {
	if r.asked == trussOfEdges && r.result.Method == cpucount.Auto {
		p := truss.Params{Threads: params.Threads, Memory: params.Memory, Meter: params.Meter}
		if support, err := truss.Support(ctx, o, p); support != nil || err != nil {
			return support, err
		}
	}
	return zeros, cpucount.SupportTo(ctx, o, r.result.Method, params, zeros)
}

// takeSupport counts the triangles by the support of each edge.
func takeSupport[E uint32 | supportedEdge](ctx context.Context, r *run, edges []E) error {
	sums := make([]sum, par.Workers(r.opt.Threads))
	err := par.Chunks(ctx, len(sums), len(edges), 1<<16, func(worker, begin, end int) error {
		for _, e := range edges[begin:end] {
			sums[worker].add(uint64(uint32(e)))
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.result.Triangles, err = third(sums)
	return err
}
