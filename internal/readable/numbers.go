// Package readable writes numbers, times and names the way people read them, in lines, tables and
// messages; package bytesize does so for numbers of bytes.
package readable

import (
	"math/big"
	"strconv"

	"github.com/dustin/go-humanize"

	"github.com/tricycle-graph/tricycle/graph"
)

// Number writes a whole number: 1,234,567.
func Number[T uint32 | uint64 | int | int64](n T) string {
	return Big(new(big.Int).SetUint64(uint64(n)))
}

// Big writes a whole number of any size, as Number does.
func Big(n *big.Int) string {
	return humanize.BigComma(new(big.Int).Set(n)) // a copy, for BigComma uses it up
}

// Quantity writes a number and what there are so many of: 1 loop, 2 loops.
func Quantity(n uint64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

// Size writes a count that a source may not know before it is read.
func Size(n graph.Size) string {
	if !n.Known() {
		return "unknown"
	}
	return Number(n.Get())
}

// Seconds writes a time with three significant digits; - for what was not done.
func Seconds(seconds float64) string {
	switch {
	case seconds == 0:
		return "-"
	case seconds >= .9995: // and not 1000 ms
		return Short(seconds) + " s"
	case seconds >= .9995e-3:
		return Short(seconds*1e3) + " ms"
	}
	return Short(seconds*1e6) + " µs"
}

// EdgesPerSecond writes a rate: 12.3M edges/s; - where there is none.
func EdgesPerSecond(rate float64) string {
	switch {
	case rate == 0:
		return "-"
	case rate < 1:
		return Short(rate) + " edges/s" // and not 198m
	}
	three, _ := strconv.ParseFloat(strconv.FormatFloat(rate, 'e', 2, 64), 64) // 1.00M and not 1000k
	value, prefix := humanize.ComputeSI(three)
	return Short(value) + prefix + " edges/s"
}

// Short writes three significant digits, of which at most two are behind the point, or all that
// stand before it.
func Short(value float64) string {
	digits := 2
	switch {
	case value >= 99.95: // which is 100 with three digits
		digits = 0
	case value >= 9.995:
		digits = 1
	}
	return strconv.FormatFloat(value, 'f', digits, 64)
}

// Share writes a share with six digits.
func Share(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }
