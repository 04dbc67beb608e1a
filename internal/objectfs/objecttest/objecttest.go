// Package objecttest holds a file system of objects to what is promised of it.
package objecttest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// Test runs all tests, each on an empty file system. Of one that a process has alone
// nobody else looks at objects half written.
func Test(t *testing.T, empty func(t *testing.T) objectfs.FS, alone bool) {
	t.Run("objects", func(t *testing.T) { objects(t, empty(t)) })
	t.Run("half an object is none", func(t *testing.T) { halves(t, empty(t), alone) })
	t.Run("one of many creates", func(t *testing.T) { oneOfMany(t, empty(t)) })
}

func contents(t *testing.T, files objectfs.FS, name string, offset, length int64) string {
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

func objects(t *testing.T, files objectfs.FS) {
	ctx := t.Context()
	if _, err := files.Open(ctx, "none", 0, 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("open what is not there: %v", err)
	}
	large := bytes.Repeat([]byte("large "), 1<<16)
	for name, data := range map[string]string{"one": "first", "a/b/two": "second", "a/three": "", "a/large": string(large)} {
		if err := objectfs.CreateBytes(ctx, files, name, []byte(data)); err != nil {
			t.Fatal(err)
		}
		if err := objectfs.CreateBytes(ctx, files, name, []byte("another")); !errors.Is(err, fs.ErrExist) {
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
	if err := objectfs.CreateBytes(ctx, files, "a/three", []byte("again")); err != nil {
		t.Error(err)
	}
}

// halves ends the writing of an object early, in every way.
func halves(t *testing.T, files objectfs.FS, alone bool) {
	why := errors.New("why")
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
		if left, err := files.List(t.Context(), ""); err != nil || len(left) > 0 && !alone {
			t.Errorf("seen half written: %v, %v", left, err)
		}
		_, err := w.Write([]byte("345"))
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// oneOfMany has many make the same object at once.
func oneOfMany(t *testing.T, files objectfs.FS) {
	for round := range 20 {
		name := fmt.Sprint("object", round)
		var made atomic.Int32
		var group sync.WaitGroup
		for i := range 8 {
			group.Go(func() {
				switch err := objectfs.CreateBytes(t.Context(), files, name, fmt.Append(nil, i)); {
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
}
