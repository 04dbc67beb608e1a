package graphio

import (
	"bytes"
	"io"
)

// A text of the Macintosh before 2001 ends its lines with a CR alone. Where that is so of all
// that is seen of a text, it is read with an LF in the place of each, so that nothing else
// has to know.

// setReturns settles whether lines end with a CR alone: in the first bytes, which are text,
// there are some and no LF. A CR at the very end of these may have an LF behind it.
func (in *input) setReturns() {
	if bytes.IndexByte(in.head, '\n') >= 0 {
		return
	}
	at := bytes.IndexByte(in.head, '\r')
	if at < 0 || at == len(in.head)-1 && !in.all || !isText(in.head) {
		return
	}
	in.returns = true
	lines := returnLines{in: in}
	in.head = bytes.Clone(in.head)
	lines.end(in.head)
	if in.rest != nil {
		in.rest = lines.of(in.rest)
	}
}

// returnLines is a text whose lines end with a CR alone, with an LF for each.
type returnLines struct {
	io.ReadCloser
	in    *input
	lines int64 // that ended
	last  byte  // that was read
	mixed error // once an LF came
}

// of returns the text that goes on with what from has.
func (r returnLines) of(from io.ReadCloser) io.ReadCloser {
	r.ReadCloser = from
	return &r
}

func (r *returnLines) Read(text []byte) (int, error) {
	if r.mixed != nil {
		return 0, r.mixed
	}
	n, err := r.ReadCloser.Read(text)
	if at := bytes.IndexByte(text[:n], '\n'); at >= 0 {
		r.end(text[:at])
		line := r.lines + 1
		if r.last == '\r' {
			line--
		}
		r.mixed = r.in.malformed(line, &lineError{expected: "lines that all end with LF or CR LF, or all with CR, as the first ones do", found: "an LF"})
		return at, r.mixed
	}
	r.end(text[:n])
	return n, err
}

// end puts an LF in the place of each CR.
func (r *returnLines) end(text []byte) {
	for i, c := range text {
		if c == '\r' {
			text[i] = '\n'
			r.lines++
		}
		r.last = c
	}
}
