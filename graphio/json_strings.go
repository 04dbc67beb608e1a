package graphio

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
)

// text returns the next string, until the next value is read.
func (r *jsonReader) text(what string) ([]byte, error) {
	if r.peek() != '"' {
		return nil, r.expected(what)
	}
	r.at++
	begin, high := r.at, byte(0)
	for ; r.at < r.end; r.at++ {
		c := r.buffer[r.at]
		if c == '"' {
			text := r.buffer[begin:r.at]
			r.at++
			return text, r.checkUTF8(text, high)
		}
		if c == '\\' || c < ' ' {
			break
		}
		high |= c
	}
	r.long = append(r.long[:0], r.buffer[begin:r.at]...)
	return r.longText(high)
}

func (r *jsonReader) checkUTF8(text []byte, high byte) error {
	if high < utf8.RuneSelf || utf8.Valid(text) {
		return nil
	}
	return &lineError{expected: "a string in UTF-8", found: "other bytes"}
}

// longText goes on with a string that has an escape or goes on beyond the buffer.
func (r *jsonReader) longText(high byte) ([]byte, error) {
	for {
		if r.at == r.end && !r.more() {
			return nil, r.expected(`a closing '"'`)
		}
		begin := r.at
		for r.at < r.end && r.buffer[r.at] != '"' && r.buffer[r.at] != '\\' && r.buffer[r.at] >= ' ' {
			high |= r.buffer[r.at]
			r.at++
		}
		r.long = append(r.long, r.buffer[begin:r.at]...)
		if len(r.long) > maxLine {
			return nil, &lineError{expected: "a string of at most " + bytesize.Text(maxLine), found: "a longer one"}
		}
		if err := r.budget.fits(2*(len(r.long)-1<<20), "a string of more than "+bytesize.Text(int64(len(r.long)))); err != nil {
			return nil, err
		}
		if r.at == r.end {
			continue
		}
		switch r.buffer[r.at] {
		case '"':
			r.at++
			return r.long, r.checkUTF8(r.long, high)
		case '\\':
			r.at++
			if err := r.escape(); err != nil {
				return nil, err
			}
		default:
			return nil, &lineError{expected: "a string without line ends and other control characters", found: quote(r.buffer[r.at : r.at+1])}
		}
	}
}

// escape appends what stands behind a backslash.
func (r *jsonReader) escape() error {
	const what = `an escape: one of "\/bfnrtu behind the backslash`
	if r.at == r.end && !r.more() {
		return r.expected(what)
	}
	c := r.buffer[r.at]
	r.at++
	switch c {
	case '"', '\\', '/':
		r.long = append(r.long, c)
	case 'b':
		r.long = append(r.long, '\b')
	case 'f':
		r.long = append(r.long, '\f')
	case 'n':
		r.long = append(r.long, '\n')
	case 'r':
		r.long = append(r.long, '\r')
	case 't':
		r.long = append(r.long, '\t')
	case 'u':
		first, err := r.hex()
		if err == nil && utf16.IsSurrogate(first) {
			var second rune
			if err = r.word(`\u`, "the second half of a surrogate pair"); err == nil {
				second, err = r.hex()
			}
			if first = utf16.DecodeRune(first, second); err == nil && first == utf8.RuneError {
				err = &lineError{expected: "both halves of a surrogate pair", found: "one"}
			}
		}
		if err != nil {
			return err
		}
		r.long = utf8.AppendRune(r.long, first)
	default:
		r.at--
		return r.expected(what)
	}
	return nil
}

// hex reads four hexadecimal digits.
func (r *jsonReader) hex() (value rune, err error) {
	for range 4 {
		if r.at == r.end && !r.more() {
			return 0, r.expected("four hexadecimal digits")
		}
		switch c := r.buffer[r.at]; {
		case c-'0' <= 9:
			value = value<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			value = value<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, r.expected("four hexadecimal digits")
		}
		r.at++
	}
	return value, nil
}
