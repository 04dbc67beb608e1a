package partition

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"slices"
)

const (
	// vectorMagic begins a file of numbers that were found at vertices or edges.
	vectorMagic   = "\x89TVEC\r\n\x1a"
	vectorVersion = 1
	vectorHeader  = 64 // bytes
	stretchHeader = 32
)

// Stretch is numbers that follow each other in a vector: of 64 bits each, as two words,
// for rows, or of 32 bits for the edges of a block of a grid.
type Stretch struct {
	I, K  uint32 // the block; 0 for rows
	First uint64 // the first number
	Words []uint32
}

// StretchWords is the most words that a stretch has.
const StretchWords = sumsAtOnce

// VectorBytes is the size of the file of so many stretches with so many words.
func VectorBytes(stretches, words int64) int64 {
	return vectorHeader + stretchHeader*(stretches+1) + 4*words
}

// errOther is the error where a vector is another than it should be.
var errOther = errors.New("the file is of another shard or plan")

// WriteVector writes stretches of numbers; id says of what. docs/formats.md draws the file.
func WriteVector(w io.Writer, id string, each func(emit func(s Stretch) error) error) error {
	head := append([]byte(vectorMagic), make([]byte, vectorHeader-len(vectorMagic))...)
	binary.LittleEndian.PutUint32(head[8:], vectorVersion)
	sum := sha256.Sum256([]byte(id))
	copy(head[16:48], sum[:])
	binary.LittleEndian.PutUint32(head[60:], crc32.Checksum(head[:60], castagnoli))
	if err := writeWhole(w, head); err != nil {
		return err
	}
	count := uint64(0)
	write := func(s Stretch) error {
		head := stretchHead(s)
		if err := writeWhole(w, head); err != nil {
			return err
		}
		return eachChunk(s.Words, func(data []byte) error { return writeWhole(w, data) })
	}
	err := each(func(s Stretch) error {
		count++
		return write(s)
	})
	if err != nil {
		return err
	}
	return write(Stretch{First: count}) // without a number: the end
}

// stretchHead is what stands before the words: block, first number, how many words, and
// the checksums of these and of itself.
func stretchHead(s Stretch) []byte {
	head := make([]byte, stretchHeader)
	binary.LittleEndian.PutUint32(head, s.I)
	binary.LittleEndian.PutUint32(head[4:], s.K)
	binary.LittleEndian.PutUint64(head[8:], s.First)
	binary.LittleEndian.PutUint32(head[16:], uint32(len(s.Words)))
	sum := uint32(0)
	_ = eachChunk(s.Words, func(data []byte) error {
		sum = crc32.Update(sum, castagnoli, data)
		return nil
	})
	binary.LittleEndian.PutUint32(head[20:], sum)
	binary.LittleEndian.PutUint32(head[28:], crc32.Checksum(head[:28], castagnoli))
	return head
}

// ReadVector reads what [WriteVector] wrote under the same id. The words of a stretch
// are taken before the next is read. The error is one of the classes of a [BlockError],
// or what r and take say.
func ReadVector(ctx context.Context, r io.Reader, id string, take func(s Stretch) error) error {
	r = bufio.NewReaderSize(r, chunkBytes)
	head := make([]byte, vectorHeader)
	if err := readWhole(r, head); err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(id))
	switch {
	case string(head[:8]) != vectorMagic, crc32.Checksum(head[:60], castagnoli) != binary.LittleEndian.Uint32(head[60:]):
		return ErrDamaged
	case binary.LittleEndian.Uint32(head[8:]) != vectorVersion:
		return ErrVersion
	case !slices.Equal(head[16:48], sum[:]):
		return errOther
	}
	words := make([]uint32, StretchWords)
	for count := uint64(0); ; count++ {
		head := head[:stretchHeader]
		if err := readWhole(r, head); err != nil {
			return err
		}
		n := binary.LittleEndian.Uint32(head[16:])
		if crc32.Checksum(head[:28], castagnoli) != binary.LittleEndian.Uint32(head[28:]) || n > StretchWords {
			return ErrDamaged
		}
		s := Stretch{
			I: binary.LittleEndian.Uint32(head), K: binary.LittleEndian.Uint32(head[4:]),
			First: binary.LittleEndian.Uint64(head[8:]), Words: words[:n],
		}
		sum, err := readWords(ctx, r, s.Words, 0)
		switch {
		case err != nil:
			return err
		case sum != binary.LittleEndian.Uint32(head[20:]):
			return ErrDamaged
		case n == 0 && s.First != count:
			return ErrDamaged
		case n == 0:
			if err := readWhole(r, head[:1]); err != ErrTruncated {
				return errors.Join(ErrDamaged, err)
			}
			return nil
		}
		if err := take(s); err != nil {
			return err
		}
	}
}
