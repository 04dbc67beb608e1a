package lists

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// However the ids come, each bucket must get the records that fall into it.
func TestTallyMatchesCounting(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for trial := range 400 {
		idBits := 1 + random.IntN(32)
		parts := make([]spread, 1+random.IntN(3))
		var all []graph.Edge
		for range random.IntN(20) {
			var batch []graph.Edge
			for range random.IntN(100) {
				e := graph.Edge{U: random.Uint32() >> (32 - idBits), V: random.Uint32() >> (32 - random.IntN(idBits+1))}
				if random.IntN(10) == 0 {
					e.V = e.U
				}
				batch = append(batch, e)
			}
			parts[random.IntN(len(parts))].add(batch)
			all = append(all, batch...)
		}
		sum := mergeSpreads(parts)
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
	fixedRecords
	again []graph.Edge
	reads int
}

func (f *fickle) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	if f.reads++; f.reads > 1 {
		f.edges = f.again
	}
	return f.fixedRecords.Read(ctx, workers, emit)
}

func TestCleanNoticesThatTheInputChanged(t *testing.T) {
	first := []graph.Edge{{U: 1, V: 2}, {U: 3, V: 4}, {U: 5, V: 6}, {U: 7, V: 7}}
	for name, again := range map[string][]graph.Edge{
		"fewer records":     {{U: 1, V: 2}, {U: 3, V: 4}},
		"more records":      {{U: 1, V: 2}, {U: 3, V: 4}, {U: 5, V: 6}, {U: 7, V: 7}, {U: 2, V: 4}},
		"larger ids":        {{U: 1, V: 2}, {U: 3, V: 4}, {U: 5, V: 600}, {U: 7, V: 7}},
		"a loop for a loop": {{U: 1, V: 2}, {U: 3, V: 4}, {U: 5, V: 6}, {U: 70000, V: 70000}},
	} {
		src := &fickle{fixedRecords: fixedRecords{edges: first, direct: true}, again: again}
		_, err := Clean(context.Background(), src, graph.Options{Threads: 1})
		var input *graph.InputError
		if !errors.As(err, &input) {
			t.Errorf("%s: got %v, want an InputError", name, err)
		}
	}
}
