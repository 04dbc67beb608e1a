package radix

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSortMatchesComparisonSort(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for bits := 1; bits <= 64; bits++ {
		for _, n := range []int{0, 1, 2, smallest - 1, smallest, 3000} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = random.Uint64() >> (64 - bits)
			}
			want := slices.Sorted(slices.Values(keys))
			if got := Sort(keys, make([]uint64, n), bits); !slices.Equal(got, want) {
				t.Fatalf("%d keys of %d bits are not sorted", n, bits)
			}
			if bits > 32 {
				continue
			}
			narrow, narrowWant := make([]uint32, n), make([]uint32, n)
			for i := range narrow {
				narrow[i] = random.Uint32() >> (32 - bits)
			}
			copy(narrowWant, narrow)
			slices.Sort(narrowWant)
			if got := Sort(narrow, make([]uint32, n), bits); !slices.Equal(got, narrowWant) {
				t.Fatalf("%d narrow keys of %d bits are not sorted", n, bits)
			}
		}
	}
}

func BenchmarkSort(b *testing.B) {
	const n = 1 << 16
	keys, tmp, work := make([]uint32, n), make([]uint32, n), make([]uint32, n)
	for i := range keys {
		keys[i] = rand.Uint32()
	}
	b.SetBytes(4 * n)
	for b.Loop() {
		copy(work, keys)
		Sort(work, tmp, 32)
	}
}

func TestSortUnless(t *testing.T) {
	keys := make([]uint32, 3*piece)
	for i := range keys {
		keys[i] = uint32(len(keys) - i)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	sorted, err := SortUnless(ctx, keys, make([]uint32, len(keys)), 32)
	if err != nil || !slices.IsSorted(sorted) {
		t.Errorf("not sorted: %v", err)
	}
	cause := errors.New("enough")
	cancel(cause)
	if _, err := SortUnless(ctx, keys, make([]uint32, len(keys)), 32); !errors.Is(err, cause) {
		t.Errorf("%v, want the cause", err)
	}
}
