package plot

import "fmt"

const (
	swatchWide = 26.0 // pixels of a legend's sample
	legendHigh = textSize * 1.6
)

// legend says what the series are, in lines of entries beside each other.
type legend struct {
	names  []string
	places [][2]float64 // of each entry: left, and middle of the height
	height float64
}

// layLegend lays a legend out in a width, in pixels. One series without a name needs none.
func layLegend(names []string, width float64) legend {
	l := legend{}
	if len(names) == 1 && names[0] == "" {
		return l
	}
	x := 0.0
	for _, name := range names {
		name = clip(name, labelMost, textSize)
		takes := swatchWide + 6 + wide(name, textSize) + 18
		if x > 0 && x+takes > width {
			x, l.height = 0, l.height+legendHigh
		}
		l.names, l.places = append(l.names, name), append(l.places, [2]float64{x, l.height + legendHigh/2})
		x += takes
	}
	l.height += legendHigh + 8
	return l
}

// draw draws the legend; sample draws that of one series, from x on, around y.
func (l legend) draw(c *canvas, sample func(i int, x, y float64)) {
	for i, name := range l.names {
		x, y := l.places[i][0], l.places[i][1]
		sample(i, x, y)
		c.text(x+swatchWide+6, y+textSize/3, "", name)
	}
}

// few refuses more series than can be told apart.
func few(series int) error {
	if series > colours {
		return fmt.Errorf("plot: %d series; at most %d can be told apart", series, colours)
	}
	return nil
}
