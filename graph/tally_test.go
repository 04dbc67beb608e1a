package graph

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
)

// Bins must neither overlap nor cross a bucket of any shift that is used.
func TestTallyBins(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		id := random.Uint32() >> random.IntN(32)
		bin := int(tallyBin(id))
		if first, next := tallyFirst(bin), tallyFirst(bin+1); uint64(id) < first || uint64(id) >= next {
			t.Fatalf("id %d is in bin %d, which holds [%d, %d)", id, bin, first, next)
		}
	}
	if bin := tallyBin(1<<32 - 1); bin != tallyBins-1 {
		t.Errorf("the largest id is in bin %d of %d", bin, tallyBins)
	}
	for rows := range uint(33) {
		for shift := max(int(rows)-tallyBits, 0); shift <= min(int(rows), 31); shift++ {
			last := int(tallyBin(uint32(1<<rows - 1)))
			for bin := 0; bin <= last; bin += 1 + bin/97 {
				if tallyFirst(bin)>>shift != (tallyFirst(bin+1)-1)>>shift {
					t.Fatalf("bin %d crosses a bucket of 2^%d ids", bin, shift)
				}
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
		src := &fickle{records: records{edges: first, vertices: Unknown, direct: true}, again: again}
		_, err := Clean(context.Background(), src, Options{Threads: 1})
		var input *InputError
		if !errors.As(err, &input) {
			t.Errorf("%s: got %v, want an InputError", name, err)
		}
	}
}
