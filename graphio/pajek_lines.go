package graphio

import (
	"bytes"
	"fmt"
	"strconv"
)

// readVertex reads the number and the label of a vertex.
func (r *pajekSections) readVertex(line []byte) *lineError {
	number, rest := cutBlank(line)
	v, err := parseIndex(number, r.n)
	if err != nil {
		return err
	}
	name := number
	switch {
	case len(rest) == 0:
	case rest[0] == '"':
		if name, rest, err = cutPajekLabel(rest); err != nil {
			return err
		}
	default:
		name, rest = cutBlank(rest)
	}
	r.positions.read(uint32(v), bytes.TrimLeft(rest, " \t"))
	r.names.given = r.names.given || !bytes.Equal(name, number)
	if !r.names.add(uint32(v), name) {
		return &lineError{expected: "each vertex once", found: fmt.Sprintf("vertex %d again", v+1)}
	}
	return nil
}

// cutPajekLabel returns the label in quotes that text begins with, and the rest. Real files
// have labels with quotes inside: one that ends the label has a blank or the line's end
// behind it, and pairs of quotes at most. igraph escapes those inside with a backslash, but
// others end a label with one.
func cutPajekLabel(text []byte) (label, rest []byte, err *lineError) {
	last := 0
	for end := 1; end < len(text); end++ {
		if text[end] != '"' || end+1 < len(text) && !isBlank(rune(text[end+1])) {
			continue
		}
		if last == 0 {
			last = end
		}
		if text[end-1] != '\\' {
			label := text[1:end]
			if bytes.Count(text[end+1:], []byte{'"'})%2 != 0 {
				continue // the quotes behind are pairs, as of colours
			}
			if last < end || bytes.Contains(label, []byte(`\"`)) {
				label = unescapePajek().ReplaceAll(label, []byte("$1"))
			}
			return label, text[end+1:], nil
		}
	}
	if last > 0 {
		return text[1:last], text[last+1:], nil
	}
	return nil, nil, &lineError{expected: "a label that ends with a quote on the same line", found: quote(text)}
}

var unescapePajek = lazily(`\\(["\\])`)

// readList reads a vertex and its neighbours.
func (r *pajekSections) readList(text []byte, pos int, p *pajekPairs) error {
	field := fieldAt(text, pos)
	u, malformed := parseIndex(field, r.n)
	if malformed != nil {
		return malformed
	}
	_, err := p.indexList(text, pos+len(field), u, r.n, false)
	return err
}

// countRow says that the section has another line.
func (r *pajekSections) countRow(line []byte) *lineError {
	if r.got == r.rows {
		return &lineError{expected: fmt.Sprintf("the end of the section behind %d lines", r.rows), found: quote(line)}
	}
	r.got++
	return nil
}

// readRow reads a row of the matrix: of two-mode networks, those columns that
// stand for the second mode.
func (r *pajekSections) readRow(line []byte, p *pajekPairs) error {
	if err := r.countRow(line); err != nil {
		return err
	}
	columns := r.n - r.first
	column := uint64(0)
	for rest := line; len(rest) > 0; column++ {
		var field []byte
		field, rest = cutBlank(rest)
		value, err := parseValue(field)
		if err == nil && column == columns {
			err = &lineError{expected: fmt.Sprintf("a row of %d values", columns), found: "more"}
		}
		if err != nil {
			return err
		}
		if value == 0 {
			continue
		}
		p.pushWeighted(r.got-1, r.first+column, value)
		if p.full() {
			if err := p.flush(); err != nil {
				return err
			}
		}
	}
	if column < columns {
		return &lineError{expected: fmt.Sprintf("a row of %d values", columns), found: fmt.Sprint(column)}
	}
	return nil
}

// readValue reads a line of a partition or a vector.
func (r *pajekSections) readValue(line []byte) *lineError {
	if err := r.countRow(line); err != nil {
		return err
	}
	if r.section == vectorRows {
		_, err := parseValue(line)
		return err
	}
	class, err := strconv.Atoi(string(line))
	if err != nil {
		return &lineError{expected: "the number of a class", found: quote(line)}
	}
	last := &r.classes[len(r.classes)-1]
	*last = append(*last, class)
	return nil
}
