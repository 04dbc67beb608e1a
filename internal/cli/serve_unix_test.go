//go:build unix

package cli

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/internal/serve"
)

// TestServeSignals: it ends as every command does.
func TestServeSignals(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		s := startServe(t, true)
		s.begin(slowSearch(t)...)
		if err := s.process.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if code := s.exit(); code != exitInterrupted {
			t.Errorf("%v: ends with %d: %s", signal, code, &s.stderr)
		}
	}
}

// TestServeLeavesBehind what waits for an input that never comes, once it is cancelled.
func TestServeLeavesBehind(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.txt")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	s := startServe(t, true)
	call := s.begin("count", pipe)
	time.Sleep(50 * time.Millisecond)
	s.write(serve.Cancel, call, "")
	if got := s.ends(1)[call]; got.code != exitInterrupted {
		t.Errorf("%+v", got)
	}
	if got := s.call("version"); got.code != exitOK {
		t.Errorf("%+v", got)
	}
	s.in.Close()
	if code := s.exit(); code != exitOK {
		t.Errorf("ends with %d", code)
	}
}
