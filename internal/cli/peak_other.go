//go:build !linux

package cli

import "runtime"

// peakBytes returns the memory that the Go runtime took from the system: an
// upper bound of the resident set, all arrays being on the Go heap here.
func peakBytes() int64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.Sys)
}

// resetPeak does nothing: what the runtime took stays reserved.
func resetPeak() {}
