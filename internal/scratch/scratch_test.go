package scratch

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestMain lets the test run itself as another process: one that makes a folder,
// writes to it, says so, and waits.
func TestMain(m *testing.M) {
	if parent := os.Getenv("SCRATCH_TEST"); parent != "" {
		f, err := New(parent)
		if err == nil {
			err = os.WriteFile(filepath.Join(f.Name, "block"), []byte("data"), 0o600)
		}
		if err != nil {
			panic(err)
		}
		fmt.Println(f.Name)
		_, _ = os.Stdin.Read(make([]byte, 1)) // until it is killed
		panic(f.Remove())
	}
	os.Exit(m.Run())
}

// another starts a process and returns its folder.
func another(t *testing.T, parent string) (*exec.Cmd, string) {
	t.Helper()
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), "SCRATCH_TEST="+parent)
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := process.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kill(process) })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return process, strings.TrimSpace(line)
}

func kill(process *exec.Cmd) {
	// The errors say that it was killed.
	_ = process.Process.Kill()
	_ = process.Wait()
}

func folders(t *testing.T, parent string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(parent, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestKilledProcessesLeaveNothing(t *testing.T) {
	parent := t.TempDir()
	for _, other := range []string{"tricycle-run", "tricycle-1", "tricycle-" + host() + "-mine"} {
		// Not ours, whatever it looks like.
		if err := os.MkdirAll(filepath.Join(parent, other, "blocks"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	before := len(folders(t, parent))
	alive, kept := another(t, parent)
	dead, left := another(t, parent)
	kill(dead)
	if _, err := os.Stat(filepath.Join(left, "block")); err != nil {
		t.Fatal(err)
	}
	mine, err := New(parent)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("the folder of a process that was killed: %v", err)
	}
	if _, err := os.Stat(filepath.Join(kept, "block")); err != nil {
		t.Errorf("the folder of a living process: %v", err)
	}
	if err := mine.Remove(); err != nil {
		t.Fatal(err)
	}
	kill(alive)
	if mine, err = New(parent); err != nil {
		t.Fatal(err)
	}
	if err := mine.Remove(); err != nil {
		t.Fatal(err)
	}
	if names := folders(t, parent); len(names) != before {
		t.Errorf("left: %v", names)
	}
}

// TestManyAtOnce makes folders while others are looked through: none is taken from
// whoever has it.
func TestManyAtOnce(t *testing.T) {
	parent := t.TempDir()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 100 {
				f, err := New(parent)
				if err != nil {
					t.Error(err)
					return
				}
				name := filepath.Join(f.Name, "block")
				if err := os.WriteFile(name, nil, 0o600); err != nil {
					t.Error(err)
				}
				sweep(parent, "tricycle-"+host()+"-")
				if _, err := os.Stat(name); err != nil {
					t.Error(err)
				}
				if err := f.Remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if names := folders(t, parent); len(names) != 0 {
		t.Errorf("left: %v", names)
	}
}

func TestNewFails(t *testing.T) {
	if f, err := New(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Errorf("made %v", f)
	}
}
