package graphio

import (
	"bytes"
	"math"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
)

// pairs parses lines of two numeric ids.
type pairs struct {
	batch
	layout            *layout
	row               cells
	smallest, largest uint64 // ids

	// What the layout means to parsePlain.
	plain      bool    // the ids are next to each other
	ahead      int     // fields in front of them
	behind     int     // fields behind them; -1 where any number will do
	separators [2]byte // one of which stands behind each field
	blanks     [2]byte // that may stand around a field
}

func newPairs(l *layout, b batch) *pairs {
	p := &pairs{batch: b, layout: l, smallest: math.MaxUint64}
	p.plain, p.ahead, p.behind = l.columns[1] == l.columns[0]+1, l.columns[0], l.width-l.columns[1]-1
	if l.width == 0 {
		p.behind = -1
	}
	p.separators = [2]byte{byte(l.by), byte(l.by)}
	p.blanks = [2]byte{' ', '\t'}
	switch l.by {
	case blank:
		p.separators = p.blanks
	case '\t':
		p.blanks[1] = ' '
	}
	return p
}

// parsePlain parses lines of two ids below 2^32, next to each other, among
// fields without quotes.
func (p *pairs) parsePlain(text []byte, pos, end int) int {
	if !p.plain {
		return pos
	}
	smallest, largest, filled := p.smallest, p.largest, p.filled
	first, second, others := p.separators[0], p.separators[1], p.ahead > 0 || p.behind != 0
	tabs := first == '\t' // between which a field may be empty
	for pos < end && filled < len(p.edges) {
		begin := pos
		if others {
			if begin = p.skipFields(text, begin, p.ahead); begin < 0 {
				break
			}
		}
		if !tabs {
			begin = skipBlanks(text, begin)
		}
		u, at := shortID(text, begin)
		if at == begin || u > math.MaxUint32 || text[at] != first && text[at] != second {
			break
		}
		if begin = at + 1; !tabs {
			begin = skipBlanks(text, begin)
		}
		v, at := shortID(text, begin)
		if at == begin || v > math.MaxUint32 {
			break
		}
		switch c := text[at]; {
		case c == '\n' && !others:
		case p.behind == 1 && (c == first || c == second):
			// One field more, a short one, as most lines have that have more.
			word := load(text, at+1)
			end := at + 1 + p.ends(word)/8
			if opening := byte(word); opening > '#' && opening != '{' && text[end] == '\n' {
				at = end
				break
			}
			at = p.lineEnd(text, at)
		default:
			at = p.lineEnd(text, at)
		}
		if at < 0 {
			break
		}
		p.edges[filled] = graph.Edge{U: uint32(u), V: uint32(v)}
		filled++
		smallest, largest = min(smallest, u, v), max(largest, u, v)
		pos = at + 1
	}
	p.smallest, p.largest, p.filled = smallest, largest, filled
	return pos
}

// lineEnd returns where the line ends whose second id ends at pos, or -1 where
// what is between is not plain to see.
func (p *pairs) lineEnd(text []byte, pos int) int {
	if p.behind < 0 {
		switch c := text[pos]; {
		case c == p.separators[0] || c == p.separators[1]:
			end := pos + lineLength(text, pos)
			if bytes.IndexByte(text[pos:end], '"') >= 0 {
				return -1
			}
			return end
		case c == '\n':
			return pos
		}
	}
	for range p.behind {
		if text[pos] != p.separators[0] && text[pos] != p.separators[1] {
			return -1
		}
		if pos = p.skipField(text, pos+1); pos < 0 {
			return -1
		}
	}
	if text[pos] == '\n' {
		return pos
	}
	if p.separators[1] == '\t' && p.separators[0] == ' ' {
		pos = skipBlanks(text, pos)
	}
	if text[pos] == '\r' {
		pos++
	}
	if text[pos] != '\n' {
		return -1
	}
	return pos
}

// skipFields returns where the field behind the next n begins, or -1.
func (p *pairs) skipFields(text []byte, pos, n int) int {
	for range n {
		if pos = p.skipField(text, pos); pos < 0 || text[pos] == '\n' {
			return -1
		}
		pos++
	}
	return pos
}

// skipField returns where the field ends that begins at pos, behind blanks: at a
// separator or a line feed. It returns -1 where it is empty, or begins with what
// is no plain text.
func (p *pairs) skipField(text []byte, pos int) int {
	for text[pos] == p.blanks[0] || text[pos] == p.blanks[1] {
		pos++
	}
	if c := text[pos]; c <= '%' && (c == '"' || c == '#' || c == '%' || c == '\r') || c == '{' {
		return -1
	}
	for begin := pos; ; pos += 8 {
		if end := p.ends(load(text, pos)); end < 64 {
			if pos += end / 8; pos == begin {
				return -1
			}
			return pos
		}
	}
}

// ends returns eight times the number of bytes of a word of text in front of
// the first separator or line end; 64 where there is none.
func (p *pairs) ends(word uint64) int {
	const low, high = 0x0101010101010101, 0x8080808080808080
	// The lowest byte that is marked is one that is sought.
	found := (word - low*(' '+1)) &^ word // blanks and line ends are the lowest characters
	if p.separators[0] != ' ' {
		a, b := word^low*uint64(p.separators[0]), word^low*'\n'
		found = (a-low)&^a | (b-low)&^b
	}
	return bits.TrailingZeros64(found&high) &^ 7
}

// parseLine parses any line of an edge list.
func (p *pairs) parseLine(line []byte) *lineError {
	line = withoutReturn(line)
	if isEdgeComment(line) {
		return nil
	}
	ids, err := p.layout.ids(&p.row, line)
	if err != nil {
		return err
	}
	var ends [2]uint64
	for i, id := range ids {
		if id.quoted {
			return &lineError{expected: "a number as vertex id, without quotes as on the lines before", found: quote(id.text)}
		}
		if ends[i], err = vertexID(id.text); err != nil {
			return err
		}
	}
	weight, err := p.layout.weightOf(&p.row)
	if err != nil {
		return err
	}
	u, v := ends[0], ends[1]
	p.pushWeighted(u, v, weight)
	p.smallest, p.largest = min(p.smallest, u, v), max(p.largest, u, v)
	return nil
}

// oneEdge returns a batch of one edge.
func oneEdge(u, v uint64) graph.Batch {
	if u <= math.MaxUint32 && v <= math.MaxUint32 {
		return graph.Batch{Edges: []graph.Edge{{U: uint32(u), V: uint32(v)}}}
	}
	return graph.Batch{Wide: []graph.WideEdge{{U: u, V: v}}}
}
