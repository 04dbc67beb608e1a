package layout

import (
	"fmt"
	"math"
	"testing"
)

func TestGiven(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		positions [][3]float64
		up        bool
		want      string
	}{
		{nil, false, "{[] 0 0} <nil>"},
		{[][3]float64{{3, -7, 0}}, false, "{[[0 0]] 0 0} <nil>"},
		{[][3]float64{{10, 10, 5}, {30, 10, nan}, {10, 20, 0}}, false, "{[[0 0] [1 0] [0 0.5]] 1 0.5} <nil>"},
		{[][3]float64{{10, 10, 5}, {30, 10, nan}, {10, 20, 0}}, true, "{[[0 0.5] [1 0.5] [0 0]] 1 0.5} <nil>"},
		{[][3]float64{{0, 0, 0}, {1, 4, 0}}, false, "{[[0 0] [0.25 1]] 0.25 1} <nil>"}, // north stays north
		{[][3]float64{{-math.MaxFloat64, 0, 0}, {math.MaxFloat64, 0, 0}}, false, "{[[0 0] [1 0]] 1 0} <nil>"},
		{[][3]float64{{5e-324, 0, 0}, {0, 0, 0}}, false, "{[] 0 0} all vertices have the same position"},
		{[][3]float64{{1, 2, 0}, {1, 2, 9}}, false, "{[] 0 0} all vertices have the same position"},
		{[][3]float64{{1, 2, 0}, {nan, nan, nan}, {1, nan, 0}}, false, "{[] 0 0} 2 of 3 vertices have no position"},
		{[][3]float64{{inf, -inf, 0}, {-inf, 2, 0}, {1, 2, 0}}, false, "{[] 0 0} 2 of 3 vertices have no position"},
	} {
		l, err := Given(c.positions, c.up)
		if got := fmt.Sprint(l, err); got != c.want {
			t.Errorf("%v: %s, want %s", c.positions, got, c.want)
		}
	}
}
