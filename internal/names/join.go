package names

import (
	"encoding/binary"
	"slices"
)

// Joiner appends the labels of vertices with a separator between them.
type Joiner func(text []byte, vertices []uint32) []byte

// mostWords bounds the table of short labels.
const mostWords = 1 << 20

// JoinedBy returns what joins the labels of n vertices. Where all labels are
// short, as most numbers are, it copies them as whole words from a table, which
// is several times faster than writing digits: a list is often longer to write
// than to find.
func JoinedBy(separator byte, label Appender, n int) Joiner {
	if words, ok := newShortLabels(separator, label, n); ok {
		return words.join
	}
	return func(text []byte, cycle []uint32) []byte {
		for i, v := range cycle {
			if i > 0 {
				text = append(text, separator)
			}
			text = label(text, v)
		}
		return text
	}
}

// shortLabels are labels that fit a word together with the separator behind
// them.
type shortLabels struct {
	words   []uint64 // little-endian, the separator behind the label
	lengths []uint8  // with the separator
}

const wordBytes = 8

func newShortLabels(separator byte, label Appender, n int) (shortLabels, bool) {
	if n > mostWords {
		return shortLabels{}, false
	}
	s := shortLabels{words: make([]uint64, n), lengths: make([]uint8, n)}
	var text []byte
	for v := range n {
		text = append(label(text[:0], uint32(v)), separator)
		if len(text) > wordBytes {
			return shortLabels{}, false
		}
		var word [wordBytes]byte
		copy(word[:], text)
		s.words[v], s.lengths[v] = binary.LittleEndian.Uint64(word[:]), uint8(len(text))
	}
	return s, true
}

func (s shortLabels) join(text []byte, cycle []uint32) []byte {
	if len(cycle) == 0 {
		return text
	}
	at := len(text)
	text = slices.Grow(text, wordBytes*len(cycle))[:at+wordBytes*len(cycle)]
	for _, v := range cycle {
		binary.LittleEndian.PutUint64(text[at:], s.words[v])
		at += int(s.lengths[v])
	}
	return text[:at-1] // without the last separator
}
