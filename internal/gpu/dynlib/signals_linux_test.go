package dynlib

import (
	"testing"

	"golang.org/x/sys/unix"
)

const (
	standard, ignored = 0, 1
	library           = 1 << 20 // no such signal comes
)

// take is a library that takes a signal, as far as the kernel sees.
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

// prepared returns signals that Go handles, and one that is ignored, with who handles them.
func prepared(t *testing.T) map[unix.Signal]uint64 {
	take(t, unix.SIGUSR1, ignored)
	before := map[unix.Signal]uint64{unix.SIGUSR1: ignored, unix.SIGBUS: 0, unix.SIGSEGV: 0, unix.SIGUSR2: 0, unix.SIGWINCH: 0}
	for signal := range before {
		if before[signal] = handler(signal); before[signal] <= ignored && signal != unix.SIGUSR1 {
			t.Fatalf("nobody handles %v", signal)
		}
	}
	return before
}

func expect(t *testing.T, want map[unix.Signal]uint64) {
	t.Helper()
	for signal, by := range want {
		if now := handler(signal); now != by {
			t.Errorf("%v is handled by %#x, want %#x", signal, now, by)
		}
	}
}

func TestSignalsAreGivenBack(t *testing.T) {
	before := prepared(t)
	take(t, unix.SIGSTKFLT, standard)
	restore := KeepSignals()
	for _, signal := range []unix.Signal{unix.SIGBUS, unix.SIGSEGV, unix.SIGUSR2, unix.SIGUSR1, unix.SIGFPE, unix.SIGSTKFLT} {
		take(t, signal, library)
	}
	restore()
	expect(t, before)
	expect(t, map[unix.Signal]uint64{unix.SIGFPE: library, unix.SIGSTKFLT: library}) // who took them has them
}

// TestSignalsAreKeptByMany has a library take signals between the begin of one and of another.
func TestSignalsAreKeptByMany(t *testing.T) {
	before := prepared(t)
	first := KeepSignals()
	take(t, unix.SIGBUS, library)
	second := KeepSignals()
	take(t, unix.SIGUSR1, library)
	first()
	expect(t, before)
	take(t, unix.SIGSEGV, library)
	second()
	expect(t, before)
}
