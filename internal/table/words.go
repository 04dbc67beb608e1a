package table

import (
	"encoding/binary"
	"math"
	"slices"
	"unsafe"
)

// wordType is how the values of a column stand in a binary file, little-endian.
type wordType uint32

const (
	wordUint32 wordType = 1
	wordUint64 wordType = 2
	wordFloat  wordType = 3 // of 64 bits
	wordName   wordType = 4 // 32 bits: a number of a name
)

func (w wordType) bytes() int {
	if w == wordUint64 || w == wordFloat {
		return 8
	}
	return 4
}

// littleEndian says that numbers stand in memory as they do in the files.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// words returns the types of the columns.
func (t *Table) words() ([]wordType, error) {
	var types []wordType
	for _, c := range t.Columns {
		switch {
		case c.Kind == Text:
			return nil, unfit("column %s holds texts, which binary columns have no room for", c.Name)
		case c.Kind == Float:
			types = append(types, wordFloat)
		case c.Kind == Vertex && t.names() != nil:
			types = append(types, wordName)
		case c.Kind == Uint64, c.Kind == Vertex && t.largestID() > math.MaxUint32:
			types = append(types, wordUint64)
		default:
			types = append(types, wordUint32)
		}
	}
	return types, nil
}

// plain says that the values of a column stand in memory as they do in a file.
func (t *Table) plain(kind Kind, word wordType) bool {
	return littleEndian && (kind != Vertex || word == wordName || word == wordUint32 && t.Labels.Numbers() == nil && t.Labels.Base() == 0)
}

// bytes returns the values of a column that is plain, as they stand in memory.
func (v *Values) bytes(kind Kind) []byte {
	switch kind {
	case Uint64:
		return bytesOf(v.Uint64s)
	case Float:
		return bytesOf(v.Floats)
	}
	return bytesOf(v.Uint32s)
}

func bytesOf[T uint32 | uint64 | float64](values []T) []byte {
	var value T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*int(unsafe.Sizeof(value)))
}

// wordsOf returns the values of a column as they stand in a file: in memory, where they are
// plain, and otherwise in data, which is made longer where it has to be.
func (t *Table) wordsOf(data *[]byte, kind Kind, word wordType, values *Values) []byte {
	if t.plain(kind, word) {
		return values.bytes(kind)
	}
	*data = t.appendWords((*data)[:0], kind, word, values)
	return *data
}

// appendWords appends the values of a column.
func (t *Table) appendWords(data []byte, kind Kind, word wordType, values *Values) []byte {
	if t.plain(kind, word) {
		return append(data, values.bytes(kind)...)
	}
	begin := len(data)
	end := begin + values.len(kind)*word.bytes()
	data = slices.Grow(data, end-begin)[:end]
	to := data[begin:]
	numbers, base := t.Labels.Numbers(), t.Labels.Base()
	switch {
	case kind == Uint64:
		for i, n := range values.Uint64s {
			binary.LittleEndian.PutUint64(to[8*i:], n)
		}
	case kind == Float:
		for i, x := range values.Floats {
			binary.LittleEndian.PutUint64(to[8*i:], math.Float64bits(x))
		}
	case kind == Uint32 || word == wordName:
		for i, n := range values.Uint32s {
			binary.LittleEndian.PutUint32(to[4*i:], n)
		}
	case word == wordUint64:
		for i, v := range values.Uint32s {
			binary.LittleEndian.PutUint64(to[8*i:], t.Labels.Number(v))
		}
	case numbers != nil:
		for i, v := range values.Uint32s {
			binary.LittleEndian.PutUint32(to[4*i:], uint32(numbers[v]))
		}
	default:
		for i, v := range values.Uint32s {
			binary.LittleEndian.PutUint32(to[4*i:], uint32(base)+v)
		}
	}
	return data
}

// padded returns n rounded up to whole words of eight bytes.
func padded(n int64) int64 { return (n + 7) &^ 7 }

// pad appends zeros up to such a length.
func pad(data []byte) []byte {
	return append(data, make([]byte, padded(int64(len(data)))-int64(len(data)))...)
}
