package partition

import (
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// Block is a rectangle of oriented lists: of the rows in one range the
// neighbours in another. Edge blocks and CSR blocks are both of this kind.
type Block struct {
	Rows, Columns Range
	lengths       []uint32 // of each row
	neighbors     []uint32 // all rows, one after the other, ids as in the lists
}

// Cut copies a rectangle out of o.
func Cut(o *graph.Oriented, rows, columns Range) *Block {
	b := &Block{Rows: rows, Columns: columns, lengths: make([]uint32, rows.Len())}
	total := 0
	for r := range b.lengths {
		b.lengths[r] = uint32(len(within(o.Row(rows.Begin+uint32(r)), columns)))
		total += int(b.lengths[r])
	}
	b.neighbors = make([]uint32, 0, total)
	for r := range b.lengths {
		b.neighbors = append(b.neighbors, within(o.Row(rows.Begin+uint32(r)), columns)...)
	}
	return b
}

// within returns the part of the ascending list that lies in r.
func within(list []uint32, r Range) []uint32 {
	begin, _ := slices.BinarySearch(list, r.Begin)
	end, _ := slices.BinarySearch(list, r.End)
	return list[begin:end]
}

// Edges returns the number of edges in b.
func (b *Block) Edges() uint64 { return uint64(len(b.neighbors)) }

// valid reports whether b is a rectangle of oriented lists: the lengths add up,
// and each row ascends strictly within the columns and below its own id.
func (b *Block) valid() bool {
	rest := b.neighbors
	for r, n := range b.lengths {
		if uint64(n) > uint64(len(rest)) {
			return false
		}
		least := uint64(b.Columns.Begin)
		end := min(uint64(b.Columns.End), uint64(b.Rows.Begin)+uint64(r))
		for _, v := range rest[:n] {
			if uint64(v) < least || uint64(v) >= end {
				return false
			}
			least = uint64(v) + 1
		}
		rest = rest[n:]
	}
	return len(rest) == 0
}
