package inflate

import "math/bits"

// An entry of a table says what the next bits mean. It has, from the lowest bit on:
//   - 8 bits: how many bits it takes, with those behind the code;
//   - 4 bits: how many of them are the code;
//   - 4 bits: what it is, and nothing of it for a length or a distance;
//   - 16 bits: a literal, or the least length or distance, or where the second table begins.
type entry = uint32

const (
	literal entry = 1 << (iota + 12)
	special       // the end of the block, a second table, or no code at all
	end
	second
)

const (
	longest   = 15 // bits of a code
	firstBits = 11 // of the first table of literals and lengths
	farBits   = 8  // of that of distances

	literals  = 286
	distances = 30
	// Codes that are longer than the first table has bits come by two or more.
	literalSize  = 1<<firstBits + literals/2<<(longest-firstBits)
	distanceSize = 1<<farBits + distances/2<<(longest-farBits)
)

// What the symbols mean, with how many bits follow the code.
var (
	literalMeaning  [288]entry
	distanceMeaning [32]entry
)

func init() {
	for i := range 256 {
		literalMeaning[i] = literal | entry(i)<<16
	}
	literalMeaning[256] = special | end
	length := entry(3)
	for i := range entry(28) {
		more := max(i/4, 1) - 1
		literalMeaning[257+i] = length<<16 | more
		length += 1 << more
	}
	literalMeaning[285] = 258 << 16
	literalMeaning[286], literalMeaning[287] = special, special
	distance := entry(1)
	for i := range entry(distances) {
		more := max(i/2, 1) - 1
		distanceMeaning[i] = distance<<16 | more
		distance += 1 << more
	}
	distanceMeaning[30], distanceMeaning[31] = special, special
}

// build makes the table of a canonical code, whose first part is looked up by so many bits.
// The code must be complete, or have at most one word, of one bit.
func build(table []entry, first int, lengths []uint8, meaning func(symbol int) entry) bool {
	var count, next [longest + 1]int
	for _, length := range lengths {
		count[length]++
	}
	used := len(lengths) - count[0]
	left, most := 1, 0
	for length := 1; length <= longest; length++ {
		next[length] = (next[length-1] + count[length-1]) << 1
		if length == 1 {
			next[length] = 0
		}
		if left = 2*left - count[length]; left < 0 {
			return false
		}
		if count[length] > 0 {
			most = length
		}
	}
	if left > 0 && (used > 1 || most > 1) {
		return false
	}
	for i := range table[:1<<first] {
		table[i] = special
	}
	free := 1 << first
	for symbol, length := range lengths {
		if length == 0 {
			continue
		}
		code := int(bits.Reverse16(uint16(next[length])) >> (16 - length))
		next[length]++
		e, part, step := meaning(symbol), table[:1<<first], 1<<length
		if int(length) > first {
			more := most - first
			begin := &table[code&(1<<first-1)]
			if *begin&second == 0 {
				*begin = special | second | entry(free)<<16 | entry(more)<<8 | entry(first)
				free += 1 << more
			}
			part = table[*begin>>16:][:1<<more]
			code, length = code>>first, length-uint8(first)
			step = 1 << length
		}
		for i := code; i < len(part); i += step {
			part[i] = e + entry(length)<<8 + entry(length)
		}
	}
	return true
}
