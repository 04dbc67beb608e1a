package graphio

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// What is inflated ahead is the same, with the same error behind it, and nobody inflates on
// when nobody wants more.
func TestInflater(t *testing.T) {
	failed := errors.New("failed")
	text := strings.Repeat("0123456789", 3*inflatedPieces*inflatedSize/10+1)
	for _, length := range []int{1, inflatedSize, inflatedSize + 1, len(text)} {
		for _, end := range []error{io.EOF, failed} {
			for _, read := range []int{0, 1, length / 2, length} {
				stream := &closable{Reader: io.MultiReader(strings.NewReader(text[:length]), iotest.ErrReader(end))}
				f := newInflater(stream, uint64(length))
				data := make([]byte, read)
				if _, err := io.ReadFull(f, data); err != nil || string(data) != text[:read] {
					t.Errorf("%d of %d bytes: %v", read, length, err)
				}
				if read == length {
					for range 2 {
						if n, err := f.Read(make([]byte, 1)); n > 0 || err != end {
							t.Errorf("%d bytes behind %d, and %v", n, length, err)
						}
					}
				}
				if err := f.Close(); err != nil || !stream.closed {
					t.Errorf("closed: %t, %v", stream.closed, err)
				}
			}
		}
	}
	f := newInflater(&closable{Reader: iotest.OneByteReader(bytes.NewReader([]byte(text[:1000]))), err: failed}, 999)
	if err := iotest.TestReader(f, []byte(text[:1000])); err != nil {
		t.Error(err)
	}
	if err := f.Close(); err != failed {
		t.Error(err)
	}
}

// closable keeps whether it was closed.
type closable struct {
	io.Reader
	closed bool
	err    error
}

func (c *closable) Close() error {
	c.closed = true
	return c.err
}
