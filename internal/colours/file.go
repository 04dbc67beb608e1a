package colours

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"

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
	return f.create(ctx, files, colours, e.eachChunk)
}

// create makes the file of which all is known, of bytes that each hands over.
func (f *File) create(ctx context.Context, files objectfs.FS, colours int, each func(use func(data []byte) error) error) error {
	return create(ctx, files, f.Name, f.Bytes(), f.header(colours), each)
}

// create makes a file of so many bytes: a header, and what each hands over.
func create(ctx context.Context, files objectfs.FS, name string, bytes uint64, header []byte, each func(use func(data []byte) error) error) error {
	var said error // by each, of what it reads
	err := objectfs.CreateLater(ctx, files, name, int64(bytes), func(w io.Writer) error {
		if _, err := w.Write(header); err != nil {
			return err
		}
		var failed error
		err := each(func(data []byte) error {
			_, failed = w.Write(data)
			return failed
		})
		if failed == nil {
			said = err
		}
		return err
	})
	if err != nil && said == nil {
		return &partition.BlockError{File: objectfs.Path(files, name), Err: objectfs.Cause(err)}
	}
	return err
}
