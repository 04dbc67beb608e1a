package summary

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestDistribution compares with the sorted list of the values.
func TestDistribution(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		values := make([]uint64, 1+random.IntN(300))
		for i := range values {
			values[i] = uint64(random.ExpFloat64() * 5)
			if random.IntN(20) == 0 {
				values[i] <<= random.IntN(60)
			}
		}
		d := Distribute(slices.Values(values))
		slices.Sort(values)
		if d.Total() != uint64(len(values)) || d.Max() != values[len(values)-1] || d.Quantile(0) != values[0] {
			t.Fatalf("values %v: %v", values, d)
		}
		first, _ := slices.BinarySearch(values, 1)
		if n := d.Positive().Total(); n != uint64(len(values)-first) {
			t.Fatalf("values %v: %d are positive", values, n)
		}
		for _, percent := range []int{1, 50, 99, 100} {
			if got, want := d.Quantile(uint64(percent)), values[max((len(values)*percent+99)/100-1, 0)]; got != want {
				t.Fatalf("values %v: %d percent do not exceed %d, and it is %d", values, percent, want, got)
			}
		}
		for i, tail := range d.AtLeast() {
			first, _ := slices.BinarySearch(values, d[i][0])
			if tail[0] != d[i][0] || tail[1] != uint64(len(values)-first) {
				t.Fatalf("values %v: %v have %v or more", values, tail[1], tail[0])
			}
		}
	}
	none := Distribute(slices.Values([]uint32{}))
	if none.Total() != 0 || none.Max() != 0 || none.Quantile(50) != 0 || len(none.Positive()) != 0 || len(none.AtLeast()) != 0 {
		t.Error("of no values there is a distribution")
	}
}
