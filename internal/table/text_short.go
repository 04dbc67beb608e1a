package table

import (
	"encoding/binary"
	"slices"
)

// mostShort bounds the tables of short labels, which should stay in a cache.
const mostShort = 1 << 20

// shortCells are the cells of a table of vertices alone, where each label and what
// stands around it is short: they are copied as whole words, which is several times
// faster than to make digits over and over again.
type shortCells struct {
	labels []uint64 // of each vertex: at most seven bytes, and in the last one how many
	before shortText
	behind []shortText
}

// shortText is a text of at most eight bytes.
type shortText struct {
	word  uint64
	bytes int
}

func newShortText(text string) shortText {
	var word [8]byte
	copy(word[:], text)
	return shortText{binary.LittleEndian.Uint64(word[:]), len(text)}
}

// short returns nil where something is not short, or there are too few rows for it to
// pay.
func (l *lines) short() (*shortCells, error) {
	t := l.table
	if t.Vertices > mostShort || t.Rows.Known() && t.Rows.Get() < 4*int64(t.Vertices) ||
		slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Kind != Vertex }) {
		return nil, nil
	}
	s := &shortCells{labels: make([]uint64, t.Vertices), before: newShortText(l.before)}
	for _, behind := range l.behind {
		s.behind = append(s.behind, newShortText(behind))
	}
	if s.before.bytes > 8 || slices.ContainsFunc(s.behind, func(b shortText) bool { return b.bytes > 8 }) {
		return nil, nil
	}
	var text []byte
	vertex := &Values{Uint32s: make([]uint32, 1)}
	for v := range s.labels {
		vertex.Uint32s[0] = uint32(v)
		var err error
		if text, err = l.appendCell(text[:0], t.Columns[0], vertex, 0); err != nil {
			return nil, err
		}
		if len(text) > 7 {
			return nil, nil
		}
		var word [8]byte
		copy(word[:], text)
		s.labels[v] = binary.LittleEndian.Uint64(word[:]) | uint64(len(text))<<56
	}
	return s, nil
}

// encode makes lines of a chunk.
func (s *shortCells) encode(c *chunk) {
	room := s.before.bytes
	for _, behind := range s.behind {
		room += 7 + behind.bytes
	}
	size := room*c.rows + 8 // as whole words are written
	text, pos := slices.Grow(c.text[:0], size)[:size], 0
	columns := make([][]uint32, len(c.columns))
	for i := range columns {
		columns[i] = c.columns[i].Uint32s
	}
	for row := range c.rows {
		if s.before.bytes > 0 {
			binary.LittleEndian.PutUint64(text[pos:], s.before.word)
			pos += s.before.bytes
		}
		for i, column := range columns {
			label, behind := s.labels[column[row]], s.behind[i]
			binary.LittleEndian.PutUint64(text[pos:], label)
			pos += int(label >> 56)
			binary.LittleEndian.PutUint64(text[pos:], behind.word)
			pos += behind.bytes
		}
	}
	c.text = text[:pos]
}
