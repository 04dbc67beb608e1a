package plot

import (
	"fmt"
	"slices"
	"strconv"
)

// Bars are values by row and series, lying, so that names of rows can be long.
type Bars struct {
	Head
	Axis   Axis
	From   float64 // where bars begin, such as 1 for speed-ups; 0 for the low end of the axis
	Rows   []string
	Series []BarSeries
}

// BarSeries is one value for each row: 0 or more, or Missing.
type BarSeries struct {
	Name   string
	Values []float64
}

const (
	barHigh = 13.0 // pixels of a bar
	barsGap = 9.0  // between two rows
)

// SVG draws the bars. Series of a wrong length, too many series, values below 0 other than
// Missing and numbers that are not finite are errors.
func (f Bars) SVG(prefix string) ([]byte, error) {
	if err := few(len(f.Series)); err != nil {
		return nil, err
	}
	var names []string
	var values []float64
	texts, widest := make([][]string, len(f.Series)), 0.0
	format := f.Axis.Format
	if format == nil {
		format = Short
	}
	for i, s := range f.Series {
		if len(s.Values) != len(f.Rows) {
			return nil, fmt.Errorf("plot: series %.80q has %d values for %d rows", s.Name, len(s.Values), len(f.Rows))
		}
		if err := finite("series "+strconv.Quote(cut(s.Name, 80)), s.Values); err != nil {
			return nil, err
		}
		names = append(names, s.Name)
		for _, v := range s.Values {
			text := "none"
			switch {
			case v >= 0:
				values, text = append(values, v), format(v)
			case v != Missing:
				return nil, fmt.Errorf("plot: series %.80q has the bar %v, which is below 0", s.Name, v)
			}
			texts[i] = append(texts[i], text)
			widest = max(widest, wide(text, noteSize))
		}
	}
	edge := 0.0
	for _, row := range f.Rows {
		edge = max(edge, wide(clip(row, labelMost, textSize), textSize)+8)
	}
	width := chartWidth - edge - widest - 8
	legend := layLegend(names, chartWidth)
	each := float64(len(f.Series))*barHigh + barsGap
	height := float64(len(f.Rows))*each + barsGap
	scale := f.over(values)
	return f.figure(prefix, chartWidth, legend.height+height+axisHeight, max(len(f.Series), 1), func(c *canvas) {
		c.hatches(len(f.Series))
		legend.draw(c, func(i int, x, y float64) { c.bar(i, x, y-barHigh/2, swatchWide, barHigh-1) })
		c.open("g", "transform", c.shift(0, legend.height))
		scale.below(c, edge, width, height)
		from := edge + max(scale.at(max(f.From, scale.low)), 0)*width
		for row, name := range f.Rows {
			top := barsGap + float64(row)*each
			c.text(edge-8, top+(each-barsGap)/2+textSize/3, "end", clip(name, labelMost, textSize))
			for i, s := range f.Series {
				y, to := top+float64(i)*barHigh, from
				if v := s.Values[row]; v >= 0 && f.Axis.has(v) {
					to = edge + scale.at(v)*width
					c.bar(i, min(from, to), y, max(from, to)-min(from, to), barHigh-1)
				}
				c.text(max(from, to)+4, y+barHigh-3, "note", texts[i][row])
			}
		}
		c.line("axis", from, 0, from, height)
		c.close()
	})
}

// over is the axis for these values. On a logarithmic one the shortest bar has some length,
// too.
func (f Bars) over(values []float64) scale {
	if f.From > 0 {
		values = append(values, f.From)
	} else if f.Axis.Log {
		if placed := slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return !f.Axis.has(v) }); len(placed) > 0 {
			values = append(values, max(slices.Min(placed)*0.8, 1/most))
		}
	}
	return f.Axis.over(values, 8, true)
}
