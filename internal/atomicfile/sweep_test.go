package atomicfile

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/killed"
)

func TestMain(m *testing.M) {
	killed.Main(m, func(path string) (made string, end func() error, err error) {
		file, err := Create(path)
		if err != nil {
			return "", nil, err
		}
		_, err = file.WriteString("half")
		return file.Name(), file.Commit, err
	})
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
	alive, killAlive := killed.Start(t, path)
	_, killDead := killed.Start(t, path)
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
		_, kill := killed.Start(t, filepath.Join(folder, name))
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
