package generator

import "math/bits"

// int128 is a signed number of 128 bits.
type int128 struct {
	high int64
	low  uint64
}

// product returns a·b.
func product(a, b int64) int128 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	// As unsigned factors negative ones were 2^64 too large.
	return int128{int64(high) - a>>63&b - b>>63&a, low}
}

func (x int128) plus(y int128) int128 {
	low, carry := bits.Add64(x.low, y.low, 0)
	return int128{x.high + y.high + int64(carry), low}
}

func (x int128) positive() bool { return x.high > 0 || x.high == 0 && x.low > 0 }
