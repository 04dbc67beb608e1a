package cli

import (
	"math"
	"runtime/debug"
	"sync"
)

// sharedHeap is the Go heap of the process, which calls of serve use one after the other,
// or side by side.
type sharedHeap struct {
	mu    sync.Mutex
	calls int    // under way
	kept  uint64 // bytes, when memory was given back the last time
}

var theHeap sharedHeap

// limit lets the garbage collector know of a memory limit. Calls side by side have limits
// of their own, none of which is that of the process.
func (h *sharedHeap) limit(bytes int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.calls <= 1 {
		debug.SetMemoryLimit(bytes)
	}
}

// begin makes room for one more call.
func (h *sharedHeap) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.calls++; h.calls == 1 {
		resetPeak()
	}
	debug.SetMemoryLimit(math.MaxInt64)
}

// end gives back what the last call left.
func (h *sharedHeap) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.calls--; h.calls == 0 {
		debug.SetMemoryLimit(math.MaxInt64)
		h.kept = giveBack(h.kept)
	}
}
