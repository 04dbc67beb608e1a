package simd

import (
	"math/rand/v2"
	"testing"
)

func TestLook(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(21, 22))
			for range 3000 {
				limit := 2 + random.Uint32()>>random.UintN(31)
				records := randomRecords(random, limit)
				limit -= random.Uint32N(1 + limit/100)
				kept := uint64(0)
				if random.IntN(2) == 0 {
					kept = ^uint64(0) >> random.UintN(12)
				}
				done, sum := k.Look(records, limit, kept)
				wantDone, wantSum := look(records, limit, kept)
				if done != wantDone || sum != wantSum {
					t.Fatalf("%d of %d records, sum %x, want %d, %x", done, len(records), sum, wantDone, wantSum)
				}
			}
		})
	}
}
