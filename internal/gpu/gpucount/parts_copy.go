package gpucount

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
	// copierSlots is how many slots each has: one is filled while the other is
	// copied.
	copierSlots = 2
)

// rowCopier copies rows to a device, beside the kernels.
type rowCopier struct {
	*gpurun.Copier
	slot   int         // offsets, or twice as many neighbours, that are copied at once
	pieces []filePiece // room for a piece that is in files, of each worker
}

// filePiece is the lengths and the neighbours of some rows.
type filePiece struct{ lengths, neighbors []uint32 }

// copierBytes is the pinned memory of a copier.
func copierBytes(workers, slot int) int64 { return gpurun.CopierBytes(workers, copierSlots, slot) }

func newRowCopier(r *gpurun.Run, workers, slot int) *rowCopier {
	return &rowCopier{gpurun.NewCopier(r, workers, copierSlots, slot), slot, make([]filePiece, workers)}
}

// rowsBytes is what rows take on a device.
func rowsBytes(rows int, edges uint64) int64 { return offsetBytes(rows) + 4*int64(edges) }

// offsetBytes is the room for the offsets of rows, before their neighbours.
func offsetBytes(rows int) int64 {
	return 8 * int64(gpurun.Aligned(rows+1))
}

// copyRows copies rows, a union of pieces, into a buffer of rowsBytes, and waits
// until they are there.
func (c *rowCopier) copyRows(ctx context.Context, store *partition.Store, rows partition.Range, to *gpu.Buffer) (deviceRows, error) {
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
	err := gpu.Memset(c.Stream, d.offsets.Slice(0, 1), 0)
	if err == nil {
		err = copyPieces(ctx, store, pieces, d)
	}
	return d, cmp.Or(err, c.Stream.Synchronize())
}

// placedPiece is a piece of rows that are copied together, and what is before it.
type placedPiece struct {
	partition.Range
	edges     int
	row, edge int // before
}

// copyFiles copies pieces that are in files: a worker reads one and copies it.
func (c *rowCopier) copyFiles(ctx context.Context, store *partition.Store, pieces []placedPiece, d deviceRows) error {
	return par.Each(ctx, c.Lanes(), len(pieces), func(worker, i int) error {
		p, lane, room := pieces[i], c.Lane(worker), &c.pieces[worker]
		room.lengths, room.neighbors = grown(room.lengths, p.Len()), grown(room.neighbors, p.edges)
		b := &partition.Block{Rows: p.Range, Columns: partition.Range{End: store.Rows()}, Lengths: room.lengths, Neighbors: room.neighbors}
		if err := store.Fill(ctx, b, 1); err != nil {
			return err
		}
		sum := uint64(p.edge)
		for from := 0; from < len(b.Lengths); from += c.slot {
			lengths := b.Lengths[from:min(from+c.slot, len(b.Lengths))]
			if err := sendOffsets(lane, d, p.row+from, lengths, sum); err != nil {
				return err
			}
			sum += sumOf(lengths)
		}
		for from := 0; from < len(b.Neighbors); from += 2 * c.slot {
			if err := sendNeighbors(lane, d, p.edge+from, b.Neighbors[from:min(from+2*c.slot, len(b.Neighbors))]); err != nil {
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
func (c *rowCopier) copyMemory(ctx context.Context, store *partition.Store, pieces []placedPiece, d deviceRows) error {
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
	err := par.Each(ctx, c.Lanes(), len(ofRows), func(_, i int) error {
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
	return par.Each(ctx, c.Lanes(), len(shares), func(worker, i int) error {
		s, lane := shares[i], c.Lane(worker)
		if s.lengths {
			return sendOffsets(lane, d, s.at, s.words, s.edges)
		}
		return sendNeighbors(lane, d, s.at, s.words)
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
func sendOffsets(l *gpurun.Lane, d deviceRows, row int, lengths []uint32, before uint64) error {
	ends, err := gpurun.Slot[uint64](l)
	if err != nil {
		return err
	}
	for i, n := range lengths {
		before += uint64(n)
		ends[i] = before
	}
	return gpurun.Send(l, d.offsets.Slice(row+1, row+1+len(lengths)))
}

// sendNeighbors copies neighbours, the first of which is the one at edge of d.
func sendNeighbors(l *gpurun.Lane, d deviceRows, edge int, neighbors []uint32) error {
	words, err := gpurun.Slot[uint32](l)
	if err != nil {
		return err
	}
	copy(words, neighbors)
	return gpurun.Send(l, d.neighbors.Slice(edge, edge+len(neighbors)))
}
