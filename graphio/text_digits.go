package graphio

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// padding is how many bytes behind the end of a block may be loaded, so that
// eight bytes can be taken from any position of a line.
const padding = 8

// load returns the eight bytes of text from pos on.
func load(text []byte, pos int) uint64 { return binary.LittleEndian.Uint64(text[pos:]) }

// leadingDigits takes the digits at the low end of eight bytes of text: their
// value and eight times their number, 64 where all are digits.
//
// It works on all bytes of the word at once: a byte is no digit exactly when
// it is above 9 after an exclusive or with '0', which the addition of 0x76
// carries into its top bit. Then the digits are moved up, zeros in front, and
// neighbours are combined to pairs, fours and eight.
func leadingDigits(word uint64) (value uint64, width int) {
	word ^= 0x3030303030303030
	other := (word + 0x7676767676767676 | word) & 0x8080808080808080
	width = bits.TrailingZeros64(other) &^ 7
	word <<= (64 - width) & 63 // rubbish where there are no digits
	word = word*10 + word>>8
	const low = 0x000000ff000000ff
	return (word&low*(100+1000000<<32) + word>>16&low*(1+10000<<32)) >> 32, width
}

// shortID returns the number that begins at pos and where its digits end: at
// pos itself where there are none. It gives up on numbers of 2^32 or more and
// returns some number of that size.
func shortID(text []byte, pos int) (id uint64, end int) {
	id, width := leadingDigits(load(text, pos))
	if width == 64 {
		return continueID(text, pos+8, id)
	}
	return id, pos + width/8
}

// continueID is shortID for the digits behind the first eight.
func continueID(text []byte, pos int, id uint64) (uint64, int) {
	for id <= math.MaxUint32 {
		digit := uint64(text[pos] - '0')
		if digit > 9 {
			break
		}
		id = id*10 + digit
		pos++
	}
	return id, pos
}

// parseID returns the number that token spells. It is not ok where the token
// is empty or has anything but digits; overflow says that it has digits only
// but is 2^64 or more.
func parseID(token []byte) (id uint64, ok, overflow bool) {
	for _, c := range token {
		digit := uint64(c - '0')
		if digit > 9 {
			return 0, false, false
		}
		high, low := bits.Mul64(id, 10)
		sum, carry := bits.Add64(low, digit, 0)
		overflow = overflow || high != 0 || carry != 0
		id = sum
	}
	return id, len(token) > 0 && !overflow, overflow
}
