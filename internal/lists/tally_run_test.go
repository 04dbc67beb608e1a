package lists

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// Records of runs are counted as any are, however long a worker's array may be, and counts that
// pass 2^8, too.
func TestTallyOfRuns(t *testing.T) {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 17))
		n := 2 + random.Uint32N(5000)
		words := make([]uint64, random.IntN(20_000))
		for i := range words {
			u := 1 + random.Uint32N(n-1)>>random.IntN(13)
			words[i] = uint64(u)<<32 | uint64(random.Uint32N(u)>>random.IntN(4))
		}
		slices.Sort(words)
		words = slices.Compact(words)
		runs, plain := newTally(uint64(n), 2, 0), newTally(uint64(n), 2, 0)
		runs.bound, plain.bound = uint64(n), uint64(n)
		if seed%2 > 0 {
			runs.room.Store(random.Int64N(2 * int64(n)))
		}
		for rest := words; len(rest) > 0; {
			some := rest[:1+random.IntN(len(rest))]
			rest = rest[len(some):]
			worker := random.IntN(2)
			var edges []graph.Edge
			for _, word := range some {
				edges = append(edges, graph.Edge{U: uint32(word >> 32), V: uint32(word)})
			}
			if err := runs.addRun(worker, some); err != nil {
				t.Fatal(err)
			}
			if err := plain.add(worker, edges); err != nil {
				t.Fatal(err)
			}
		}
		if runs.seen() != plain.seen() || len(words) > 0 && runs.largest() != plain.largest() {
			t.Fatalf("seed %d: %+v up to %d, want %+v up to %d", seed, runs.seen(), runs.largest(), plain.seen(), plain.largest())
		}
		got, want := runs.sample(uint64(len(words))), plain.sample(uint64(len(words)))
		got.unique()
		want.unique()
		if !slices.Equal(got.keys, want.keys) {
			t.Fatalf("seed %d: other records are in the sample", seed)
		}
		a, _, err := runs.merge(t.Context(), int(n))
		if err != nil {
			t.Fatal(err)
		}
		b, _, err := plain.merge(t.Context(), int(n))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(a.low.Slice(), b.low.Slice()) || len(a.high) > 0 {
			t.Fatalf("seed %d: other counts", seed)
		}
		for _, c := range []counts{a, b} {
			c.low.Free()
		}
		runs.free()
		plain.free()
	}
}
