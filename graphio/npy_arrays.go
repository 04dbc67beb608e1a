package graphio

import (
	"archive/zip"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
)

// array is an array of NumPy: a .npy file, or one of those in a .npz file.
type array struct {
	*npyHeader
	name string // "" in a .npy file
	in   *input
	data io.ReaderAt // of all the input

	at      int64     // where the elements begin in the input, unless they are deflated
	member  *zip.File // in a .npz file
	headSum uint32    // checksum of the header, where the member is stored
	sums    checksums // of the rest
}

// deflated says that the elements can only be read one after the other.
func (a *array) deflated() bool { return a.member != nil && a.member.Method != zip.Store }

// isList says that there is one axis.
func (a *array) isList() bool { return len(a.shape) == 1 }

func (a *array) isSquare() bool { return len(a.shape) == 2 && a.shape[0] == a.shape[1] }

// wrong is the InputError for an array that should be something else.
func (a *array) wrong(expected, found string) error {
	if a.name != "" {
		expected = fmt.Sprintf("%s in the array %q", expected, a.name)
	}
	return &graph.InputError{File: a.in.name, Expected: expected, Found: found}
}

// wrongAt is the InputError for an element.
func (a *array) wrongAt(index int64, expected, found string) error {
	return a.wrong(fmt.Sprintf("%s as element %d", expected, index), found)
}

// readError is the InputError for elements that could not be read.
func (a *array) readError(err error) error {
	var input *graph.InputError
	switch {
	case errors.As(err, &input):
		return err
	case errors.Is(err, zip.ErrChecksum):
		err = errors.New("other bytes than their checksum says: the file is damaged")
	case a.deflated():
		err = errors.New("a damaged deflate stream")
	}
	if a.name == "" {
		return a.in.readError(err)
	}
	return &graph.InputError{File: a.in.name, Err: fmt.Errorf("array %q: %w", a.name, err)}
}

// readStored fills data from a place in the input.
func (a *array) readStored(data []byte, offset int64) error {
	if _, ok := a.in.plain(); ok {
		return a.in.readAt(data, offset)
	}
	_, err := a.data.ReadAt(data, offset)
	return err
}

// list returns all elements of a list of whole numbers, which are those of the rows or of
// the diagonals of a matrix.
func (a *array) list(most int64) ([]int64, error) {
	if !a.isList() || !a.isInteger() || a.shape[0] > most {
		return nil, a.wrong(fmt.Sprintf("at most %d whole numbers", most), a.shapeText()+" of "+a.text)
	}
	data, err := a.bytes()
	if err != nil {
		return nil, err
	}
	all := make([]int64, a.shape[0])
	for i := range all {
		number, ok := a.integer(data[i*a.size:])
		if all[i] = int64(number); ok && all[i] < 0 {
			return nil, a.wrongAt(int64(i), "a number below 2^63", a.integerText(data[i*a.size:]))
		}
	}
	return all, nil
}

// bytes returns the bytes of all elements of a small array.
func (a *array) bytes() ([]byte, error) {
	c := cursor{array: a}
	data := make([]byte, a.count()*int64(a.size))
	err := c.read(data, 0, 0)
	return data, errors.Join(err, c.close(err == nil))
}

// cursor reads the elements of an array: stored ones at any place, and deflated ones from
// the first to the last.
type cursor struct {
	*array
	ahead  bool // a goroutine inflates what will be read
	stream io.ReadCloser
	next   int64 // in the stream, behind the header
	tail   []byte
}

// cursorTail is how many bytes can be read once more: a scalar.
const cursorTail = 8

// read fills data with the bytes at an offset from the first element. The first `again` of
// them are the last of those that were read before, by another worker perhaps.
func (c *cursor) read(data []byte, offset int64, again int) error {
	if !c.deflated() {
		if err := c.readStored(data, c.at+offset); err != nil {
			return c.readError(err)
		}
		if c.member != nil {
			c.sums.add(c.length+offset+int64(again), data[again:])
		}
		return nil
	}
	if c.stream == nil {
		var err error
		if c.stream, err = c.member.Open(); err != nil {
			return c.readError(err)
		}
		if c.ahead {
			c.stream = newInflater(c.stream, c.member.UncompressedSize64)
		}
		c.next = -c.length
	}
	if c.next < offset { // the header, or the rows before
		n, err := io.CopyN(io.Discard, c.stream, offset-c.next)
		if c.next += n; err != nil {
			return c.readError(noEnd(err))
		}
	}
	if again > 0 {
		copy(data, c.tail[len(c.tail)-again:])
	}
	if _, err := io.ReadFull(c.stream, data[again:]); err != nil {
		return c.readError(noEnd(err))
	}
	c.next = offset + int64(len(data))
	c.tail = append(c.tail[:0], data[max(len(data)-cursorTail, 0):]...)
	return nil
}

// noEnd is err, but for an end where none should be.
func noEnd(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// close gives back what the cursor holds. Where all is well so far and the array was read
// to its end, it compares the checksum of what was inflated.
func (c *cursor) close(well bool) error {
	if c.stream == nil {
		return nil
	}
	var err error
	if well && c.next == c.count()*int64(c.size) {
		switch _, end := io.ReadFull(c.stream, make([]byte, 1)); end {
		case io.EOF:
		case nil:
			err = c.wrong("the end behind the last element", "more")
		default:
			err = c.readError(end)
		}
	}
	if closed := c.stream.Close(); err == nil && closed != nil {
		err = c.readError(closed)
	}
	c.stream = nil
	return err
}

// checksums collects those of the pieces of an array, which workers read in any order.
type checksums struct {
	mu     sync.Mutex
	pieces []checkedPiece
}

type checkedPiece struct {
	offset int64 // in the member
	length int
	sum    uint32
}

func (s *checksums) add(offset int64, data []byte) {
	sum := crc32.ChecksumIEEE(data)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pieces = append(s.pieces, checkedPiece{offset, len(data), sum})
}

// checkSum compares the checksum of a stored array, if all of it was read.
func (a *array) checkSum() error {
	if a.member == nil || a.deflated() || a.member.CRC32 == 0 {
		return nil
	}
	a.sums.mu.Lock()
	defer a.sums.mu.Unlock()
	slices.SortFunc(a.sums.pieces, func(p, q checkedPiece) int { return int(p.offset - q.offset) })
	end, sum := a.length, a.headSum
	for _, piece := range a.sums.pieces {
		if piece.offset != end {
			break
		}
		sum = multiplyChecksums(crc32.IEEE, shiftBytes(crc32.IEEE, piece.length), sum) ^ piece.sum
		end += int64(piece.length)
	}
	a.sums.pieces = a.sums.pieces[:0] // the next reading begins anew
	if end == int64(a.member.UncompressedSize64) && sum != a.member.CRC32 {
		return a.readError(zip.ErrChecksum)
	}
	return nil
}
