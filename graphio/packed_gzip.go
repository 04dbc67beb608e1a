package graphio

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"

	"github.com/tricycle-graph/tricycle/internal/inflate"
	"github.com/tricycle-graph/tricycle/internal/pack"
)

const (
	gzipMagic = "\x1f\x8b\x08"

	bgzfMost = 1 << 16 // bytes of a member of block gzip, and of its text
	// bgzfGroup is how many members make a piece.
	bgzfGroup = 16
)

// beginsGzip reports whether head is that of a gzip stream: no flag is set that is none, what
// compressed it and where are values that there are, and, where the data follows at once, it begins
// with a block that gives a byte, or ends.
func beginsGzip(head []byte) bool {
	const flags, effort, system, fixed, trailer = 3, 8, 9, 10, 8
	if len(head) < fixed+2+trailer || head[flags]&0xe0 != 0 || head[effort] > 4 || head[effort]%2 != 0 || head[system] > 13 && head[system] != 0xff {
		return false
	}
	if head[flags] != 0 {
		return true
	}
	_, err := flate.NewReader(bytes.NewReader(head[fixed:])).Read(make([]byte, 1))
	return !errors.As(err, new(flate.CorruptInputError))
}

// newGzipReader reads block gzip by its members, side by side, and any other in one go, or in
// parts where there is memory for that.
func newGzipReader(packed packed) (io.ReadCloser, error) {
	r := packed.buffered()
	if head, _ := r.Peek(pack.GzipHeader); bgzfMember(head) == 0 {
		workers, give := packed.budget.takeAhead(packed.workers)
		return &gzipReader{Gzip: inflate.NewGzip(r, workers), give: give}, nil
	}
	return newPieceReader(&bgzfSplitter{r: r}, packed.workers), nil
}

// takeAhead counts what reading ahead holds, by as many workers as take a small share of the
// memory, and returns how to give it back. With one worker nothing is read ahead.
func (b *budget) takeAhead(workers int) (most int, give func()) {
	const share = 16
	most = min(workers, mostDecoders)
	for b.memory > 0 && most > 2 && inflate.AheadBytes(most) > b.room()/share {
		most--
	}
	if most <= 2 {
		return 1, func() {}
	}
	held := inflate.AheadBytes(most)
	b.add(held + held/garbage)
	return most, func() { b.give(held) }
}

// gzipReader reads members, one behind the other, and zeros behind the last one, with
// which tapes and some file systems fill a block.
type gzipReader struct {
	*inflate.Gzip
	give func() // what it holds; nil where that is little
	err  error  // the end, where it is not that of the members
}

// Close closes it once.
func (g *gzipReader) Close() error {
	err := g.Gzip.Close()
	if g.give != nil {
		g.give()
		g.give = nil
	}
	return err
}

func (g *gzipReader) Read(text []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	n, err := g.Gzip.Read(text)
	if err == inflate.ErrBehind {
		g.err = onlyZeros(g.Gzip)
		err = g.err
	}
	return n, err
}

// onlyZeros returns io.EOF where nothing but zeros are left.
func onlyZeros(r io.ByteReader) error {
	for {
		c, err := r.ReadByte()
		if err != nil {
			return err
		}
		if c != 0 {
			return &packedError{what: "bytes behind the end of the gzip stream; cut them off, or unpack it with gzip first"}
		}
	}
}

// bgzfMember returns the size of the member that begins with head, or 0 where
// it is none of block gzip.
func bgzfMember(head []byte) int {
	if len(head) < pack.GzipHeader || !bytes.HasPrefix(head, []byte(pack.GzipEnd[:4])) || string(head[10:pack.GzipSize]) != pack.GzipEnd[10:pack.GzipSize] {
		return 0
	}
	return int(binary.LittleEndian.Uint16(head[pack.GzipSize:])) + 1
}

// bgzfSplitter makes a piece of some members.
type bgzfSplitter struct {
	r      *bufio.Reader
	marked bool // the last member was empty
}

func (s *bgzfSplitter) next(p *piece) error {
	for range bgzfGroup {
		head, err := s.r.Peek(pack.GzipHeader)
		if len(head) == 0 && err == io.EOF {
			break
		}
		if head[0] == 0 || head[0] != gzipMagic[0] && s.marked {
			break // behind the end there may be zeros, and nothing else
		}
		size := bgzfMember(head)
		if size < len(pack.GzipEnd) || err != nil {
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
	return onlyZeros(s.r)
}

// leave makes p all that is left.
func (s *bgzfSplitter) leave(p *piece) error {
	p.rest = io.MultiReader(bytes.NewReader(bytes.Clone(p.packed)), s.r)
	return nil
}

var errMoreText = errors.New("more text than the sizes of the members say")

func (s *bgzfSplitter) decoder() func(*piece) error {
	r := new(inflate.Gzip)
	return func(p *piece) error {
		r.Reset(bytes.NewReader(p.packed))
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

func (s *bgzfSplitter) reader(r io.Reader) (io.ReadCloser, error) {
	return &gzipReader{Gzip: inflate.NewGzip(r, 1)}, nil
}
