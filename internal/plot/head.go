package plot

import (
	"fmt"
	"regexp"
	"sync"
)

// Head is what every figure has around it.
type Head struct {
	Title       string // above the figure
	Description string // spoken by screen readers; says in a sentence or two what is to be seen
	Note        string // below the figure, such as the machine and the date; "" for none

	part bool // of a page: see Part
}

const (
	margin    = 12.0 // of a figure, pixels
	titleSize = 15.0 // of letters, pixels
	textSize  = 12.0
	noteSize  = 11.0
	bold      = 1.1 // of a letter of the title, by the width of a plain one
	leading   = 1.4 // of a line of text, by the size of its letters
)

// prefixes is compiled for the first figure, and not at the start of every command.
var prefixes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]{0,63}$`) })

// figure draws the head around a body of this width and height, in pixels, which draws
// itself with its upper left corner at 0, 0. It uses the first colours of the palette.
func (h Head) figure(prefix string, width, height float64, colours int, body func(*canvas)) ([]byte, error) {
	if !prefixes().MatchString(prefix) {
		return nil, fmt.Errorf("plot: the prefix %.80q is no letter followed by letters, digits and hyphens", prefix)
	}
	c := &canvas{prefix: prefix, part: h.part}
	title, note := wrap(h.Title, width, titleSize*bold), wrap(h.Note, width, noteSize)
	top := margin + float64(len(title))*titleSize*leading
	bottom := top + height
	if len(note) > 0 {
		bottom += float64(len(note)) * noteSize * leading
	}
	full, high := width+2*margin, bottom+margin
	own := []any{"xmlns", "http://www.w3.org/2000/svg"}
	if h.part {
		own = []any{"class", "plot"}
	}
	c.open("svg", append(own, "id", prefix, "role", "img", "aria-labelledby", prefix+"-title "+prefix+"-desc",
		"width", full, "height", high, "viewBox", fmt.Sprintf("0 0 %s %s", c.number(full), c.number(high)))...)
	c.spoken("title", cut(h.Title, spokenMost))
	c.spoken("desc", cut(h.Description, spokenMost))
	if !h.part {
		c.style(colours)
	}
	c.element("rect", "class", "back", "width", full, "height", high)
	c.open("g", "transform", c.shift(margin, 0))
	for i, line := range title {
		c.text(0, margin+titleSize+float64(i)*titleSize*leading, "title", line)
	}
	c.close()
	c.open("g", "transform", c.shift(margin, top))
	body(c)
	c.close()
	c.open("g", "transform", c.shift(margin, bottom))
	for i, line := range note {
		c.text(0, -float64(len(note)-1-i)*noteSize*leading, "note", line)
	}
	c.close()
	c.close()
	return c.out.Bytes(), c.err
}
