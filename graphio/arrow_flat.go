package graphio

import (
	"encoding/binary"
	"errors"
)

// Metadata of Arrow is FlatBuffers: tables that say where their fields stand. This reads
// them without copying, and believes no position before it is within the data.

// errFlat is the error for metadata that break the rules of FlatBuffers.
var errFlat = errors.New("its metadata are no FlatBuffers of Arrow")

// flat is a piece of metadata. Reading outside of it gives zeros, and bad is set.
type flat struct {
	data []byte
	bad  bool
}

// number returns the little-endian number of size bytes at a position.
func (f *flat) number(at, size int) int64 {
	if at < 0 || size > len(f.data) || at > len(f.data)-size {
		f.bad = true
		return 0
	}
	switch b := f.data[at:]; size {
	case 1:
		return int64(b[0])
	case 2:
		return int64(int16(binary.LittleEndian.Uint16(b)))
	case 4:
		return int64(int32(binary.LittleEndian.Uint32(b)))
	default:
		return int64(binary.LittleEndian.Uint64(b))
	}
}

// follow returns the position to which that at a position leads, which is further on.
func (f *flat) follow(at int) int {
	by := f.number(at, 4)
	if by <= 0 {
		f.bad = true
		return 0
	}
	return at + int(by)
}

// root returns the table with which the metadata begin.
func (f *flat) root() flatTable { return flatTable{f, f.follow(0)} }

// flatTable is a table, or none where at is 0.
type flatTable struct {
	*flat
	at int
}

// field returns where a field stands, or 0 where the table has none of this number.
func (t flatTable) field(number int) int {
	if t.at == 0 {
		return 0
	}
	fields := t.at - int(t.number(t.at, 4))
	size := int(uint16(t.number(fields, 2)))
	entry := 4 + 2*number
	if entry+2 > size {
		return 0
	}
	by := int(uint16(t.number(fields+entry, 2)))
	if by == 0 {
		return 0
	}
	return t.at + by
}

// scalar returns a number, or 0 where it is left out.
func (t flatTable) scalar(field, size int) int64 {
	if at := t.field(field); at != 0 {
		return t.number(at, size)
	}
	return 0
}

// child returns the table in a field.
func (t flatTable) child(field int) flatTable {
	if at := t.field(field); at != 0 {
		return flatTable{t.flat, t.follow(at)}
	}
	return flatTable{t.flat, 0}
}

// vector returns where the elements of a vector stand and how many there are, of size
// bytes each.
func (t flatTable) vector(field, size int) (at, n int) {
	if at = t.field(field); at == 0 {
		return 0, 0
	}
	at = t.follow(at)
	count := t.number(at, 4)
	at += 4
	if count < 0 || at > len(t.data) || count > int64((len(t.data)-at)/size) {
		t.bad = true
		return 0, 0
	}
	return at, int(count)
}

// text returns the string in a field.
func (t flatTable) text(field int) string {
	at, n := t.vector(field, 1)
	return string(t.data[at : at+n])
}

// element returns the table that is an element of a vector of tables.
func (t flatTable) element(at, i int) flatTable { return flatTable{t.flat, t.follow(at + 4*i)} }
