package graphio

import (
	"bufio"
	"errors"
	"io"
	"syscall"

	"github.com/tricycle-graph/tricycle/graph"
)

// layer is what lies around a graph: a compression, or an archive.
type layer struct {
	name string // of the compression; "" for an archive
	open func(p packed) (io.ReadCloser, error)
}

// chain reads a graph through the layers around it.
type chain struct {
	io.Reader
	closers []io.Closer // of the layers, from the outside
}

// peekSize is how much of a layer is looked at to recognise what is inside: a header of tar.
const peekSize = tarBlock

// peek returns the next bytes, up to peekSize.
func (c *chain) peek(in *input) ([]byte, error) {
	r := bufio.NewReaderSize(c.Reader, max(in.atMost(rawSize), peekSize))
	c.Reader = r
	head, err := r.Peek(peekSize)
	if err != nil && err != io.EOF {
		return nil, in.readError(err)
	}
	return head, nil
}

// add takes off a layer. Where it can be cut, so many goroutines decompress it.
func (c *chain) add(in *input, l layer, workers int) error {
	size := graph.Size{} // of what is within another layer nobody knows
	if len(c.closers) == 0 {
		size = in.size()
	}
	r, err := l.open(packed{c.Reader, size, workers, &in.budget})
	if err != nil {
		return l.error(err)
	}
	c.Reader, c.closers = &layerReader{l, r}, append(c.closers, r)
	return nil
}

// addCompression takes off a compression that was found, and returns what peek does then.
func (c *chain) addCompression(in *input, found *compression) ([]byte, error) {
	in.compression = found
	if in.compressed != "" {
		in.compressed += ", "
	}
	in.compressed += found.name
	if err := c.find(in, layer{found.name, found.reader}); err != nil {
		return nil, err
	}
	return c.peek(in)
}

// find takes off a layer that was found, for all readings.
func (c *chain) find(in *input, l layer) error {
	in.layers = append(in.layers, l)
	if err := c.add(in, l, 1); err != nil {
		return in.readError(err)
	}
	return nil
}

// Close closes the layers, the innermost first: it may still read from the others.
func (c *chain) Close() error {
	var err error
	for i := len(c.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, c.closers[i].Close())
	}
	return err
}

// layerReader reads what is in a layer, and says which one is damaged.
type layerReader struct {
	layer
	io.Reader
}

func (r *layerReader) Read(data []byte) (int, error) {
	n, err := r.Reader.Read(data)
	if err != nil && err != io.EOF {
		err = r.error(err)
	}
	return n, err
}

// error puts what a decompressor says of its own insides into our words. What the
// system says of the file, or another layer of itself, stays.
func (l layer) error(err error) error {
	var system syscall.Errno
	switch {
	case l.name == "", errors.As(err, &system), errors.As(err, new(*packedError)),
		errors.As(err, new(*graph.MemoryError)), errors.As(err, new(*graph.InputError)):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &packedError{"truncated " + l.name + " stream", err}
	}
	return &packedError{"damaged " + l.name + " stream", err}
}
