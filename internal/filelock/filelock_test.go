package filelock

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// TestMain lets the test run itself as the other process: one that takes a lock
// and says whether it got it.
func TestMain(m *testing.M) {
	if name := os.Getenv("FILELOCK_TEST"); name != "" {
		_, err := Lock(name)
		switch {
		case err == nil:
			os.Exit(0)
		case errors.Is(err, ErrLocked):
			os.Exit(3)
		}
		os.Exit(4)
	}
	os.Exit(m.Run())
}

// elsewhere returns what another process gets: 0 the lock, 3 ErrLocked.
func elsewhere(t *testing.T, name string) int {
	t.Helper()
	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), "FILELOCK_TEST="+name)
	err := other.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return other.ProcessState.ExitCode()
}

func TestLockKeepsOthersOut(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	for range 2 {
		file, err := Lock(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := elsewhere(t, name); got != 3 {
			t.Errorf("another process ends with %d while the file is locked", got)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		if got := elsewhere(t, name); got != 0 {
			t.Errorf("another process ends with %d after the file was closed", got)
		}
	}
	if _, err := Lock(filepath.Join(t.TempDir(), "missing", "lock")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

// TestRemovedLockKeepsOthersOut has many take the lock and remove the file again:
// one at a time has it, though those who waited for it may hold a removed file.
func TestRemovedLockKeepsOthersOut(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	var inside atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for taken := 0; taken < 50; {
				file, err := Lock(name)
				if errors.Is(err, ErrLocked) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				taken++
				if n := inside.Add(1); n != 1 {
					t.Errorf("%d have the lock", n)
				}
				inside.Add(-1)
				if err := Remove(file); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is left: %v", err)
	}
}
