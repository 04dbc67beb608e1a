package cli

import (
	"encoding/json"
	"io"
	"math"

	"github.com/tricycle-graph/tricycle/triangle"
)

// writeJSON writes one object on one line.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// tidy takes off what adding and subtracting times leaves behind the last whole
// nanosecond.
func tidy(times ...*float64) {
	for _, seconds := range times {
		*seconds = math.Round(*seconds*1e9) / 1e9
	}
}

// tidyCount tidies the times of a count.
func tidyCount(s triangle.Seconds) triangle.Seconds {
	tidy(&s.Open, &s.Read, &s.Clean, &s.Order, &s.Orient, &s.Count, &s.Kernels, &s.Total)
	return s
}
