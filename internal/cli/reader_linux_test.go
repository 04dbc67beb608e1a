package cli

import (
	"errors"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestReaderGoesAway ends searches that find nothing for a long time, once nobody reads.
func TestReaderGoesAway(t *testing.T) {
	file := filepath.Join(t.TempDir(), "graph.bin")
	tricycle(t, nil, "generate", "erdos-renyi", "--vertices", "300", "--probability", "0.4", "--seed", "1", "-o", file)
	search := exec.Command("tricycle", "cycles", "--quiet", "--min-length", "100", "--to", "binary", file)
	out, err := search.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := search.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil { // of the head: it is searching
		t.Fatal(err)
	}
	out.Close()
	late := time.AfterFunc(tooLong, func() { _ = search.Process.Kill() })
	defer late.Stop()
	err = search.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGPIPE {
		t.Errorf("ended with %v", err)
	}
}
