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

func newPairs(l *layout, emit func(graph.Batch) error) *pairs {
	p := &pairs{batch: batch{emit: emit}, layout: l, smallest: math.MaxUint64}
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
	separators := p.separators
	for pos < end && filled < len(p.edges) {
		begin := pos
		if p.ahead > 0 {
			if begin = p.skipFields(text, begin, p.ahead); begin < 0 {
				break
			}
		}
		begin = p.skipBlanks(text, begin)
		u, at := shortID(text, begin)
		if at == begin || u > math.MaxUint32 || text[at] != separators[0] && text[at] != separators[1] {
			break
		}
		begin = p.skipBlanks(text, at+1)
		v, at := shortID(text, begin)
		if at == begin || v > math.MaxUint32 {
			break
		}
		if text[at] != '\n' || p.behind > 0 {
			if at = p.lineEnd(text, at); at < 0 {
				break
			}
		}
		p.edges[filled] = graph.Edge{U: uint32(u), V: uint32(v)}
		filled++
		smallest, largest = min(smallest, u, v), max(largest, u, v)
		pos = at + 1
	}
	p.smallest, p.largest, p.filled = smallest, largest, filled
	return pos
}

func (p *pairs) skipBlanks(text []byte, pos int) int {
	for text[pos] == p.blanks[0] || text[pos] == p.blanks[1] {
		pos++
	}
	return pos
}

// lineEnd returns where the line ends whose second id ends at pos, or -1 where
// what is between is not plain.
func (p *pairs) lineEnd(text []byte, pos int) int {
	if p.behind != 0 {
		if text[pos] != p.separators[0] && text[pos] != p.separators[1] {
			return -1
		}
		if p.behind < 0 {
			return pos + lineLength(text, pos)
		}
		if pos = p.skipFields(text, pos+1, p.behind-1); pos < 0 {
			return -1
		}
		pos = p.skipBlanks(text, pos)
		if opensField(text[pos]) {
			return -1
		}
		begin := pos
		if pos = p.fieldEnd(text, pos); pos == begin {
			return -1
		}
	}
	if p.separators[0] == ' ' {
		pos = p.skipBlanks(text, pos)
	}
	if text[pos] == '\r' {
		pos++
	}
	if text[pos] != '\n' {
		return -1
	}
	return pos
}

// skipFields returns where the field behind the next n begins, or -1 where that
// is not plain to see.
func (p *pairs) skipFields(text []byte, pos, n int) int {
	for range n {
		pos = p.skipBlanks(text, pos)
		if opensField(text[pos]) {
			return -1
		}
		at := p.fieldEnd(text, pos)
		if text[at] == '\n' || at == pos {
			return -1
		}
		pos = at + 1
	}
	return pos
}

// opensField says that a field that begins with c does not end at the next
// separator.
func opensField(c byte) bool { return c == '"' || c == '{' || c == '#' || c == '\r' }

// fieldEnd returns where the field at pos ends: at a separator or a line feed.
func (p *pairs) fieldEnd(text []byte, pos int) int {
	const low, high = 0x0101010101010101, 0x8080808080808080
	first, second := low*uint64(p.separators[0]), low*uint64(p.separators[1])
	for ; ; pos += 8 {
		word := load(text, pos)
		// A byte is zero exactly where, as the lowest of its kind, it borrows.
		a, b, c := word^first, word^second, word^low*'\n'
		found := (a-low)&^a | (b-low)&^b | (c-low)&^c
		if found &= high; found != 0 {
			return pos + bits.TrailingZeros64(found)/8
		}
		if pos+8 >= len(text) {
			return pos // unreached: a line feed ends every block
		}
	}
}

// parseLine parses any line of an edge list.
func (p *pairs) parseLine(line []byte) *lineError {
	if isComment(trimLine(line), edgeListComments) {
		return nil
	}
	ids, err := p.layout.ids(&p.row, bytes.TrimSuffix(line, []byte{'\r'}))
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
	u, v := ends[0], ends[1]
	p.push(u, v)
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
