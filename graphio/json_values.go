package graphio

import (
	"context"
	"fmt"
	"io"
)

// jsonReader reads the values of one text of JSON (RFC 8259), one after the other, and
// holds none of them. What encoding/json mends in silence is an error, as it could make
// one name of two: text that is no UTF-8, and halves of a surrogate pair.
type jsonReader struct {
	ctx    context.Context
	from   io.Reader
	budget *budget
	buffer []byte
	at     int // of the next byte in buffer
	end    int // of what was read
	line   int64
	failed error // why there is no more; io.EOF at the end

	long   []byte   // a string or a number that is not in the buffer as it is
	digits []byte   // of an id that is spelled otherwise
	depth  int      // of open arrays and objects
	keys   [][]byte // of the open objects, by their depth
}

func newJSONReader(ctx context.Context, from io.Reader, b *budget) *jsonReader {
	return &jsonReader{ctx: ctx, from: from, budget: b, buffer: make([]byte, rawSize), line: 1}
}

// deepestJSON is how deep arrays and objects may stand within each other.
const deepestJSON = 1000

// more reads on, when all of the buffer was passed.
func (r *jsonReader) more() bool {
	if r.failed == nil && r.ctx.Err() != nil {
		r.failed = context.Cause(r.ctx)
	}
	r.at, r.end = 0, 0
	for r.end == 0 && r.failed == nil {
		r.end, r.failed = r.from.Read(r.buffer)
	}
	return r.end > 0
}

// expected is the error for what comes next.
func (r *jsonReader) expected(what string) error {
	switch {
	case r.at == r.end && r.failed != io.EOF:
		return r.failed
	case r.at == r.end:
		return &lineError{expected: what, found: "the end"}
	}
	text := r.buffer[r.at:min(r.at+1, r.end)]
	for i, c := range r.buffer[r.at:r.end] {
		if i > 0 && (c <= ' ' || c == ',' || c == '}' || c == ']') || i > 40 {
			break
		}
		text = r.buffer[r.at : r.at+i+1]
	}
	return &lineError{expected: what, found: quote(text)}
}

// peek returns the next byte that is no blank, 0 where there is none.
func (r *jsonReader) peek() byte {
	for {
		for ; r.at < r.end; r.at++ {
			switch c := r.buffer[r.at]; c {
			case '\n':
				r.line++
			case ' ', '\t', '\r':
			default:
				return c
			}
		}
		if !r.more() {
			return 0
		}
	}
}

// list reads what stands between two brackets, with commas between.
func (r *jsonReader) list(begin, end byte, what string, each func() error) error {
	if r.peek() != begin {
		return r.expected(what)
	}
	r.at++
	if r.depth++; r.depth > deepestJSON {
		return &lineError{expected: fmt.Sprintf("at most %d values within each other", deepestJSON), found: "more"}
	}
	if r.peek() != end {
		for {
			if err := each(); err != nil {
				return err
			}
			if c := r.peek(); c == end {
				break
			} else if c != ',' {
				return r.expected(fmt.Sprintf("a comma or %c", end))
			}
			r.at++
		}
	}
	r.at++
	r.depth--
	return nil
}

// array reads an array. Each value is to be read by each.
func (r *jsonReader) array(what string, each func() error) error { return r.list('[', ']', what, each) }

// object reads an object. The value behind each key is to be read by each, to which
// the key belongs until it reads.
func (r *jsonReader) object(what string, each func(key []byte) error) error {
	return r.list('{', '}', what, func() error {
		text, err := r.text("a key in quotes")
		if err != nil {
			return err
		}
		for len(r.keys) <= r.depth {
			r.keys = append(r.keys, nil)
		}
		key := append(r.keys[r.depth][:0], text...)
		r.keys[r.depth] = key
		if r.peek() != ':' {
			return r.expected("a colon behind the key")
		}
		r.at++
		return each(key)
	})
}

// skip passes a value of any kind.
func (r *jsonReader) skip() error {
	switch c := r.peek(); {
	case c == '{':
		return r.object("", func([]byte) error { return r.skip() })
	case c == '[':
		return r.array("", r.skip)
	case c == '"':
		_, err := r.text("")
		return err
	case c == '-' || c-'0' <= 9:
		_, err := r.number("")
		return err
	case c == 'n':
		return r.word("null", "a value")
	default:
		_, err := r.truth("a value")
		return err
	}
}

// truth reads true or false.
func (r *jsonReader) truth(what string) (bool, error) {
	if r.peek() == 't' {
		return true, r.word("true", what)
	}
	return false, r.word("false", what)
}

func (r *jsonReader) word(word, what string) error {
	for i := range len(word) {
		if r.at == r.end && !r.more() || r.buffer[r.at] != word[i] {
			return r.expected(what)
		}
		r.at++
	}
	return nil
}

// number returns the next number as it is spelled, until the next value is read.
func (r *jsonReader) number(what string) ([]byte, error) {
	if c := r.peek(); c != '-' && c-'0' > 9 {
		return nil, r.expected(what)
	}
	text := r.long[:0]
	begin := r.at
	for r.at < r.end && isJSONNumber[r.buffer[r.at]] {
		r.at++
	}
	if r.at < r.end {
		text = r.buffer[begin:r.at]
	} else {
		text = append(text, r.buffer[begin:r.at]...)
		for len(text) < rawSize && (r.at < r.end || r.more()) && isJSONNumber[r.buffer[r.at]] {
			text = append(text, r.buffer[r.at])
			r.at++
		}
		r.long = text
	}
	if !spellsJSONNumber(text) {
		return nil, &lineError{expected: "a number", found: quote(text)}
	}
	return text, nil
}

var isJSONNumber = func() (table [256]bool) {
	for _, c := range "+-.0123456789eE" {
		table[c] = true
	}
	return table
}()

// spellsJSONNumber says that text is a number by the grammar of JSON: without zeros or
// a plus in front, and with digits at both sides of a point.
func spellsJSONNumber(text []byte) bool {
	at := 0
	digits := func() bool {
		begin := at
		for at < len(text) && text[at]-'0' <= 9 {
			at++
		}
		return at > begin
	}
	if len(text) > 0 && text[0] == '-' {
		at++
	}
	begin := at
	if !digits() || text[begin] == '0' && at > begin+1 {
		return false
	}
	if at < len(text) && text[at] == '.' {
		if at++; !digits() {
			return false
		}
	}
	if at < len(text) && text[at]|0x20 == 'e' {
		if at++; at < len(text) && (text[at] == '+' || text[at] == '-') {
			at++
		}
		if !digits() {
			return false
		}
	}
	return at == len(text)
}
