package colours

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// namesReader reads a file with names, one after the other.
type namesReader struct {
	file    *Names
	files   objectfs.FS
	colours int
	object  io.ReadCloser
	from    *bufio.Reader
	left    uint64 // names
	rest    uint64 // bytes
	sum     uint32
	head    Named        // that was read last
	text    bytes.Buffer // of its name
	data    []byte       // all of it, as it stands in the file
}

// open opens a file, which is read by a buffer of so many bytes.
func (f *Names) open(ctx context.Context, files objectfs.FS, colours, buffer int) (*namesReader, error) {
	object, err := objectfs.NewReader(ctx, files, f.Name, int64(f.Bytes())+1) // what is too long is seen
	r := &namesReader{file: f, files: files, colours: colours, object: object, left: f.Count, rest: f.Size}
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	r.from = bufio.NewReaderSize(object, buffer)
	header := make([]byte, namesHeaderSize)
	if err = readWhole(r.from, header); err == nil {
		err = f.checkHeader(header, colours)
	}
	if err != nil {
		object.Close()
		return nil, r.failed(ctx, err)
	}
	return r, nil
}

// checkHeader says whether a header is that of f.
func (f *Names) checkHeader(data []byte, colours int) error {
	switch version := binary.LittleEndian.Uint32(data[8:]); {
	case string(data[:8]) != namesMagic:
		return partition.ErrDamaged
	case version > namesVersion:
		return partition.ErrVersion
	case string(data) != string(f.header(colours)):
		return fmt.Errorf("%w: it has not the %d names of colour %d, of %d, that were written", partition.ErrDamaged, f.Count, f.Colour, colours)
	}
	return nil
}

func (r *namesReader) failed(ctx context.Context, err error) error {
	return unread(ctx, r.files, r.file.Name, err)
}

// next reads the next name into head. Behind the last the error is [io.EOF], and all is as it was
// written.
func (r *namesReader) next(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if r.left == 0 {
		switch _, err := r.from.ReadByte(); {
		case err == nil || err == io.EOF && (r.rest > 0 || r.sum != r.file.Sum):
			return r.failed(ctx, partition.ErrDamaged)
		case err != io.EOF:
			return r.failed(ctx, err)
		}
		return io.EOF
	}
	before, first := r.head.ID, r.left == r.file.Count
	if err := r.read(); err != nil {
		return r.failed(ctx, err)
	}
	if !first && r.head.ID <= before || Of(r.head.ID, r.colours) != r.file.Colour {
		return r.failed(ctx, partition.ErrDamaged)
	}
	return nil
}

// read reads a name.
func (r *namesReader) read() error {
	var words [16]byte
	if err := readWhole(r.from, words[:]); err != nil {
		return err
	}
	length, err := binary.ReadUvarint(r.from)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return partition.ErrTruncated
	case err != nil || length > r.rest:
		return partition.ErrDamaged
	}
	r.text.Reset() // and grows with what is there, not with what is said of it
	if _, err := io.CopyN(&r.text, r.from, int64(length)); err == io.EOF {
		return partition.ErrTruncated
	} else if err != nil {
		return err
	}
	r.head = Named{ID: binary.LittleEndian.Uint64(words[:]), First: binary.LittleEndian.Uint64(words[8:]), Name: r.text.Bytes()}
	r.data = r.head.append(r.data[:0])
	if uint64(len(r.data)) > r.rest {
		return partition.ErrDamaged
	}
	r.left, r.rest, r.sum = r.left-1, r.rest-uint64(len(r.data)), crc32.Update(r.sum, castagnoli, r.data)
	return nil
}

func (r *namesReader) close() { r.object.Close() }
