package simd

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCreditRows(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(13, 14))
			for range 300 {
				upper, offsets, neighbors, begin, end, from, to := randomTask(random)
				rows := len(offsets) - 1
				longest := uint64(0)
				for r := range rows {
					longest = max(longest, offsets[r+1]-offsets[r])
				}
				first := uint32(random.IntN(3))
				want := make([]uint64, rows+len(upper)+3)
				pairs, third := listSlowly(upper, offsets, neighbors, begin, end, from, to)
				at := uint32(0)
				for _, p := range pairs {
					v := neighbors[p.Pos]
					for _, i := range third[at:p.End] {
						want[first+p.Row]++
						want[v]++
						want[neighbors[offsets[v]+uint64(i)]]++
					}
					at = p.End
				}
				room := CreditRoom(int(longest))
				c := Credits{Low: make([]uint8, random.IntN(len(want)+1)), Rows: make([]Credit, 2*room), Corners: make([]uint32, room)}
				got := make([]uint64, len(want))
				for i := range c.Low {
					c.Low[i] = uint8(random.IntN(256))
					want[i] += uint64(c.Low[i])
				}
				bitmap := make([]uint32, (rows+31)/32)
				for row, at := begin, uint64(0); row < end; {
					done := k.CreditRows(upper, offsets, neighbors, row, end, from, to, at, first, bitmap, &c)
					for _, r := range c.Rows[:done.Rows] {
						if r.Triangles == 0 {
							t.Fatalf("row %d is listed for nothing", r.Row)
						}
						got[r.Row] += uint64(r.Triangles)
					}
					for _, w := range c.Corners[:done.Corners] {
						got[w]++
					}
					row, at = done.Row, done.Pos
				}
				for i, n := range c.Low {
					got[i] += uint64(n)
				}
				if !slices.Equal(got, want) {
					t.Fatalf("rows [%d, %d) of %d from %d to %d: %d, want %d", begin, end, rows, from, to, got, want)
				}
				if slices.ContainsFunc(bitmap, func(w uint32) bool { return w != 0 }) {
					t.Fatal("the bitmap is left dirty")
				}
			}
		})
	}
}
