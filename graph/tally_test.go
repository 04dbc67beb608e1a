package graph

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// However the ids come, each bucket must get the records that fall into it.
func TestTallyMatchesCounting(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for trial := range 400 {
		idBits := 1 + random.IntN(32)
		parts := make([]tally, 1+random.IntN(3))
		var all []Edge
		for range random.IntN(20) {
			var batch []Edge
			for range random.IntN(100) {
				e := Edge{random.Uint32() >> (32 - idBits), random.Uint32() >> (32 - random.IntN(idBits+1))}
				if random.IntN(10) == 0 {
					e.V = e.U
				}
				batch = append(batch, e)
			}
			parts[random.IntN(len(parts))].add(batch)
			all = append(all, batch...)
		}
		sum := mergeTallies(parts)
		n, loops := uint64(1), uint64(0)
		for _, e := range all {
			n = max(n, uint64(e.U)+1, uint64(e.V)+1)
			if e.U == e.V {
				loops++
			}
		}
		if len(all) > 0 && uint64(sum.maxID) != n-1 || sum.loops != loops || sum.records+loops != uint64(len(all)) {
			t.Fatalf("trial %d: largest id %d, %d loops, %d records; want %d, %d, %d", trial,
				sum.maxID, sum.loops, sum.records, n-1, loops, uint64(len(all))-loops)
		}
		for shift := uint(max(bits.Len64(n-1)-bits.Len(maxBuckets-1), 0)); shift < 32; shift += 3 {
			buckets := int((n + 1<<shift - 1) >> shift)
			want := make([]uint64, buckets+1)
			for _, e := range all {
				if e.U != e.V {
					want[max(e.U, e.V)>>shift+1]++
				}
			}
			for b := range buckets {
				want[b+1] += want[b]
			}
			if got := sum.buckets(buckets, shift); !slices.Equal(got, want) {
				t.Fatalf("trial %d, ids of %d bits, buckets of 2^%d: %v, want %v", trial, idBits, shift, got, want)
			}
		}
	}
}

// fickle is a source that yields other records when it is read again.
type fickle struct {
	records
	again []Edge
	reads int
}

func (f *fickle) Read(ctx context.Context, workers int, emit func(worker int, b Batch) error) (Summary, error) {
	if f.reads++; f.reads > 1 {
		f.edges = f.again
	}
	return f.records.Read(ctx, workers, emit)
}

func TestCleanNoticesThatTheInputChanged(t *testing.T) {
	first := []Edge{{1, 2}, {3, 4}, {5, 6}, {7, 7}}
	for name, again := range map[string][]Edge{
		"fewer records":     {{1, 2}, {3, 4}},
		"more records":      {{1, 2}, {3, 4}, {5, 6}, {7, 7}, {2, 4}},
		"larger ids":        {{1, 2}, {3, 4}, {5, 600}, {7, 7}},
		"a loop for a loop": {{1, 2}, {3, 4}, {5, 6}, {70000, 70000}},
	} {
		src := &fickle{records: records{edges: first, direct: true}, again: again}
		_, err := Clean(context.Background(), src, Options{Threads: 1})
		var input *InputError
		if !errors.As(err, &input) {
			t.Errorf("%s: got %v, want an InputError", name, err)
		}
	}
}
