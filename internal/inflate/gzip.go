package inflate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
)

// ErrBehind is the error where something stands behind a member of a gzip file that begins no
// other.
var ErrBehind = errors.New("something stands behind the end of the gzip stream")

const gzipMagic = "\x1f\x8b\x08" // with the method, which is always deflate

// What the flags of a member say is in its header.
const (
	hasChecksum = 2 << iota
	hasExtra
	hasName
	hasComment
)

// Gzip reads the members of a gzip file, one behind the other. It compares checksums.
type Gzip struct {
	deflated Reader
	begun    bool // a member is being read
	further  bool // there was one before
	sum      uint32
	size     uint32
	err      error

	workers int
	stretch int    // of the parts that are read ahead
	ahead   *ahead // reads the member now
	pause   int    // bytes that are read before, from its beginning or after a failure
}

// NewGzip returns a reader of the file, which so many workers read ahead where they are more
// than two: fewer would not be faster than one.
func NewGzip(from io.Reader, workers int) *Gzip {
	g := &Gzip{workers: workers, stretch: stretchSize}
	g.Reset(from)
	return g
}

// Reset makes g, which reads nothing ahead, read another file.
func (g *Gzip) Reset(from io.Reader) {
	r := &g.deflated
	r.from, r.ended, r.base, r.pos, r.fill = from, nil, 0, 0, 0
	g.begun, g.further, g.err = false, false, nil
}

// Read implements [io.Reader].
func (g *Gzip) Read(text []byte) (int, error) {
	if len(text) == 0 {
		return 0, nil
	}
	for g.err == nil {
		if !g.begun {
			g.err = g.begin()
			continue
		}
		n, err := g.read(text)
		g.sum = crc32.Update(g.sum, crc32.IEEETable, text[:n])
		g.size += uint32(n)
		if err == io.EOF {
			g.deflated.align()
			g.begun, err = false, g.check()
		}
		if g.err = err; n > 0 {
			return n, nil
		}
	}
	return 0, g.err
}

// read reads the member.
func (g *Gzip) read(text []byte) (int, error) {
	for {
		if g.ahead != nil {
			if n := g.ahead.read(text); n > 0 {
				return n, nil
			}
			g.fallBack()
		}
		n, err := g.deflated.Read(text)
		if err != errPaused {
			return n, err
		}
		g.goAhead()
	}
}

// goAhead has what follows in the member read ahead.
func (g *Gzip) goAhead() {
	r := &g.deflated
	begin := r.bit()
	from, before := r.from.(*pushback) // of a member or a stretch before
	if !before {
		from = &pushback{from: r.from, err: r.ended}
	}
	from.putBack(r.in[begin/8-r.base : r.fill])
	g.ahead = newAhead(from, uint(begin%8), r.out[r.at-window:r.at], g.workers, g.stretch)
}

// fallBack reads on where reading ahead has ended, for a while: for twice as long as before where
// more was read in vain than not.
func (g *Gzip) fallBack() {
	a, r := g.ahead, &g.deflated
	g.ahead = nil
	if g.pause *= 2; a.certain > g.workers {
		g.pause = 2 * g.stretch
	}
	r.resume(a.from, a.bit, window, a.last)
	copy(r.out, a.window[:])
	r.given, r.err, r.pause = window, nil, g.pause
}

// Close implements [io.Closer].
func (g *Gzip) Close() error {
	if g.ahead != nil {
		g.ahead.end()
	}
	return nil
}

// ReadByte reads what stands behind the members, once Read returned [ErrBehind].
func (g *Gzip) ReadByte() (byte, error) {
	c, err := g.deflated.readByte()
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	return c, err
}

// begin reads the header of a member, or finds that there is none.
func (g *Gzip) begin() error {
	r := &g.deflated
	if r.load(); g.further {
		head := r.in[r.pos:min(r.fill, r.pos+len(gzipMagic))]
		switch {
		case len(head) == 0:
			return r.ended
		case !bytes.HasPrefix([]byte(gzipMagic), head):
			return ErrBehind
		}
	}
	if err := g.header(); err != nil {
		return err
	}
	r.begins()
	if r.pause = 0; g.workers > 2 {
		g.pause = 2 * g.stretch
		r.pause = r.base + r.pos + g.pause
	}
	g.begun, g.further, g.sum, g.size = true, true, 0, 0
	return nil
}

// header reads a header.
func (g *Gzip) header() error {
	r := &g.deflated
	var sum uint32
	next := func() (byte, error) {
		c, err := r.readByte()
		sum = crc32.Update(sum, crc32.IEEETable, []byte{c})
		return c, err
	}
	var head [10]byte
	for i := range head {
		c, err := next()
		if err != nil {
			return err
		}
		if i < len(gzipMagic) && c != gzipMagic[i] {
			return ErrDamaged
		}
		head[i] = c
	}
	flags := head[3]
	if flags&hasExtra != 0 {
		left := 0
		for shift := range 2 {
			c, err := next()
			if err != nil {
				return err
			}
			left |= int(c) << (8 * shift)
		}
		for range left {
			if _, err := next(); err != nil {
				return err
			}
		}
	}
	for _, words := range []byte{hasName, hasComment} {
		for c := byte(1); flags&words != 0 && c != 0; {
			var err error
			if c, err = next(); err != nil {
				return err
			}
		}
	}
	if flags&hasChecksum == 0 {
		return nil
	}
	wanted := uint16(sum)
	for shift := range 2 {
		c, err := r.readByte()
		if err != nil {
			return err
		}
		if c != byte(wanted>>(8*shift)) {
			return ErrDamaged
		}
	}
	return nil
}

// check compares what stands behind a member with its text.
func (g *Gzip) check() error {
	var end [8]byte
	for i := range end {
		var err error
		if end[i], err = g.deflated.readByte(); err != nil {
			return err
		}
	}
	if binary.LittleEndian.Uint32(end[:]) != g.sum || binary.LittleEndian.Uint32(end[4:]) != g.size {
		return ErrDamaged
	}
	return nil
}
