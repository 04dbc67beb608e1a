package dynlib

import (
	"testing"

	"golang.org/x/sys/unix"
)

// take is a library that takes a signal, as far as the kernel sees. No such signal comes.
func take(t *testing.T, signal unix.Signal, handler uint64) {
	var now action
	if !setAction(int(signal), nil, &now) {
		t.Fatalf("%v cannot be asked about", signal)
	}
	t.Cleanup(func() { setAction(int(signal), &now, nil) })
	now[0] = handler
	if !setAction(int(signal), &now, nil) {
		t.Fatalf("%v cannot be taken", signal)
	}
}

func handler(signal unix.Signal) uint64 {
	var now action
	setAction(int(signal), nil, &now)
	return now[0]
}

func TestSignalsAreGivenBack(t *testing.T) {
	const ignore, library = 1, 1 << 20
	take(t, unix.SIGUSR1, ignore)
	before := map[unix.Signal]uint64{unix.SIGBUS: 0, unix.SIGSEGV: 0, unix.SIGUSR2: 0, unix.SIGWINCH: 0}
	for signal := range before {
		if before[signal] = handler(signal); before[signal] <= ignore {
			t.Fatalf("nobody handles %v", signal)
		}
	}
	restore := KeepSignals()
	for _, signal := range []unix.Signal{unix.SIGBUS, unix.SIGSEGV, unix.SIGUSR2, unix.SIGUSR1, unix.SIGFPE} {
		take(t, signal, library)
	}
	restore()
	for signal, was := range before {
		if now := handler(signal); now != was {
			t.Errorf("%v is handled by %#x, and was by %#x", signal, now, was)
		}
	}
	for _, signal := range []unix.Signal{unix.SIGUSR1, unix.SIGFPE} {
		if now := handler(signal); now != library {
			t.Errorf("%v is handled by %#x, and belongs to who took it", signal, now)
		}
	}
}
