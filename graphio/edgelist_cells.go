package graphio

import (
	"bytes"
	"fmt"
)

// separator is what stands between the columns of a text: one of ',', '\t',
// ';' and '|', which may have blanks around it, or blank.
type separator byte

// blank stands for any run of spaces and tabs.
const blank separator = ' '

var separatorNames = map[separator]string{blank: "blanks", '\t': "tabs", ',': "commas", ';': "semicolons", '|': "bars"}

func (s separator) String() string { return separatorNames[s] }

// trim removes the blanks around a field, but none that separate.
func (s separator) trim(text []byte) []byte {
	around := func(c byte) bool { return c == ' ' || c == '\t' && s != '\t' }
	for len(text) > 0 && around(text[0]) {
		text = text[1:]
	}
	for len(text) > 0 && around(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

// next returns where the first separator in text is, or the length of text.
func (s separator) next(text []byte) int {
	for i, c := range text {
		if c == byte(s) || c == '\t' && s == blank {
			return i
		}
	}
	return len(text)
}

// cells is a line that was cut into fields.
type cells struct {
	fields []field
	// sure is how many fields the line has at least. What follows need not be
	// there on every line: empty fields at the end, the attributes of NetworkX
	// in braces, and what begins with '#', a comment or a list of tags.
	sure int
}

type field struct {
	text   []byte
	quoted bool
}

// cut cuts a line without its line end into fields. A field in double quotes
// may hold the separator, and two quotes stand for one. One in braces takes all
// the rest of the line.
func (r *cells) cut(line []byte, by separator) *lineError {
	r.fields, r.sure = r.fields[:0], -1
	line = by.trim(line)
	for {
		if len(line) > 0 && line[0] == '"' {
			text, rest, err := cutQuoted(line)
			if err != nil {
				return err
			}
			r.fields = append(r.fields, field{text, true})
			line = by.trim(rest)
			if len(line) == 0 {
				break
			}
			switch {
			case by != blank && line[0] == byte(by):
				line = by.trim(line[1:])
			case by != blank || len(line) == len(rest):
				return &lineError{expected: fmt.Sprintf("%q or the end behind the quotes", byte(by)), found: quote(line)}
			}
			continue
		}
		if len(line) > 0 && r.sure < 0 && (line[0] == '{' || line[0] == '#' && len(r.fields) >= 2 && (by == blank || by == '\t')) {
			r.sure = len(r.fields)
		}
		end := len(line)
		if end > 0 && line[0] != '{' {
			end = by.next(line)
		}
		r.fields = append(r.fields, field{text: by.trim(line[:end])})
		if end == len(line) {
			break
		}
		line = by.trim(line[end+1:])
		if by == blank && len(line) == 0 {
			break
		}
	}
	if r.sure < 0 {
		r.sure = len(r.fields)
	}
	for r.sure > 0 && len(r.fields[r.sure-1].text) == 0 && !r.fields[r.sure-1].quoted {
		r.sure--
	}
	return nil
}

// has says that the line can have so many fields.
func (r *cells) has(width int) bool { return r.sure <= width && width <= len(r.fields) }

// keep makes the cells independent of the text that it was cut from.
func (r *cells) keep() cells {
	kept := cells{sure: r.sure}
	for _, f := range r.fields {
		kept.fields = append(kept.fields, field{bytes.Clone(f.text), f.quoted})
	}
	return kept
}

// cutQuoted cuts a field in quotes, of the kind that the line begins with, off a line.
func cutQuoted(line []byte) (text, rest []byte, err *lineError) {
	mark := line[0]
	for end := 1; end < len(line); end++ {
		if line[end] != mark {
			continue
		}
		if end+1 < len(line) && line[end+1] == mark {
			end++
			continue
		}
		text = line[1:end]
		if bytes.IndexByte(text, mark) >= 0 {
			text = bytes.ReplaceAll(text, []byte{mark, mark}, []byte{mark})
		}
		return text, line[end+1:], nil
	}
	return nil, nil, &lineError{expected: fmt.Sprintf("a closing %q on the same line", mark), found: quote(line)}
}
