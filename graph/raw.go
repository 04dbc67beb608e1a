package graph

import (
	"context"
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// Raw holds the raw records of a source, as they were read.
type Raw struct {
	store   *rawStore
	summary Summary
	info    Info
}

// Read reads all of src into memory, eight bytes a record.
func Read(ctx context.Context, src Source, opt Options) (*Raw, error) {
	info := src.Info()
	opt.Meter.Start("read", max(info.Bytes, 0))
	store, summary, err := readRaw(ctx, src, opt, par.Workers(opt.Threads))
	if err != nil {
		return nil, err
	}
	return &Raw{store: store, summary: summary, info: info}, nil
}

// Clean drops self-loops, merges duplicate and reciprocal records, and makes
// ids dense. It uses r up.
func (r *Raw) Clean(ctx context.Context, opt Options) (*Cleaned, error) {
	workers := par.Workers(opt.Threads)
	store := r.store
	defer store.free()
	c := &Cleaned{base: r.info.Base, names: r.summary.Names}
	narrow, wide := store.records()
	n := 0
	switch {
	case r.summary.Vertices != Unknown:
		if narrow > 0 && int64(store.maxID()) >= r.summary.Vertices || wide > 0 {
			return nil, fmt.Errorf("graph: source %s yields an id beyond its %d declared vertices", r.info.Name, r.summary.Vertices)
		}
		n, c.declared = int(r.summary.Vertices), true
	case wide > 0 || !denseEnough(store.maxID(), narrow):
		ids, err := store.compact(ctx, workers)
		if err != nil {
			return nil, err
		}
		n, c.numbers = len(ids), ids
	case narrow > 0:
		n = int(store.maxID()) + 1
	}
	if need := CleanBytes(narrow+wide, uint64(n)); opt.Memory > 0 && need > opt.Memory {
		return nil, &MemoryError{What: "cleaning the edges", Need: need, Limit: opt.Memory}
	}
	l, loops, report, err := cleanRows(ctx, store, n, workers, opt.Meter)
	if err != nil {
		return nil, err
	}
	c.lists, c.report, c.edges = l, report, l.edges
	if err := c.finish(ctx, loops, workers, opt.Meter); err != nil {
		l.free()
		return nil, err
	}
	return c, nil
}

// Clean reads all of src and cleans it.
func Clean(ctx context.Context, src Source, opt Options) (*Cleaned, error) {
	raw, err := Read(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	return raw.Clean(ctx, opt)
}

// CleanBytes returns the bytes that reading, cleaning and orienting a source
// hold at their peak: the records twice while they are partitioned, and the
// arrays over the ids. ids is the largest id plus one, or the number of
// distinct ids where they are sparse.
func CleanBytes(records, ids uint64) int64 {
	const perRecord, perID, buffers = 16, 24, 8 << 20
	return int64(perRecord*records + perID*ids + buffers)
}
