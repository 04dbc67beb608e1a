package partition

// Cursors read the sums of blocks (0, 0), (1, 0) and so on from their first edges on, side
// by side.
type Cursors struct {
	sums *Sums
	each []cursor
}

// cursor is a place in one of them.
type cursor struct {
	words []uint32 // that are read, and not taken
	room  []uint32
	at    int // chunk that comes next
}

// Cursors begin with the first edges.
func (t *Sums) Cursors() *Cursors { return &Cursors{t, make([]cursor, len(t.edges))} }

// Bytes is what they hold in the end.
func (c *Cursors) Bytes() int64 {
	sum := int64(0)
	for _, edges := range c.sums.edges {
		sum += 4 * int64(min(edges[0], sumsAtOnce))
	}
	return sum
}

// Next returns the next number of block (i, 0). Behind the last the error is
// [ErrDamaged].
func (c *Cursors) Next(i int) (uint32, error) {
	if i >= len(c.each) {
		return 0, ErrDamaged
	}
	x := &c.each[i]
	if len(x.words) == 0 {
		edges, begin := c.sums.edges[i][0], uint64(x.at)*sumsAtOnce
		if begin >= edges {
			return 0, ErrDamaged
		}
		if x.room == nil {
			x.room = make([]uint32, min(edges, sumsAtOnce))
		}
		x.words = x.room[:min(edges-begin, sumsAtOnce)]
		if err := c.sums.read(c.sums.blocks[i][0][x.at], x.words); err != nil {
			return 0, err
		}
		x.at++
	}
	n := x.words[0]
	x.words = x.words[1:]
	return n, nil
}

// Forget gives back what is held of block (i, 0), of which no more is asked.
func (c *Cursors) Forget(i int) { c.each[i] = cursor{} }
