package layout

import (
	"cmp"
	"math"
	"slices"
)

const (
	gap    = 1.0 // between components
	oblong = 1.6 // width of the picture by its height
)

// pack puts components beside and below each other, in shelves: the next-fit decreasing height
// of Coffman, Garey, Johnson and Tarjan (1980). Isolated vertices fill the last rows.
func pack(components []*component) {
	order := slices.Clone(components)
	slices.SortStableFunc(order, func(a, b *component) int {
		return cmp.Or(cmp.Compare(b.height, a.height), cmp.Compare(b.width, a.width), cmp.Compare(len(b.vertices), len(a.vertices)))
	})
	area, widest := 0.0, 0.0
	for _, c := range order {
		area += float64((c.width + gap) * (c.height + gap))
		widest = max(widest, c.width)
	}
	most := max(widest, math.Sqrt(oblong*area)-gap)
	x, y, high := 0.0, 0.0, 0.0
	for _, c := range order {
		if x > 0 && x+c.width > most {
			x, y, high = 0, y+high+gap, 0
		}
		c.at = [2]float64{x, y}
		x += c.width + gap
		high = max(high, c.height)
	}
}
