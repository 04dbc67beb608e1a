// Package plot draws figures as SVG: a [Chart] of lines, steps and points, [Bars],
// [Heat] maps side by side, the [Drawing] of a graph, and a free [Sketch]. Each is a value; its
// method SVG returns the whole picture, the same bytes for the same value:
//
//	svg, err := plot.Bars{
//		Head:   plot.Head{Title: "kron-20", Description: "Seconds by method and order."},
//		Axis:   plot.Axis{Label: "seconds", Log: true},
//		Rows:   []string{"merge", "hash"},
//		Series: []plot.BarSeries{{"degree", []float64{1.5, 0.4}}, {"id", []float64{28, plot.Missing}}},
//	}.SVG("kron20")
//
// A picture has a title and a description that screen readers speak. It has its own
// background and follows the reader's choice of light or dark, in a page and as an image.
// Colours differ for the colour-blind, too, and never stand alone: lines have dashes and
// marks, bars have hatches. There is no script, no font and no link in it.
//
// The prefix that SVG takes is the id of the picture. Pictures in one page have different
// ones: every other id begins with it, and every rule of style holds below it alone.
//
// Text may hold anything: it is escaped, what XML cannot hold becomes U+FFFD, marks that turn
// the direction of letters go, and what is too long is cut. Numbers that are not finite are refused.
package plot
