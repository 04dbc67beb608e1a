package plot

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Drawing is a graph in the plane: a dot for each vertex, a line for each edge, and closed
// lines along some of its cycles.
//
// The cycle number i, from 1 on, is the path whose id ends with -cycle-i, of class cycle.
// All but the first have the attribute display="none", which a page's script removes, and its
// rules of style override. The dots are one path, whose id ends with -dots: it has
// "Mx yh0" for each vertex in turn, in tenths of a pixel.
type Drawing struct {
	Head
	Places [][2]float64 // of the vertices, in any unit; y counts downwards
	Edges  [][2]uint32  // vertices
	Labels []string     // of the vertices; nil for none. they are written where few enough to be read
	Cycles [][]uint32   // vertices in turn
}

const (
	drawingSide  = 720.0 // pixels that the longer side has
	drawingEdge  = 10.0  // pixels around the places, for half a dot and some of a label
	drawingLeast = 360.0 // pixels of width, for the title
	labelsMost   = 100   // vertices that are labelled
	labelWide    = 110.0 // pixels that a label has
	perPixel     = 10    // numbers in paths are whole and short
)

// SVG draws the graph. Vertices that have no place, as many labels as there are not vertices,
// and numbers that are not finite are errors.
func (f Drawing) SVG(prefix string) ([]byte, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	places, width, height := f.pixels()
	return f.figure(prefix, width, height, 2, func(c *canvas) {
		thick := 3.5
		switch n := len(places); {
		case n > 500:
			thick = 1.5
		case n > labelsMost:
			thick = 2.5
		}
		c.open("g", "transform", fmt.Sprintf("scale(%g)", 1.0/perPixel), "fill", "none", "stroke-linejoin", "round", "stroke-linecap", "round")
		if len(f.Edges) > 0 {
			c.element("path", "class", "axis", "stroke-opacity", 0.4, "stroke-width", perPixel, "d", trails(places, f.Edges))
		}
		for i, cycle := range f.Cycles {
			about := []any{"class", "cycle c2", "id", c.id("cycle-" + strconv.Itoa(i+1)), "stroke", "currentColor", "stroke-width", 4 * perPixel}
			if i > 0 {
				about = append(about, "display", "none")
			}
			c.element("path", append(about, "d", ring(places, cycle))...)
		}
		if len(places) > 0 {
			c.element("path", "class", "axis", "id", c.id("dots"), "stroke-width", 2*thick*perPixel, "d", dots(places))
		}
		c.close()
		if len(places) <= labelsMost {
			room := newRoom(places, f.Edges, rectangle{-margin, 0, width + margin, height}, thick)
			for v, label := range f.Labels {
				label = clip(label, labelWide, noteSize)
				if box, ok := room.place(places[v], wide(label, noteSize), noteSize); ok {
					c.text(box.left, box.bottom-2, "note", label)
				}
			}
		}
	})
}

func (f Drawing) check() error {
	n := len(f.Places)
	for v, place := range f.Places {
		if err := finite("vertex "+strconv.Itoa(v), place[:]); err != nil {
			return err
		}
	}
	if f.Labels != nil && len(f.Labels) != n {
		return fmt.Errorf("plot: %d labels for %d vertices", len(f.Labels), n)
	}
	for _, e := range f.Edges {
		if int(max(e[0], e[1])) >= n {
			return fmt.Errorf("plot: an edge from %d to %d of %d vertices", e[0], e[1], n)
		}
	}
	for _, cycle := range f.Cycles {
		for _, v := range cycle {
			if int(v) >= n {
				return fmt.Errorf("plot: a cycle through %d of %d vertices", v, n)
			}
		}
	}
	return nil
}

// pixel is a place in the picture, in steps of perPixel.
type pixel struct{ x, y int }

func (p pixel) pixels() (x, y float64) { return float64(p.x) / perPixel, float64(p.y) / perPixel }

// pixels scales the places to the picture, the aspect kept, and tells its size in pixels.
func (f Drawing) pixels() (places []pixel, width, height float64) {
	if len(f.Places) == 0 {
		return nil, drawingLeast, 0
	}
	low, high := f.Places[0], f.Places[0]
	for _, place := range f.Places {
		for axis, v := range place {
			low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
		}
	}
	side := max(high[0]-low[0], high[1]-low[1])
	if side == 0 {
		side = 1
	}
	scale := (drawingSide - 2*drawingEdge) / side
	wide, tall := scale*(high[0]-low[0]), scale*(high[1]-low[1])
	width = max(math.Ceil(wide+2*drawingEdge), drawingLeast)
	places = make([]pixel, len(f.Places))
	for v, place := range f.Places {
		x, y := (width-wide)/2+scale*(place[0]-low[0]), drawingEdge+scale*(place[1]-low[1])
		places[v] = pixel{int(math.Round(x * perPixel)), int(math.Round(y * perPixel))}
	}
	return places, width, math.Ceil(tall + 2*drawingEdge)
}

// path writes lines from place to place.
type path struct {
	strings.Builder
	at pixel
}

func (p *path) move(to pixel) {
	p.WriteString("M" + strconv.Itoa(to.x) + " " + strconv.Itoa(to.y))
	p.at = to
}

// line goes on by differences, which are short; a sign parts numbers as well as a blank does.
func (p *path) line(to pixel) {
	y := strconv.Itoa(to.y - p.at.y)
	if y[0] != '-' {
		y = " " + y
	}
	p.WriteString("l" + strconv.Itoa(to.x-p.at.x) + y)
	p.at = to
}

// trails is a path along all edges. It goes on from each edge to another one at its end as long
// as there is one, so that few places are written twice.
func trails(places []pixel, edges [][2]uint32) string {
	of := make([][]int, len(places)) // edges of a vertex, those that were drawn among them
	for i, e := range edges {
		of[e[0]], of[e[1]] = append(of[e[0]], i), append(of[e[1]], i)
	}
	drawn := make([]bool, len(edges))
	next := func(v int) int {
		for ; len(of[v]) > 0; of[v] = of[v][1:] {
			if i := of[v][0]; !drawn[i] {
				return i
			}
		}
		return -1
	}
	var p path
	for v := range places {
		for next(v) >= 0 {
			p.move(places[v])
			at := v
			for i := next(at); i >= 0; i = next(at) {
				drawn[i] = true
				at = int(edges[i][0]) + int(edges[i][1]) - at
				p.line(places[at])
			}
		}
	}
	return p.String()
}

// ring is a closed line through vertices.
func ring(places []pixel, cycle []uint32) string {
	var p path
	for i, v := range cycle {
		if i == 0 {
			p.move(places[v])
		} else {
			p.line(places[v])
		}
	}
	p.WriteByte('z')
	return p.String()
}

// dots are lines of no length, which round caps make dots.
func dots(places []pixel) string {
	var p path
	for _, place := range places {
		p.move(place)
		p.WriteString("h0")
	}
	return p.String()
}
