package graphio

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"

	"github.com/ulikunitz/xz/lzma"

	"github.com/tricycle-graph/tricycle/graph"
)

// The container of .xz files (The .xz File Format, version 1.2.0). The library
// decodes the LZMA2 data in it. Its own reader of the container takes a file
// that is cut off behind a block for a whole one, and makes room for any
// dictionary that a file declares.

const (
	xzMagic       = "\xfd7zXZ\x00"
	xzFooterMagic = "YZ"
	xzLZMA2       = 0x21 // id of the filter
)

// xzExpansion is how much text a byte of LZMA data makes at most: a match of
// 273 bytes takes at least 14 decisions of 0.022 bits each.
const xzExpansion = 8192

// xzReader reads the streams of a file one after the other.
type xzReader struct {
	r    *bufio.Reader
	size graph.Size // of the file
	err  error      // sticky

	budget *budget
	give   func() // gives back what the block before took; nil before the first

	flags  [2]byte    // of the stream
	blocks []xzRecord // of the stream, read so far
	block  *xzBlock   // is being read
}

// xzRecord is what the index says of a block.
type xzRecord struct{ unpadded, text uint64 }

// xzBlock is a block whose text is being read.
type xzBlock struct {
	head         uint64 // bytes of the header
	packed, text uint64 // sizes in the header, or xzUnknown
	count        countingReader
	lzma         io.Reader
	check        hash.Hash // or nil
	read         uint64    // bytes of text
}

const xzUnknown = 1<<64 - 1

func newXZReader(packed packed) (io.ReadCloser, error) {
	r := &xzReader{r: packed.buffered(), size: packed.size, budget: packed.budget}
	return r, r.readStreamHeader()
}

// countingReader counts the bytes that are read.
type countingReader struct {
	r *bufio.Reader
	n uint64
}

func (c *countingReader) Read(data []byte) (int, error) {
	n, err := c.r.Read(data)
	c.n += uint64(n)
	return n, err
}

func (c *countingReader) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

// unexpected makes the end of the file one that should not have come.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (x *xzReader) Read(text []byte) (int, error) {
	for x.err == nil {
		if x.block == nil {
			x.err = x.next()
			continue
		}
		n, err := x.block.lzma.Read(text)
		x.block.read += uint64(n)
		if x.block.check != nil {
			x.block.check.Write(text[:n])
		}
		if err == io.EOF {
			err = x.endBlock()
		}
		x.err = err
		if n > 0 || len(text) == 0 {
			return n, nil
		}
	}
	return 0, x.err
}

// take reads the next bytes into data.
func (x *xzReader) take(data []byte) error {
	_, err := io.ReadFull(x.r, data)
	return unexpected(err)
}

// next begins the next block, if need be of the next stream. It returns io.EOF
// behind the last one.
func (x *xzReader) next() error {
	first, err := x.r.ReadByte()
	if err != nil {
		return unexpected(err)
	}
	if first != 0 {
		return x.readBlockHeader(first)
	}
	if err := x.readIndex(); err != nil {
		return err
	}
	return x.skipPadding()
}

func (x *xzReader) readStreamHeader() error {
	var head [12]byte
	if err := x.take(head[:]); err != nil {
		return err
	}
	switch {
	case string(head[:6]) != xzMagic:
		return errors.New("something else behind a stream")
	case crc32.ChecksumIEEE(head[6:8]) != binary.LittleEndian.Uint32(head[8:]):
		return errors.New("the checksum of a stream header is wrong")
	}
	x.flags = [2]byte(head[6:8])
	x.blocks = x.blocks[:0]
	_, err := x.newCheck()
	return err
}

// newCheck returns the checksum of the stream's blocks, or nil where they have
// none.
func (x *xzReader) newCheck() (hash.Hash, error) {
	if x.flags[0] == 0 {
		switch x.flags[1] {
		case 0x00:
			return nil, nil
		case 0x01:
			return crc32.NewIEEE(), nil
		case 0x04:
			return crc64.New(crc64.MakeTable(crc64.ECMA)), nil
		case 0x0a:
			return sha256.New(), nil
		}
	}
	return nil, fmt.Errorf("unknown flags %x of a stream", x.flags)
}

