package graphio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
)

// Block gzip, BGZF, is the gzip of bgzip and samtools: a file of members of at
// most 64 KiB each, which say their sizes in an extra field, so that they can
// be decompressed side by side. An empty member marks the end. (Sequence
// Alignment/Map Format Specification, section 4.1.)

const (
	bgzfHeader = 18      // bytes
	bgzfSize   = 16      // where the size less one stands in the header
	bgzfMost   = 1 << 16 // bytes of a member, and of its text
	// bgzfText is how much text bgzip puts into a member: it fits when it
	// cannot be compressed.
	bgzfText = 0xff00
	// bgzfGroup is how many members make a piece.
	bgzfGroup = 16

	bgzfEnd = "\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff\x06\x00BC\x02\x00\x1b\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"
)

// newGzipReader reads block gzip in parallel and any other in one go.
func newGzipReader(packed packed) (io.ReadCloser, error) {
	r := packed.buffered()
	if head, _ := r.Peek(bgzfHeader); bgzfMember(head) == 0 {
		return openGzip(r)
	}
	return newPieceReader(&bgzfSplitter{r: r}, packed.workers), nil
}

func openGzip(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }

// bgzfMember returns the size of the member that begins with head, or 0 where
// it is none of block gzip.
func bgzfMember(head []byte) int {
	if len(head) < bgzfHeader || !bytes.HasPrefix(head, []byte(bgzfEnd[:4])) || string(head[10:bgzfSize]) != bgzfEnd[10:bgzfSize] {
		return 0
	}
	return int(binary.LittleEndian.Uint16(head[bgzfSize:])) + 1
}

// bgzfSplitter makes a piece of some members.
type bgzfSplitter struct {
	r      *bufio.Reader
	marked bool // the last member was empty
}

func (s *bgzfSplitter) next(p *piece) error {
	for range bgzfGroup {
		head, err := s.r.Peek(bgzfHeader)
		if len(head) == 0 && err == io.EOF {
			break
		}
		size := bgzfMember(head)
		if size < len(bgzfEnd) || err != nil {
			return s.leave(p)
		}
		begin := len(p.packed)
		p.packed = append(p.packed, make([]byte, size)...)
		n, err := fill(s.r, p.packed[begin:])
		if n < size {
			if err != io.EOF {
				return err
			}
			p.packed = p.packed[:begin+n]
			return s.leave(p)
		}
		text := binary.LittleEndian.Uint32(p.packed[begin+size-4:])
		if text > bgzfMost {
			return s.leave(p)
		}
		s.marked = text == 0
		p.size += int(text)
	}
	switch {
	case len(p.packed) > 0:
		return nil
	case !s.marked:
		return io.ErrUnexpectedEOF
	}
	return io.EOF
}

// leave makes p all that is left.
func (s *bgzfSplitter) leave(p *piece) error {
	p.rest = io.MultiReader(bytes.NewReader(bytes.Clone(p.packed)), s.r)
	return nil
}

var errMoreText = errors.New("more text than the sizes of the members say")

func (s *bgzfSplitter) decoder() func(*piece) error {
	r := new(gzip.Reader)
	return func(p *piece) error {
		if err := r.Reset(bytes.NewReader(p.packed)); err != nil {
			return err
		}
		text := p.room(p.size + 1)[:p.size+1]
		n, err := fill(r, text)
		switch {
		case err == nil:
			return errMoreText
		case err != io.EOF:
			return err
		}
		p.text = text[:n]
		return nil
	}
}

func (s *bgzfSplitter) reader(r io.Reader) (io.ReadCloser, error) { return openGzip(r) }

// newGzipWriter writes block gzip.
func newGzipWriter(w io.Writer, workers int) (io.WriteCloser, error) {
	return newFrameWriter(w, workers, bgzfGroup*bgzfText, bgzfEnd, func() func(data, text []byte) ([]byte, error) {
		var member bytes.Buffer
		zip := gzip.NewWriter(&member)
		return func(data, text []byte) ([]byte, error) {
			for begin := 0; begin < len(text); begin += bgzfText {
				member.Reset()
				zip.Reset(&member)
				zip.Extra = []byte(bgzfEnd[12:bgzfHeader])
				if _, err := zip.Write(text[begin:min(begin+bgzfText, len(text))]); err != nil {
					return nil, err
				}
				if err := zip.Close(); err != nil {
					return nil, err
				}
				binary.LittleEndian.PutUint16(member.Bytes()[bgzfSize:], uint16(member.Len()-1))
				data = append(data, member.Bytes()...)
			}
			return data, nil
		}
	}), nil
}
