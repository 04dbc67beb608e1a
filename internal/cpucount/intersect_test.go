package cpucount

import (
	"math/rand/v2"
	"testing"
)

// intersectPlain is the two-pointer merge as it is in the books, the twin of
// every intersection here.
func intersectPlain(a, b []uint32) uint64 {
	count := uint64(0)
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			count++
			i++
			j++
		}
	}
	return count
}

// ascending draws a list of about n different numbers below limit.
func ascending(rng *rand.Rand, n, limit int) []uint32 {
	list := []uint32{}
	for v := range limit {
		if rng.IntN(limit) < n {
			list = append(list, uint32(v))
		}
	}
	return list
}

// listPairs calls body for lists of all kinds: empty, short, alike, and one
// much longer than the other.
func listPairs(body func(rng *rand.Rand, a, b []uint32)) {
	rng := rand.New(rand.NewPCG(9, 9))
	lengths := []int{0, 1, 2, 3, 10, 100, 1000}
	for _, n := range lengths {
		for _, m := range lengths {
			for _, limit := range []int{12, 150, 3000} {
				body(rng, ascending(rng, n, limit), ascending(rng, m, limit))
			}
		}
	}
}

func TestIntersect(t *testing.T) {
	listPairs(func(_ *rand.Rand, a, b []uint32) {
		want := intersectPlain(a, b)
		if got := intersect(a, b); got != want {
			t.Errorf("intersect(%v, %v) = %d, want %d", a, b, got, want)
		}
		if got := gallop(a, b); got != want {
			t.Errorf("gallop(%v, %v) = %d, want %d", a, b, got, want)
		}
	})
}

// TestCrossing checks that pieces between any diagonals make up the whole walk.
func TestCrossing(t *testing.T) {
	listPairs(func(rng *rand.Rand, a, b []uint32) {
		want, got := intersectPlain(a, b), uint64(0)
		i, j, diagonal := 0, 0, uint64(0)
		for i < len(a) || j < len(b) {
			diagonal += 1 + rng.Uint64N(1+uint64(len(a)+len(b))/8)
			p, q := crossing(a, b, diagonal)
			if p < i || q < j || p > len(a) || q > len(b) {
				t.Fatalf("walk goes from (%d, %d) to (%d, %d)", i, j, p, q)
			}
			if on := uint64(p + q); on != min(diagonal, uint64(len(a)+len(b))) && on != diagonal+1 {
				t.Fatalf("diagonal %d is crossed at (%d, %d)", diagonal, p, q)
			}
			got += intersectPlain(a[i:p], b[j:q])
			i, j = p, q
		}
		if got != want {
			t.Errorf("pieces of %v and %v have %d in common, want %d", a, b, got, want)
		}
	})
}
