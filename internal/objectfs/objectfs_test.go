package objectfs

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// eachFS runs a test on every file system that there is.
func eachFS(t *testing.T, test func(t *testing.T, files FS)) {
	t.Run("disk", func(t *testing.T) { test(t, NewDisk(filepath.Join(t.TempDir(), "made"))) })
	t.Run("scratch", func(t *testing.T) { test(t, NewScratch(filepath.Join(t.TempDir(), "made"))) })
	t.Run("memory", func(t *testing.T) { test(t, new(Memory)) })
	t.Run("sub", func(t *testing.T) { test(t, Sub(new(Memory), "a/b-")) })
	t.Run("sub of a disk", func(t *testing.T) { test(t, Sub(NewDisk(t.TempDir()), "a/b-")) })
}

func contents(t *testing.T, files FS, name string, offset, length int64) string {
	t.Helper()
	r, err := files.Open(t.Context(), name, offset, length)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestObjects(t *testing.T) {
	eachFS(t, func(t *testing.T, files FS) {
		ctx := t.Context()
		if _, err := files.Open(ctx, "none", 0, 1); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("open what is not there: %v", err)
		}
		large := bytes.Repeat([]byte("large "), 1<<16)
		for name, data := range map[string]string{"one": "first", "a/b/two": "second", "a/three": "", "a/large": string(large)} {
			if err := CreateBytes(ctx, files, name, []byte(data)); err != nil {
				t.Fatal(err)
			}
			if err := CreateBytes(ctx, files, name, []byte("another")); !errors.Is(err, fs.ErrExist) {
				t.Errorf("%s a second time: %v", name, err)
			}
			if got := contents(t, files, name, 0, 1<<20); got != data {
				t.Errorf("%s holds %d bytes, want %d", name, len(got), len(data))
			}
		}
		for _, c := range []struct {
			offset, length int64
			want           string
		}{{0, 2, "se"}, {2, 3, "con"}, {4, 100, "nd"}, {6, 1, ""}} {
			if got := contents(t, files, "a/b/two", c.offset, c.length); got != c.want {
				t.Errorf("%d bytes from %d on are %q, want %q", c.length, c.offset, got, c.want)
			}
		}
		for prefix, want := range map[string]map[string]int64{
			"":     {"one": 5, "a/b/two": 6, "a/three": 0, "a/large": int64(len(large))},
			"a/":   {"a/b/two": 6, "a/three": 0, "a/large": int64(len(large))},
			"a/t":  {"a/three": 0},
			"b/":   {},
			"ones": {},
		} {
			if got, err := files.List(ctx, prefix); err != nil || !maps.Equal(got, want) {
				t.Errorf("%q lists %v, %v, want %v", prefix, got, err, want)
			}
		}
		for range 2 {
			if err := files.Remove(ctx, "a/three"); err != nil {
				t.Error(err)
			}
		}
		if err := CreateBytes(ctx, files, "a/three", []byte("again")); err != nil {
			t.Error(err)
		}
	})
}

// TestHalfAnObjectIsNone ends the writing of an object early, in every way.
func TestHalfAnObjectIsNone(t *testing.T) {
	why := errors.New("why")
	eachFS(t, func(t *testing.T, files FS) {
		for what, write := range map[string]func(w io.Writer) error{
			"an error": func(w io.Writer) error {
				_, err := w.Write([]byte("12345"))
				return cmp.Or(err, why)
			},
			"too few": func(w io.Writer) error { _, err := w.Write([]byte("1234")); return err },
			"too many": func(w io.Writer) error {
				if _, err := w.Write([]byte("12345")); err != nil {
					return err
				}
				_, err := w.Write([]byte("6"))
				return err
			},
		} {
			if err := files.Create(t.Context(), "half", 5, write); err == nil {
				t.Errorf("%s: created", what)
			}
			if left, err := files.List(t.Context(), ""); err != nil || len(left) > 0 {
				t.Errorf("%s leaves %v, %v", what, left, err)
			}
		}
		err := files.Create(t.Context(), "seen", 5, func(w io.Writer) error {
			if _, err := w.Write([]byte("12")); err != nil {
				return err
			}
			disk, ok := files.(*Disk)
			alone := ok && !disk.durable // then nobody else looks
			if left, err := files.List(t.Context(), ""); err != nil || len(left) > 0 && !alone {
				t.Errorf("seen half written: %v, %v", left, err)
			}
			_, err := w.Write([]byte("345"))
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// TestOneOfManyCreates has many make the same object at once.
func TestOneOfManyCreates(t *testing.T) {
	eachFS(t, func(t *testing.T, files FS) {
		for round := range 20 {
			name := fmt.Sprint("object", round)
			var made atomic.Int32
			var group sync.WaitGroup
			for i := range 8 {
				group.Go(func() {
					switch err := CreateBytes(t.Context(), files, name, fmt.Append(nil, i)); {
					case err == nil:
						made.Add(1)
					case !errors.Is(err, fs.ErrExist):
						t.Error(err)
					}
				})
			}
			group.Wait()
			if made.Load() != 1 {
				t.Errorf("%d made %s", made.Load(), name)
			}
		}
	})
}

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
