package graphio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// entries parses lines "row column value" of a coordinate matrix, 1-based,
// where the value takes 0 to 2 fields.
type entries struct {
	batch
	n      uint64
	values int
}

func (m *matrix) readCoordinates(ctx context.Context, workers int, emit func(int, graph.Batch) error) (lines, records uint64, err error) {
	values := m.header.values()
	_, records, err = readLines(ctx, m.in, workers, m.blockSize, m.header.start, emit, func(b batch) *entries {
		b.weighted = b.weighted && values == 1
		return &entries{b, m.header.n, values}
	})
	return records, records, err
}

// parsePlain parses entries that are separated by blanks and have plain
// decimal values.
func (p *entries) parsePlain(text []byte, pos, end int) int {
	for pos < end && p.filled < len(p.edges) {
		begin := skipBlanks(text, pos)
		row, at := shortID(text, begin)
		if at == begin || row-1 >= p.n || text[at] != ' ' && text[at] != '\t' {
			break
		}
		begin = skipBlanks(text, at+1)
		column, at := shortID(text, begin)
		if at == begin || column-1 >= p.n {
			break
		}
		for range p.values {
			if text[at] != ' ' && text[at] != '\t' {
				return pos
			}
			begin = skipBlanks(text, at+1)
			if at = skipDecimal(text, begin); at == begin {
				return pos
			}
		}
		if at = skipBlanks(text, at); text[at] == '\r' {
			at++
		}
		if text[at] != '\n' {
			break
		}
		p.edges[p.filled] = graph.Edge{U: uint32(row - 1), V: uint32(column - 1)}
		p.filled++
		pos = at + 1
	}
	return pos
}

// skipDecimal returns where the decimal number that begins at pos ends: at pos
// itself where there is none in plain notation.
func skipDecimal(text []byte, pos int) int {
	at := pos
	if text[at] == '-' || text[at] == '+' {
		at++
	}
	begin := at
	at = skipDigits(text, at)
	digits := at - begin
	if text[at] == '.' {
		begin = at + 1
		at = skipDigits(text, begin)
		digits += at - begin
	}
	if digits == 0 {
		return pos
	}
	if text[at]|0x20 == 'e' {
		at++
		if text[at] == '-' || text[at] == '+' {
			at++
		}
		begin = at
		if at = skipDigits(text, at); at == begin {
			return pos
		}
	}
	return at
}

func skipDigits(text []byte, pos int) int {
	for text[pos]-'0' <= 9 {
		pos++
	}
	return pos
}

// parseLine parses any line of a coordinate matrix.
func (p *entries) parseLine(line []byte) *lineError {
	line = trimLine(line)
	if isComment(line, matrixComments) {
		return nil
	}
	fields := bytes.FieldsFunc(line, isBlank)
	if len(fields) != 2+p.values {
		return &lineError{expected: fmt.Sprintf("an entry of %d fields", 2+p.values), found: fmt.Sprintf("%d: %s", len(fields), quote(line))}
	}
	var ends [2]uint64
	for i := range ends {
		index, ok, _ := parseID(fields[i])
		if !ok || index < 1 || index > p.n {
			return &lineError{expected: fmt.Sprintf("an index from 1 to %d", p.n), found: quote(fields[i])}
		}
		ends[i] = index - 1
	}
	weight := 1.0
	for _, field := range fields[2:] {
		var err *lineError
		if weight, err = parseValue(field); err != nil {
			return err
		}
	}
	p.pushWeighted(ends[0], ends[1], weight)
	return nil
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }

// parseValue returns the number that a field spells. Not-a-number, infinities
// and Fortran's exponents with D are numbers.
func parseValue(field []byte) (float64, *lineError) {
	value, err := strconv.ParseFloat(string(bytes.Map(fortranExponent, field)), 64)
	hexadecimal := bytes.ContainsAny(field, "xX")
	if hexadecimal || err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, &lineError{expected: "a number as value", found: quote(field)}
	}
	return value, nil
}

func fortranExponent(r rune) rune {
	if r == 'd' || r == 'D' {
		return 'e'
	}
	return r
}

// readArray reads the values of an array, column by column, one a line. Zeros
// are no edges here, as an array has no other way to leave an entry out. Where
// a value stands follows from the values before, so one worker reads all.
func (m *matrix) readArray(ctx context.Context, _ int, emit func(int, graph.Batch) error) (lines, records uint64, err error) {
	a := arrayValues{
		batch:  batch{emit: emitter(0, emit), weighted: m.in.opt.Weights && m.header.values() == 1},
		header: &m.header,
	}
	a.row = a.top()
	err = m.in.eachBlock(ctx, 1, m.blockSize, m.header.start,
		func(_ int, b *block) error { return parseLines(&a, b) })
	return a.lines, a.records, err
}

// arrayValues parses the values of an array.
type arrayValues struct {
	batch
	header      *matrixHeader
	row, column uint64 // of the next value, 0-based
	lines       uint64
}

// top returns the first row that is stored of the current column.
func (a *arrayValues) top() uint64 {
	switch a.header.symmetry {
	case "general":
		return 0
	case "skew-symmetric":
		return a.column + 1
	}
	return a.column
}

// parsePlain leaves all lines to parseLine.
func (a *arrayValues) parsePlain(_ []byte, pos, _ int) int { return pos }

func (a *arrayValues) parseLine(line []byte) *lineError {
	line = trimLine(line)
	if isComment(line, matrixComments) {
		return nil
	}
	fields := bytes.FieldsFunc(line, isBlank)
	if len(fields) != a.header.values() {
		return &lineError{expected: fmt.Sprintf("a value of %d fields", a.header.values()), found: fmt.Sprintf("%d: %s", len(fields), quote(line))}
	}
	if a.lines == a.header.entries {
		return &lineError{expected: fmt.Sprintf("the end behind %d values", a.lines), found: quote(line)}
	}
	zero, weight := true, 0.0
	for _, field := range fields {
		value, err := parseValue(field)
		if err != nil {
			return err
		}
		zero, weight = zero && value == 0, value
	}
	if !zero {
		a.pushWeighted(a.row, a.column, weight)
	}
	a.lines++
	if a.row++; a.row == a.header.n {
		a.column++
		a.row = a.top()
	}
	return nil
}
