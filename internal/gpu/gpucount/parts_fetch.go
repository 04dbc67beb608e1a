package gpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Fetch copies lists from a device into a store in memory, in pieces of at
// most so many edges, if a single row has no more. It has one cut.
func Fetch(ctx context.Context, dev *gpu.Device, o *gpugraph.Oriented, most uint64, threads int) (*partition.Store, error) {
	rows := uint32(o.Rows)
	store, err := partition.NewStore(rows, []partition.Range{{End: rows}}, nil)
	if err != nil {
		return nil, err
	}
	if err := o.HandOver(ctx, dev, gpugraph.Options{Threads: threads, Piece: int(most)}, AddTo(ctx, store)); err != nil {
		return nil, err
	}
	return store, store.Seal()
}

// AddTo adds the lists that a device hands over to a store.
func AddTo(ctx context.Context, store *partition.Store) func(first uint32, lengths, neighbors []uint32) error {
	return func(first uint32, lengths, neighbors []uint32) error {
		rows := partition.Range{Begin: first, End: first + uint32(len(lengths))}
		return store.Add(ctx, &partition.Block{Rows: rows, Columns: partition.Range{End: store.Rows()}, Lengths: lengths, Neighbors: neighbors})
	}
}
