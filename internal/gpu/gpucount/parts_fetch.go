package gpucount

import (
	"cmp"
	"context"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

const (
	// mostFetchers is how many workers copy from a device: each waits for fresh
	// memory to be cleared, too.
	mostFetchers = 32
	// fetchSlot is what each copies at once, in offsets.
	fetchSlot = 1 << 17
)

// Fetch copies lists from a device into a store in memory, in pieces of at
// most so many edges, if a single row has no more. It has one cut.
func Fetch(ctx context.Context, dev *gpu.Device, o *gpugraph.Oriented, most uint64, threads int) (_ *partition.Store, err error) {
	run := gpurun.New(dev)
	defer func() { err = cmp.Or(err, run.Close()) }()
	c := gpurun.NewCopier(run, min(par.Workers(threads), mostFetchers), 1, fetchSlot)
	if run.Err != nil {
		return nil, run.Err
	}
	lengths := hugemem.Make[uint32](o.Rows)
	err = par.Chunks(ctx, c.Lanes(), o.Rows, fetchSlot-1, func(worker, begin, end int) error {
		ends, err := gpurun.Fetch(c.Lane(worker), o.Offsets.Slice(begin, end+1))
		for i := range lengths[begin:end] {
			lengths[begin+i] = uint32(ends[i+1] - ends[i])
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	all := partition.Range{End: uint32(o.Rows)}
	store, err := partition.NewStore(all.End, []partition.Range{all}, nil)
	if err != nil {
		return nil, err
	}
	edge := 0
	for begin, end := range par.Runs(len(lengths), most, func(row int) uint64 { return uint64(lengths[row]) }) {
		b := &partition.Block{Rows: partition.Range{Begin: uint32(begin), End: uint32(end)}, Columns: all, Lengths: lengths[begin:end]}
		b.Neighbors = hugemem.Make[uint32](int(sumOf(b.Lengths)))
		err := gpurun.FetchAll(ctx, c, o.Neighbors.Slice(edge, edge+len(b.Neighbors)), func(at int, part []uint32) { copy(b.Neighbors[at:], part) })
		if err == nil {
			err = store.Add(ctx, b)
		}
		if err != nil {
			return nil, err
		}
		edge += len(b.Neighbors)
	}
	return store, store.Seal()
}
