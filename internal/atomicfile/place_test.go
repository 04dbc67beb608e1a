package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestCheck(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "graph.tcsr")
	if err := Check(path); err != nil {
		t.Error(err)
	}
	write(t, path, "kept", true)
	if err := Check(path); err != nil {
		t.Error(err)
	}
	check(t, folder, map[string]string{"graph.tcsr": "kept"})
	if err := Check(os.DevNull); err != nil {
		t.Error(err)
	}
}

func TestCheckFails(t *testing.T) {
	folder := t.TempDir()
	missing := filepath.Join(folder, "missing", "file")
	for _, path := range []string{folder, missing} {
		var place *PlaceError
		if err := Check(path); !errors.As(err, &place) || place.Path != path {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := Check(missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s: %v", missing, err)
	}
}

func TestFullIsNoWrongPlace(t *testing.T) {
	full := &fs.PathError{Op: "mkdir", Path: "x", Err: syscall.ENOSPC}
	if err := Place(full); err != full || !Full(err) {
		t.Errorf("%T %v", err, err)
	}
}
