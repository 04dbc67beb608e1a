package plot

import "strconv"

// hatch are the lines on the bars of a series, in squares of six pixels: of each another one.
var hatch = [colours]string{
	"M0 0h6v6h-6z", // full
	"M-1 1l2-2M0 6l6-6M5 7l2-2",
	"M1 2h2v2h-2zM4 5h2v2h-2z",
	"M1 0v6M4 0v6",
	"M-1 5l2 2M0 0l6 6M5-1l2 2",
	"M0 1h6M0 4h6",
	"M0 3h6M3 0v6",
}

// hatches declares the patterns of the bars of so many series.
func (c *canvas) hatches(series int) {
	c.open("defs")
	for i := range series {
		c.open("pattern", "id", c.id(numbered("hatch", i)), "width", 6, "height", 6, "patternUnits", "userSpaceOnUse")
		c.element("path", "class", numbered("mark c", i), "d", "M0 0h6v6h-6z", "opacity", 0.3)
		c.element("path", "class", numbered("mark c", i), "d", hatch[i])
		c.close()
	}
	c.close()
}

// bar draws a bar of a series.
func (c *canvas) bar(series int, x, y, width, height float64) {
	c.open("g", "class", numbered("c", series))
	c.element("rect", "x", x, "y", y, "width", width, "height", height,
		"fill", "url(#"+c.id(numbered("hatch", series))+")", "stroke", "currentColor")
	c.close()
}

// numbered is the name of something of a series; these count from 1.
func numbered(name string, series int) string { return name + strconv.Itoa(series+1) }
