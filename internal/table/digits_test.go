package table

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestAppendUint: it is strconv.AppendUint, for every number up to 10^6, around
// every power of ten, and for others of all lengths.
func TestAppendUint(t *testing.T) {
	check := func(n uint64) {
		if got, want := string(appendUint([]byte("x"), n)), "x"+strconv.FormatUint(n, 10); got != want {
			t.Fatalf("%d is written as %s", n, got)
		}
	}
	for n := range uint64(1_000_000) {
		check(n)
	}
	for power := uint64(1); power <= math.MaxUint64/10; power *= 10 {
		for d := range uint64(100) {
			check(power*10 - 50 + d)
			check(power*10000 - 50 + d)
		}
	}
	check(math.MaxUint64)
	random := rand.New(rand.NewPCG(1, 2))
	for range 1_000_000 {
		check(random.Uint64() >> random.IntN(64))
		check(random.Uint64N(eightDigits))
	}
}
