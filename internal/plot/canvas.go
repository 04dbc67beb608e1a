package plot

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// canvas writes SVG. It keeps its first error.
type canvas struct {
	out    bytes.Buffer
	prefix string
	part   bool // of a page
	opened []string
	err    error
}

// number is short, and the same on any machine: hundredths of a pixel are as good as any.
func (c *canvas) number(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		c.fail(fmt.Errorf("plot: %v has no place in a picture", v))
		return "0"
	}
	v = math.Round(v*100) / 100
	if v == 0 {
		v = 0 // and not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func (c *canvas) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *canvas) shift(x, y float64) string {
	return "translate(" + c.number(x) + " " + c.number(y) + ")"
}

// id is the name of a part of the picture in the page that it will be in.
func (c *canvas) id(part string) string { return c.prefix + "-" + part }

// start writes a tag without its end. Attributes are names and values in turn; a value is
// a string, an int or a float64.
func (c *canvas) start(tag string, attributes []any) {
	c.out.WriteString("<" + tag)
	for i := 0; i < len(attributes); i += 2 {
		fmt.Fprintf(&c.out, ` %s="`, attributes[i])
		switch v := attributes[i+1].(type) {
		case float64:
			c.out.WriteString(c.number(v))
		case int:
			c.out.WriteString(strconv.Itoa(v))
		case string:
			c.escape(v)
		}
		c.out.WriteByte('"')
	}
}

// element writes an element that holds nothing.
func (c *canvas) element(tag string, attributes ...any) {
	c.start(tag, attributes)
	c.out.WriteString("/>\n")
}

// open begins an element, and close ends the one that was opened last.
func (c *canvas) open(tag string, attributes ...any) {
	c.start(tag, attributes)
	c.out.WriteString(">\n")
	c.opened = append(c.opened, tag)
}

func (c *canvas) close() {
	last := len(c.opened) - 1
	c.out.WriteString("</" + c.opened[last] + ">\n")
	c.opened = c.opened[:last]
}

// escape writes text so that it is text, in an element and in an attribute. What XML
// cannot hold becomes U+FFFD, and marks that turn the direction of letters go.
func (c *canvas) escape(text string) {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text)
	if err := xml.EscapeText(&c.out, []byte(text)); err != nil {
		c.fail(err)
	}
}

// spoken writes the title or the description of the picture.
func (c *canvas) spoken(tag, text string) {
	c.start(tag, []any{"id", c.id(tag)})
	c.out.WriteByte('>')
	c.escape(text)
	c.out.WriteString("</" + tag + ">\n")
}

// text writes a line of text with its base line at y.
func (c *canvas) text(x, y float64, class, text string) {
	c.start("text", []any{"class", class, "x", x, "y", y})
	c.out.WriteByte('>')
	c.escape(text)
	c.out.WriteString("</text>\n")
}

// line draws a line between two places.
func (c *canvas) line(class string, x1, y1, x2, y2 float64) {
	c.element("path", "class", class, "d", "M"+c.place(x1, y1)+"L"+c.place(x2, y2))
}

func (c *canvas) place(x, y float64) string { return c.number(x) + " " + c.number(y) }