func (x *xzReader) readBlockHeader(first byte) error {
	head := make([]byte, 4*(int(first)+1))
	head[0] = first
	if err := x.take(head[1:]); err != nil {
		return err
	}
	fields := head[:len(head)-4]
	if crc32.ChecksumIEEE(fields) != binary.LittleEndian.Uint32(head[len(fields):]) {
		return errors.New("the checksum of a block header is wrong")
	}
	block := &xzBlock{head: uint64(len(head)), packed: xzUnknown, text: xzUnknown, count: countingReader{r: x.r}}
	flags := fields[1]
	rest := bytes.NewReader(fields[2:])
	number := func() uint64 {
		n, err := binary.ReadUvarint(rest)
		if err != nil {
			return xzUnknown // no size and no id
		}
		return n
	}
	if flags&0x40 != 0 {
		block.packed = number()
	}
	if flags&0x80 != 0 {
		block.text = number()
	}
	if flags&0x3f != 0 || number() != xzLZMA2 || number() != 1 {
		return errors.New("a block with filters other than LZMA2, or unknown flags")
	}
	property, _ := rest.ReadByte()
	dictionary, err := lzma.DecodeDictCap(property)
	if err != nil {
		return err
	}
	if x.size.Known() {
		dictionary = min(dictionary, x.size.Get()*xzExpansion)
	}
	if !allZero(fields[len(fields)-rest.Len():]) {
		return errors.New("a block header has more than it should")
	}
	if err := x.makeRoom(dictionary); err != nil {
		return err
	}
	config := lzma.Reader2Config{DictCap: int(max(dictionary, lzma.MinDictCap))}
	if block.lzma, err = config.NewReader2(&block.count); err != nil {
		return unexpected(err)
	}
	x.block = block
	block.check, err = x.newCheck()
	return err
}

// makeRoom has room for the dictionary of a block. That of the block before may
// still be garbage.
func (x *xzReader) makeRoom(dictionary int64) (err error) {
	_ = x.Close()
	x.give, err = x.budget.takeWindow(2 * dictionary)
	return err
}

// Close gives back what there was room for.
func (x *xzReader) Close() error {
	if x.give != nil {
		x.give()
		x.give = nil
	}
	return nil
}

// endBlock reads and checks what stands behind the data of a block.
func (x *xzReader) endBlock() error {
	b := x.block
	x.block = nil
	if b.packed != xzUnknown && b.packed != b.count.n || b.text != xzUnknown && b.text != b.read {
		return errors.New("the sizes in a block header are wrong")
	}
	size := 0
	if b.check != nil {
		size = b.check.Size()
	}
	padding := -b.count.n & 3
	tail := make([]byte, padding+uint64(size))
	if err := x.take(tail); err != nil {
		return err
	}
	if !allZero(tail[:padding]) {
		return errors.New("the padding of a block is not zero")
	}
	x.blocks = append(x.blocks, xzRecord{b.head + b.count.n + uint64(size), b.read})
	if size == 0 {
		return nil
	}
	sum := b.check.Sum(nil)
	if size < sha256.Size { // checksums are little-endian here
		for i := range size / 2 {
			sum[i], sum[size-1-i] = sum[size-1-i], sum[i]
		}
	}
	if !bytes.Equal(tail[padding:], sum) {
		return errors.New("the checksum of a block is wrong")
	}
	return nil
}

func allZero(data []byte) bool {
	return !bytes.ContainsFunc(data, func(r rune) bool { return r != 0 })
}

// summing keeps a checksum of the bytes that are read.
type summing struct {
	countingReader
	sum uint32
}

func (s *summing) ReadByte() (byte, error) {
	b, err := s.countingReader.ReadByte()
	if err == nil {
		s.sum = crc32.Update(s.sum, crc32.IEEETable, []byte{b})
	}
	return b, err
}

var errXZIndex = errors.New("the index of a stream is wrong")

// readIndex reads the index, but for its first byte, and the footer. Both must
// say what was read.
func (x *xzReader) readIndex() error {
	s := &summing{countingReader: countingReader{r: x.r, n: 1}, sum: crc32.ChecksumIEEE([]byte{0})}
	want := func(value uint64) error {
		got, err := binary.ReadUvarint(s)
		if err == nil && got != value {
			err = errXZIndex
		}
		return unexpected(err)
	}
	if err := want(uint64(len(x.blocks))); err != nil {
		return err
	}
	for _, b := range x.blocks {
		if err := want(b.unpadded); err != nil {
			return err
		}
		if err := want(b.text); err != nil {
			return err
		}
	}
	for s.n%4 != 0 {
		if b, err := s.ReadByte(); err != nil || b != 0 {
			return errors.Join(unexpected(err), errXZIndex)
		}
	}
	var tail [16]byte // the checksum of the index, and the footer
	if err := x.take(tail[:]); err != nil {
		return err
	}
	footer := tail[4:]
	switch {
	case binary.LittleEndian.Uint32(tail[:]) != s.sum:
		return errXZIndex
	case binary.LittleEndian.Uint32(footer) != crc32.ChecksumIEEE(footer[4:10]),
		(uint64(binary.LittleEndian.Uint32(footer[4:]))+1)*4 != s.n+4,
		[2]byte(footer[8:10]) != x.flags,
		string(footer[10:]) != xzFooterMagic:
		return errors.New("the footer of a stream is wrong")
	}
	return nil
}

// skipPadding skips zeros, four at a time, and begins the next stream. It
// returns io.EOF where there is none.
func (x *xzReader) skipPadding() error {
	for {
		next, err := x.r.Peek(4)
		switch {
		case err == io.EOF && len(next) == 0:
			return io.EOF
		case err != nil:
			return unexpected(err)
		case !allZero(next):
			return x.readStreamHeader()
		}
		if _, err := x.r.Discard(4); err != nil {
			return err
		}
	}
}
