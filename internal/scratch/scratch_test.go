package scratch

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/killed"
)

func TestMain(m *testing.M) {
	killed.Main(m, func(parent string) (made string, end func() error, err error) {
		f, err := New(parent)
		if err != nil {
			return "", nil, err
		}
		return f.Name, f.Remove, os.WriteFile(filepath.Join(f.Name, "block"), []byte("data"), 0o600)
	})
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
	kept, killAlive := killed.Start(t, parent)
	left, killDead := killed.Start(t, parent)
	killDead()
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
	killAlive()
	Sweep(parent)
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
				Sweep(parent)
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
