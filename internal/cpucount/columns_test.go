package cpucount

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestColumns holds what each method finds from each row against all pairs of its entries.
func TestColumns(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rounds := 4
	if testing.Short() {
		rounds = 1
	}
	for name, e := range graphtest.Various(rand.New(rand.NewPCG(seed, 5)), rounds) {
		o := e.Lists()
		if testing.Short() && o.Edges() > 10_000 {
			continue // which take long to count by columns, one by one
		}
		want, sum := make([]uint64, o.Rows()), uint64(0)
		for u := range want {
			row := o.Row(uint32(u))
			for k, v := range row {
				for _, w := range row[:k] {
					if slices.Contains(o.Row(v), w) {
						want[u]++
						sum++
					}
				}
			}
		}
		if triangles := e.Triangles(); sum != triangles {
			t.Fatalf("%s: %d triangles in the columns, %d in the graph", name, sum, triangles)
		}
		for _, v := range variants(o) {
			got, err := Columns(t.Context(), o, v.method, v.params.beside(8*int64(o.Rows())))
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %v finds %v (%v), want %v", name, v, got, err, want)
			}
		}
	}
}
