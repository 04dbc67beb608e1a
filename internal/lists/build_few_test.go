package lists

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/radix"
)

// BenchmarkSortKeys sorts keys of a bucket.
func BenchmarkSortKeys(b *testing.B) {
	ctx := context.Background()
	for _, n := range []int{256, 2048, 1 << 14, 1 << 16} {
		for _, width := range []uint{22, 32} {
			random := rand.New(rand.NewPCG(17, 18))
			given := make([]uint32, n)
			for i := range given {
				given[i] = random.Uint32() >> (32 - width)
			}
			keys, tmp := make([]uint32, n), make([]uint32, n)
			run := func(name string, sort func(keys, tmp []uint32, width uint)) {
				b.Run(fmt.Sprintf("keys=%d/bits=%d/%s", n, width, name), func(b *testing.B) {
					for b.Loop() {
						copy(keys, given)
						sort(keys, tmp, width)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/key")
				})
			}
			run("radix", func(keys, tmp []uint32, width uint) { radix.Sort(keys, tmp, int(width)) })
			if few := newFewSorter(); few != nil {
				run("few", func(keys, tmp []uint32, width uint) {
					if _, err := few.sorted(ctx, keys, tmp, width); err != nil {
						b.Fatal(err)
					}
				})
			}
		}
	}
}

func TestFewSorter(t *testing.T) {
	few := &fewSorter{sort: func(keys []uint32) { slices.Sort(keys) }}
	if fast := newFewSorter(); fast != nil {
		few = fast
	}
	random := rand.New(rand.NewPCG(19, 20))
	for range 400 {
		width := 1 + random.UintN(32)
		n := random.IntN(1 << random.UintN(16))
		skew := random.UintN(width)
		above := uint32(0)
		if width < 32 {
			above = random.Uint32() >> width << width
		}
		keys := make([]uint32, n)
		for i := range keys {
			keys[i] = above | random.Uint32()>>(32-width)>>random.UintN(skew+1)
		}
		want := slices.Clone(keys)
		slices.Sort(want)
		got, err := few.sorted(context.Background(), keys, make([]uint32, n+5), width)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%d keys of %d bits are not sorted: %v", n, width, err)
		}
	}
}
