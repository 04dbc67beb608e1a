package graphio

import (
	"fmt"
	"math"
)

// denseRows parses blocks of rows. Every worker has its own.
type denseRows struct {
	batch
	matrix   *squareMatrix
	lines    int // in the block that are rows
	row      int // the next
	names    []string
	over     bool // some name of a row did not fit the memory
	counting bool // the names of rows count them, from 0 or 1
	values   bool // some value is neither zero nor one
}

// count sets the number of rows in a block.
func (p *denseRows) count(b *block) {
	p.lines = 0
	for pos := 0; pos < b.end; pos += lineLength(b.text, pos) + 1 {
		if at := skipBlanks(b.text, pos); b.text[at] != '#' && b.text[at] != '%' && !endsLine(b.text, at) {
			p.lines++
		}
	}
}

func (p *denseRows) parse(b *block) error {
	for pos := 0; pos < b.end; {
		length := lineLength(b.text, pos)
		if at := skipBlanks(b.text, pos); b.text[at] != '#' && b.text[at] != '%' && !endsLine(b.text, at) {
			if p.row >= p.matrix.n {
				return &lineError{pos: pos, expected: fmt.Sprintf("the end behind %d rows of so many values", p.matrix.n), found: "more"}
			}
			if err := p.parseRow(b.text, pos); err != nil {
				return err
			}
			p.row++
		}
		pos += length + 1
	}
	return p.flush()
}

// parseRow emits the entries of the row at pos that are not zero.
func (p *denseRows) parseRow(text []byte, pos int) error {
	begin, by, n := pos, p.matrix.by, p.matrix.n
	short := func(got int) error {
		return &lineError{pos: begin, expected: "a row of " + counted(uint64(n), "value", "values"), found: fmt.Sprint(got)}
	}
	pos = by.skip(text, pos)
	if p.matrix.named {
		var name []byte
		line := withoutReturn(text[pos : pos+lineLength(text, pos)])
		if line[0] == '"' {
			field, rest, err := cutQuoted(line)
			if err != nil {
				err.pos = begin
				return err
			}
			name = field
			pos += len(line) - len(rest)
		} else {
			end := by.next(line)
			name = by.trim(line[:end])
			pos += end
		}
		p.setName(name)
		if pos = by.skip(text, pos); by != blank && text[pos] == byte(by) {
			pos = by.skip(text, pos+1)
		} else if by != blank {
			return short(0)
		}
	}
	for column := range n {
		if column > 0 {
			if pos = by.skip(text, pos); endsLine(text, pos) {
				return short(column)
			}
			if by != blank {
				if text[pos] != byte(by) {
					return &lineError{pos: begin, expected: fmt.Sprintf("%q behind each value", byte(by)), found: quote(text[pos : pos+lineLength(text, pos)])}
				}
				pos = by.skip(text, pos+1)
			}
		}
		value, at, err := by.value(text, pos)
		if err != nil {
			err.pos = begin
			return err
		}
		if pos = at; value == 0 {
			continue
		}
		p.values = p.values || value != 1
		p.pushWeighted(uint64(p.row), uint64(column), value)
		if p.full() {
			if err := p.flush(); err != nil {
				return err
			}
		}
	}
	if pos = by.skip(text, pos); !endsLine(text, pos) {
		return &lineError{pos: begin, expected: "a row of " + counted(uint64(n), "value", "values"), found: "more"}
	}
	return nil
}

// setName keeps the name of the row, as long as the memory holds it. It will be copied once
// more, to see that no other row has it.
func (p *denseRows) setName(name []byte) {
	more := 2 * int64(len(name))
	p.matrix.held.Add(more)
	if err := p.matrix.in.budget.take(matrixNames, more); err != nil {
		p.over = true
		return
	}
	p.names[p.row] = string(name)
	id, ok, _ := parseID(name)
	p.counting = p.counting && ok && (id == uint64(p.row) || id == uint64(p.row)+1)
}

// skip returns the first position from pos on without a blank that does not
// separate.
func (s separator) skip(text []byte, pos int) int {
	for text[pos] == ' ' || text[pos] == '\t' && s != '\t' {
		pos++
	}
	return pos
}

// value returns the value of the field at pos, and where it ends.
func (s separator) value(text []byte, pos int) (float64, int, *lineError) {
	end := pos + 1
	ends := func(c byte) bool { return c == byte(s) || c == ' ' || c == '\t' || c == '\n' || c == '\r' }
	if bit := text[pos] - '0'; bit <= 1 && ends(text[end]) {
		return float64(bit), end, nil
	}
	for end = pos; !ends(text[end]); {
		end++
	}
	if end == pos {
		return 0, pos, &lineError{expected: "a value in each column, 0 where there is no edge", found: "an empty field"}
	}
	value, err := parseValue(text[pos:end])
	if err == nil && (math.IsNaN(value) || math.IsInf(value, 0)) || err != nil && isMissing(field{text: text[pos:end]}) {
		err = &lineError{expected: "a number in each column, 0 where there is no edge", found: quote(text[pos:end])}
	}
	return value, end, err
}
