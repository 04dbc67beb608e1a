package cli

import (
	"runtime/debug"
	"runtime/metrics"
)

// much is what is worth to give back: it takes milliseconds, in which many a small
// file is counted.
const much = 8 << 20

// giveBack returns memory that is of no more use to the system, where there is much
// more of it than was kept the last time, and says how much is kept now.
func giveBack(kept uint64) uint64 {
	if heapBytes() <= kept+much {
		return kept
	}
	debug.FreeOSMemory()
	return heapBytes()
}

// heapBytes returns what the heap has from the system.
func heapBytes() uint64 {
	samples := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"}, // in use, or not yet collected
		{Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"},
	}
	metrics.Read(samples)
	sum := uint64(0)
	for _, s := range samples {
		sum += s.Value.Uint64()
	}
	return sum
}
