package triangle

import (
	"cmp"
	"context"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

const (
	// mostSlot is what is copied to a device at once, in offsets: enough for full
	// speed with a few on their way.
	mostSlot = 1 << 19
	// mostCopiers is how many workers fill slots: they keep up with the link.
	mostCopiers = 8
)

// copier copies rows to a device, beside the kernels: workers fill slots of
// pinned memory, two each, while others are copied, in a stream of its own.
type copier struct {
	stream *gpu.Stream
	lanes  []copyLane
	slot   int // offsets, or twice as many neighbours, that are copied at once
}

// copyLane is the slots of a worker, and room for a piece that is in files.
type copyLane struct {
	slots              [2]copySlot
	turn               int
	lengths, neighbors []uint32
}

// copySlot is a part of the pinned memory.
type copySlot struct {
	words  gpu.HostArray[uint32]
	edges  gpu.HostArray[uint64] // the same
	copied *gpu.Event            // when it was sent last
	sent   bool
}

// copierBytes is the pinned memory of a copier.
func copierBytes(workers, slot int) int64 {
	return int64(workers) * int64(len(copyLane{}.slots)) * 8 * int64(slot)
}

func newCopier(r *gpurun.Run, workers, slot int) *copier {
	c := &copier{lanes: make([]copyLane, workers), slot: slot}
	c.stream = gpurun.Own(r, r.Device.NewStream)
	// Of one piece of memory: small ones are not worth huge pages.
	pinned := gpurun.Own(r, func() (*gpu.HostBuffer, error) { return r.Device.AllocHost(copierBytes(workers, slot)) })
	at := int64(0)
	for i := range c.lanes {
		for k := range c.lanes[i].slots {
			if r.Err != nil {
				return c
			}
			c.lanes[i].slots[k] = copySlot{
				words:  gpu.HostView[uint32](pinned, at, 2*slot),
				edges:  gpu.HostView[uint64](pinned, at, slot),
				copied: gpurun.Own(r, r.Device.NewEvent),
			}
			at += 8 * int64(slot)
		}
	}
	return c
}

// rowsBytes is what rows take on a device.
func rowsBytes(rows int, edges uint64) int64 { return offsetBytes(rows) + 4*int64(edges) }

// offsetBytes is the room for the offsets of rows, before their neighbours.
func offsetBytes(rows int) int64 {
	const alignment = 256 // as of memory that is allocated by itself
	return (8*int64(rows+1) + alignment - 1) &^ (alignment - 1)
}

// copyRows copies rows, a union of pieces, into a buffer of rowsBytes, and waits
// until they are there.
func (c *copier) copyRows(ctx context.Context, store *partition.Store, rows partition.Range, to *gpu.Buffer) (deviceRows, error) {
	d := deviceRows{count: rows.Len(), edges: store.Edges(rows, partition.Range{End: store.Rows()})}
	d.offsets, d.neighbors = gpu.View[uint64](to, 0, d.count+1), gpu.View[uint32](to, offsetBytes(d.count), int(d.edges))
	var pieces []placedPiece
	edges := 0
	for _, p := range store.Pieces() {
		if p.Rows.Begin < rows.Begin || p.Rows.End > rows.End {
			continue
		}
		placed := placedPiece{Range: p.Rows, row: int(p.Rows.Begin - rows.Begin), edge: edges}
		for _, n := range p.Edges {
			placed.edges += int(n)
		}
		pieces = append(pieces, placed)
		edges += placed.edges
	}
	copyPieces := c.copyFiles
	if store.InMemory() {
		copyPieces = c.copyMemory
	}
	// The offset that no row follows is the first one's copy, too.
	err := gpu.Memset(c.stream, d.offsets.Slice(0, 1), 0)
	if err == nil {
		err = copyPieces(ctx, store, pieces, d)
	}
	return d, cmp.Or(err, c.stream.Synchronize())
}

// placedPiece is a piece of rows that are copied together, and what is before it.
type placedPiece struct {
	partition.Range
	edges     int
	row, edge int // before
}

// copyFiles copies pieces that are in files: a worker reads one and copies it.
func (c *copier) copyFiles(ctx context.Context, store *partition.Store, pieces []placedPiece, d deviceRows) error {
	return par.Each(ctx, len(c.lanes), len(pieces), func(worker, i int) error {
		p, lane := pieces[i], &c.lanes[worker]
		lane.lengths, lane.neighbors = grown(lane.lengths, p.Len()), grown(lane.neighbors, p.edges)
		b := &partition.Block{Rows: p.Range, Columns: partition.Range{End: store.Rows()}, Lengths: lane.lengths, Neighbors: lane.neighbors}
		if err := store.Fill(ctx, b, 1); err != nil {
			return err
		}
		sum := uint64(p.edge)
		for from := 0; from < len(b.Lengths); from += c.slot {
			lengths := b.Lengths[from:min(from+c.slot, len(b.Lengths))]
			if err := c.sendOffsets(lane, d, p.row+from, lengths, sum); err != nil {
				return err
			}
			sum += sumOf(lengths)
		}
		for from := 0; from < len(b.Neighbors); from += 2 * c.slot {
			if err := c.sendNeighbors(lane, d, p.edge+from, b.Neighbors[from:min(from+2*c.slot, len(b.Neighbors))]); err != nil {
				return err
			}
		}
		return nil
	})
}

// grown returns a slice of n elements, the given one where it has them.
func grown(have []uint32, n int) []uint32 {
	if cap(have) < n {
		return make([]uint32, n)
	}
	return have[:n]
}

// copyMemory copies pieces that are in memory, in shares of a slot.
func (c *copier) copyMemory(ctx context.Context, store *partition.Store, pieces []placedPiece, d deviceRows) error {
	type share struct {
		words   []uint32
		at      int    // of the first, among the rows or the neighbours of d
		lengths bool   // rather than neighbours
		edges   uint64 // of these rows; then, before them
	}
	var shares []share
	cut := func(words []uint32, at, size int, lengths bool) {
		for from := 0; from < len(words); from += size {
			shares = append(shares, share{words: words[from:min(from+size, len(words))], at: at + from, lengths: lengths})
		}
	}
	blocks := make([]*partition.Block, len(pieces))
	for i, p := range pieces {
		var err error
		if blocks[i], err = store.Load(ctx, p.Range, partition.Range{End: store.Rows()}, 1); err != nil {
			return err
		}
		cut(blocks[i].Lengths, p.row, c.slot, true)
	}
	ofRows := shares
	err := par.Each(ctx, len(c.lanes), len(ofRows), func(_, i int) error {
		ofRows[i].edges = sumOf(ofRows[i].words)
		return nil
	})
	if err != nil {
		return err
	}
	before := uint64(0)
	for i := range ofRows {
		ofRows[i].edges, before = before, before+ofRows[i].edges
	}
	for i, p := range pieces {
		cut(blocks[i].Neighbors, p.edge, 2*c.slot, false)
	}
	return par.Each(ctx, len(c.lanes), len(shares), func(worker, i int) error {
		s, lane := shares[i], &c.lanes[worker]
		if s.lengths {
			return c.sendOffsets(lane, d, s.at, s.words, s.edges)
		}
		return c.sendNeighbors(lane, d, s.at, s.words)
	})
}

func sumOf(lengths []uint32) uint64 {
	sum := uint64(0)
	for _, n := range lengths {
		sum += uint64(n)
	}
	return sum
}

// sendOffsets copies the positions where some rows end, the first of which is
// row of d and begins at edge before.
func (c *copier) sendOffsets(l *copyLane, d deviceRows, row int, lengths []uint32, before uint64) error {
	s, err := l.free()
	if err != nil {
		return err
	}
	ends := s.edges.Elements()
	for i, n := range lengths {
		before += uint64(n)
		ends[i] = before
	}
	n := len(lengths)
	return c.sent(s, gpu.Upload(c.stream, d.offsets.Slice(row+1, row+1+n), s.edges.Slice(0, n)))
}

// sendNeighbors copies neighbours, the first of which is the one at edge of d.
func (c *copier) sendNeighbors(l *copyLane, d deviceRows, edge int, neighbors []uint32) error {
	s, err := l.free()
	if err != nil {
		return err
	}
	copy(s.words.Elements(), neighbors)
	n := len(neighbors)
	return c.sent(s, gpu.Upload(c.stream, d.neighbors.Slice(edge, edge+n), s.words.Slice(0, n)))
}

// free returns the slot that the worker fills next, after waiting for what was
// sent from it before.
func (l *copyLane) free() (*copySlot, error) {
	s := &l.slots[l.turn]
	l.turn = 1 - l.turn
	if !s.sent {
		return s, nil
	}
	s.sent = false
	return s, s.copied.Synchronize()
}

// sent takes note of a slot that is on its way.
func (c *copier) sent(s *copySlot, err error) error {
	if err != nil {
		return err
	}
	s.sent = true
	return c.stream.Record(s.copied)
}
