package partition

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

const (
	// blockMagic begins a file, as that of .tcsr does.
	blockMagic      = "\x89TBLK\r\n\x1a"
	blockVersion    = 1
	blockHeaderSize = 64
)

// castagnoli is the polynomial of the checksums, CRC-32C.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// The classes of a [BlockError].
var (
	ErrTruncated = errors.New("the file is truncated")
	ErrDamaged   = errors.New("the file is damaged")
	ErrVersion   = errors.New("the file was made by a newer tricycle")
)

// BlockError says why a block cannot be had from its file. Err is one of
// [ErrTruncated], [ErrDamaged] and [ErrVersion], or what the system said:
// fs.ErrNotExist where the file is gone.
type BlockError struct {
	File string
	Err  error
}

func (e *BlockError) Error() string { return fmt.Sprintf("block %s: %v", e.File, e.Err) }
func (e *BlockError) Unwrap() error { return e.Err }

// BlockBytes returns the size of the file of a block.
func BlockBytes(rows Range, edges uint64) uint64 {
	h := blockHeader{Rows: rows, Edges: edges}
	return h.size()
}

// blockHeader is the beginning of a file, all of it little-endian.
type blockHeader struct {
	Magic    [8]byte
	Version  uint32
	_        uint32
	Rows     Range
	Columns  Range
	Edges    uint64
	Body     uint32 // checksum of all bytes behind the header
	_        [16]byte
	Checksum uint32 // of all bytes of the header before
}

// size returns the size of the whole file in bytes.
func (h *blockHeader) size() uint64 {
	return blockHeaderSize + 4*uint64(h.Rows.Len()) + 4*h.Edges
}

func (h *blockHeader) encode() []byte {
	data, err := binary.Append(make([]byte, 0, blockHeaderSize), binary.LittleEndian, h)
	if err != nil {
		panic(err) // the header has a fixed size
	}
	binary.LittleEndian.PutUint32(data[blockHeaderSize-4:], crc32.Checksum(data[:blockHeaderSize-4], castagnoli))
	return data
}

// decodeHeader decodes the header of a file.
func decodeHeader(data []byte) (*blockHeader, error) {
	h := new(blockHeader)
	if _, err := binary.Decode(data, binary.LittleEndian, h); err != nil {
		panic(err) // the header has a fixed size
	}
	switch {
	case string(h.Magic[:]) != blockMagic:
		return nil, ErrDamaged
	case h.Version > blockVersion:
		return nil, ErrVersion
	case crc32.Checksum(data[:blockHeaderSize-4], castagnoli) != h.Checksum,
		h.Version != blockVersion, h.Rows.Len() < 0, h.Columns.Len() < 0, h.Edges >= 1<<60:
		return nil, ErrDamaged
	}
	return h, nil
}

// writeTo makes an object of b.
func (b *Block) writeTo(ctx context.Context, files objectfs.FS, name string) error {
	h := blockHeader{Rows: b.Rows, Edges: b.Edges()}
	if err := objectfs.CreateLater(ctx, files, name, int64(h.size()), b.write); err != nil {
		return &BlockError{objectfs.Path(files, name), objectfs.Cause(err)}
	}
	return nil
}

func (b *Block) write(w io.Writer) error {
	h := &blockHeader{Magic: [8]byte([]byte(blockMagic)), Version: blockVersion, Rows: b.Rows, Columns: b.Columns, Edges: b.Edges()}
	for _, words := range [][]uint32{b.Lengths, b.Neighbors} {
		err := eachChunk(words, func(data []byte) error {
			h.Body = crc32.Update(h.Body, castagnoli, data)
			return nil
		})
		if err != nil {
			return err
		}
	}
	if err := writeWhole(w, h.encode()); err != nil {
		return err
	}
	for _, words := range [][]uint32{b.Lengths, b.Neighbors} {
		if err := eachChunk(words, func(data []byte) error { return writeWhole(w, data) }); err != nil {
			return err
		}
	}
	return nil
}

// chunkBytes is how much is written, or read, at a time: what the first two
// caches of a core hold, as a checksum goes over it besides.
const chunkBytes = 256 << 10

// eachChunk calls use with the words as they stand in a file, some at a time.
func eachChunk(words []uint32, use func(data []byte) error) error {
	for len(words) > 0 {
		n := min(chunkBytes/4, len(words))
		data := bytesOf(words[:n])
		if bigEndian {
			data = slices.Clone(data)
			swap(data)
		}
		if err := use(data); err != nil {
			return err
		}
		words = words[n:]
	}
	return nil
}

// bytesOf returns the memory of words.
func bytesOf(words []uint32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words))
}

// bigEndian reports whether this machine keeps the high byte of a word first.
var bigEndian = binary.NativeEndian.Uint16([]byte{0, 1}) == 1

// swap turns the byte order of each word around.
func swap(data []byte) {
	for i := 0; i < len(data); i += 4 {
		binary.BigEndian.PutUint32(data[i:], binary.LittleEndian.Uint32(data[i:]))
	}
}

// writeWhole does not rely on w to say so when it writes less than all.
func writeWhole(w io.Writer, data []byte) error {
	n, err := w.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	return err
}

// readFrom reads the block that is expected in an object: b says which, and how
// many lengths and neighbours it has room for. The error is a [*BlockError], or
// the cause of ctx; without one, b is what was written.
func (b *Block) readFrom(ctx context.Context, files objectfs.FS, name string) error {
	h := blockHeader{Rows: b.Rows, Edges: b.Edges()}
	r, err := objectfs.NewReader(ctx, files, name, int64(h.size())+1) // what is too long is seen
	if err == nil {
		defer r.Close()
		err = b.read(ctx, r)
	}
	if err != nil && ctx.Err() == nil {
		return &BlockError{objectfs.Path(files, name), objectfs.Cause(err)}
	}
	return err
}

// read reads b, and that nothing follows.
func (b *Block) read(ctx context.Context, r io.Reader) error {
	head := make([]byte, blockHeaderSize)
	if err := readWhole(r, head); err != nil {
		return err
	}
	h, err := decodeHeader(head)
	if err != nil {
		return err
	}
	if h.Rows != b.Rows || h.Columns != b.Columns || h.Edges != b.Edges() {
		return fmt.Errorf("%w: it holds %d edges of rows %v, columns %v, not %d of rows %v, columns %v",
			ErrDamaged, h.Edges, h.Rows, h.Columns, b.Edges(), b.Rows, b.Columns)
	}
	sum := uint32(0)
	for _, words := range [][]uint32{b.Lengths, b.Neighbors} {
		if sum, err = readWords(ctx, r, words, sum); err != nil {
			return err
		}
	}
	switch err := readWhole(r, head[:1]); {
	case err == nil, sum != h.Body, !b.valid():
		return ErrDamaged
	case err != ErrTruncated:
		return err
	}
	return nil
}

// readWords fills words and takes their bytes into a checksum.
func readWords(ctx context.Context, r io.Reader, words []uint32, sum uint32) (uint32, error) {
	for len(words) > 0 {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		n := min(chunkBytes/4, len(words))
		data := bytesOf(words[:n])
		if err := readWhole(r, data); err != nil {
			return 0, err
		}
		sum = crc32.Update(sum, castagnoli, data)
		if bigEndian {
			swap(data)
		}
		words = words[n:]
	}
	return sum, nil
}

// readWhole fills data; a file that shrinks while it is read is truncated.
func readWhole(r io.Reader, data []byte) error {
	_, err := io.ReadFull(r, data)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return ErrTruncated
	}
	return err
}
