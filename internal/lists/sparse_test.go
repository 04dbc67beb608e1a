package lists

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

func TestIDSet(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 1))
		set, want := &idSet{held: new(atomic.Int64)}, map[uint64]bool{}
		most := random.Uint64() >> random.IntN(64)
		for range random.IntN(5000) {
			id := random.Uint64N(max(most, 1))
			switch random.IntN(100) {
			case 0:
				id = 0
			case 1:
				id = math.MaxUint64
			}
			want[id] = true
			if err := set.add(id); err != nil {
				t.Fatal(err)
			}
		}
		got := set.appendTo(nil)
		set.free()
		slices.Sort(got)
		if len(got) != len(want) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("seed %d: %d ids, want %d", seed, len(got), len(want))
		}
		for _, id := range got {
			if !want[id] {
				t.Fatalf("seed %d: %d was never added", seed, id)
			}
		}
	}
}

func TestIDSetsStayWithinTheirLimit(t *testing.T) {
	const limit = 1 << 18
	sets := [2]idSet{}
	held := new(atomic.Int64)
	for i := range sets {
		sets[i] = idSet{held: held, limit: limit}
		defer sets[i].free()
	}
	for id := uint64(1); ; id++ {
		if err := sets[id%2].add(id * id); err != nil {
			var short *graph.MemoryError
			if !errors.As(err, &short) || short.Need <= limit || id < limit/2/(4*8)/2 {
				t.Errorf("id %d: %v", id, err)
			}
			return
		}
		if bytes := 8 * (len(sets[0].table.Slice()) + len(sets[1].table.Slice())); 2*bytes > limit {
			t.Fatalf("id %d: tables of %d bytes, the limit is %d for these and as much again", id, bytes, limit)
		}
	}
}
