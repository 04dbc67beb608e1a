package objectfs

import (
	"context"
	"errors"
	"io"
	"io/fs"
)

// Reader reads an object from its beginning to a length, or its end. Where what
// comes over a network breaks off with an error, it asks for the rest.
type Reader struct {
	ctx    context.Context
	files  FS
	name   string
	offset int64
	length int64
	open   io.ReadCloser
	failed int // times since something came
}

// patience is how often a read is tried in the same place.
const patience = 3

// NewReader reads at most length bytes of an object, which is opened here.
func NewReader(ctx context.Context, files FS, name string, length int64) (*Reader, error) {
	r := &Reader{ctx: ctx, files: files, name: name, length: length}
	open, err := files.Open(ctx, name, 0, length)
	r.open = open
	return r, err
}

func (r *Reader) Read(data []byte) (n int, err error) {
	for {
		if r.open == nil {
			r.open, err = r.files.Open(r.ctx, r.name, r.offset, r.length-r.offset)
		}
		if err == nil {
			n, err = r.open.Read(data)
			r.offset += int64(n)
		}
		if n > 0 {
			r.failed = 0
			if err != io.EOF {
				err = nil // it comes again, if it is for good
			}
			return n, err
		}
		if err == nil || err == io.EOF || r.ctx.Err() != nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrDamaged) {
			return n, err
		}
		if r.failed++; r.failed == patience {
			return 0, err
		}
		if r.open != nil {
			_ = r.open.Close() // what it read is used, and it failed already
		}
		r.open, err = nil, nil
	}
}

// Close ends the reading.
func (r *Reader) Close() error {
	if r.open == nil {
		return nil
	}
	return r.open.Close()
}
