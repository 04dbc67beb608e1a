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
	for {
		// What rounds to 1000 is one of the next unit.
		text := strconv.FormatFloat(v, 'g', 3, 64)
		rounded, _ := strconv.ParseFloat(text, 64)
		if math.Abs(rounded) < 1000 || len(units) == 1 {
			return strconv.FormatFloat(rounded, 'f', -1, 64) + units[0]
		}
		v, units = v/1000, units[1:]
	}
}

// finite refuses what has no place in a picture. The values are those of name.
func finite(name string, values []float64) error {
	for i, v := range values {
		if math.IsNaN(v) || math.Abs(v) > most {
			return fmt.Errorf("plot: value %d of %s is %v, which cannot be drawn", i, cut(name, 80), v)
		}
	}
	return nil
}
