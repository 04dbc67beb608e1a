package gpugraph

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// builder makes the parts of p, one after the other.
type builder struct {
	*Parts
	capacity    int               // records of a part
	keys, spare array[uint64]     // of the records of a part; and as much room
	bins        array[uint64]     // copies of those of a spread
	appended    gpu.Array[uint64] // the number of keys

	begin, end uint32
	sure       int // records of the part that are in keys
	looked     int // of the records that came so far in this reading, when that was known
	left       uint64
	lists      *handing
}

// Build makes the lists and hands them to add: runs of rows from row `first` on,
// with the length of each row and their neighbors, ascending, all one after the
// other. The runs follow one another, and have at most Options.Piece edges, if
// one row has no more. What add is given is its own from then on; while it runs,
// the source is read for the next part.
//
// An input that was not the same each time that it was read is a
// *graph.InputError; part of it may have been handed over then. A single row that
// does not fit the device is an error of the class gpu.ErrOutOfMemory. Build is
// called once.
func (p *Parts) Build(ctx context.Context, add func(first uint32, lengths, neighbors []uint32) error) (err error) {
	if p.used {
		return errUsedUp
	}
	p.used = true
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	b := &builder{Parts: p, left: uint64(p.found.records) - p.found.loops}
	p.feeder.meter = nil
	p.opt.Meter.Start("orient", int64(b.left))
	defer func() {
		if err != nil {
			cancel(err) // what is handed over meanwhile ends, too
		}
		err = cmp.Or(err, b.free())
	}()
	if err := b.allocate(); err != nil {
		return err
	}
	b.lists.add, b.lists.failed = add, cancel
	if err := b.parts(ctx); err != nil {
		return err
	}
	if b.left != 0 {
		return b.changed()
	}
	p.degrees, err = p.summarize(p.degree, p.degree)
	return err
}

// changed is the error of a source that gives other records than before.
func (b *builder) changed() error {
	return &graph.InputError{
		File: b.feeder.info.Name, Expected: "the same records each time that it is read", Found: "others: it was changed meanwhile",
	}
}

// allocate takes what there is of memory for the parts, as far as they need it.
func (b *builder) allocate() (err error) {
	if b.bins, err = allocate[uint64](b.device, spreadCopies*spreadBins); err != nil {
		return err
	}
	room, err := available(b.device)
	if err != nil {
		return err
	}
	b.appended = b.facts.Slice(keptFact, keptFact+1)
	b.capacity = partRecords(room)
	if b.opt.batch > 0 {
		b.capacity = min(b.capacity, b.opt.batch)
	}
	// The rows of a part are no more than its records might be; see lists.
	b.capacity = min(b.capacity, max(int(b.left)+2*b.feeder.slot, int(b.rows)))
	slot := b.capacity / partSlots
	if slot == 0 {
		return fmt.Errorf("%w: nothing is left for records beside %d ids", gpu.ErrOutOfMemory, b.rank.Len())
	}
	b.feeder.shrink(slot)
	if b.keys, err = allocate[uint64](b.device, b.capacity); err != nil {
		return err
	}
	if b.spare, err = allocate[uint64](b.device, b.capacity); err != nil {
		return err
	}
	if err := b.sorter.reserve(b.capacity); err != nil {
		return err
	}
	b.lists, err = newHanding(b.Parts)
	return err
}

// free waits for the lists and gives everything back.
func (b *builder) free() error {
	var first error
	if b.lists != nil {
		first = b.lists.free()
	}
	return cmp.Or(first, b.bins.free(), b.keys.free(), b.spare.free(), b.sorter.known.free())
}

// parts makes part after part.
func (b *builder) parts(ctx context.Context) error {
	b.end = b.furthest(0)
	for b.begin < b.rows {
		spread, err := b.fill(ctx)
		if err != nil {
			return err
		}
		if err := b.sort(ctx); err != nil {
			return err
		}
		b.left -= uint64(b.sure)
		b.opt.Meter.Add(int64(b.sure))
		begin, end := b.begin, b.end
		// As much as fits, so that no slot makes fill look.
		most := b.capacity - 2*b.feeder.slot + b.sure
		if b.begin = end; b.begin < b.rows {
			b.end = spread.end(begin, uint64(most), b.begin, b.furthest(b.begin))
		}
	}
	return b.lists.wait()
}

// furthest returns the last row that a part can end before: the lengths of its
// rows must fit beside as many neighbors as there can be.
func (b *builder) furthest(begin uint32) uint32 {
	return uint32(min(uint64(b.rows), uint64(begin)+uint64(b.capacity)))
}

// fill reads the source and keeps the records of the rows from begin to end:
// of fewer rows, where these are more records than fit. It returns the records of
// all rows from begin on.
func (b *builder) fill(ctx context.Context) (spread, error) {
	if err := cmp.Or(gpu.Memset(b.stream, b.appended, 0), gpu.Memset(b.stream, b.bins.Array, 0)); err != nil {
		return nil, err
	}
	b.sure, b.looked = 0, 0
	if _, err := b.read(ctx, b.keep); err != nil {
		return nil, err
	}
	if err := b.look(b.ring.records); err != nil {
		return nil, err
	}
	spread, err := b.spread()
	if err != nil {
		return nil, err
	}
	if b.ring.records != b.found.records || spread.sum() != b.left || b.sure > b.capacity {
		return nil, b.changed()
	}
	return spread, b.opt.done(ctx, "fill", b.stream)
}

