// Package objectfs is the file system of jobs and of blocks: whole objects under
// names with slashes, made once and never changed. An object store can be one, for
// nothing is renamed, locked, appended to or written over.
//
// [Disk] keeps objects in a folder, [Memory] keeps them as an object store does,
// [Sub] shows those under a prefix, and [Faulty] fails at the call that a test
// names, in the manner of errorfs in pebble.
package objectfs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// FS holds objects; package jobs describes it for those who write one.
type FS interface {
	Create(ctx context.Context, name string, size int64, write func(w io.Writer) error) error
	Open(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error)
	List(ctx context.Context, prefix string) (map[string]int64, error)
	Remove(ctx context.Context, name string) error
}

// ErrDamaged says that what came of an object is not what is kept.
var ErrDamaged = errors.New("it has another checksum than the store has")

// Path says what messages call an object: what a method Path of the file system
// says, and else its name.
func Path(files FS, name string) string {
	if files, ok := files.(interface{ Path(name string) string }); ok {
		return files.Path(name)
	}
	return name
}

// Cause returns what the system said of a file, without the name of that.
func Cause(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}

// CreateLater creates an object that need not last before another one is created. On
// a disk, that is much faster for many.
func CreateLater(ctx context.Context, files FS, name string, size int64, write func(w io.Writer) error) error {
	if files, ok := files.(interface {
		CreateLater(ctx context.Context, name string, size int64, write func(w io.Writer) error) error
	}); ok {
		return files.CreateLater(ctx, name, size, write)
	}
	return files.Create(ctx, name, size, write)
}

// CreateBytes makes an object of data.
func CreateBytes(ctx context.Context, files FS, name string, data []byte) error {
	return files.Create(ctx, name, int64(len(data)), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// RemoveAll removes the objects whose names begin with prefix, but for those that
// keep wants. It goes on after an error and returns the first.
func RemoveAll(ctx context.Context, files FS, prefix string, keep func(name string) bool) error {
	sizes, err := files.List(ctx, prefix)
	maps.DeleteFunc(sizes, func(name string, _ int64) bool { return keep != nil && keep(name) })
	names := slices.Sorted(maps.Keys(sizes))
	errs := make([]error, len(names))
	_ = par.Each(ctx, atOnce, len(names), func(_, i int) error {
		errs[i] = files.Remove(ctx, names[i])
		return nil
	})
	return cmp.Or(err, cmp.Or(errs...), context.Cause(ctx))
}

// atOnce is how many objects are removed at once: a store takes its time for each.
const atOnce = 16

// sized passes on what is written of an object, and sees whether that is as much
// as was said.
type sized struct {
	w    io.Writer
	left int64
}

func (s *sized) Write(data []byte) (int, error) {
	if int64(len(data)) > s.left {
		return 0, errors.New("more is written than was said")
	}
	n, err := s.w.Write(data)
	s.left -= int64(n)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	return n, err
}

// WriteSized writes an object of so many bytes to w.
func WriteSized(w io.Writer, size int64, write func(w io.Writer) error) error {
	s := &sized{w, size}
	if err := write(s); err != nil {
		return err
	}
	if s.left != 0 {
		return fmt.Errorf("%w: %d bytes are missing", io.ErrShortWrite, s.left)
	}
	return nil
}

// Lingering returns a context for what is to be done at the end of ctx: it ends so much
// later.
func Lingering(ctx context.Context, more time.Duration) (context.Context, context.CancelFunc) {
	later, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		time.AfterFunc(more, func() { cancel(context.Cause(ctx)) })
	})
	return later, func() {
		stop()
		cancel(nil)
	}
}

// pathError is an error of the file systems that are none of the system.
func pathError(op, name string, err error) error { return &fs.PathError{Op: op, Path: name, Err: err} }
