package plot

import (
	"math"
	"strconv"
)

// decimal is a round number: mantissa × 10^exponent, made without an error that would show
// in its label.
func decimal(mantissa float64, exponent int) float64 {
	if exponent < 0 {
		return mantissa / math.Pow10(-exponent)
	}
	return mantissa * math.Pow10(exponent)
}

// steps is v divided by such a number.
func steps(v, mantissa float64, exponent int) float64 {
	if exponent < 0 {
		return v * math.Pow10(-exponent) / mantissa
	}
	return v / decimal(mantissa, exponent)
}

var mantissas = []float64{1, 2, 5}

// linearTicks returns round numbers at equal distances, at most so many, which is three or
// more, of which the first is at or below low and the last at or above high.
func linearTicks(low, high float64, count int) []float64 {
	if high-low <= 1e-9*max(math.Abs(low), math.Abs(high)) {
		low, high = min(low, 0), max(high, 0)
	}
	if high-low < 1/most {
		low, high = 0, 1
	}
	exponent := int(math.Floor(math.Log10((high-low)/float64(count)))) - 1
	for ; ; exponent++ {
		for _, mantissa := range mantissas {
			first, last := math.Floor(steps(low, mantissa, exponent)), math.Ceil(steps(high, mantissa, exponent))
			if last-first+1 > float64(count) {
				continue
			}
			var ticks []float64
			for i := first; i <= last; i++ {
				ticks = append(ticks, decimal(i*mantissa, exponent))
			}
			return ticks
		}
	}
}

// logTicks returns 1, 2 and 5 times powers of ten or, if these are too many, powers of ten, of
// which the first is at or below low and the last at or above high: all of them, or every
// other, or every third and so on. They are at most so many, which is three or more.
func logTicks(low, high float64, count int) []float64 {
	if low == high {
		low /= 2 // so that the one value is at the upper end
	}
	from, to := int(math.Floor(math.Log10(low)))-1, int(math.Ceil(math.Log10(high)))+1
	if ticks := around(low, high, from, to, 1, mantissas); len(ticks) <= count {
		return ticks
	}
	for stride := 1; ; stride++ {
		// Whole multiples of the stride, so that 1 is always among them.
		from := int(math.Floor(float64(from)/float64(stride))) * stride
		if ticks := around(low, high, from, to+stride, stride, mantissas[:1]); len(ticks) <= count {
			return ticks
		}
	}
}

// around returns the mantissas times powers of ten from the last that is at most low to the
// first that is at least high, and two at least.
func around(low, high float64, from, to, stride int, mantissas []float64) []float64 {
	var ticks []float64
	for exponent := from; exponent <= to; exponent += stride {
		for _, mantissa := range mantissas {
			tick := decimal(mantissa, exponent)
			if tick <= low {
				ticks = ticks[:0]
			}
			ticks = append(ticks, tick)
			if tick >= high && len(ticks) > 1 {
				return ticks
			}
		}
	}
	return ticks
}

// labels writes the ticks so that no two look alike.
func labels(ticks []float64, format func(float64) string) []string {
	if format == nil {
		format = Short
	}
	texts, seen := make([]string, len(ticks)), make(map[string]bool)
	for i, tick := range ticks {
		texts[i] = format(tick)
		seen[texts[i]] = true
	}
	if len(seen) < len(ticks) {
		for i, tick := range ticks {
			texts[i] = strconv.FormatFloat(tick, 'g', -1, 64)
		}
	}
	return texts
}
