package triangle

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRowsOfABucket moves the edges of a bucket to their rows, with room for all or for none.
func TestRowsOfABucket(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for round := range 60 {
		const first, before = 3, 5 // rows and edges of the buckets before
		rows := 1 + rng.IntN(20)
		var sources []uint16
		var edges []supportedEdge
		want := make([][]supportedEdge, rows)
		for row := range want {
			for range rng.IntN([]int{3, 40, 400}[round%3]) {
				e := supportedEdge(rng.Uint64N(1 << 40))
				want[row] = append(want[row], e)
				sources, edges = append(sources, uint16(row)), append(edges, e)
			}
			slices.Sort(want[row])
		}
		if round%2 == 0 { // else all rows are in order, but for what is in them
			rng.Shuffle(len(edges), func(i, j int) {
				edges[i], edges[j] = edges[j], edges[i]
				sources[i], sources[j] = sources[j], sources[i]
			})
		}
		for _, most := range []uint64{0, 1 << 20} {
			s := supported{
				offsets: make([]uint64, first+rows+1),
				edges:   append(make([]supportedEdge, before), edges...),
			}
			b := bucket{most: most, ends: make([]uint64, 32)}
			b.rows(&s, first, before, uint64(before+len(edges)), append(make([]uint16, before), sources...))
			for row := range want {
				if got := s.row(uint32(first + row)); !slices.Equal(got, want[row]) {
					t.Fatalf("round %d, room for %d: row %d is %d, want %d", round, most, row, got, want[row])
				}
			}
		}
	}
}
