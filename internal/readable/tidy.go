package readable

import "math"

// Tidy takes off what adding and subtracting times leaves behind the last whole
// nanosecond.
func Tidy(times ...*float64) {
	for _, seconds := range times {
		*seconds = math.Round(*seconds*1e9) / 1e9
	}
}
