package plot

import "fmt"

// Sketch is a free drawing: lines, dots on them, and text on top.
type Sketch struct {
	Head
	Width, Height float64 // pixels; y counts from the top
	Lines         []Line
	Dots          []Dot
	Texts         []Text
}

// Pen is what a sketch is drawn with: Faint for a grid, Ink for what is as black as the
// text, or one of the colours from First on, each with dashes and a mark of its own.
type Pen int

// The pens, and the first of those in colour: First+1 is the next one.
const (
	Faint Pen = iota
	Ink
	First
)

// Line joins points (x, y).
type Line struct {
	Pen    Pen
	Points [][2]float64
}

// Dot is the mark of a pen.
type Dot struct {
	Pen  Pen
	X, Y float64
}

// Text has the middle of its base line at X, Y.
type Text struct {
	Text string
	X, Y float64
}

// SVG draws the sketch. Pens that there are not and numbers that are not finite are errors.
func (f Sketch) SVG(prefix string) ([]byte, error) {
	pens, least := 0, Faint
	for _, l := range f.Lines {
		pens, least = max(pens, int(l.Pen-First)+1), min(least, l.Pen)
	}
	for _, d := range f.Dots {
		pens, least = max(pens, int(d.Pen-First)+1), min(least, d.Pen)
	}
	if least < Faint {
		return nil, fmt.Errorf("plot: there is no pen %d", least)
	}
	if err := few(pens); err != nil {
		return nil, err
	}
	return f.figure(prefix, f.Width, f.Height, max(pens, 1), func(c *canvas) {
		for _, l := range f.Lines {
			l.draw(c)
		}
		for _, d := range f.Dots {
			if d.Pen >= First {
				c.points(int(d.Pen-First), [][2]float64{{d.X, d.Y}})
			} else {
				c.element("circle", "class", "ink", "cx", d.X, "cy", d.Y, "r", 3)
			}
		}
		for _, t := range f.Texts {
			c.text(t.X, t.Y, "mid", clip(t.Text, f.Width, textSize))
		}
	})
}

func (l Line) draw(c *canvas) {
	if l.Pen >= First {
		c.path(int(l.Pen-First), l.Points, false)
		return
	}
	class := map[Pen]string{Faint: "grid", Ink: "axis"}[l.Pen]
	for i := 1; i < len(l.Points); i++ {
		a, b := l.Points[i-1], l.Points[i]
		c.line(class, a[0], a[1], b[0], b[1])
	}
}