// keep keeps those of n records that are of the part. It makes room where there
// might be too little.
func (b *builder) keep(records gpu.Array[uint64]) error {
	n := records.Len()
	if b.sure+(b.ring.records-b.looked)+n > b.capacity {
		if err := b.look(b.ring.records); err != nil {
			return err
		}
		if b.sure+n > b.capacity {
			if err := b.cut(n); err != nil {
				return err
			}
		}
	}
	k := b.kernels
	return b.stream.Launch(k.keep, k.over((n+together-1)/together), records.Arg(), gpu.Uint64(uint64(n)), b.rank.Arg(), gpu.Uint64(uint64(b.rank.Len())),
		gpu.Uint32(b.begin), gpu.Uint32(b.end), b.bins.Arg(), gpu.Uint64(uint64(b.capacity)), b.appended.Arg(), b.keys.Arg())
}

// look asks how many records are kept of those that came so far.
func (b *builder) look(came int) error {
	kept, err := b.ask("kept", b.appended)
	if err != nil {
		return err
	}
	b.sure, b.looked = int(kept[0]), came
	return nil
}

// cut leaves the last rows to a later part: so many that what is to come of the
// others, if it is like what came, and n records at once, will fit.
func (b *builder) cut(n int) error {
	if err := b.lists.wait(); err != nil { // spare is theirs
		return err
	}
	spread, err := b.spread()
	if err != nil {
		return err
	}
	came := float64(b.ring.records) / float64(b.found.records)
	most := uint64(float64(b.capacity-b.capacity/partSlots) * min(came, 1))
	b.end = spread.end(b.begin, most, b.begin, b.end)
	if err := gpu.Memset(b.stream, b.appended, 0); err != nil {
		return err
	}
	k, sure := b.kernels, b.sure
	err = b.stream.Launch(k.cut, k.over((sure+together-1)/together), b.keys.Arg(), gpu.Uint64(uint64(sure)), gpu.Uint32(b.end),
		gpu.Uint64(uint64(b.capacity)), b.appended.Arg(), b.spare.Arg())
	if err != nil {
		return err
	}
	b.keys, b.spare = b.spare, b.keys
	if err := b.look(b.ring.records); err != nil {
		return err
	}
	if b.sure+n > b.capacity {
		return fmt.Errorf("%w: there is room for %d records beside the ids, and row %d alone has more", gpu.ErrOutOfMemory, b.capacity, b.begin)
	}
	return nil
}

// spread returns how the records that came are spread over the rows.
func (b *builder) spread() (spread, error) {
	copies, err := b.ask("bins", b.bins.Array)
	if err != nil {
		return nil, err
	}
	return foldSpread(copies), nil
}

// sort makes lists of the records that are kept, and has them handed over.
func (b *builder) sort(ctx context.Context) error {
	if err := b.lists.wait(); err != nil { // spare is theirs
		return err
	}
	width := bits.Len32(b.end - 1)
	if err := b.sorter.sortFirst(&b.keys, &b.spare, b.sure, field{skip: 1, width: width, bits: 2 * width}); err != nil {
		return err
	}
	facts := b.facts.Slice(edgeFacts, edgeFacts+distinctFactWords)
	if err := gpu.Memset(b.stream, facts, 0); err != nil {
		return err
	}
	reciprocal := gpu.View[uint32](b.sorter.known.buffer, 0, (b.sure+31)/32)
	// There are no self-loops whose vertices would be marked.
	if err := b.sorter.distinct(b.keys.Slice(0, b.sure), b.spare.Array, b.degree, reciprocal, reciprocal, facts); err != nil {
		return err
	}
	words, err := b.ask("edges", facts)
	if err != nil {
		return err
	}
	part := newDistinctFacts(words)
	b.kept.edges += part.edges
	b.kept.reciprocal += part.reciprocal
	// The records are not needed any more.
	rows, edges := int(b.end-b.begin), int(part.edges)
	neighbors := gpu.View[uint32](b.keys.buffer, 0, edges)
	lengths := gpu.View[uint32](b.keys.buffer, 4*int64(edges), rows)
	if err := gpu.Memset(b.stream, lengths, 0); err != nil {
		return err
	}
	err = b.stream.Launch(b.kernels.writeLists, b.kernels.over(edges), b.spare.Arg(), gpu.Uint64(part.edges), gpu.Uint32(b.begin),
		lengths.Arg(), neighbors.Arg())
	if err != nil {
		return err
	}
	b.keys, b.spare = b.spare, b.keys
	if err := b.opt.done(ctx, "sort", b.stream); err != nil {
		return err
	}
	return b.lists.start(ctx, b.begin, lengths, neighbors)
}
