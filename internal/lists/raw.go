package lists

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Raw holds what reading a source once tells: the range of the ids and how the
// records spread over them; and the records themselves, unless the source can
// give them again for less than it costs to keep them.
type Raw struct {
	info    graph.Info
	summary graph.Summary
	tally   spread
	store   *rawStore // nil where src is read again
	src     graph.Source
	ids     []uint64 // input ids, where they were made dense
	workers int
	meter   *graph.Meter
}

// Read reads all of src once.
func Read(ctx context.Context, src graph.Source, opt graph.Options) (*Raw, error) {
	r := &Raw{info: src.Info(), src: src, workers: par.Workers(opt.Threads), meter: opt.Meter}
	if !r.info.Direct {
		r.store = newRawStore(r.workers, r.info, opt.Memory)
	}
	opt.Meter.Start("read", r.info.Records.Get())
	if err := r.read(ctx); err != nil {
		r.free()
		return nil, err
	}
	if r.store != nil {
		// The records are outside the Go heap. Somebody who reads without
		// cleaning should not leak them.
		runtime.AddCleanup(r, func(s *rawStore) { s.free() }, r.store)
	}
	return r, nil
}

// read tallies the records, and keeps them where there is a store.
func (r *Raw) read(ctx context.Context) error {
	tallies := make([]spread, r.workers)
	var err error
	r.summary, err = r.src.Read(ctx, r.workers, func(worker int, b graph.Batch) error {
		tallies[worker].add(b.Edges)
		tallies[worker].wide += uint64(len(b.Wide))
		r.meter.Add(int64(len(b.Edges) + len(b.Wide)))
		if r.store == nil {
			return nil
		}
		return r.store.workers[worker].add(b)
	})
	r.tally = mergeSpreads(tallies)
	return err
}

// each calls visit with every record that fits uint32 ids.
func (r *Raw) each(ctx context.Context, visit func(worker int, edges []graph.Edge) error) error {
	if r.store == nil {
		_, err := r.src.Read(ctx, r.workers, func(worker int, b graph.Batch) error { return visit(worker, b.Edges) })
		return err
	}
	chunks := r.store.chunks()
	return par.Each(ctx, r.workers, len(chunks), func(worker, i int) error { return visit(worker, chunks[i]) })
}

func (r *Raw) free() {
	if r.store != nil {
		r.store.free()
	}
}

// Clean drops self-loops, merges duplicate and reciprocal records, and makes
// ids dense. It uses r up.
func (r *Raw) Clean(ctx context.Context, opt graph.Options) (*Cleaned, error) {
	defer r.free()
	c := &Cleaned{base: r.info.Base, names: r.summary.Names}
	records := r.tally.records + r.tally.loops
	n, wide := 0, r.tally.wide
	switch {
	case r.summary.Vertices.Known():
		if records > 0 && int64(r.tally.maxID) >= r.summary.Vertices.Get() || wide > 0 {
			return nil, fmt.Errorf("graph: source %s yields an id beyond its %v declared vertices", r.info.Name, r.summary.Vertices)
		}
		n, c.declared, c.numbers = int(r.summary.Vertices.Get()), true, r.summary.Numbers
	case wide > 0 || uint64(r.tally.maxID) >= DenseBound(records):
		if err := r.compact(ctx, opt); err != nil {
			return nil, err
		}
		c.numbers = r.ids
		n = len(r.ids)
	case records > 0:
		n = int(r.tally.maxID) + 1
	}
	records += wide
	if need := r.bytes(records, n) + r.info.Holds(); opt.Memory > 0 && need > opt.Memory {
		return nil, &graph.MemoryError{What: "cleaning the edges", Need: need, Limit: opt.Memory}
	}
	l, loops, report, err := r.cleanRows(ctx, n)
	if err != nil {
		return nil, err
	}
	c.lists, c.report, c.edges = l, report, l.edges
	if err := c.finish(ctx, loops, r.workers, opt.Meter); err != nil {
		l.free()
		return nil, err
	}
	return c, nil
}

// compact replaces sparse and 64-bit ids by dense ones, which the records must
// be kept for, and tallies them anew.
func (r *Raw) compact(ctx context.Context, opt graph.Options) error {
	if r.store == nil {
		r.store = newRawStore(r.workers, r.info, opt.Memory)
		if err := r.read(ctx); err != nil {
			return err
		}
	}
	beside := r.info.Holds() + int64(bufferBytes+edgeBytes*(r.tally.records+r.tally.loops)+wideEdgeBytes*r.tally.wide)
	limit := int64(0)
	if opt.Memory > 0 {
		limit = max(opt.Memory-beside, 1)
	}
	var err error
	var short *graph.MemoryError
	if r.ids, err = r.store.compact(ctx, r.workers, limit); errors.As(err, &short) {
		short.Need, short.Limit = short.Need+beside, opt.Memory
	}
	if err != nil {
		return err
	}
	tallies := make([]spread, r.workers)
	err = r.each(ctx, func(worker int, edges []graph.Edge) error {
		tallies[worker].add(edges)
		return nil
	})
	r.tally = mergeSpreads(tallies)
	return err
}

// Clean reads all of src and cleans it.
func Clean(ctx context.Context, src graph.Source, opt graph.Options) (*Cleaned, error) {
	raw, err := Read(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	return raw.Clean(ctx, opt)
}
