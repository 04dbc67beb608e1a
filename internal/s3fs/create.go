package s3fs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// madeBy marks an object with who made it, so that one whose making was not answered is
// known again.
const madeBy = "X-Amz-Meta-Made-By"

// Create implements the file system.
//
// Where the store does not know conditional requests, it is asked first whether the
// object is there: of several that make one at the same moment, each may think then that
// it was the first. A job says so by an error and never by a wrong count.
func (f *FS) Create(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	return about("create", f.Path(name), f.put(ctx, name, size, write, true))
}

// Replace is Create, and takes the place of an object that is there.
func (f *FS) Replace(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	return about("write", f.Path(name), f.put(ctx, name, size, write, false))
}

// making is an object on its way into the store.
type making struct {
	*client
	files *FS
	key   string
	mark  string
	alone bool // there must be no other of that name
	body  bytes.Buffer
}

func (f *FS) put(ctx context.Context, name string, size int64, write func(w io.Writer) error, alone bool) error {
	c, err := f.open()
	if err != nil {
		return err
	}
	select {
	case f.slots <- struct{}{}:
		defer func() { <-f.slots }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	m := &making{client: c, files: f, key: f.prefix + name, mark: fmt.Sprintf("%016x", rand.Uint64()), alone: alone}
	if size > f.part {
		return m.inParts(ctx, size, write)
	}
	m.body.Grow(int(size))
	if err := objectfs.WriteSized(&m.body, size, write); err != nil {
		return err
	}
	return m.conditional(ctx, func(header http.Header) (*answer, error) {
		header.Set(madeBy, m.mark)
		if m.sums {
			header.Set(checksumHeader, checksum(crc32.Checksum(m.body.Bytes(), castagnoli)))
		}
		return m.do(ctx, &request{method: http.MethodPut, key: m.key, header: header, body: m.body.Bytes()})
	})
}

// conditional makes the request by which an object appears, only if there is none of that
// name yet.
func (m *making) conditional(ctx context.Context, send func(header http.Header) (*answer, error)) error {
	header := http.Header{}
	if m.alone && !m.files.simple.Load() {
		header.Set("If-None-Match", "*")
	} else if m.alone {
		if _, there, err := m.look(ctx); there || err != nil {
			if there {
				err = fs.ErrExist
			}
			return err
		}
	}
	a, err := send(header)
	switch {
	case err == nil || a == nil:
		return err
	case a.StatusCode == http.StatusNotImplemented && header.Get("If-None-Match") != "":
		m.files.simple.Store(true)
		return m.conditional(ctx, send)
	case a.StatusCode == http.StatusPreconditionFailed, a.StatusCode == http.StatusNotFound && a.unsure && !errors.Is(err, ErrBucket):
		// It is there, and may be ours.
		mark, there, failed := m.look(ctx)
		switch {
		case failed != nil:
			return failed
		case there && mark == m.mark:
			return nil
		case there && m.alone:
			return fs.ErrExist
		}
	}
	return err
}

// look returns the mark of the object that is there, if one is.
func (m *making) look(ctx context.Context) (mark string, there bool, err error) {
	a, err := m.do(ctx, &request{method: http.MethodHead, key: m.key})
	if err == nil {
		return a.Header.Get(madeBy), true, nil
	}
	if err = missing(a, err); errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return "", false, err
}
