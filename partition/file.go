package partition

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/tricycle-graph/tricycle/internal/atomicfile"
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

// decodeHeader decodes the header of a file of size bytes.
func decodeHeader(data []byte, size uint64) (*blockHeader, error) {
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
	case size < h.size():
		return nil, ErrTruncated
	case size > h.size():
		return nil, ErrDamaged
	}
	return h, nil
}

// WriteFile writes b to a file, which is there whole or not at all.
func (b *Block) WriteFile(name string) error {
	file, err := atomicfile.Create(name)
	if err != nil {
		return &BlockError{name, err}
	}
	defer file.Discard()
	if err := b.write(file); err != nil {
		return &BlockError{name, err}
	}
	if err := file.Commit(); err != nil {
		return &BlockError{name, err}
	}
	return nil
}

func (b *Block) write(w io.Writer) error {
	h := &blockHeader{Magic: [8]byte([]byte(blockMagic)), Version: blockVersion, Rows: b.Rows, Columns: b.Columns, Edges: b.Edges()}
	body := crc32.New(castagnoli)
	for _, words := range [][]uint32{b.lengths, b.neighbors} {
		if err := writeWords(body, words); err != nil {
			return err
		}
	}
	h.Body = body.Sum32()
	if err := writeWhole(w, h.encode()); err != nil {
		return err
	}
	for _, words := range [][]uint32{b.lengths, b.neighbors} {
		if err := writeWords(w, words); err != nil {
			return err
		}
	}
	return nil
}

// chunkBytes is how much is encoded, or decoded, at a time.
const chunkBytes = 256 << 10

func writeWords(w io.Writer, words []uint32) error {
	buffer := make([]byte, min(chunkBytes, 4*len(words)))
	for len(words) > 0 {
		n := min(chunkBytes/4, len(words))
		for i, word := range words[:n] {
			binary.LittleEndian.PutUint32(buffer[4*i:], word)
		}
		if err := writeWhole(w, buffer[:4*n]); err != nil {
			return err
		}
		words = words[n:]
	}
	return nil
}

// writeWhole does not rely on w to say so when it writes less than all.
func writeWhole(w io.Writer, data []byte) error {
	n, err := w.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	return err
}

// ReadFile reads a block. The error is a [*BlockError]; a block that is returned
// is the one that was written.
func ReadFile(name string) (*Block, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, &BlockError{name, err}
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, &BlockError{name, err}
	}
	b, err := read(file, uint64(info.Size()))
	if err != nil {
		return nil, &BlockError{name, err}
	}
	return b, nil
}

// read reads a block from a file of size bytes; nothing is allocated that the
// file is too small for.
func read(r io.Reader, size uint64) (*Block, error) {
	head := make([]byte, blockHeaderSize)
	if err := readWhole(r, head); err != nil {
		return nil, err
	}
	h, err := decodeHeader(head, size)
	if err != nil {
		return nil, err
	}
	b := &Block{Rows: h.Rows, Columns: h.Columns, lengths: make([]uint32, h.Rows.Len()), neighbors: make([]uint32, h.Edges)}
	sum := uint32(0)
	for _, words := range [][]uint32{b.lengths, b.neighbors} {
		if sum, err = readWords(r, words, sum); err != nil {
			return nil, err
		}
	}
	if sum != h.Body || !b.valid() {
		return nil, ErrDamaged
	}
	return b, nil
}

// readWords fills words and takes their bytes into a checksum.
func readWords(r io.Reader, words []uint32, sum uint32) (uint32, error) {
	buffer := make([]byte, min(chunkBytes, 4*len(words)))
	for len(words) > 0 {
		n := min(chunkBytes/4, len(words))
		if err := readWhole(r, buffer[:4*n]); err != nil {
			return 0, err
		}
		sum = crc32.Update(sum, castagnoli, buffer[:4*n])
		for i := range words[:n] {
			words[i] = binary.LittleEndian.Uint32(buffer[4*i:])
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
