package answer

import (
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Phase is a part of the work with a name, and what finds how long it took among the times S.
type Phase[S any] struct {
	Name    string
	Seconds func(s *S) float64
}

// Phases are those of a count, in the order in which they pass.
var Phases = []Phase[triangle.Seconds]{
	{"read", func(s *triangle.Seconds) float64 { return s.Read }},
	{"clean", func(s *triangle.Seconds) float64 { return s.Clean }},
	{"order", func(s *triangle.Seconds) float64 { return s.Order }},
	{"orient", func(s *triangle.Seconds) float64 { return s.Orient }},
	{"count", func(s *triangle.Seconds) float64 { return s.Count }},
	{"total", func(s *triangle.Seconds) float64 { return s.Total }},
}

// Tidy is [readable.Tidy] for the times of a count.
func Tidy(s triangle.Seconds) triangle.Seconds {
	readable.Tidy(&s.Open, &s.Read, &s.Clean, &s.Order, &s.Orient, &s.Count, &s.Kernels, &s.Total)
	return s
}

// spareTime says how spare the time of a phase is: the total tells most.
func spareTime(phase string) int {
	if phase == "total" {
		return 2
	}
	return 9
}
