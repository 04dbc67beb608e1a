package simd

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// tallySlowly counts the triangles of a list with each entry from one up to another, and
// says where their third corners stand in the neighbors.
func tallySlowly(upper, offsets []uint64, neighbors []uint32, begin, end uint64, pairs []Pair, third []uint32) (counts []uint32, edges []uint64) {
	counts = make([]uint32, end-begin)
	first := uint32(0)
	for _, p := range pairs {
		row := neighbors[upper[p.Row]:upper[p.Row+1]]
		for _, i := range third[first:p.End] {
			edge := offsets[neighbors[p.Pos]] + uint64(i)
			at, _ := slices.BinarySearch(row, neighbors[edge])
			counts[p.Pos-begin]++
			counts[upper[p.Row]-begin+uint64(at)]++
			edges = append(edges, edge)
		}
		first = p.End
	}
	return counts, edges
}

func TestTallyRows(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(11, 12))
			for range 150 {
				upper, offsets, neighbors, begin, end, from, to := randomTask(random)
				rows := len(offsets) - 1
				longest := uint64(0)
				for r := range rows {
					longest = max(longest, offsets[r+1]-offsets[r])
				}
				room := TallyRoom(int(longest))
				tally := Tally{
					Counts: make([]uint32, upper[end]-upper[begin]), First: upper[begin],
					Edges: make([]uint64, room), Corners: make([]uint32, room), Places: make([]uint32, (rows+31)/32),
				}
				pairs, third := listSlowly(upper, offsets, neighbors, begin, end, from, to)
				want, wantEdges := tallySlowly(upper, offsets, neighbors, upper[begin], upper[end], pairs, third)
				for i := range want {
					tally.Counts[i] = uint32(i)
					want[i] += uint32(i)
				}
				bitmap := make([]uint32, (rows+31)/32)
				var edges []uint64
				for row, at := begin, uint64(0); row < end; {
					done := k.TallyRows(upper, offsets, neighbors, row, end, from, to, at, bitmap, &tally)
					edges = append(edges, tally.Edges[:done.Edges]...)
					row, at = done.Row, done.Pos
				}
				if !slices.Equal(tally.Counts, want) || !slices.Equal(edges, wantEdges) {
					t.Fatalf("rows [%d, %d) of %d from %d to %d: %v %v, want %v %v", begin, end, rows, from, to, tally.Counts, edges, want, wantEdges)
				}
				if slices.ContainsFunc(bitmap, func(w uint32) bool { return w != 0 }) {
					t.Fatal("the bitmap is left dirty")
				}
			}
		})
	}
}
