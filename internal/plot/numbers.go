package plot

import (
	"fmt"
	"math"
	"strconv"
)

// most is the largest number that can be drawn, and its inverse the smallest on a
// logarithmic axis: nobody counts so far, and nothing overflows on the way.
const most = 1e100

// Missing is the value of a bar that there is none for.
const Missing = -1.0

// Short writes a number with up to three digits, and with k, M, G or T for thousands,
// millions, billions and trillions.
func Short(v float64) string {
	size := math.Abs(v)
	if size != 0 && (size < 1e-4 || size >= 1e15) {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	units := []string{"", "k", "M", "G", "T"}
	// What rounds to 1000 is one of the next unit.
	for math.Abs(threeDigits(v)) >= 1000 && len(units) > 1 {
		v, units = v/1000, units[1:]
	}
	return plain(threeDigits(v)) + units[0]
}

// Seconds writes a time with up to three digits, in seconds, ms, µs or ns.
func Seconds(v float64) string {
	units := []string{" s", " ms", " µs", " ns"}
	for v != 0 && math.Abs(threeDigits(v)) < 1 && len(units) > 1 {
		v, units = v*1000, units[1:]
	}
	return plain(threeDigits(v)) + units[0]
}

// threeDigits rounds to three significant digits.
func threeDigits(v float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64) // which is a number
	return rounded
}

func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// finite refuses what has no place in a picture. The values are those of name.
func finite(name string, values []float64) error {
	for i, v := range values {
		if math.IsNaN(v) || math.Abs(v) > most {
			return fmt.Errorf("plot: value %d of %s is %v, which cannot be drawn", i, cut(name, 80), v)
		}
	}
	return nil
}
