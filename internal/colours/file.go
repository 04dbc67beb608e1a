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

const (
	// cellMagic begins a file, as that of .tcsr does.
	cellMagic      = "\x89TCEL\r\n\x1a"
	cellVersion    = 1
	cellHeaderSize = 64
	// Suffix ends the names of files with cells.
	Suffix = ".tcel"
)

// castagnoli is the polynomial of the checksums, CRC-32C.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// File is a file with edges of a cell: all of them, or those that one of several writers
// met. Each edge is there once, its larger id first, ascending.
type File struct {
	Cell
	Name  string `json:"name"`
	Edges uint64 `json:"edges"`
	Width int    `json:"width"`           // bytes of an id, 4 or 8
	Sum   uint32 `json:"sum"`             // CRC-32C of all behind the header
	Loops bool   `json:"loops,omitempty"` // there are loops alone, one of each vertex of a colour
}

// Bytes returns the size of a file.
func (f *File) Bytes() uint64 { return cellHeaderSize + 2*uint64(f.Width)*f.Edges }

// Check says what in f cannot be.
func (f *File) Check(colours int) error {
	if f.A < 0 || f.A > f.B || f.Loops && f.A < f.B || f.B >= colours || f.Width != 4 && f.Width != 8 || f.Edges > 1<<55 || f.Name == "" {
		return fmt.Errorf("%w: there is no cell %v with %d edges of %d bytes", partition.ErrDamaged, f.Cell, f.Edges, f.Width)
	}
	return nil
}

// header is the beginning of a file, all of it little-endian.
func (f *File) header(colours int) []byte {
	h := append([]byte(cellMagic), make([]byte, cellHeaderSize-len(cellMagic))...)
	for i, word := range []uint32{cellVersion, uint32(f.Width), uint32(colours), uint32(f.A), uint32(f.B), f.Sum} {
		binary.LittleEndian.PutUint32(h[8+4*i:], word)
	}
	binary.LittleEndian.PutUint64(h[32:], f.Edges)
	if f.Loops {
		h[40] = 1
	}
	binary.LittleEndian.PutUint32(h[cellHeaderSize-4:], crc32.Checksum(h[:cellHeaderSize-4], castagnoli))
	return h
}

// edges are those of a file in memory: of 32 bits, the larger id above the smaller one in
// a word, or of 64.
type edges struct {
	narrow []uint64
	wide   [][2]uint64
}

// chunkEdges is how many edges are written, or read, at a time.
const chunkEdges = 1 << 14

// eachChunk calls use with the bytes of the edges as they stand in a file.
func (e *edges) eachChunk(use func(data []byte) error) error {
	data := make([]byte, 0, 8*chunkEdges+16)
	flush := func(last bool) error {
		if len(data) == 0 || !last && len(data) < 8*chunkEdges {
			return nil
		}
		err := use(data)
		data = data[:0]
		return err
	}
	for _, key := range e.narrow {
		data = binary.LittleEndian.AppendUint64(data, key>>32|key<<32) // the larger id comes first
		if err := flush(false); err != nil {
			return err
		}
	}
	for _, pair := range e.wide {
		data = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(data, pair[0]), pair[1])
		if err := flush(false); err != nil {
			return err
		}
	}
	return flush(true)
}

// write makes the file of edges that are sorted, and completes f by what is in it.
func (f *File) write(ctx context.Context, files objectfs.FS, colours int, e *edges) error {
	f.Width, f.Edges = 4, uint64(len(e.narrow))
	if len(e.wide) > 0 {
		f.Width, f.Edges = 8, uint64(len(e.wide))
	}
	_ = e.eachChunk(func(data []byte) error {
		f.Sum = crc32.Update(f.Sum, castagnoli, data)
		return nil
	})
	err := objectfs.CreateLater(ctx, files, f.Name, int64(f.Bytes()), func(w io.Writer) error {
		if _, err := w.Write(f.header(colours)); err != nil {
			return err
		}
		return e.eachChunk(func(data []byte) error {
			_, err := w.Write(data)
			return err
		})
	})
	if err != nil {
		return &partition.BlockError{File: objectfs.Path(files, f.Name), Err: objectfs.Cause(err)}
	}
	return nil
}

// read calls emit with all edges of a file, some at a time. The error is a
// [*partition.BlockError] where it is not what was written, or what emit and ctx say.
func (f *File) read(ctx context.Context, files objectfs.FS, colours int, emit func(b graph.Batch) error) error {
	var said error
	err := f.eachBatch(ctx, files, colours, func(b graph.Batch) error {
		said = emit(b)
		return said
	})
	if err == nil || said != nil || ctx.Err() != nil {
		return err
	}
	return &partition.BlockError{File: objectfs.Path(files, f.Name), Err: objectfs.Cause(err)}
}

func (f *File) eachBatch(ctx context.Context, files objectfs.FS, colours int, emit func(b graph.Batch) error) error {
	object, err := objectfs.NewReader(ctx, files, f.Name, int64(f.Bytes())+1) // what is too long is seen
	if err != nil {
		return err
	}
	defer object.Close()
	data := make([]byte, 2*f.Width*chunkEdges)
	r := bufio.NewReaderSize(object, len(data))
	if err := readWhole(r, data[:cellHeaderSize]); err != nil {
		return err
	}
	if err := f.checkHeader(data[:cellHeaderSize], colours); err != nil {
		return err
	}
	d := decoder{width: f.Width, loops: f.Loops, first: true}
	sum := uint32(0)
	for left := f.Edges; left > 0; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n := min(left, chunkEdges)
		data := data[:2*uint64(f.Width)*n]
		if err := readWhole(r, data); err != nil {
			return err
		}
		sum = crc32.Update(sum, castagnoli, data)
		left -= n
		if !d.decode(data) || left == 0 && sum != f.Sum {
			return partition.ErrDamaged
		}
		if err := emit(d.batch); err != nil {
			return err
		}
	}
	switch err := readWhole(r, data[:1]); {
	case err == nil:
		return partition.ErrDamaged
	case err != partition.ErrTruncated:
		return err
	}
	return nil
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
