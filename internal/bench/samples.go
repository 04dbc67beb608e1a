package bench

import (
	"slices"
	"time"
)

// samples are the seconds of one thing done several times.
type samples []float64

// since adds the time from begin to now, and returns now.
func (s *samples) since(begin time.Time) time.Time {
	now := time.Now()
	*s = append(*s, now.Sub(begin).Seconds())
	return now
}

func (s samples) median() float64 {
	sorted := slices.Sorted(slices.Values(s))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// best returns the least.
func (s samples) best() float64 { return slices.Min(s) }

// over returns how many times as long as others it took, in medians.
func (s samples) over(others samples) float64 {
	const step = 1e-9 // of the clock
	return s.median() / max(others.median(), step)
}
