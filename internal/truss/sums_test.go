package truss

import (
	"math"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/par"
)

func TestSumUp(t *testing.T) {
	crew := par.NewCrew(t.Context(), 3)
	defer crew.Close()
	for _, n := range []int{0, 1, 5, scanned, 5*scanned + 7} {
		numbers := make([]uint32, n)
		for i := range numbers {
			numbers[i] = uint32(i % 5)
		}
		sum, err := sumUp(crew, numbers)
		if err != nil {
			t.Fatal(err)
		}
		want := uint32(0)
		for i, got := range numbers {
			if want += uint32(i % 5); got != want {
				t.Fatalf("%d of %d: %d, want %d", i, n, got, want)
			}
		}
		if sum != uint64(want) {
			t.Errorf("%d in all, want %d", sum, want)
		}
	}
	if sum, _ := sumUp(crew, []uint32{math.MaxUint32, 2}); sum != math.MaxUint32+2 {
		t.Errorf("%d in all", sum)
	}
}
