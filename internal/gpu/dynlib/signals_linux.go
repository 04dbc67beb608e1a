package dynlib

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// action is what the kernel is told about a signal: the handler, flags, the way back, a mask.
// The first is all that is looked at here.
type action [4]uint64

// handled tells whether there is a handler: 0 stands for what the system does, 1 for nothing.
func (a *action) handled() bool { return a[0] > 1 }

// lastSignal is the last that has a number of its own; those after it are the C library's.
const lastSignal = 31

// KeepSignals remembers who handles which signal, and returns what gives signals back that a library
// took meanwhile. LLVM, which drivers of CPUs compile with, takes a dozen of them as soon as it is loaded, and hands
// each back when it first comes: until it has, another thread that meets the same one ends
// the process without a word. Two that touch a mapped file that was cut do so, and Go would have
// made errors of both.
//
// A signal that nobody handled stays with who took it, and so does SIGFPE: a kernel that
// divides by zero on a CPU must not end the process, and Go asks before it divides.
func KeepSignals() (restore func()) {
	var before [lastSignal + 1]action
	for signal := range before[1:] {
		setAction(1+signal, nil, &before[1+signal])
	}
	return func() {
		for signal := range before[1:] {
			signal++
			var now action
			if signal != int(unix.SIGFPE) && before[signal].handled() && setAction(signal, nil, &now) && now != before[signal] {
				setAction(signal, &before[signal], nil)
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
