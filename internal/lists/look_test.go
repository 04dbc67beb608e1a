package lists

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Records that are looked at many at once are counted as those one by one, and so is what is
// kept of them.
func TestCountMany(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 24))
	for range 30 {
		ids := 1 + random.Uint32N(1<<(4+random.UintN(14)))
		loops := 1 + random.IntN(300)
		records := make([]graph.Edge, 20_000)
		for i := range records {
			records[i] = graph.Edge{U: random.Uint32N(ids), V: random.Uint32N(ids)}
			if random.IntN(loops) == 0 {
				records[i].V = records[i].U
			}
		}
		expected := uint64(1) << (14 + random.UintN(12))
		many, one := newTally(expected, 1, 0), newTally(expected, 1, 0)
		one.kernels.Looks = false
		for _, ta := range []*tally{many, one} {
			defer ta.free()
			for part := range slices.Chunk(records, 1000) {
				if err := ta.add(0, part); err != nil {
					t.Fatal(err)
				}
			}
		}
		if many.seen() != one.seen() || many.largest() != one.largest() {
			t.Fatalf("seen %+v up to %d, want %+v up to %d", many.seen(), many.largest(), one.seen(), one.largest())
		}
		if !slices.Equal(many.lanes[0].sample.keys, one.lanes[0].sample.keys) {
			t.Fatal("another sample is kept")
		}
		got, _, err := many.merge(context.Background(), int(ids))
		want, _, wantErr := one.merge(context.Background(), int(ids))
		if err != nil || wantErr != nil || !slices.Equal(got.low.Slice(), want.low.Slice()) || !maps.Equal(got.high, want.high) {
			t.Fatalf("other counts: %v, %v", err, wantErr)
		}
		for _, k := range simd.All() {
			if print := fingerprints(&k, records); print != one.seen().print {
				t.Fatalf("%s: fingerprint %x, want %x", k.Name, print, one.seen().print)
			}
		}
		got.low.Free()
		want.low.Free()
	}
}
