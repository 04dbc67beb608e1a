package frontier

import "math/bits"

// grid steps through the cells of a grid graph row by row. A state is the last
// cell decided in each column, two bits each, column 0 lowest:
//
//	out    not on the cycle, and the cell below may be chosen
//	left   end of a path whose other end is to the right
//	right  end of a path whose other end is to the left
//	spent  on the cycle with both its neighbours: the cell below is out
//
// Paths do not cross, so that left and right match as parentheses do. An end
// has one neighbour left to choose, the cell below, except the cell decided
// last, which also has the one to its right; and only that cell can be without
// any neighbour yet, a path of one cell: then its code is left, and a bit above
// the columns is set.
//
// A chordless cycle of more than four cells has no 2 x 2 block of cells. So two
// ends are never side by side at the end of a row; states that lead to that are
// dropped at once, and the (rows-1)(columns-1) cycles of four cells are counted
// apart. Of two rows that mirror each other one is kept, for both have the same
// completions.
type grid struct {
	rows, columns int
	cells         uint64 // the bits of all columns
	single        uint64 // the cell decided last is a path of one cell
	one           uint64 // a cell, in the length above; 0 where lengths are not told apart
	length        uint   // where the length begins
}

const (
	out   = 0
	left  = 1
	right = 2
	spent = 3

	lowBits = 0x5555555555555555 // the low bit of each column
)

// newGrid returns nil where a state does not fit its 64 bits.
func newGrid(rows, columns int, byLength bool) *grid {
	g := &grid{
		rows: rows, columns: columns,
		cells:  1<<(2*columns) - 1,
		single: 1 << (2 * columns),
		length: uint(2*columns + 1),
	}
	need := 2*columns + 1
	if byLength {
		g.one = 1 << g.length
		need += bits.Len(uint(rows * columns))
	}
	if need > 64 {
		return nil
	}
	return g
}

// addSquares adds the cycles of four cells.
func (g *grid) addSquares(t *tally) {
	length := 0
	if g.one != 0 {
		length = 4
	}
	t.add(length, []uint64{uint64(g.rows-1) * uint64(g.columns-1)})
}

func (g *grid) steps() int { return g.rows * g.columns }

// isEnd reports whether a code is left or right.
func isEnd(code uint64) bool { return code == left || code == right }

// ends has the low bit of each column that is an end.
func (g *grid) ends(k uint64) uint64 { return (k ^ k>>1) & lowBits & g.cells }

func (g *grid) advance(step int, from, to *table[[1]uint64], closed *tally) {
	row, column := step/g.columns, step%g.columns
	at := uint(2 * column)
	lastRow, lastColumn := row == g.rows-1, column == g.columns-1
	put := func(k uint64, v []uint64) {
		if lastColumn {
			k = g.endRow(k, g.rows-1-row)
		} else {
			k = g.lookAhead(k, at+2)
		}
		if k != dead {
			to.add([1]uint64{k}, v)
		}
	}

	for _, i := range g.grouped(from, at) {
		k, v := from.keys[i][0], from.value(int(i))
		above, next := k>>at&3, uint64(spent)
		if !lastColumn {
			next = k >> (at + 2) & 3
		}
		before, farther := uint64(out), uint64(out) // the cells to the left
		if column > 0 {
			before = k >> (at - 2) & 3
		}
		if column > 1 {
			farther = k >> (at - 4) & 3
		}
		single := k&g.single != 0

		// The cell stays out.
		if !isEnd(above) && !single && !(isEnd(before) && (lastRow || isEnd(farther))) {
			put(k&^(3<<at), v)
		}

		// The cell is on the cycle: a path of its own, the next of one that ended
		// above or before it, or the link of two.
		if above == spent || before == spent {
			continue
		}
		goesOn := next != spent // to the right
		with := k + g.one
		switch {
		case above == out && before == out:
			if goesOn && !lastRow {
				put(with|left<<at|g.single, v)
			}
		case before == out:
			if goesOn || !lastRow {
				put(with, v)
			}
		case single && above == out:
			if goesOn { // down would close a 2 x 2 block
				put(with&^g.single|right<<at, v)
			}
		case single:
			put(with&^(g.single|3<<(at-2))|above<<(at-2)|spent<<at, v)
		case above == out:
			if goesOn || !lastRow {
				put(fill(with|before<<at|spent<<(at-2), at), v)
			}
		case before == left && above == right:
			if g.ends(k) == 5<<(at-2) {
				closed.add(int(with>>g.length), v)
			}
		default:
			joined := with | 15<<(at-2)
			switch {
			case before == left && above == left:
				joined ^= 3 << g.mateRight(k, at)
			case before == right && above == right:
				joined ^= 3 << g.mateLeft(k, at-2)
			}
			put(fill(joined, at), v)
		}
	}
}

// grouped returns the states of a table in such an order that those are side by
// side whose cells around bit at are alike: what is done with them is alike,
// which a processor predicts.
func (g *grid) grouped(t *table[[1]uint64], at uint) []uint32 {
	if cap(t.sequence) < t.count {
		t.sequence = make([]uint32, len(t.keys))
	}
	sequence := t.sequence[:t.count]
	group := func(k uint64) uint64 { return k<<2>>(at&63)&255 | k>>(2*g.columns)&1<<8 }
	var next [1 << 9]uint32
	for _, k := range t.keys[:t.count] {
		next[group(k[0])]++
	}
	sum := uint32(0)
	for i, n := range next {
		next[i] = sum
		sum += n
	}
	for i, k := range t.keys[:t.count] {
		p := group(k[0])
		sequence[next[p]] = uint32(i)
		next[p]++
	}
	return sequence
}

