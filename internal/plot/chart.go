package plot

import (
	"fmt"
	"strconv"
)

// Mark is how a series is drawn.
type Mark int

// Lines join the points straight, Steps go sideways and then up or down; both stay open
// where a value has no place on a logarithmic axis.
const (
	Lines Mark = iota
	Steps
	Points
)

// Series is points (X[i], Y[i]) in the order in which they are joined.
type Series struct {
	Name string
	Mark Mark
	X, Y []float64
}

// Chart is series over two axes.
type Chart struct {
	Head
	X, Y   Axis
	Series []Series
}

const (
	chartWidth  = 720.0 // pixels, with everything but the margins
	chartHeight = 320.0 // between the axes
)

// SVG draws the chart. Series of X and Y of different length, too many series and numbers
// that are not finite are errors.
func (f Chart) SVG(prefix string) ([]byte, error) {
	if err := few(len(f.Series)); err != nil {
		return nil, err
	}
	var names []string
	var xs, ys []float64
	left := 0
	for _, s := range f.Series {
		if len(s.X) != len(s.Y) {
			return nil, fmt.Errorf("plot: series %.80q has %d values of x and %d of y", s.Name, len(s.X), len(s.Y))
		}
		for _, values := range [][]float64{s.X, s.Y} {
			if err := finite("series "+strconv.Quote(cut(s.Name, 80)), values); err != nil {
				return nil, err
			}
		}
		names = append(names, s.Name)
		for i := range s.X {
			if !f.X.has(s.X[i]) || !f.Y.has(s.Y[i]) {
				left++
				continue
			}
			xs, ys = append(xs, s.X[i]), append(ys, s.Y[i])
		}
	}
	if left > 0 {
		f.Description += fmt.Sprintf(" Points without a place on a logarithmic axis: %d.", left)
	}
	x, y := f.X.over(xs, 9, false), f.Y.over(ys, 7, false)
	legend := layLegend(names, chartWidth)
	top := legend.height + textSize*leading + 6
	return f.figure(prefix, chartWidth, top+chartHeight+axisHeight, max(len(f.Series), 1), func(c *canvas) {
		legend.draw(c, func(i int, x, y float64) {
			if f.Series[i].Mark != Points {
				c.path(i, [][2]float64{{x, y}, {x + swatchWide, y}}, false)
			}
			c.points(i, [][2]float64{{x + swatchWide/2, y}})
		})
		c.text(0, legend.height+textSize, "", clip(f.Y.Label, chartWidth, textSize))
		edge := y.labelsWide() + 10
		width := chartWidth - edge - wide(x.labels[len(x.labels)-1], textSize)/2
		c.open("g", append([]any{"transform", c.shift(0, top)}, c.axes(x, y, edge, width, chartHeight)...)...)
		y.beside(c, edge, width, chartHeight)
		x.below(c, edge, width, chartHeight)
		for i, s := range f.Series {
			s.draw(c, i, func(i int) (place [2]float64, ok bool) {
				if !f.X.has(s.X[i]) || !f.Y.has(s.Y[i]) {
					return place, false
				}
				return [2]float64{edge + x.at(s.X[i])*width, (1 - y.at(s.Y[i])) * chartHeight}, true
			})
		}
		c.close()
	})
}

// draw draws the series of this number. at is the place of a point, if it has one.
func (s Series) draw(c *canvas, number int, at func(i int) ([2]float64, bool)) {
	var all, stretch [][2]float64
	for i := range len(s.X) + 1 {
		place, ok := [2]float64{}, false
		if i < len(s.X) {
			place, ok = at(i)
		}
		if ok {
			all, stretch = append(all, place), append(stretch, place)
			continue
		}
		if len(stretch) > 0 && s.Mark != Points {
			c.path(number, stretch, s.Mark == Steps)
		}
		stretch = nil
	}
	if s.Mark == Points || len(all) <= marksMost {
		c.points(number, all)
	}
}
