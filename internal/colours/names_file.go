package colours

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

const (
	// namesMagic begins a file with names.
	namesMagic      = "\x89TNAM\r\n\x1a"
	namesVersion    = 1
	namesHeaderSize = 64
	// NamesSuffix ends the names of files with names.
	NamesSuffix = ".tnam"
)

// NameID is the id of a vertex that is called by a name: the first eight bytes of SHA-256 of the seed,
// in eight bytes, and the name; all little-endian. It never changes, and docs/formats.md has it for others.
func NameID(seed uint64, name string) uint64 {
	var room [256]byte
	data := append(binary.LittleEndian.AppendUint64(room[:0], seed), name...)
	sum := sha256.Sum256(data)
	return binary.LittleEndian.Uint64(sum[:])
}

// Names is a file with names of the vertices of a colour: all of them, or those that one of several
// writers met. Each is there once, ascending by its id.
type Names struct {
	Colour int    `json:"colour"`
	Name   string `json:"name"` // of the file
	Count  uint64 `json:"names"`
	Size   uint64 `json:"bytes"` // of all behind the header
	Sum    uint32 `json:"sum"`   // CRC-32C of these
}

// Named is a vertex with its name.
type Named struct {
	ID    uint64
	First uint64 // ascends with where the name came first among the records of all files
	Name  []byte
}

// nameBytes is what a name takes in a file beside its text, at least.
const nameBytes = 8 + 8 + 1

// Bytes returns the size of a file.
func (f *Names) Bytes() uint64 { return namesHeaderSize + f.Size }

// Check says what in f cannot be.
func (f *Names) Check(colours int) error {
	if f.Colour < 0 || f.Colour >= colours || f.Size > 1<<60 || f.Count > f.Size/nameBytes || f.Name == "" {
		return fmt.Errorf("%w: there are no %d names of colour %d in %d bytes", partition.ErrDamaged, f.Count, f.Colour, f.Size)
	}
	return nil
}

// header is the beginning of a file, all of it little-endian.
func (f *Names) header(colours int) []byte {
	h := append([]byte(namesMagic), make([]byte, namesHeaderSize-len(namesMagic))...)
	for i, word := range []uint32{namesVersion, uint32(colours), uint32(f.Colour), f.Sum} {
		binary.LittleEndian.PutUint32(h[8+4*i:], word)
	}
	binary.LittleEndian.PutUint64(h[24:], f.Count)
	binary.LittleEndian.PutUint64(h[32:], f.Size)
	binary.LittleEndian.PutUint32(h[namesHeaderSize-4:], crc32.Checksum(h[:namesHeaderSize-4], castagnoli))
	return h
}

// append appends a name as it stands in a file.
func (n *Named) append(data []byte) []byte {
	data = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(data, n.ID), n.First)
	return append(binary.AppendUvarint(data, uint64(len(n.Name))), n.Name...)
}

// write makes the file of names that each hands over, ascending by their ids, and completes f by
// what is in it. They come twice: the header says what is behind it.
func (f *Names) write(ctx context.Context, files objectfs.FS, colours int, each func(use func(n Named) error) error) error {
	const atOnce = 1 << 16
	eachChunk := func(use func(data []byte) error) error {
		data := make([]byte, 0, atOnce)
		f.Count = 0
		err := each(func(n Named) error {
			f.Count++
			if data = n.append(data); len(data) < atOnce {
				return nil
			}
			err := use(data)
			data = data[:0]
			return err
		})
		if err != nil || len(data) == 0 {
			return err
		}
		return use(data)
	}
	err := eachChunk(func(data []byte) error {
		f.Sum = crc32.Update(f.Sum, castagnoli, data)
		f.Size += uint64(len(data))
		return nil
	})
	if err != nil {
		return err
	}
	return create(ctx, files, f.Name, f.Bytes(), f.header(colours), eachChunk)
}
