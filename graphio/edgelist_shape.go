package graphio

import (
	"bytes"
	"slices"
)

// shape is what lines are like when they are cut in one way.
type shape struct {
	by separator
	place
	first   cells
	second  cells  // where there is one
	comment []byte // in front of the first line
	rows    int    // lines behind the first
	// narrow and wide are how many fields they have in common, at least and at
	// most; narrow is the larger where they differ.
	narrow, wide int
	numbers      []bool // fields that are numbers, or missing, in all rows that have them
	words        []bool // fields that are numbers in no row
	numbered     bool   // the first field counts the rows, from 0 or 1
	broken       bool   // a line could not be cut
}

// shapesOf cuts the first lines in every way.
func shapesOf(first dataLine, further dataLines) []*shape {
	var shapes []*shape
	after := further
	second, _, err := after.read()
	if err != nil {
		second = dataLine{} // out of sight
	}
	separates := func(line []byte, by separator) bool {
		line, _, _ = bytes.Cut(line, []byte{'{'})
		return bytes.IndexByte(line, byte(by)) >= 0
	}
	for _, by := range []separator{blank, '\t', ',', ';', '|'} {
		if by != blank && !separates(first.raw, by) && !separates(second.raw, by) {
			continue
		}
		s := &shape{by: by, place: first.place}
		var r cells
		if err := r.cut(first.raw, by); err != nil {
			s.broken = true
			shapes = append(shapes, s)
			continue
		}
		s.first = r.keep()
		s.see(further)
		shapes = append(shapes, s)
	}
	return shapes
}

// see looks at the lines behind the first.
func (s *shape) see(further dataLines) {
	var r cells
	for s.rows < surveyLines {
		line, ok, err := further.read()
		if err != nil || !ok {
			break // what is in sight is enough; reading meets the rest
		}
		if r.cut(line.raw, s.by) != nil {
			s.broken = true
			break
		}
		if s.rows == 0 {
			s.second = r.keep()
			s.narrow, s.wide = r.sure, len(r.fields)
			s.numbers = slices.Repeat([]bool{true}, len(r.fields))
			s.words = slices.Clone(s.numbers)
			s.numbered = true
		}
		s.numbered = s.numbered && countsRow(&r, &s.second, s.rows)
		s.rows++
		s.narrow, s.wide = max(s.narrow, r.sure), min(s.wide, len(r.fields))
		for i, f := range r.fields[:min(len(r.fields), len(s.numbers))] {
			number := looksNumeric(f)
			s.numbers[i] = s.numbers[i] && (number || isMissing(f))
			s.words[i] = s.words[i] && !number
		}
	}
	if s.rows == 0 {
		s.narrow, s.wide = s.first.sure, len(s.first.fields)
	}
}

// countsRow says that the first field is the number of a row, as it is from 0 or
// 1 in the first one.
func countsRow(r, first *cells, row int) bool {
	base, ok, _ := parseID(first.fields[0].text)
	number, whole, _ := parseID(r.fields[0].text)
	return ok && whole && base <= 1 && number == base+uint64(row)
}

// even says that all lines behind the first can have the same width.
func (s *shape) even() bool { return !s.broken && max(s.narrow, 2) <= s.wide }

// width is how many fields the lines behind the first have, or the first of
// them where they differ.
func (s *shape) width() int {
	if s.even() || s.rows == 0 {
		return max(s.narrow, 2)
	}
	return s.second.sure
}

// hasNumbers and hasWords say that a field is a number, or missing, behind the
// first line, and that it is none.
func (s *shape) hasNumbers(column int) bool { return column < len(s.numbers) && s.numbers[column] }
func (s *shape) hasWords(column int) bool   { return column < len(s.words) && s.words[column] }

// fits says that the first line has the width of the others.
func (s *shape) fits() bool { return s.even() && s.first.has(s.width()) }

// isIndented says that a tab in front of the first lines would be taken for a
// separator.
func (s *shape) isIndented() bool {
	empty := func(r cells) bool { return len(r.fields) > 0 && len(r.fields[0].text) == 0 }
	return s.by == '\t' && empty(s.first) && (s.rows == 0 || empty(s.second))
}

// hasBlanks says that a field of the first lines has a blank inside.
func (s *shape) hasBlanks() bool {
	return slices.ContainsFunc(slices.Concat(s.first.fields, s.second.fields), func(f field) bool {
		return !f.quoted && bytes.ContainsAny(f.text, " \t")
	})
}
