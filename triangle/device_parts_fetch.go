package triangle

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

// fetchStore copies lists from a device into a store in memory, in pieces of at
// most so many edges, if a single row has no more. It has one cut.
func fetchStore(ctx context.Context, dev *gpu.Device, o *gpugraph.Oriented, most uint64, threads int) (_ *partition.Store, err error) {
	run := gpurun.New(dev)
	defer func() { err = cmp.Or(err, run.Close()) }()
	c := newCopier(run, min(par.Workers(threads), mostFetchers), fetchSlot)
	if run.Err != nil {
		return nil, run.Err
	}
	lengths := hugemem.Make[uint32](o.Rows)
	err = par.Chunks(ctx, len(c.lanes), o.Rows, c.slot-1, func(worker, begin, end int) error {
		s := &c.lanes[worker].slots[0]
		positions := s.edges.Slice(0, end-begin+1)
		if err := fetch(c, s, positions, o.Offsets.Slice(begin, end+1)); err != nil {
			return err
		}
		ends := positions.Elements()
		for i := range lengths[begin:end] {
			lengths[begin+i] = uint32(ends[i+1] - ends[i])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	all := partition.Range{End: uint32(o.Rows)}
	store, err := partition.NewStore(all.End, []partition.Range{all}, "")
	if err != nil {
		return nil, err
	}
	edge := 0
	for _, rows := range cutLengths(lengths, most) {
		b := &partition.Block{Rows: rows, Columns: all, Lengths: lengths[rows.Begin:rows.End]}
		b.Neighbors = hugemem.Make[uint32](int(sumOf(b.Lengths)))
		err = par.Chunks(ctx, len(c.lanes), len(b.Neighbors), 2*c.slot, func(worker, begin, end int) error {
			s := &c.lanes[worker].slots[0]
			words := s.words.Slice(0, end-begin)
			if err := fetch(c, s, words, o.Neighbors.Slice(edge+begin, edge+end)); err != nil {
				return err
			}
			copy(b.Neighbors[begin:end], words.Elements())
			return nil
		})
		if err == nil {
			err = store.Add(b)
		}
		if err != nil {
			return nil, err
		}
		edge += len(b.Neighbors)
	}
	return store, store.Seal()
}

// fetch copies from the device to a slot, and waits for it.
func fetch[T gpu.Element](c *copier, s *copySlot, to gpu.HostArray[T], from gpu.Array[T]) error {
	return cmp.Or(gpu.Download(c.stream, to, from), c.stream.Record(s.copied), s.copied.Synchronize())
}

// cutLengths cuts rows into ranges of at most so many edges, if a single row has
// no more.
func cutLengths(lengths []uint32, most uint64) []partition.Range {
	var ranges []partition.Range
	begin, sum := 0, uint64(0)
	for r, n := range lengths {
		if sum += uint64(n); sum > most && r > begin {
			ranges = append(ranges, partition.Range{Begin: uint32(begin), End: uint32(r)})
			begin, sum = r, uint64(n)
		}
	}
	if begin < len(lengths) {
		ranges = append(ranges, partition.Range{Begin: uint32(begin), End: uint32(len(lengths))})
	}
	return ranges
}
