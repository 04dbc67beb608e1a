//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package mapping

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// mapped maps a new file of some pages.
func mapped(t *testing.T, name string, pages int, lost error) (*os.File, *Mapping) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, make([]byte, pages*os.Getpagesize()), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	m, err := Map(file, pages*os.Getpagesize(), lost)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return file, m
}

func TestGuardSaysWhichFileWasCut(t *testing.T) {
	lostA, lostB := errors.New("a is cut"), errors.New("b is cut")
	a, mapA := mapped(t, "a", 3, lostA)
	_, mapB := mapped(t, "b", 3, lostB)
	touch := func(m *Mapping) error {
		return Guard(func() error {
			Touch(m.Bytes())
			return nil
		})
	}
	if err := errors.Join(touch(mapA), touch(mapB)); err != nil {
		t.Fatal(err)
	}
	if err := a.Truncate(int64(os.Getpagesize())); err != nil {
		t.Fatal(err)
	}
	if err := touch(mapA); err != lostA {
		t.Errorf("a: %v", err)
	}
	if err := touch(mapB); err != nil {
		t.Errorf("b: %v", err)
	}
}

// A fault has a guard of each goroutine; what else goes wrong passes through.
func TestGuardLeavesTheRest(t *testing.T) {
	broken := errors.New("broken")
	if err := Guard(func() error { return broken }); err != broken {
		t.Errorf("%v", err)
	}
	for _, panicked := range []any{"odd", broken} {
		func() {
			defer func() {
				if r := recover(); r != panicked {
					t.Errorf("recovered %v", r)
				}
			}()
			_ = Guard(func() error { panic(panicked) })
			t.Error("Guard returned")
		}()
	}
	defer func() {
		var fault runtime.Error
		if err, ok := recover().(error); !ok || !errors.As(err, &fault) {
			t.Errorf("recovered %v", err)
		}
	}()
	_ = Guard(func() error {
		none := make([]byte, 0)
		return fmt.Errorf("byte %d", none[0])
	})
	t.Error("Guard returned")
}
