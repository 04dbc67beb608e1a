package jobs

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// TestManyFailAtOnce lets several prepare, in the same place, what cannot be prepared:
// each says what is wrong with the file, and not with what another makes and takes away
// meanwhile.
func TestManyFailAtOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "bad.txt")
	if err := os.WriteFile(name, []byte("1 2\n1 two\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for where, place := range map[string]func(folder string) FS{
		"folder": func(folder string) FS { return Dir(filepath.Join(folder, "job")) },
		"plan":   func(folder string) FS { return PlanFile(filepath.Join(folder, "plan.json")) },
	} {
		folder := t.TempDir()
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				for range 30 {
					var input *graph.InputError
					if _, err := Prepare(t.Context(), place(folder), Request{File: name}, cpu); !errors.As(err, &input) && !errors.Is(err, ErrLocked) {
						t.Errorf("%s: %v", where, err)
					}
				}
			})
		}
		group.Wait()
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s: %v, %v are left", where, left, err)
		}
	}
}

// TestHalvesAreSwept has in the folders of a job what was being written when a process
// was killed, which goes with the next one.
func TestHalvesAreSwept(t *testing.T) {
	r, want := testGraph(t)
	folder := filepath.Join(t.TempDir(), "job")
	if _, err := Prepare(t.Context(), Dir(folder), r, cpu); err != nil {
		t.Fatal(err)
	}
	halves := []string{".plan.json.12345678.tmp", "blocks/.a.tblk.12345678.tmp", "done/.a.json.12345678.tmp", "found/.a.tvec.12345678.tmp"}
	for _, half := range halves {
		name := filepath.Join(folder, half)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	j, err := Open(t.Context(), Dir(folder))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := triangles(j.Count(t.Context(), cpu)); err != nil || got != want {
		t.Errorf("%d, want %d, %v", got, want, err)
	}
	for _, half := range halves {
		if _, err := os.Lstat(filepath.Join(folder, half)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is left: %v", half, err)
		}
	}
}
