package objectfs

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"
)

// TestDiskLeavesNothingElse looks for temporary files.
func TestDiskLeavesNothingElse(t *testing.T) {
	folder := t.TempDir()
	disk := NewDisk(folder)
	err := CreateLater(t.Context(), Sub(disk, "a"), "b", 2, func(w io.Writer) error {
		_, err := w.Write([]byte("12"))
		return err
	})
	if err != nil || len(disk.pending) != 1 {
		t.Fatal(err, disk.pending)
	}
	if err := CreateBytes(t.Context(), disk, "small", nil); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 2 || len(disk.pending) > 0 {
		t.Errorf("%v, %v; to be synced: %v", entries, err, disk.pending)
	}
}

// TestReaderGoesOn fails each call of a reader: it goes on where that was, unless
// it fails for good.
func TestReaderGoesOn(t *testing.T) {
	memory := new(Memory)
	text := bytes.Repeat([]byte("0123456789"), 500)
	if err := CreateBytes(t.Context(), memory, "object", text); err != nil {
		t.Fatal(err)
	}
	read := func(files FS) ([]byte, error) {
		r, err := NewReader(t.Context(), files, "object", 1<<20)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return io.ReadAll(r)
	}
	whole := &Faulty{FS: memory}
	if got, err := read(whole); err != nil || !bytes.Equal(got, text) {
		t.Fatal(len(got), err)
	}
	for call := 1; call <= whole.Calls(); call++ {
		for _, how := range []Fault{Before, After, ForGood} {
			got, err := read(&Faulty{FS: memory, At: call, How: how})
			switch failed := call == 1 || how == ForGood; {
			case failed && !errors.Is(err, ErrInjected), !failed && (err != nil || !bytes.Equal(got, text)):
				t.Errorf("call %d, fault %d: %d bytes, %v", call, how, len(got), err)
			}
		}
	}
}
