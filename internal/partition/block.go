package partition

// Block is a rectangle of oriented lists: of the rows in one range the
// neighbours in another.
type Block struct {
	Rows, Columns Range
	Lengths       []uint32 // of each row; as many as Rows has ids
	Neighbors     []uint32 // all rows, one after the other, each ascending; ids as in the lists
}

// Edges returns the number of edges in b.
func (b *Block) Edges() uint64 { return uint64(len(b.Neighbors)) }

// edgesWithin counts the edges of b in a range of columns.
func (b *Block) edgesWithin(columns Range) uint64 {
	sum, rest := uint64(0), b.Neighbors
	for _, n := range b.Lengths {
		sum += uint64(len(within(rest[:n], columns)))
		rest = rest[n:]
	}
	return sum
}

// cut copies what b has in a range of columns.
func (b *Block) cut(columns Range) *Block {
	c := &Block{Rows: b.Rows, Columns: columns, Lengths: make([]uint32, len(b.Lengths)), Neighbors: make([]uint32, b.edgesWithin(columns))}
	b.copyTo(c, columns)
	return c
}

// copyTo copies what b has in a range of columns to another block of its rows.
func (b *Block) copyTo(to *Block, columns Range) {
	if columns == b.Columns {
		copy(to.Lengths, b.Lengths)
		copy(to.Neighbors, b.Neighbors)
		return
	}
	free, rest := to.Neighbors, b.Neighbors
	for r, n := range b.Lengths {
		to.Lengths[r] = uint32(copy(free, within(rest[:n], columns)))
		free, rest = free[to.Lengths[r]:], rest[n:]
	}
}

// keep drops what b has outside a range of columns, where it stands.
func (b *Block) keep(columns Range) {
	kept, rest := 0, b.Neighbors
	for r, n := range b.Lengths {
		list := within(rest[:n], columns)
		rest = rest[n:]
		b.Lengths[r] = uint32(copy(b.Neighbors[kept:], list))
		kept += len(list)
	}
	b.Neighbors, b.Columns = b.Neighbors[:kept], columns
}

// valid reports whether b is a rectangle of oriented lists: the lengths add up,
// and each row ascends strictly within the columns and below its own id.
func (b *Block) valid() bool {
	rest := b.Neighbors
	for r, n := range b.Lengths {
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
