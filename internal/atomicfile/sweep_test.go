package atomicfile

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

// TestMain lets the test run itself as another process: one that begins a file, says so,
// and waits.
func TestMain(m *testing.M) {
	if path := os.Getenv("ATOMICFILE_TEST"); path != "" {
		file, err := Create(path)
		if err == nil {
			_, err = file.WriteString("half")
		}
		if err != nil {
			panic(err)
		}
		fmt.Println(file.Name())
		_, _ = os.Stdin.Read(make([]byte, 1)) // until it is killed
		panic(file.Commit())
	}
	os.Exit(m.Run())
}

// begun starts a process that is at a file, and returns the temporary name of that and
// what kills the process.
func begun(t *testing.T, path string) (temporary string, kill func()) {
	t.Helper()
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), "ATOMICFILE_TEST="+path)
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
	kill = sync.OnceFunc(func() {
		// The errors say that it was killed.
		_ = process.Process.Kill()
		_ = process.Wait()
	})
	t.Cleanup(kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), kill
}

func TestKilledProcessesLeaveNothing(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "rows.tsv")
	want := map[string]string{"rows.tsv": "whole"}
	// Not ours, whatever they look like.
	for _, name := range []string{".rows.tsv.1234.tmp", ".rows.tsv.tmp", "rows.tsv.12345678.tmp", ".other.tsv.12345678.tmp"} {
		want[name] = "kept"
		if err := os.WriteFile(filepath.Join(folder, name), []byte("kept"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	alive, killAlive := begun(t, path)
	_, killDead := begun(t, path)
	killDead()
	write(t, path, "whole", true)
	want[filepath.Base(alive)] = "half"
	check(t, folder, want)
	killAlive()
	write(t, path, "whole", true)
	delete(want, filepath.Base(alive))
	check(t, folder, want)
}

func TestSweepOfAll(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a", "b"} {
		_, kill := begun(t, filepath.Join(folder, name))
		kill()
	}
	alive, err := CreateNew(filepath.Join(folder, "c"))
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Discard()
	if err := Sweep(folder); err != nil {
		t.Error(err)
	}
	check(t, folder, map[string]string{filepath.Base(alive.Name()): ""})
	if err := Sweep(filepath.Join(folder, "missing")); err != nil {
		t.Error(err)
	}
}

// TestSweptByMany has many write the same files while others look for what is left: none
// loses its own.
func TestSweptByMany(t *testing.T) {
	folder := t.TempDir()
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			path := filepath.Join(folder, fmt.Sprint("file", i%2))
			for range 50 {
				file, err := Create(path)
				if err != nil {
					t.Error(err)
					return
				}
				if err := file.CommitLater(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	check(t, folder, map[string]string{"file0": "", "file1": ""})
}
