package dynlib

import (
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// action is what the kernel is told about a signal: the handler, flags, the way back, a mask.
type action [4]uint64

// standard tells whether a signal does what the system has it do, and nobody asked for
// anything else.
func (a *action) standard() bool { return a[0] == 0 }

// lastSignal is the last of those with a name. No driver was seen to take one of those after them.
const lastSignal = 31

// kept is what the signals were before the first of those began who keep them now.
var kept struct {
	sync.Mutex
	by     int
	before [lastSignal + 1]action
}

// KeepSignals remembers who handles which signal, and returns what gives signals back that a library
// took meanwhile. LLVM, which drivers of CPUs compile with, takes a dozen of them as soon as it is loaded, and hands
// each back when it first comes: until it has, another thread that meets the same one ends
// the process without a word. Two that touch a mapped file that was cut do so, and Go would have
// made errors of both.
//
// A signal for which nobody had asked for anything stays with who took it, and so does SIGFPE: a
// kernel that divides by zero on a CPU must not end the process, and Go asks before it divides.
func KeepSignals() (restore func()) {
	kept.Lock()
	defer kept.Unlock()
	if kept.by == 0 {
		for i := range kept.before[1:] {
			setAction(1+i, nil, &kept.before[1+i])
		}
	}
	kept.by++
	return func() {
		kept.Lock()
		defer kept.Unlock()
		kept.by--
		for i := range kept.before[1:] {
			signal, before := 1+i, &kept.before[1+i]
			var now action
			if signal != int(unix.SIGFPE) && !before.standard() && setAction(signal, nil, &now) && now != *before {
				setAction(signal, before, nil)
			}
		}
	}
}

// setAction is the system call sigaction, and tells whether it worked: some signals
// can have no handler.
func setAction(signal int, to, was *action) bool {
	_, _, failed := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(signal), uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(was)), 8, 0, 0)
	return failed == 0
}
