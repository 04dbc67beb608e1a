package triangle

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// blockBytes is what the largest block takes with its sums.
func (d *Divided) blockBytes() int64 {
	if d.merged != nil {
		return d.merged.bytes
	}
	most := int64(0)
	for _, rows := range d.Grid.Rows {
		for _, columns := range d.Grid.Columns {
			most = max(most, 8*int64(d.Store.Edges(rows, columns))+4*int64(rows.Len()))
		}
	}
	return most
}

// eachBlock calls visit with stretches of all blocks, several at once: with rows and the
// lists of these, and the sums of their edges if they are wanted.
func (a *outside) eachBlock(ctx context.Context, sums bool, visit func(worker int, first uint32, lengths, neighbors, support []uint32) error) error {
	d := a.parts
	if d.merged != nil {
		return d.merged.eachRow(ctx, a, sums, visit)
	}
	words, err := hugemem.New[uint32](int(d.blockBytes() / 4))
	if err != nil {
		return err
	}
	defer words.Free()
	for i, rows := range d.Grid.Rows {
		for k, columns := range d.Grid.Columns {
			rest := words.Slice()
			take := func(n int) []uint32 {
				some := rest[:n:n]
				rest = rest[n:]
				return some
			}
			b := &partition.Block{Rows: rows, Columns: columns, Lengths: take(rows.Len()), Neighbors: take(int(d.Store.Edges(rows, columns)))}
			if err := d.Store.Fill(ctx, b, a.workers); err != nil {
				return err
			}
			var support []uint32
			if sums {
				support = take(len(b.Neighbors))
				if err := d.sums.Read(ctx, i, k, support, a.workers); err != nil {
					return err
				}
			}
			if err := a.eachStretch(ctx, b, support, visit); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachStretch cuts a block.
func (a *outside) eachStretch(ctx context.Context, b *partition.Block, support []uint32, visit func(worker int, first uint32, lengths, neighbors, support []uint32) error) error {
	const work = 1 << 16 // rows and edges
	type stretch struct{ row, edge int }
	cuts := []stretch{{}}
	at := stretch{}
	for _, n := range b.Lengths {
		at.row, at.edge = at.row+1, at.edge+int(n)
		if last := cuts[len(cuts)-1]; at.row-last.row+at.edge-last.edge >= work {
			cuts = append(cuts, at)
		}
	}
	cuts = append(cuts, at)
	return par.Each(ctx, a.workers, len(cuts)-1, func(worker, i int) error {
		from, to := cuts[i], cuts[i+1]
		var sums []uint32
		if support != nil {
			sums = support[from.edge:to.edge]
		}
		a.opt.Meter.Add(int64(to.edge - from.edge))
		return visit(worker, b.Rows.Begin+uint32(from.row), b.Lengths[from.row:to.row], b.Neighbors[from.edge:to.edge], sums)
	})
}
