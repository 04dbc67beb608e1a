package plot

import (
	"bytes"
	"fmt"
)

// colours is how many series can be told apart in one figure.
const colours = len(light.series)

// palette is the colours of a figure on a light or dark ground. Those of series are near
// the ones of Okabe and Ito, 2008, moved until each stands out from the ground and from
// every other, whatever colours a reader can see: blue, vermilion, green, purple, brown or
// yellow, sky blue, grey. Levels go from few to many.
type palette struct {
	back, ink, faint string
	series           [7]string
	levels           [levels]string
}

var (
	light = palette{
		back: "#ffffff", ink: "#1f2328", faint: "#d8dde3",
		series: [7]string{"#0648a8", "#dd5b00", "#188146", "#ca6198", "#793602", "#2e99f4", "#545454"},
		levels: [levels]string{"#b7d4ea", "#94c0e0", "#6facd5", "#4a94c4", "#2c79ac", "#175e8f", "#08426c", "#022747"},
	}
	dark = palette{
		back: "#0d1117", ink: "#e6edf3", faint: "#30363d",
		series: [7]string{"#5773f5", "#d47e16", "#0db46a", "#be6cbf", "#eee950", "#abecf3", "#6f6f6f"},
		levels: [levels]string{"#1b3a57", "#24527b", "#2f6ca1", "#4488bb", "#68a3c8", "#93bfd6", "#c3dae2", "#f4f2e4"},
	}
)

// dashes are the patterns of lines: of each series another one.
var dashes = [colours]string{"none", "7 3", "2 3", "9 3 2 3", "12 4", "4 2", "1 2"}

// style writes the rules of the picture, of so many series. They hold below its id.
func (c *canvas) style(series int) {
	c.out.WriteString("<style>\n")
	rules(&c.out, "#"+c.prefix, series, series == 0)
	c.out.WriteString("</style>\n")
}

// rules writes the rules of style of so many series, and of levels where there are some. They
// hold below what the selector scope selects.
func rules(out *bytes.Buffer, scope string, series int, leveled bool) {
	rule := func(class, format string, arguments ...any) {
		fmt.Fprintf(out, "%s%s{%s}\n", scope, class, fmt.Sprintf(format, arguments...))
	}
	rule("", "max-width:100%%;height:auto;font:%gpx system-ui,sans-serif", textSize)
	rule(" .title", "font-size:%gpx;font-weight:600", titleSize)
	rule(" .note", "font-size:%gpx", noteSize)
	rule(" .mid", "text-anchor:middle")
	rule(" .end", "text-anchor:end")
	rule(" .line", "fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round")
	rule(" .mark", "fill:currentColor;stroke:currentColor")
	rule(" .dot", "fill:none;stroke:currentColor;stroke-width:7;stroke-linecap:round")
	rule(" .cells", "fill:none;stroke:currentColor;shape-rendering:crispEdges")
	for i := range series {
		rule(fmt.Sprintf(" .d%d", i+1), "stroke-dasharray:%s", dashes[i])
	}
	light.rules(out, scope, series, leveled)
	out.WriteString("@media screen and (prefers-color-scheme:dark){\n")
	dark.rules(out, scope, series, leveled)
	out.WriteString("}\n")
}

// rules writes what is different on a light ground and on a dark one.
func (p palette) rules(out *bytes.Buffer, scope string, series int, leveled bool) {
	fmt.Fprintf(out, "%[1]s .back{fill:%[2]s}\n%[1]s text,%[1]s .ink{fill:%[3]s;color:%[3]s}\n", scope, p.back, p.ink)
	fmt.Fprintf(out, "%[1]s .grid,%[1]s .axis{fill:none;stroke:%[2]s}\n%[1]s .axis{stroke:%[3]s}\n", scope, p.faint, p.ink)
	for i, colour := range p.series[:series] {
		fmt.Fprintf(out, "%s .c%d{color:%s}\n", scope, i+1, colour)
	}
	if leveled {
		for i, colour := range p.levels {
			fmt.Fprintf(out, "%s .l%d{color:%s}\n", scope, i+1, colour)
		}
	}
}
