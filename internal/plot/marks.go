package plot

import "strings"

// marks are small shapes around a place: of each series another one. The first is a dot, which
// is the round end of a thick line: most pictures have many of these, and no others.
var marks = [colours]string{
	"h0",
	"m-3-3h6v6h-6z",
	"m0-4l4 7h-8z",
	"m0-4l4 4-4 4-4-4z",
	"m-3-3l6 6m0-6l-6 6",
	"m0 4l4-7h-8z",
	"m-4 0h8m-4-4v8",
}

// marksMost is how many points of a line have marks: more would hide it.
const marksMost = 40

// points draws the mark of a series at each place. Places that are one to the eye are
// drawn once.
func (c *canvas) points(series int, places [][2]float64) {
	var d strings.Builder
	drawn := make(map[string]bool, len(places))
	for _, place := range places {
		at := c.place(place[0], place[1])
		if !drawn[at] {
			drawn[at] = true
			d.WriteString("M" + at + marks[series])
		}
	}
	if d.Len() > 0 {
		class := "mark c"
		if series == 0 {
			class = "dot c"
		}
		c.element("path", "class", numbered(class, series), "d", d.String())
	}
}

// path draws a line of a series through the places; steps go sideways first.
func (c *canvas) path(series int, places [][2]float64, steps bool) {
	var d strings.Builder
	for i, place := range places {
		switch {
		case i == 0:
			d.WriteString("M" + c.place(place[0], place[1]))
		case steps:
			d.WriteString("H" + c.number(place[0]) + "V" + c.number(place[1]))
		default:
			d.WriteString("L" + c.place(place[0], place[1]))
		}
	}
	c.element("path", "class", numbered(numbered("line c", series)+" d", series), "d", d.String())
}
