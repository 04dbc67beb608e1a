package objectfs

import (
	"context"
	"errors"
	"io"
	"sync"
)

// ErrInjected is the error of a call that was made to fail.
var ErrInjected = errors.New("a fault was injected")

// Fault is how a call fails.
type Fault int

const (
	Before  Fault = iota // nothing was done
	After                // it was done, and its answer lost
	ForGood              // nothing is done, now or later: the process is as good as killed
)

// Faulty is a file system one of whose calls fails. Each call of the four methods
// is one, and each read of what Open returned.
type Faulty struct {
	FS
	At  int // the call that fails, from 1 on; 0 for none
	How Fault
	Err error // with which it does; nil for [ErrInjected]

	mutex sync.Mutex
	calls int
}

// Calls returns how many calls there were.
func (f *Faulty) Calls() int {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.calls
}

// do makes a call, or has it fail.
func (f *Faulty) do(call func() error) error {
	f.mutex.Lock()
	f.calls++
	now := f.calls == f.At || f.At > 0 && f.How == ForGood && f.calls > f.At
	f.mutex.Unlock()
	if !now {
		return call()
	}
	if f.How == After {
		_ = call() // nobody learns what it says
	}
	return f.err()
}

func (f *Faulty) err() error {
	if f.Err == nil {
		return ErrInjected
	}
	return f.Err
}

// Create implements [FS].
func (f *Faulty) Create(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	return f.do(func() error { return f.FS.Create(ctx, name, size, write) })
}

// CreateLater creates an object as the file system below does.
func (f *Faulty) CreateLater(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	return f.do(func() error { return CreateLater(ctx, f.FS, name, size, write) })
}

// Open implements [FS].
func (f *Faulty) Open(ctx context.Context, name string, offset, length int64) (r io.ReadCloser, err error) {
	err = f.do(func() error {
		r, err = f.FS.Open(ctx, name, offset, length)
		return err
	})
	if err != nil {
		if r != nil {
			_ = r.Close() // nobody is given it
		}
		return nil, err
	}
	return &faultyReader{r, f}, nil
}

// List implements [FS].
func (f *Faulty) List(ctx context.Context, prefix string) (sizes map[string]int64, err error) {
	err = f.do(func() error {
		sizes, err = f.FS.List(ctx, prefix)
		return err
	})
	if err != nil {
		return nil, err
	}
	return sizes, nil
}

// Remove implements [FS].
func (f *Faulty) Remove(ctx context.Context, name string) error {
	return f.do(func() error { return f.FS.Remove(ctx, name) })
}

// Path says what messages call an object.
func (f *Faulty) Path(name string) string { return Path(f.FS, name) }

// faultyReader reads an object until a read fails.
type faultyReader struct {
	io.ReadCloser
	files *Faulty
}

func (r *faultyReader) Read(data []byte) (n int, err error) {
	err = r.files.do(func() error {
		n, err = r.ReadCloser.Read(data)
		return err
	})
	if err == r.files.err() {
		n = 0
	}
	return n, err
}
