package graphio

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

const (
	// zstdMost is how much text a frame that is decompressed at once may hold:
	// as much as pzstd gives one. Larger frames are decompressed as they come.
	zstdMost = 8 << 20
	// zstdBlock is how much text a block of a frame may hold.
	zstdBlock = 128 << 10
	// zstdMagic begins a frame.
	zstdMagic = "\x28\xb5\x2f\xfd"
)

// isZstd recognises a frame and a skippable frame, with which seekable files
// may begin.
func isZstd(head []byte) bool { return prefix(zstdMagic)(head) || isSkippable(head) }

func isSkippable(head []byte) bool {
	return len(head) >= 4 && head[0]&0xf0 == 0x50 && prefix("\x2a\x4d\x18")(head[1:])
}

// newZstdReader decompresses small frames side by side.
func newZstdReader(packed packed) (io.ReadCloser, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(packed.workers), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return nil, err
	}
	return newPieceReader(&zstdSplitter{r: packed.buffered(), zstd: decoder, budget: packed.budget}, packed.workers), nil
}

// zstdSplitter makes a piece of each frame. A frame does not say its own size,
// but each of its blocks does.
type zstdSplitter struct {
	r      *bufio.Reader
	zstd   *zstd.Decoder
	budget *budget
	window uint64 // that there is room for
	give   func() // gives that back
}

func (s *zstdSplitter) next(p *piece) error {
	for {
		head, err := s.r.Peek(zstd.HeaderMaxSize)
		switch {
		case err != nil && err != io.EOF:
			return err
		case len(head) == 0:
			return io.EOF
		}
		var h zstd.Header
		if err := h.Decode(head); err != nil {
			p.rest = s.r
			return nil
		}
		if !h.Skippable {
			return s.frame(p, &h)
		}
		// A skippable frame that is cut off is none that could be skipped.
		if _, err := io.CopyN(io.Discard, s.r, int64(h.HeaderSize)+int64(h.SkippableSize)); err == io.EOF {
			return io.ErrUnexpectedEOF
		} else if err != nil {
			return err
		}
	}
}

// frame sets p to the frame with header h, or to all that is left where it is
// large, damaged or cut off.
func (s *zstdSplitter) frame(p *piece, h *zstd.Header) error {
	whole, err := s.take(p, h.HeaderSize)
	for last := false; whole && !last && p.size <= zstdMost; {
		begin := len(p.packed)
		if whole, err = s.take(p, 3); !whole {
			break
		}
		block := uint32(p.packed[begin]) | uint32(p.packed[begin+1])<<8 | uint32(p.packed[begin+2])<<16
		last = block&1 != 0
		kind, size := block>>1&3, int(block>>3)
		switch kind {
		case 0: // raw
			p.size += size
		case 1: // one byte, repeated
			p.size += size
			size = 1
		default:
			p.size += zstdBlock
		}
		if size > zstdBlock {
			whole = false
			break
		}
		whole, err = s.take(p, size)
	}
	if whole && p.size <= zstdMost && h.HasCheckSum {
		whole, err = s.take(p, 4)
	}
	if err != nil && err != io.EOF {
		return err
	}
	if h.HasFCS && h.FrameContentSize < uint64(p.size) {
		p.size = int(h.FrameContentSize)
	}
	if !whole || p.size > zstdMost {
		s.window = h.WindowSize
		if h.SingleSegment {
			s.window = h.FrameContentSize
		}
		s.window = min(s.window, zstd.MaxWindowSize) // others are refused as they are
		if s.give, err = s.budget.takeWindow(zstdHolds(s.window)); err != nil {
			return err
		}
		p.rest = io.MultiReader(bytes.NewReader(bytes.Clone(p.packed)), s.r)
	}
	return nil
}

// take appends the next n bytes, at most 128 KiB, to p. They are not whole at
// the end of the stream.
func (s *zstdSplitter) take(p *piece, n int) (whole bool, err error) {
	begin := len(p.packed)
	p.packed = append(p.packed, make([]byte, n)...)
	got, err := fill(s.r, p.packed[begin:])
	p.packed = p.packed[:begin+got]
	return got == n, err
}

func (s *zstdSplitter) decoder() func(*piece) error {
	return func(p *piece) (err error) {
		p.text, err = s.zstd.DecodeAll(p.packed, p.room(p.size))
		return err
	}
}

// zstdHolds is what decompressing frames with such a window holds: that of one
// frame may be garbage when that of the next is made.
func zstdHolds(window uint64) int64 { return 2 * int64(window) }

func (s *zstdSplitter) reader(r io.Reader) (io.ReadCloser, error) {
	widest := uint64(zstd.MaxWindowSize)
	if s.budget.memory > 0 {
		// As much as is left, for the frames behind the one that there is room for.
		left := max(s.budget.room()-s.budget.all(), 0) / (garbage + 1) * garbage
		widest = min(widest, max(uint64(left+window)/2, s.window, zstd.MinWindowSize))
	}
	decoder, err := zstd.NewReader(r, zstd.WithDecoderMaxWindow(widest))
	if err != nil {
		return nil, err
	}
	return &zstdStream{decoder.IOReadCloser(), s, widest}, nil
}

// zstdStream is a stream of frames of any size.
type zstdStream struct {
	io.ReadCloser
	s      *zstdSplitter
	widest uint64 // window that is accepted
}

func (z *zstdStream) Read(text []byte) (int, error) {
	n, err := z.ReadCloser.Read(text)
	if (errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded)) && z.widest < zstd.MaxWindowSize {
		err = z.s.budget.refuse(unpacking, zstdHolds(zstd.MaxWindowSize), 0)
	}
	return n, err
}

func (z *zstdStream) Close() error {
	if z.s.give != nil {
		z.s.give()
		z.s.give = nil
	}
	return z.ReadCloser.Close()
}
