package plot

import (
	"math"
	"slices"
)

// Axis says how numbers become places.
type Axis struct {
	Label  string
	Log    bool                 // logarithmic; what is not above 0 has no place on it
	Format func(float64) string // of ticks and of values beside bars; nil for Short
}

// scale is an axis over a range.
type scale struct {
	axis      Axis
	low, high float64
	ticks     []float64
	labels    []string
}

// over returns the axis with its range and at most so many ticks for these values. A linear
// one begins at 0, unless that would leave more than half of it empty and it may do without.
func (a Axis) over(values []float64, count int, zero bool) scale {
	if a.Log {
		values = slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return !a.has(v) })
	}
	s := scale{axis: a}
	switch {
	case len(values) == 0 && a.Log:
		s.low, s.high = 1, 10
	case len(values) > 0:
		s.low, s.high = slices.Min(values), slices.Max(values)
		if !a.Log && s.low > 0 && (zero || s.low <= s.high/2) {
			s.low = 0
		}
	}
	if a.Log {
		s.ticks = logTicks(s.low, s.high, count)
	} else {
		s.ticks = linearTicks(s.low, s.high, count)
	}
	s.low, s.high = s.ticks[0], s.ticks[len(s.ticks)-1]
	s.labels = labels(s.ticks, a.Format)
	return s
}

// has says whether a value has a place on the axis.
func (a Axis) has(v float64) bool { return !a.Log || v >= 1/most }

// at is the place of a value between 0, the lowest, and 1.
func (s scale) at(v float64) float64 {
	if s.axis.Log {
		return (math.Log10(v) - math.Log10(s.low)) / (math.Log10(s.high) - math.Log10(s.low))
	}
	return (v - s.low) / (s.high - s.low)
}

// below draws the axis below a box of this width and height, with lines up through it. It
// takes axisHeight.
func (s scale) below(c *canvas, left, width, height float64) {
	for i, tick := range s.ticks {
		x := left + s.at(tick)*width
		c.line("grid", x, 0, x, height)
		c.text(x, height+textSize*leading, "mid", s.labels[i])
	}
	c.line("axis", left, height, left+width, height)
	c.text(left+width/2, height+2.5*textSize*leading, "mid", clip(s.axis.Label, width, textSize))
}

// axisHeight is what an axis takes below a figure, in pixels.
const axisHeight = 3 * textSize * leading

// beside draws the axis at the left of a box of this width and height, with lines through it.
// Its label belongs above it.
func (s scale) beside(c *canvas, left, width, height float64) {
	for i, tick := range s.ticks {
		y := (1 - s.at(tick)) * height
		c.line("grid", left, y, left+width, y)
		c.text(left-6, y+textSize/3, "end", s.labels[i])
	}
	c.line("axis", left, 0, left, height)
}

// labelsWide is what the labels of the ticks take, in pixels.
func (s scale) labelsWide() float64 {
	widest := 0.0
	for _, text := range s.labels {
		widest = max(widest, wide(text, textSize))
	}
	return widest
}