// mateRight returns where the other end of the path is that has a left end at
// bit at.
func (g *grid) mateRight(k uint64, at uint) uint {
	depth := 0
	for e := g.ends(k) >> (at + 2) << (at + 2); ; e &= e - 1 {
		p := uint(bits.TrailingZeros64(e))
		if k>>p&3 == left {
			depth++
		} else if depth--; depth < 0 {
			return p
		}
	}
}

// mateLeft returns where the other end of the path is that has a right end at
// bit at.
func (g *grid) mateLeft(k uint64, at uint) uint {
	depth := 0
	for e := g.ends(k) & (1<<at - 1); ; {
		p := uint(63 - bits.LeadingZeros64(e))
		if k>>p&3 == right {
			depth++
		} else if depth--; depth < 0 {
			return p
		}
		e &^= 1 << p
	}
}

// fill takes a state in which the cell before bit at has become spent, and
// marks the out cells to the left of it as spent where the cells below them
// cannot be on a cycle: one or two between spent ones, or the border, have too
// few neighbours, or only those of a 2 x 2 block.
func fill(k uint64, at uint) uint64 {
	if at < 4 || k>>(at-4)&3 != out {
		return k
	}
	if at < 6 || k>>(at-6)&3 == spent {
		return k | spent<<(at-4)
	}
	if k>>(at-6)&3 == out && (at < 8 || k>>(at-8)&3 == spent) {
		return k | 15<<(at-6)
	}
	return k
}

// dead stands for a state from which no cycle can be closed.
const dead = 1<<64 - 1

// lookAhead takes a state whose next cell is at bit at to the one that stands
// for all with the same completions, as far as the next three cells tell:
// where a cell is bound to be out, the one above it may as well be spent.
func (g *grid) lookAhead(k uint64, at uint) uint64 {
	row := k | ^g.cells // the border is like spent cells
	next, second, third := row>>at&3, row>>(at+2)&3, row>>(at+4)&3
	switch here := k >> (at - 2) & 3; {
	case here == out:
		return g.fillRight(k, at)
	case here == spent: // the next is out
		if isEnd(next) {
			return dead
		}
		return g.fillRight(k|spent<<at, at+2)
	case isEnd(next): // the next is on the cycle, and then spent
		if here == left && next == right && k&g.single == 0 {
			if g.ends(k) != 5<<(at-2) {
				return dead // closes a cycle beside other paths
			}
			return k
		}
		if isEnd(second) {
			return dead
		}
		if second == out {
			return g.fillRight(k|spent<<(at+2), at+4)
		}
	case k&g.single != 0: // the next two are on the cycle
		if second == spent || isEnd(second) && isEnd(third) {
			return dead
		}
		if isEnd(second) && third == out {
			return g.fillRight(k|spent<<(at+4), at+6)
		}
	}
	return k
}

// fillRight marks one or two out cells from bit at on as spent where a spent
// one follows, or the border, given that the cell to the left of the one below
// bit at is out.
func (g *grid) fillRight(k uint64, at uint) uint64 {
	row := k | ^g.cells
	switch {
	case row>>at&3 != out:
		return k
	case row>>(at+2)&3 == spent:
		return k | spent<<at
	case row>>(at+2)&3 == out && row>>(at+4)&3 == spent:
		return k | 15<<at
	}
	return k
}

// endRow takes a state at the end of a row, with so many rows to come, to the
// one that stands for all with the same completions.
func (g *grid) endRow(k uint64, rows int) uint64 {
	row := fill(k&g.cells, uint(2*g.columns+2)) & g.cells
	ends := g.ends(row)
	if rows <= 2 && !g.joins(row, ends) {
		return dead
	}
	if bits.OnesCount64(ends) > 2 {
		// The cell below one between two ends of a path would close a cycle
		// beside other paths.
		lefts, rights := ends&row, ends&(row>>1)
		row |= 3 * (lefts << 2 & (rights >> 2) &^ (row | row>>1))
	}
	if mirrored := g.mirror(row); mirrored < row {
		row = mirrored
	}
	return k&^g.cells | row
}

// joins reports whether the paths of a row become one cycle when each end is
// joined to the one beside it, the first to the second and so on: nothing else
// is possible within two rows.
func (g *grid) joins(row, ends uint64) bool {
	if ends == 0 {
		return false
	}
	at := uint(bits.TrailingZeros64(ends))
	first := at
	for left := ends; ; {
		// Along the path, then over to the end beside it.
		left &^= 1 << at
		if row>>at&3 == 1 {
			at = g.mateRight(row, at)
		} else {
			at = g.mateLeft(row, at)
		}
		left &^= 1 << at
		if bits.OnesCount64(ends&(1<<at-1))%2 == 0 {
			at = uint(bits.TrailingZeros64(ends >> (at + 1) << (at + 1)))
		} else {
			at = uint(63 - bits.LeadingZeros64(ends&(1<<at-1)))
		}
		if at == first {
			return left == 0
		}
	}
}

// mirror exchanges left and right: the codes are such that reversing the bits
// does it.
func (g *grid) mirror(row uint64) uint64 { return bits.Reverse64(row) >> (64 - 2*g.columns) }

// window ends a window at about the middle of a row, or at its end.
func (g *grid) window(step int) (end int, class func([1]uint64) uint64) {
	row, column := step/g.columns, step%g.columns
	middle := (g.columns + 3) / 2
	keep := g.cells
	if column < middle {
		end = row*g.columns + middle
		keep &^= 1<<(2*middle) - 1
	} else {
		end = (row + 1) * g.columns
		keep = 0
	}
	if column > 3 {
		keep |= 1<<(2*(column-3)) - 1
	}
	return end, func(k [1]uint64) uint64 {
		e := g.ends(k[0]) & keep
		occupied := [1]uint64{k[0]&keep&^(e|e<<1) | e}
		return hash(occupied)
	}
}
