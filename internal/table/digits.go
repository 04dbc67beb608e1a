package table

import (
	"encoding/binary"
	"math/bits"
)

const eightDigits = 100_000_000

// appendUint appends a number in decimal. It is strconv.AppendUint, for the most
// part without a loop or a branch.
func appendUint(text []byte, n uint64) []byte {
	if n >= eightDigits {
		text, n = appendUint(text, n/eightDigits), n%eightDigits
		return binary.LittleEndian.AppendUint64(text, digits(n)|zeros)
	}
	word := digits(n)
	leading := bits.TrailingZeros64(word|1<<56) &^ 7 // bits of zeros in front; the last digit stays
	return binary.LittleEndian.AppendUint64(text, (word|zeros)>>leading)[:len(text)+8-leading/8]
}

// zeros is eight times '0'.
const zeros = 0x3030303030303030

// digits returns the eight digits of a number below 10^8, the first in the lowest
// byte. It halves fours, pairs and single digits out of one word, the quotients by
// a multiplication with a rounded reciprocal that is right for all of their sizes.
func digits(n uint64) uint64 {
	high := n / 10000
	word := high | (n-high*10000)<<32
	high = word * 10486 >> 20 & 0x0000007f_0000007f
	word = high | (word-high*100)<<16
	high = word * 103 >> 10 & 0x000f_000f_000f_000f
	return high | (word-high*10)<<8
}
