package gpugraph

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// builder makes the parts of p, one after the other.
type builder struct {
	*Parts
	capacity int               // records of a part
	bins     gpu.Array[uint64] // copies of those of a spread
	appended gpu.Array[uint64] // the number of keys

	begin, end uint32
	sure       int // records of the part that are in keys
	looked     int // of the records that came so far in this reading, when that was known
	left       uint64
	lists      *background
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
func (p *Parts) Build(ctx context.Context, add func(first uint32, lengths, neighbors []uint32) error) error {
	if p.used {
		return errUsedUp
	}
	p.used = true
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	b := &builder{Parts: p, left: uint64(p.found.records) - p.found.loops}
	p.feeder.meter = nil
	p.opt.Meter.Start("orient", int64(b.left))
	b.allocate()
	b.lists = &background{work: p.work, handing: newHanding(p.Run, p.opt, mostCopiers/2, add), failed: cancel, written: p.NewEvent()}
	b.parts(ctx)
	if p.Err == nil && b.left != 0 {
		p.Err = b.changed()
	}
	p.tallyDegrees(p.degree, p.degree)
	if p.Err != nil {
		cancel(p.Err) // what is handed over meanwhile ends, too
	}
	b.lists.wait()
	p.maxOutDegree = b.lists.longest
	return p.Err
}

// changed is the error of a source that gives other records than before.
func (b *builder) changed() error {
	return &graph.InputError{
		File: b.feeder.info.Name, Expected: "the same records each time that it is read", Found: "others: it was changed meanwhile",
	}
}

// allocate takes what there is of memory for the parts, as far as they need it.
func (b *builder) allocate() {
	b.bins = gpurun.Array[uint64](b.Run, kernels.BinCopies*kernels.Bins)
	b.appended = b.facts.Slice(keptFact, keptFact+1)
	b.capacity = partRecords(b.Room())
	if b.opt.batch > 0 {
		b.capacity = min(b.capacity, b.opt.batch)
	}
	// The rows of a part are no more than its records might be; see lists.
	b.capacity = min(b.capacity, max(int(b.left)+2*b.feeder.slot, int(b.Rows())))
	slot := b.capacity / partSlots
	if slot == 0 {
		b.Fail(fmt.Errorf("%w: nothing is left for records beside %d ids", gpu.ErrOutOfMemory, b.rank.Len()))
	}
	b.feeder.slot = min(b.feeder.slot, slot)
	b.keys, b.spare = gpurun.Array[uint64](b.Run, b.capacity), gpurun.Array[uint64](b.Run, b.capacity)
	b.reserve(b.capacity)
}

// parts makes part after part.
func (b *builder) parts(ctx context.Context) {
	b.end = b.furthest(0)
	for b.begin < b.Rows() && b.Err == nil {
		spread := b.fill(ctx)
		if b.Err != nil {
			return
		}
		b.makeLists(ctx)
		b.left -= uint64(b.sure)
		b.opt.Meter.Add(int64(b.sure))
		begin, end := b.begin, b.end
		// As much as fits, so that no slot makes fill look.
		most := b.capacity - 2*b.feeder.slot + b.sure
		if b.begin = end; b.begin < b.Rows() {
			b.end = spread.end(begin, uint64(most), b.begin, b.furthest(b.begin))
		}
	}
	b.lists.wait()
}

// furthest returns the last row that a part can end before: the lengths of its
// rows must fit beside as many neighbors as there can be.
func (b *builder) furthest(begin uint32) uint32 {
	return uint32(min(uint64(b.Rows()), uint64(begin)+uint64(b.capacity)))
}

// fill reads the source and keeps the records of the rows from begin to end:
// of fewer rows, where these are more records than fit. It returns the records of
// all rows from begin on.
func (b *builder) fill(ctx context.Context) spread {
	gpurun.Zero(b.Run, b.appended)
	gpurun.Zero(b.Run, b.bins)
	b.sure, b.looked = 0, 0
	b.read(ctx, b.keep)
	b.look()
	spread := b.spread()
	if b.Err == nil && (b.ring.records != b.found.records || spread.sum() != b.left || b.sure > b.capacity) {
		b.Err = b.changed()
	}
	b.done(ctx, "fill")
	return spread
}

// keep keeps those of n records that are of the part. It makes room where there
// might be too little.
func (b *builder) keep(records gpu.Array[uint64]) {
	n := records.Len()
	if b.sure+(b.ring.records-b.looked)+n > b.capacity {
		if b.look(); b.sure+n > b.capacity {
			b.cut(n)
		}
	}
	gpurun.Launch(b.Run, kernels.Keep, b.over((n+kernels.Together-1)/kernels.Together), kernels.KeepArgs{
		Records: records, N: uint64(n), Rank: b.rank, IDs: uint64(b.rank.Len()), Begin: b.begin, End: b.end,
		Bins: b.bins, Capacity: uint64(b.capacity), Kept: b.appended, Keys: b.keys,
	})
}

// look asks how many records are kept of those that came so far.
func (b *builder) look() {
	if kept := b.ask("kept", b.appended); b.Err == nil {
		b.sure, b.looked = int(kept[0]), b.ring.records
	}
}

// cut leaves the last rows to a later part: so many that what is to come of the
// others, if it is like what came, and n records at once, will fit.
func (b *builder) cut(n int) {
	b.lists.wait() // spare is theirs
	spread := b.spread()
	if b.Err != nil {
		return
	}
	came := float64(b.ring.records) / float64(b.found.records)
	most := uint64(float64(b.capacity-b.capacity/partSlots) * min(came, 1))
	b.end = spread.end(b.begin, most, b.begin, b.end)
	gpurun.Zero(b.Run, b.appended)
	gpurun.Launch(b.Run, kernels.Cut, b.over((b.sure+kernels.Together-1)/kernels.Together), kernels.CutArgs{
		From: b.keys, N: uint64(b.sure), End: b.end, Capacity: uint64(b.capacity), Kept: b.appended, Keys: b.spare,
	})
	b.keys, b.spare = b.spare, b.keys
	if b.look(); b.sure+n > b.capacity {
		b.Fail(fmt.Errorf("%w: there is room for %d records beside the ids, and row %d alone has more", gpu.ErrOutOfMemory, b.capacity, b.begin))
	}
}

// spread returns how the records that came are spread over the rows.
func (b *builder) spread() spread { return foldSpread(b.ask("bins", b.bins)) }

// makeLists makes lists of the records that are kept, and lets them be handed
// over.
func (b *builder) makeLists(ctx context.Context) {
	b.lists.wait() // spare is theirs
	width := bits.Len32(b.end - 1)
	b.sortFirst(&b.keys, &b.spare, b.sure, field{skipLow: 1, width: width, bits: 2 * width})
	facts := b.facts.Slice(edgeFacts, edgeFacts+distinctFactWords)
	gpurun.Zero(b.Run, facts)
	reciprocal := gpu.Cast[uint32](b.known).Slice(0, (b.sure+31)/32)
	// There are no self-loops whose vertices would be marked.
	b.distinct(b.keys.Slice(0, b.sure), b.spare, b.degree, reciprocal, reciprocal, facts)
	words := b.ask("edges", facts)
	if b.Err != nil {
		return
	}
	part := newDistinctFacts(words)
	b.kept.edges += part.edges
	b.kept.reciprocal += part.reciprocal
	// The records are not needed any more.
	rows, edges, room := int(b.end-b.begin), int(part.edges), gpu.Cast[uint32](b.keys)
	neighbors, lengths := room.Slice(0, edges), room.Slice(edges, edges+rows)
	gpurun.Zero(b.Run, lengths)
	gpurun.Launch(b.Run, kernels.WriteLists, b.over(edges), kernels.WriteListsArgs{
		Edges: b.spare, N: part.edges, First: b.begin, Lengths: lengths, Neighbors: neighbors,
	})
	b.keys, b.spare = b.spare, b.keys
	b.done(ctx, "sort")
	b.lists.start(ctx, b.begin, lengths, neighbors)
}
