package colours

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// TestPairs gives back what was taken, in any order.
func TestPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 20))
	for _, most := range []uint64{1 << 20, 1 << 40} {
		p := NewPairs(3, t.TempDir())
		var want, got [][2]uint64
		for range random.IntN(60_000) {
			pair := [2]uint64{random.Uint64N(most), random.Uint64N(1 << 20)}
			want = append(want, pair)
			if err := p.Add(random.IntN(3), pair[0], pair[1]); err != nil {
				t.Fatal(err)
			}
		}
		var mutex sync.Mutex
		err := p.Each(t.Context(), 2, func(_ int, some [][2]uint64) error {
			mutex.Lock()
			defer mutex.Unlock()
			got = append(got, some...)
			return nil
		})
		order := func(a, b [2]uint64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }
		slices.SortFunc(want, order)
		slices.SortFunc(got, order)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d pairs of %d, %v", len(got), len(want), err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}
