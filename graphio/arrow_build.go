package graphio

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// flatField is a field of a table that is written: a number, or something that stands
// further on.
type flatField struct {
	slot, size int
	number     int64
	child      any // flatFields, []flatFields, flatStructs, or a string
}

// flatFields are the fields of a table.
type flatFields []flatField

// buildFlat returns metadata in FlatBuffers. What it refers to stands behind each table,
// and numbers at multiples of their size.
func buildFlat(root flatFields) []byte {
	b := make([]byte, 4)
	return link(b, 0, root)
}

// link appends a value and leads the position at a place to it.
func link(b []byte, from int, value any) []byte {
	var at int
	little := binary.LittleEndian
	switch value := value.(type) {
	case flatFields:
		b, at = appendTable(b, value)
	case []flatFields:
		b = align(b, 4, 0)
		at = len(b)
		b = little.AppendUint32(b, uint32(len(value)))
		b = append(b, make([]byte, 4*len(value))...)
		for i, element := range value {
			b = link(b, at+4+4*i, element)
		}
	case flatStructs:
		b = align(b, 8, 4) // so that the numbers behind the count are aligned
		at = len(b)
		b = little.AppendUint32(b, uint32(len(value.numbers)/value.each))
		for _, number := range value.numbers {
			b = little.AppendUint64(b, uint64(number))
		}
	case string:
		b = align(b, 4, 0)
		at = len(b)
		b = little.AppendUint32(b, uint32(len(value)))
		b = append(append(b, value...), 0)
	}
	little.PutUint32(b[from:], uint32(at-from))
	return b
}

// flatStructs is a vector of structs of so many numbers each.
type flatStructs struct {
	each    int
	numbers []int64
}

// appendTable appends a table, behind the places of its fields, and what stands in it.
func appendTable(b []byte, fields flatFields) (_ []byte, at int) {
	little := binary.LittleEndian
	fields = slices.Clone(fields)
	slices.SortStableFunc(fields, func(x, y flatField) int { return cmp.Compare(y.width(), x.width()) })
	slots := 0
	for _, f := range fields {
		slots = max(slots, f.slot+1)
	}
	b = align(b, 2, 0)
	places := len(b)
	b = append(b, make([]byte, 4+2*slots)...)
	b = align(b, 8, 4) // so that the first field is aligned
	at = len(b)
	b = little.AppendUint32(b, uint32(at-places))
	stands := make([]int, len(fields))
	for i, f := range fields {
		stands[i] = len(b)
		little.PutUint16(b[places+4+2*f.slot:], uint16(len(b)-at))
		var number [8]byte
		little.PutUint64(number[:], uint64(f.number))
		b = append(b, number[:f.width()]...)
	}
	little.PutUint16(b[places:], uint16(4+2*slots))
	little.PutUint16(b[places+2:], uint16(len(b)-at))
	for i, f := range fields {
		if f.child != nil {
			b = link(b, stands[i], f.child)
		}
	}
	return b, at
}

// width returns how many bytes a field takes in its table.
func (f flatField) width() int {
	if f.child != nil {
		return 4
	}
	return f.size
}

// align appends zeros up to a position that is rest behind a multiple.
func align(b []byte, multiple, rest int) []byte {
	for len(b)%multiple != rest {
		b = append(b, 0)
	}
	return b
}
