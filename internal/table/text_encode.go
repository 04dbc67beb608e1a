package table

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
)

// cells are the cells of a column of a chunk. Those that are numbers are kept from
// row to row: the first column of edges, and the first two of triangles, change
// seldom.
type cells struct {
	values  *Values
	short   []uint32 // of values
	long    []uint64 // of values
	column  Column
	from    source
	base    uint64   // added to a number
	numbers []uint64 // of vertices, or nil
	behind  string

	last  uint64
	text  uint64 // of last, where it has at most eight digits
	width int    // of that
}

// source says where a cell comes from.
type source int

const (
	fromUint32 source = iota
	fromUint64
	fromNumbers // of the vertices
	fromOther   // no number that stands as it is
)

func (l *lines) cells(c *chunk) []cells {
	columns := make([]cells, len(c.columns))
	for i, column := range l.table.Columns {
		k := &columns[i]
		*k = cells{values: &c.columns[i], short: c.columns[i].Uint32s, long: c.columns[i].Uint64s, column: column, behind: l.behind[i], from: fromOther, text: '0', width: 1}
		switch {
		case column.Kind == Uint32:
			k.from = fromUint32
		case column.Kind == Uint64:
			k.from = fromUint64
		case column.Kind != Vertex || l.table.Labels.Names() != nil || l.quoted:
		case l.table.Labels.Numbers() != nil:
			k.from, k.numbers = fromNumbers, l.table.Labels.Numbers()
		default:
			k.from, k.base = fromUint32, l.table.Labels.Base()
		}
	}
	return columns
}

// encode makes lines of a chunk: appendCell for each cell, but with numbers put into
// place by hand.
func (l *lines) encode(c *chunk) error {
	if l.brief != nil {
		l.brief.encode(c)
		return nil
	}
	const longest = 24 // of a number, and more than a word of eight bytes
	columns := l.cells(c)
	room := len(l.before)
	for _, behind := range l.behind {
		room += longest + len(behind)
	}
	text, pos := c.text[:cap(c.text)], 0
	for row := range c.rows {
		if len(text)-pos < room {
			text = slices.Grow(text[:pos], room)
			text = text[:cap(text)]
		}
		if l.before != "" {
			pos += copy(text[pos:], l.before)
		}
		for i := range columns {
			k := &columns[i]
			var number uint64
			switch k.from {
			case fromUint32:
				number = k.base + uint64(k.short[row])
			case fromUint64:
				number = k.long[row]
			case fromNumbers:
				number = k.numbers[k.short[row]]
			case fromOther:
				appended, err := l.appendCell(text[:pos], k.column, k.values, row)
				if err != nil {
					return err
				}
				appended = slices.Grow(append(appended, k.behind...), room)
				text, pos = appended[:cap(appended)], len(appended)
				continue
			}
			if number < eightDigits {
				if number != k.last {
					k.last = number
					word := digits(number)
					leading := bits.TrailingZeros64(word|1<<56) &^ 7
					k.text, k.width = (word|zeros)>>leading, 8-leading/8
				}
				binary.LittleEndian.PutUint64(text[pos:], k.text)
				pos += k.width
			} else {
				pos = len(appendUint(text[:pos], number))
			}
			text[pos] = k.behind[0]
			pos++
			if len(k.behind) > 1 {
				pos += copy(text[pos:], k.behind[1:])
			}
		}
	}
	c.text = text[:pos]
	return nil
}

// appendCell appends one cell.
func (l *lines) appendCell(text []byte, column Column, values *Values, row int) ([]byte, error) {
	switch column.Kind {
	case Uint32:
		text = strconv.AppendUint(text, uint64(values.Uint32s[row]), 10)
	case Uint64:
		text = strconv.AppendUint(text, values.Uint64s[row], 10)
	case Float:
		x := values.Floats[row]
		if x-x != 0 {
			return nil, fmt.Errorf("a value of %s is %v", column.Name, x)
		}
		text = appendFloat(text, x)
	case Text:
		word := values.Texts[row]
		if l.fits != nil {
			if err := l.fits(word); err != nil {
				return nil, err
			}
		}
		text = l.word(text, word)
	case Vertex:
		v := values.Uint32s[row]
		switch names := l.table.Labels.Names(); {
		case names != nil:
			text = l.name(text, names[v])
		case l.quoted:
			text = append(strconv.AppendUint(append(text, '"'), l.table.Labels.Number(v), 10), '"')
		default:
			text = strconv.AppendUint(text, l.table.Labels.Number(v), 10)
		}
	}
	return text, nil
}

// appendFloat appends the shortest decimal that reads back as the same number.
func appendFloat(text []byte, x float64) []byte {
	switch x {
	case 0:
		return append(text, '0')
	case 1:
		return append(text, '1')
	}
	return strconv.AppendFloat(text, x, 'g', -1, 64)
}
