package cli

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// gcPercent keeps the garbage small beside what lives: the memory plan counts
// what lives, and the large arrays are outside the Go heap or hold no
// pointers, so that a collection costs little.
const gcPercent = 25

// idle stands for what lives from the start, so that a command over many small files
// collects twice as often as with the standard settings: every 2 MiB. Nothing writes
// to it, so that it takes up addresses and no memory.
var idle atomic.Pointer[[8 << 20]byte]

// collectSoon has all this from the first collection on, which comes at 4 MiB: a command
// that ends before has none, which would take a tenth of the time that it has.
func collectSoon() {
	first := new(struct{ self *byte })
	runtime.AddCleanup(first, func(percent int) {
		idle.Store(new([8 << 20]byte))
		debug.SetGCPercent(percent)
	}, gcPercent)
}
