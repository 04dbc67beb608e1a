package plot

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// most is the largest number that can be drawn, and its inverse the smallest on a
// logarithmic axis: nobody counts so far, and nothing overflows on the way.
const most = 1e100

// Missing is the value of a bar that there is none for.
const Missing = -1.0

// Short writes a number with up to three digits, and with k, M, G or T for thousands,
// millions, billions and trillions; as 2×10⁻⁵ what is far smaller or larger.
func Short(v float64) string {
	if size := math.Abs(threeDigits(v)); size != 0 && (size < 1e-3 || size >= 1e15) {
		return scientific(v)
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

var raised = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

// scientific writes a number with a power of ten.
func scientific(v float64) string {
	text := strconv.FormatFloat(threeDigits(v), 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(text, "e")
	power, _ := strconv.Atoi(exponent) // which is a number
	text = "10" + raised.Replace(strconv.Itoa(power))
	if mantissa == "1" {
		return text
	}
	return mantissa + "×" + text
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
