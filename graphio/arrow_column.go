package graphio

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
)

// arrowValues are the values of a column in some rows.
type arrowValues struct {
	arrowType
	data    []byte   // numbers, where strings end, or views of strings
	text    []byte   // strings
	further [][]byte // of views

	dictionary *arrowDictionary // of which data has positions, or nil
}

// wrong says that a row, counted from 0, holds no id.
func (c *arrowColumn) wrong(row int64, found string) error {
	return c.refuse(expectedIDs(c.isText()), row, found)
}

// refuse says that a row, counted from 0, does not hold what is expected.
func (c *arrowColumn) refuse(expected string, row int64, found string) error {
	return &graph.InputError{
		Expected: fmt.Sprintf("%s in column %q", expected, c.name),
		Found:    fmt.Sprintf("%s in row %d", found, row+1),
	}
}

// values reads some rows of a column.
func (r *arrowReader) values(c *arrowColumn, b *arrowBatch, part *arrowPart, begin, end int64) (v arrowValues, err error) {
	if part.missing > 0 {
		if err := r.checkThere(c, b, part, begin, end); err != nil {
			return v, err
		}
	}
	v.arrowType = c.arrowType
	if part.dictionary >= 0 {
		if v.dictionary, err = r.dictionary(c, part.dictionary); err != nil {
			return v, err
		}
		v.arrowType = c.position
	}
	values := part.spans[1]
	switch v.kind {
	case arrowUTF8, arrowLargeUTF8:
		err = r.strings(&v, b, part, begin, end)
	case arrowUTF8View:
		err = r.views(&v, b, part, begin, end)
	default:
		width := int64(v.width)
		v.data, err = r.buffer(b, values, begin*width, end*width, part.rows*width+64)
	}
	return v, err
}

// checkThere refuses a missing value.
func (r *arrowReader) checkThere(c *arrowColumn, b *arrowBatch, part *arrowPart, begin, end int64) error {
	there, err := r.buffer(b, part.spans[0], 0, (part.rows+7)/8, part.rows/8+128)
	if err != nil {
		return err
	}
	for row := begin; row < end; row++ {
		if there[row/8]>>(row%8)&1 == 0 {
			if chosen := r.s.chosen; len(chosen) > 2 && c == &r.s.columns[chosen[2]] {
				return c.refuse("weights of 0 and more", b.first+row, "nothing")
			}
			return c.wrong(b.first+row, "nothing")
		}
	}
	return nil
}

// strings reads strings that stand behind each other.
func (r *arrowReader) strings(v *arrowValues, b *arrowBatch, part *arrowPart, begin, end int64) (err error) {
	v.width = 4
	if v.kind == arrowLargeUTF8 {
		v.width = 8
	}
	width := int64(v.width)
	if part.spans[1].size == 0 && part.rows == 0 {
		return nil
	}
	if v.data, err = r.buffer(b, part.spans[1], begin*width, (end+1)*width, (part.rows+1)*width+64); err != nil {
		return err
	}
	if v.text, err = r.buffer(b, part.spans[2], 0, -1, math.MaxInt64); err != nil {
		return err
	}
	last := v.end(0)
	if last < 0 {
		return inPages(fmt.Errorf("a string at byte %d", last))
	}
	for i := range end - begin {
		next := v.end(int(i + 1))
		if next < last || next > int64(len(v.text)) {
			return inPages(fmt.Errorf("a string from byte %d to %d of %d", last, next, len(v.text)))
		}
		last = next
	}
	return nil
}

// end returns where string i-1 ends, and string i begins.
func (v *arrowValues) end(i int) int64 {
	if v.width == 8 {
		return int64(binary.LittleEndian.Uint64(v.data[8*i:]))
	}
	return int64(int32(binary.LittleEndian.Uint32(v.data[4*i:])))
}

const (
	arrowView  = 16 // bytes of a view of a string
	arrowShort = 12 // how long a string may be that stands in its view
)

// views reads strings of which each has its place, or stands in its view.
func (r *arrowReader) views(v *arrowValues, b *arrowBatch, part *arrowPart, begin, end int64) (err error) {
	if v.data, err = r.buffer(b, part.spans[1], begin*arrowView, end*arrowView, part.rows*arrowView+64); err != nil {
		return err
	}
	for _, span := range part.further {
		data, err := r.buffer(b, span, 0, -1, math.MaxInt64)
		if err != nil {
			return err
		}
		v.further = append(v.further, data)
	}
	for i := range int(end - begin) {
		size, buffer, at := v.view(i)
		if size > arrowShort && (buffer >= uint32(len(v.further)) || uint64(at)+uint64(size) > uint64(len(v.further[buffer]))) || size > math.MaxInt32 {
			return inPages(fmt.Errorf("a string of %d bytes from byte %d on of buffer %d", size, at, buffer))
		}
	}
	return nil
}

func (v *arrowValues) view(i int) (size, buffer, at uint32) {
	view := v.data[i*arrowView:]
	return binary.LittleEndian.Uint32(view), binary.LittleEndian.Uint32(view[8:]), binary.LittleEndian.Uint32(view[12:])
}

// string returns a string of a column that has no dictionary.
func (v *arrowValues) string(i int) []byte {
	if v.kind != arrowUTF8View {
		return v.text[v.end(i):v.end(i+1)]
	}
	size, buffer, at := v.view(i)
	if size <= arrowShort {
		return v.data[i*arrowView+4:][:size]
	}
	return v.further[buffer][at:][:size]
}

// dictionary returns what rows have positions in, read once.
func (r *arrowReader) dictionary(c *arrowColumn, version int) (*arrowDictionary, error) {
	d := r.s.versions[version]
	d.once.Do(func() { d.err = r.readDictionary(c, d) })
	return d, d.err
}

func (r *arrowReader) readDictionary(c *arrowColumn, d *arrowDictionary) error {
	message, err := r.s.message(d.at)
	if err != nil {
		return err
	}
	column := arrowColumn{name: c.name, arrowType: c.arrowType}
	b, err := r.s.readBatch(message.child(arrowMessageHeader).child(1), d.at, []arrowColumn{column}, []int{0}, nil)
	if err != nil {
		return err
	}
	part := &b.parts[0]
	if part.missing > 0 {
		return fmt.Errorf("column %q: a dictionary with a missing value", c.name)
	}
	if d.arrowValues, err = r.values(&column, &b, part, 0, b.rows); err != nil {
		return err
	}
	if d.rows = b.rows; !c.isText() {
		d.numbers, err = appendNumbers(nil, &column, &d.arrowValues, 0, int(d.rows), 0)
	}
	return err
}
