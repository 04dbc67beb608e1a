package graphio

import (
	"encoding/binary"
	"math"
	"strconv"
)

// scalar is the type of the elements of an array of NumPy.
type scalar struct {
	text string // as the file says it
	kind byte   // 'b' bool, 'i' and 'u' integers, 'f' floats, 'c' complex, 'O' objects, ...
	size int    // bytes of one; 0 where the file does not say
	big  bool   // the most significant byte comes first
}

var scalarShape = lazily(`^([<>|=]?)([a-zA-Z?])(\d*)(\[.*\])?$`)

// parseScalar returns what NumPy calls the string of a type: "<i8".
func parseScalar(text string) scalar {
	e := scalar{text: text, kind: 'V'}
	part := scalarShape().FindStringSubmatch(text)
	if part == nil {
		return e
	}
	e.kind, e.big = part[2][0], part[1] == ">"
	size, _ := strconv.Atoi(part[3])
	switch {
	case e.kind == '?':
		e.kind, e.size = 'b', 1
	case e.kind == 'O' || size < 0 || size > 1<<30 || part[1] == "=" && size > 1:
	case e.kind == 'U':
		e.size = 4 * size
	default:
		e.size = size
	}
	return e
}

func (e scalar) String() string { return e.text }

// isInteger says that elements are whole numbers of a size that NumPy has.
func (e scalar) isInteger() bool {
	return (e.kind == 'i' || e.kind == 'u') && (e.size == 1 || e.size == 2 || e.size == 4 || e.size == 8)
}

// isReal says that elements are truth values or real numbers that a float holds.
func (e scalar) isReal() bool {
	return e.isInteger() || e.kind == 'b' && e.size == 1 || e.kind == 'f' && (e.size == 2 || e.size == 4 || e.size == 8)
}

// isNumber says that elements can be told from zero.
func (e scalar) isNumber() bool { return e.isReal() || e.kind == 'c' && (e.size == 8 || e.size == 16) }

// word returns the bits of an unsigned number in size bytes.
func (e scalar) word(data []byte, size int) uint64 {
	var order binary.ByteOrder = binary.LittleEndian
	if e.big {
		order = binary.BigEndian
	}
	switch size {
	case 1:
		return uint64(data[0])
	case 2:
		return uint64(order.Uint16(data))
	case 4:
		return uint64(order.Uint32(data))
	}
	return order.Uint64(data)
}

// integer returns a whole number, and false where it is negative: then it is the
// number as int64 has it.
func (e scalar) integer(data []byte) (uint64, bool) {
	word := e.word(data, e.size)
	if unused := 64 - 8*e.size; e.kind == 'i' {
		signed := int64(word<<unused) >> unused
		return uint64(signed), signed >= 0
	}
	return word, true
}

// integerText shows a whole number.
func (e scalar) integerText(data []byte) string {
	number, ok := e.integer(data)
	if !ok {
		return strconv.FormatInt(int64(number), 10)
	}
	return strconv.FormatUint(number, 10)
}

// value returns a real number.
func (e scalar) value(data []byte) float64 {
	switch {
	case e.kind == 'b':
		return float64(min(data[0], 1))
	case e.kind == 'f' && e.size == 2:
		return halfFloat(uint16(e.word(data, 2)))
	case e.kind == 'f' && e.size == 4:
		return float64(math.Float32frombits(uint32(e.word(data, 4))))
	case e.kind == 'f':
		return math.Float64frombits(e.word(data, 8))
	}
	number, ok := e.integer(data)
	if !ok {
		return float64(int64(number))
	}
	return float64(number)
}

// halfFloat returns the number that 16 bits stand for.
func halfFloat(word uint16) float64 {
	const fraction = 10
	exponent, mantissa := int(word>>fraction&0x1f), float64(word&(1<<fraction-1))
	value := math.Ldexp(mantissa+1<<fraction, exponent-15-fraction)
	switch {
	case exponent == 0:
		value = math.Ldexp(mantissa, -14-fraction)
	case exponent == 0x1f && mantissa == 0:
		value = math.Inf(1)
	case exponent == 0x1f:
		value = math.NaN()
	}
	if word>>15 != 0 {
		return -value
	}
	return value
}

// isFinite says that both parts of a number are neither infinite nor missing.
func (e scalar) isFinite(data []byte) bool {
	if e.kind == 'c' {
		part := scalar{kind: 'f', size: e.size / 2, big: e.big}
		return part.isFinite(data[:part.size]) && part.isFinite(data[part.size:])
	}
	return e.kind != 'f' || math.Abs(e.value(data)) <= math.MaxFloat64
}

// isZero says that a number is zero, be it with a minus.
func (e scalar) isZero(data []byte) bool {
	part := e.size
	if e.kind == 'c' {
		part /= 2
	}
	for ; len(data) > 0; data = data[part:] {
		word := e.word(data, part)
		if e.kind == 'f' || e.kind == 'c' {
			word &^= 1 << (8*part - 1) // the sign
		}
		if word != 0 {
			return false
		}
	}
	return true
}

// skipZeros returns the first element at or behind i that may be other than zero, or how
// many there are.
func (e scalar) skipZeros(data []byte, i int) int {
	at := i * e.size
	for at+8 <= len(data) && binary.LittleEndian.Uint64(data[at:]) == 0 {
		at += 8
	}
	// What the last eight bytes hold with one that is not zero is looked at one by one.
	return at / e.size
}
