package layout

import (
	"errors"
	"fmt"
	"math"
)

// Given takes the positions that a file has, of each vertex, as [graph.Summary] tells them; depth
// is left out. Where up is true y counts upwards, as latitudes do. The aspect is kept. Positions that
// are missing, not finite, or all the same are errors.
func Given(positions [][3]float64, up bool) (Layout, error) {
	places := make([][2]float64, len(positions))
	missing := 0
	for v, p := range positions {
		// Sums and differences of halves cannot overflow.
		places[v] = [2]float64{p[0] / 2, p[1] / 2}
		if up {
			places[v][1] = -places[v][1]
		}
		if math.IsNaN(p[0]+p[1]) || math.IsInf(p[0], 0) || math.IsInf(p[1], 0) {
			missing++
		}
	}
	if missing > 0 {
		return Layout{}, fmt.Errorf("%d of %d vertices have no position", missing, len(positions))
	}
	l := normal(places)
	if len(places) > 1 && l.Width == 0 && l.Height == 0 {
		return Layout{}, errors.New("all vertices have the same position")
	}
	return l, nil
}
