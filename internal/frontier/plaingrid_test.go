package frontier

import (
	"fmt"
	"math/big"
	"testing"
	"time"
)

// The simple twin of the grid machine: cell by cell, row by row, with nothing
// but the rules, in one table, and with residues for numbers.

// primes are the moduli.
var primes = [2]uint64{1<<61 - 1, 1<<62 - 57}

type residues [2]uint64

func (r *residues) add(s residues) {
	for i, p := range primes {
		if r[i] += s[i]; r[i] >= p {
			r[i] -= p
		}
	}
}

// residueTable maps states to numbers. Its entries lie where a hash says, or
// behind.
type residueTable struct {
	keys   []uint64 // 1 + the state; 0 is free
	values []residues
	count  int
}

func newResidueTable(size int) *residueTable {
	return &residueTable{keys: make([]uint64, size), values: make([]residues, size)}
}

func (t *residueTable) add(k uint64, v residues) {
	size := uint64(len(t.keys))
	at := (k + 1) * 0x9e3779b97f4a7c15 >> 20 & (size - 1)
	for t.keys[at] != 0 && t.keys[at] != k+1 {
		at = (at + 1) & (size - 1)
	}
	if t.keys[at] == 0 {
		t.keys[at] = k + 1
		t.count++
	}
	t.values[at].add(v)
	if t.count*8 > len(t.keys)*7 {
		larger := newResidueTable(2 * len(t.keys))
		for i, k := range t.keys {
			if k != 0 {
				larger.add(k-1, t.values[i])
			}
		}
		*t = *larger
	}
}

// What the cell decided last in a column is, three bits a column.
const (
	plainOut    = iota
	plainSpent  // on the cycle, both neighbours known
	plainLeft   // end of a path whose other end is to the right
	plainRight  // end of a path whose other end is to the left
	plainSingle // on the cycle, no neighbour yet
)

func digit(k uint64, column int) uint64 { return k >> (3 * column) & 7 }

func withDigit(k uint64, column int, d uint64) uint64 {
	return k&^(7<<(3*column)) | d<<(3*column)
}

// plainMate returns the column of the other end of the path that ends in column.
func plainMate(k uint64, column int) int {
	depth := 0
	step := 1
	if digit(k, column) == plainRight {
		step = -1
	}
	for c := column; ; c += step {
		switch digit(k, c) {
		case plainLeft:
			depth++
		case plainRight:
			depth--
		}
		if depth == 0 {
			return c
		}
	}
}

// plainGrid counts the chordless cycles of four vertices and more of a grid.
func plainGrid(rows, columns int) residues {
	var closed residues
	now := newResidueTable(16)
	now.add(0, residues{1, 1})
	for cell := range rows * columns {
		c := cell % columns
		then := newResidueTable(len(now.keys))
		for i, k := range now.keys {
			if k == 0 {
				continue
			}
			k, v := k-1, now.values[i]
			before, above := uint64(plainOut), digit(k, c)
			if c > 0 {
				before = digit(k, c-1)
			}
			if above == plainSingle { // it lacks two neighbours and has one left
				continue
			}
			if (above == plainOut || above == plainSpent) && before != plainSingle {
				then.add(withDigit(k, c, plainOut), v)
			}
			if above == plainSpent || before == plainSpent {
				continue
			}
			switch {
			case above == plainOut && before == plainOut:
				then.add(withDigit(k, c, plainSingle), v)
			case before == plainOut:
				then.add(k, v)
			case before == plainSingle && above == plainOut:
				then.add(withDigit(withDigit(k, c-1, plainLeft), c, plainRight), v)
			case before == plainSingle:
				then.add(withDigit(withDigit(k, c-1, above), c, plainSpent), v)
			case above == plainOut:
				then.add(withDigit(withDigit(k, c-1, plainSpent), c, before), v)
			default:
				joined := withDigit(withDigit(k, c-1, plainSpent), c, plainSpent)
				left, right := plainMate(k, c-1), plainMate(k, c)
				if left == c {
					alone := true
					for other := range columns {
						d := digit(joined, other)
						alone = alone && (d == plainOut || d == plainSpent)
					}
					if alone {
						closed.add(v)
					}
					continue
				}
				joined = withDigit(joined, min(left, right), plainLeft)
				joined = withDigit(joined, max(left, right), plainRight)
				then.add(joined, v)
			}
		}
		now = then
	}
	return closed
}

func TestGridAgainstPlain(t *testing.T) {
	for rows := 2; rows <= 20; rows++ {
		for columns := 2; columns <= min(rows, 9) && rows*columns <= 120; columns++ {
			got := count(t, gridGraph(rows, columns), &Plan{Order: rowByRow(rows, columns), rows: rows, columns: columns}, Options{})[0]
			want := plainGrid(rows, columns)
			for i, p := range primes {
				modulus := new(big.Int).SetUint64(p)
				if r := new(big.Int).Mod(got, modulus); r.Uint64() != want[i] {
					t.Fatalf("%d x %d: %v cycles, %v modulo %d, not %d", rows, columns, got, r, p, want[i])
				}
			}
		}
	}
}

// plainTerm is what TestTerm says of the sweep "plain".
func plainTerm(side int) string {
	begin := time.Now()
	r := plainGrid(side, side)
	return fmt.Sprintf("modulo %d: %d, modulo %d: %d, %.1f s", primes[0], r[0], primes[1], r[1], time.Since(begin).Seconds())
}
