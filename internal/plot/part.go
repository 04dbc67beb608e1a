package plot

import (
	"bytes"
	"fmt"
)

// Figure is what the package draws: a [Chart], [Bars], a [Heat], a [Drawing] or a [Sketch].
type Figure interface {
	// SVG returns a picture of its own. See the package about prefix.
	SVG(prefix string) ([]byte, error)

	asPart() Figure
}

func (f Chart) asPart() Figure   { f.part = true; return f }
func (f Bars) asPart() Figure    { f.part = true; return f }
func (f Heat) asPart() Figure    { f.part = true; return f }
func (f Sketch) asPart() Figure  { f.part = true; return f }
func (f Drawing) asPart() Figure { f.part = true; return f }

// Part returns a figure as an element of an HTML page, which has the rules of [Style] once
// for all of them. A chart tells its axes to the scripts of the page: its group with the
// attribute data-axes has there, in pixels, left, width and height of the box between the
// axes, and of x and then of y the lowest value, the highest, and 1 if it is logarithmic.
func Part(f Figure, prefix string) ([]byte, error) { return f.asPart().SVG(prefix) }

// Style returns the rules of style of all figures that are parts of a page.
func Style() string {
	var out bytes.Buffer
	rules(&out, ".plot", colours, true)
	return out.String()
}

// axes returns the attribute data-axes, in a page.
func (c *canvas) axes(x, y scale, left, width, height float64) []any {
	if !c.part {
		return nil
	}
	text := c.number(left) + " " + c.number(width) + " " + c.number(height)
	for _, s := range []scale{x, y} {
		log := 0
		if s.axis.Log {
			log = 1
		}
		text += fmt.Sprintf(" %g %g %d", s.low, s.high, log)
	}
	return []any{"data-axes", text}
}
