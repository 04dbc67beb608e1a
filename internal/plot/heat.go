package plot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Heat is maps side by side, with colours of one scale.
type Heat struct {
	Head
	Scale  Axis // of the cells
	Panels []Panel
}

// Panel is a map of square cells.
type Panel struct {
	Title     string
	Columns   int
	Cells     []float64 // 0 or more, row by row from the top; 0 stays blank
	Symmetric bool      // Cells are, which makes for half the bytes
}

const (
	levels       = 8     // of colours
	panelSide    = 256.0 // pixels
	panelGap     = 20.0
	panelsBeside = 3
)

// SVG draws the maps. Where all cells are blank there is no scale. Rows that are not full, cells below 0, numbers that are not finite and
// a symmetric map that is none are errors.
func (f Heat) SVG(prefix string) ([]byte, error) {
	var values []float64
	for _, p := range f.Panels {
		if err := p.check(); err != nil {
			return nil, err
		}
		values = append(values, slices.DeleteFunc(slices.Clone(p.Cells), func(v float64) bool { return v == 0 })...)
	}
	scale := f.Scale.over(values, 6, true)
	beside := min(max(len(f.Panels), 1), panelsBeside)
	if len(f.Panels) == 4 {
		beside = 2
	}
	below := (len(f.Panels) + beside - 1) / beside
	width, high := float64(beside)*(panelSide+panelGap)-panelGap, panelSide+textSize*leading+panelGap
	scaleHigh := barHigh + axisHeight
	if len(values) == 0 {
		scaleHigh = 0
	}
	return f.figure(prefix, width, float64(below)*high+scaleHigh, 0, func(c *canvas) {
		for i, p := range f.Panels {
			c.open("g", "transform", c.shift(float64(i%beside)*(panelSide+panelGap), float64(i/beside)*high))
			c.text(panelSide/2, textSize, "mid", clip(p.Title, panelSide, textSize))
			c.open("g", "transform", c.shift(0, textSize*leading))
			p.draw(c, numbered("cells", i), scale)
			c.element("rect", "class", "axis", "width", panelSide, "height", panelSide)
			c.close()
			c.close()
		}
		if scaleHigh == 0 {
			return
		}
		bar := min(width*0.8, 400)
		c.open("g", "transform", c.shift((width-bar)/2, float64(below)*high))
		scale.bar(c, bar)
		c.close()
	})
}

func (p Panel) check() error {
	name := "panel " + strconv.Quote(cut(p.Title, 80))
	if err := finite(name, p.Cells); err != nil {
		return err
	}
	if len(p.Cells) > 0 && (p.Columns < 1 || len(p.Cells)%p.Columns != 0 || p.Symmetric && len(p.Cells) != p.Columns*p.Columns) {
		return fmt.Errorf("plot: %s has %d cells in rows of %d", name, len(p.Cells), p.Columns)
	}
	for i, v := range p.Cells {
		if v < 0 {
			return fmt.Errorf("plot: %s has the cell %v, which is below 0", name, v)
		}
		if p.Symmetric && v != p.Cells[i%p.Columns*p.Columns+i/p.Columns] {
			return fmt.Errorf("plot: %s is not symmetric at cell %d", name, i)
		}
	}
	return nil
}

// draw draws the cells in a square. name begins the ids of what is mirrored.
func (p Panel) draw(c *canvas, name string, scale scale) {
	if len(p.Cells) == 0 {
		return
	}
	side := max(len(p.Cells)/p.Columns, p.Columns)
	c.open("g", "class", "cells", "transform", "scale("+strconv.FormatFloat(panelSide/float64(side), 'g', 6, 64)+")")
	for level, path := range p.runs(scale) {
		if path.Len() == 0 {
			continue
		}
		// Colour and all come from around the path: a copy by use has no other style.
		c.open("g", "class", numbered("l", level))
		id := c.id(name + "-" + strconv.Itoa(level+1))
		c.element("path", "id", id, "transform", "translate(0 .5)", "d", path.String())
		if p.Symmetric {
			c.element("use", "href", "#"+id, "transform", "matrix(0 1 1 0 0 0)")
		}
		c.close()
	}
	c.close()
}

// runs returns a path for each level, through the runs of cells of that level: lines as thick
// as a cell, which take the fewest bytes. Of a symmetric map it has what is not above the
// diagonal.
func (p Panel) runs(scale scale) *[levels]strings.Builder {
	paths := new([levels]strings.Builder)
	var row, end [levels]int // of the last run of each level
	for i := range row {
		row[i] = -1
	}
	for y := range len(p.Cells) / p.Columns {
		cells := p.Cells[y*p.Columns:][:p.Columns]
		if p.Symmetric {
			cells = cells[:y+1]
		}
		for x := 0; x < len(cells); {
			level, begin := scale.level(cells[x]), x
			for x++; x < len(cells) && scale.level(cells[x]) == level; x++ {
			}
			if level < 0 {
				continue
			}
			if row[level] == y {
				fmt.Fprintf(&paths[level], "m%d 0h%d", begin-end[level], x-begin)
			} else {
				fmt.Fprintf(&paths[level], "M%d %dh%d", begin, y, x-begin)
			}
			row[level], end[level] = y, x
		}
	}
	return paths
}

// level is the colour of a value, and -1 for none.
func (s scale) level(v float64) int {
	if v <= 0 {
		return -1
	}
	return min(max(int(s.at(v)*levels), 0), levels-1)
}

// bar draws the colours of the levels with the axis below them.
func (s scale) bar(c *canvas, width float64) {
	for i := range levels {
		c.open("g", "class", numbered("l", i))
		c.element("rect", "x", float64(i)*width/levels, "width", width/levels, "height", barHigh, "fill", "currentColor")
		c.close()
	}
	s.below(c, 0, width, barHigh)
}
