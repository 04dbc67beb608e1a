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

	// Where there is a byte left in the labels, they have what stands behind them: all
	// but those of the last column, and these. Otherwise they are nil.
	inner, last []uint64
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
	longest := 0
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
		longest = max(longest, len(text))
		var word [8]byte
		copy(word[:], text)
		s.labels[v] = binary.LittleEndian.Uint64(word[:]) | uint64(len(text))<<56
	}
	if longest < 7 && s.before.bytes == 0 && s.behind[0].bytes == 1 && len(s.behind) == 3 { // as of triangles
		s.inner, s.last = s.joined(s.behind[0]), s.joined(s.behind[2])
	}
	return s, nil
}

// joined returns the labels with a byte behind them.
func (s *shortCells) joined(behind shortText) []uint64 {
	joined := make([]uint64, len(s.labels))
	for v, label := range s.labels {
		bytes := label >> 56
		joined[v] = label&(1<<56-1) | behind.word<<(8*bytes) | (bytes+1)<<56
	}
	return joined
}

// encode makes lines of a chunk.
func (s *shortCells) encode(c *chunk) {
	if s.inner != nil {
		s.encodeThree(c)
		return
	}
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

// encodeThree is encode for three columns of labels that have what stands behind them.
func (s *shortCells) encodeThree(c *chunk) {
	const room = 3 * 7
	size := room*c.rows + 8 // as whole words are written
	text := slices.Grow(c.text[:0], size)[:size]
	first, inner, last := c.columns[0].Uint32s[:c.rows], s.inner, s.last
	second, third := c.columns[1].Uint32s[:len(first)], c.columns[2].Uint32s[:len(first)]
	pos := 0
	for row, a := range first {
		x, y, z := inner[a], inner[second[row]], last[third[row]]
		line := text[pos : pos+room+3]
		binary.LittleEndian.PutUint64(line, x)
		at := x >> 56
		binary.LittleEndian.PutUint64(line[at:], y)
		at += y >> 56
		binary.LittleEndian.PutUint64(line[at:], z)
		pos += int(at + z>>56)
	}
	c.text = text[:pos]
}
