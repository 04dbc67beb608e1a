package colours

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// read calls emit with all edges of a file, some at a time. The error is a
// [*partition.BlockError] where it is not what was written, or what emit and ctx say.
func (f *File) read(ctx context.Context, files objectfs.FS, colours int, emit func(b graph.Batch) error) error {
	r, err := f.open(ctx, files, colours, chunkEdges)
	if err != nil {
		return err
	}
	defer r.close()
	for {
		b, err := r.next(ctx)
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = emit(b)
		}
		if err != nil {
			return err
		}
	}
}

// reader reads the edges of a file, some at a time.
type reader struct {
	file   *File
	files  objectfs.FS
	object io.ReadCloser
	from   *bufio.Reader
	data   []byte
	left   uint64 // edges
	sum    uint32
	decoder
}

// open opens a file, of which so many edges are read at a time.
func (f *File) open(ctx context.Context, files objectfs.FS, colours, atOnce int) (*reader, error) {
	object, err := objectfs.NewReader(ctx, files, f.Name, int64(f.Bytes())+1) // what is too long is seen
	r := &reader{file: f, files: files, object: object, left: f.Edges, decoder: decoder{width: f.Width, loops: f.Loops, first: true}}
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	r.data = make([]byte, max(2*f.Width*atOnce, cellHeaderSize))
	r.from = bufio.NewReaderSize(object, len(r.data))
	header := r.data[:cellHeaderSize]
	if err = readWhole(r.from, header); err == nil {
		err = f.checkHeader(header, colours)
	}
	if err != nil {
		object.Close()
		return nil, r.failed(ctx, err)
	}
	return r, nil
}

func (r *reader) close() { r.object.Close() }

func (r *reader) failed(ctx context.Context, err error) error {
	return unread(ctx, r.files, r.file.Name, err)
}

// unread says which file it is that cannot be read, unless that was not to go on.
func unread(ctx context.Context, files objectfs.FS, name string, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return &partition.BlockError{File: objectfs.Path(files, name), Err: objectfs.Cause(err)}
}

// next returns the edges that come next, for as long as nothing else is asked. Behind the last the
// error is [io.EOF], and all is as it was written.
func (r *reader) next(ctx context.Context) (graph.Batch, error) {
	if ctx.Err() != nil {
		return graph.Batch{}, context.Cause(ctx)
	}
	if r.left == 0 {
		switch err := readWhole(r.from, r.data[:1]); {
		case err == nil:
			return graph.Batch{}, r.failed(ctx, partition.ErrDamaged)
		case err != partition.ErrTruncated:
			return graph.Batch{}, r.failed(ctx, err)
		}
		return graph.Batch{}, io.EOF
	}
	edge := 2 * uint64(r.file.Width)
	n := min(r.left, uint64(len(r.data))/edge)
	data := r.data[:edge*n]
	if err := readWhole(r.from, data); err != nil {
		return graph.Batch{}, r.failed(ctx, err)
	}
	r.sum = crc32.Update(r.sum, castagnoli, data)
	r.left -= n
	if !r.decode(data) || r.left == 0 && r.sum != r.file.Sum {
		return graph.Batch{}, r.failed(ctx, partition.ErrDamaged)
	}
	return r.batch, nil
}

// checkHeader says whether a header is that of f.
func (f *File) checkHeader(data []byte, colours int) error {
	switch version := binary.LittleEndian.Uint32(data[8:]); {
	case string(data[:8]) != cellMagic:
		return partition.ErrDamaged
	case version > cellVersion:
		return partition.ErrVersion
	case string(data) != string(f.header(colours)):
		return fmt.Errorf("%w: it is not the cell %v of %d colours with %d edges that was written", partition.ErrDamaged, f.Cell, colours, f.Edges)
	}
	return nil
}

// readWhole fills data; a file that shrinks while it is read is truncated.
func readWhole(r io.Reader, data []byte) error {
	_, err := io.ReadFull(r, data)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return partition.ErrTruncated
	}
	return err
}

// decoder makes records of the bytes of a file.
type decoder struct {
	width int
	loops bool // are all there is
	first bool // nothing came before
	last  [2]uint64
	batch graph.Batch
}

// decode makes a batch of some bytes, and reports whether what is in it may follow what
// came before.
func (d *decoder) decode(data []byte) bool {
	d.batch.Edges, d.batch.Wide = d.batch.Edges[:0], d.batch.Wide[:0]
	good := true
	if d.width == 4 {
		last := d.last[0]<<32 | d.last[1]
		for ; len(data) > 0; data = data[8:] {
			word := binary.LittleEndian.Uint64(data)
			x, y := uint32(word), uint32(word>>32)
			next := bits.RotateLeft64(word, 32) // by the larger id, and then by the smaller one
			good = good && (next > last || d.first) && y <= x && (y == x) == d.loops
			last, d.first = next, false
			d.batch.Edges = append(d.batch.Edges, graph.Edge{U: x, V: y})
		}
		d.last = [2]uint64{last >> 32, last & math.MaxUint32}
		return good
	}
	for ; len(data) > 0; data = data[16:] {
		x, y := binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])
		good = d.follows(x, y) && good
		if x > math.MaxUint32 {
			d.batch.Wide = append(d.batch.Wide, graph.WideEdge{U: x, V: y})
		} else {
			d.batch.Edges = append(d.batch.Edges, graph.Edge{U: uint32(x), V: uint32(y)})
		}
	}
	return good
}

// follows reports whether an edge, or a loop, may come next.
func (d *decoder) follows(x, y uint64) bool {
	good := d.first || x > d.last[0] || x == d.last[0] && y > d.last[1]
	d.first, d.last = false, [2]uint64{x, y}
	return good && (y < x && !d.loops || y == x && d.loops)
}
