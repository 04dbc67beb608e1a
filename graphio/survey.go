package graphio

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// surveyLines is how many lines are looked at to settle the layout.
const surveyLines = 2048

// survey looks at the first lines of an edge list.
func survey(in *input) (layout, error) {
	lines, err := in.dataLines(edgeListComments)
	if err != nil {
		return layout{}, err
	}
	first, ok, err := lines.read()
	if err != nil || !ok {
		return layout{start: lines.next, by: blank, columns: [2]int{0, 1}}, err
	}
	if !in.told() {
		if what := otherText(first.text); what != "" {
			return layout{}, in.unclear(first.line, what)
		}
	}
	shapes, err := shapesOf(first, *lines)
	if err != nil {
		return layout{}, err
	}
	for _, s := range shapes {
		s.comment = lines.comment
	}
	s, err := in.chooseShape(shapes, first, lines.next)
	if err != nil {
		return layout{}, err
	}
	l, err := s.layout(in, first, lines.next)
	if err != nil {
		return layout{}, err
	}
	return l, l.doubt(in, s)
}

// told says that the user, or who calls the library, knows this to be an edge
// list.
func (in *input) told() bool { return in.opt.Format != "" || len(in.opt.Columns) > 0 }

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
func shapesOf(first dataLine, further dataLines) ([]*shape, error) {
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
		if err := s.see(further); err != nil {
			return nil, err
		}
		shapes = append(shapes, s)
	}
	return shapes, nil
}

// see looks at the lines behind the first.
func (s *shape) see(further dataLines) error {
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
	return nil
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

// chooseShape returns the way to cut that suits the lines: one by which they
// are of one width and have numbers, or one by which they have labels, and
// failing that one which will tell what is wrong with a line. By a tab before
// all, labels may have blanks and commas inside.
func (in *input) chooseShape(shapes []*shape, first dataLine, next place) (*shape, error) {
	enough := func(s *shape) bool { return s.even() && (len(s.first.fields) >= 2 || spellsNumber(s.first.fields[0])) }
	if len(in.opt.Columns) > 0 {
		enough = func(s *shape) bool { return !s.broken && len(s.first.fields) >= 2 }
	}
	numeric := func(s *shape) bool {
		l, err := s.layout(in, first, next)
		return err == nil && !l.labels
	}
	var fit []*shape
	for _, s := range shapes {
		if enough(s) && numeric(s) {
			return s, nil
		}
	}
	for _, s := range shapes {
		// A bar is a letter of graph6, and a tab may stand in front of all.
		if enough(s) && s.by != '|' && (s.by != '\t' || len(s.first.fields[0].text) > 0 || len(s.second.fields) > 0 && len(s.second.fields[0].text) > 0) {
			fit = append(fit, s)
		}
	}
	if tab := slices.IndexFunc(fit, func(s *shape) bool { return s.by == '\t' }); tab >= 0 {
		return fit[tab], nil
	}
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case len(fit) == 2 && fit[0].by == blank && (!fit[1].hasBlanks() || suffix(in.name) == ".csv" && fit[1].by == ','):
		return fit[1], nil
	case len(fit) > 1:
		var ways []string
		for _, s := range fit {
			ways = append(ways, s.by.String())
		}
		return nil, &graph.InputError{File: in.name, Line: fit[0].line,
			Expected: "labels that are separated in one way (a name with .csv says commas; a label in double quotes may hold anything)",
			Found:    strings.Join(ways, " or ")}
	}
	for _, good := range []func(s *shape) bool{
		func(s *shape) bool { return len(s.first.fields) >= 2 && numeric(s) },
		func(s *shape) bool { return len(s.first.fields) >= 2 && s.by != blank && s.by != '|' },
	} {
		if at := slices.IndexFunc(shapes, good); at >= 0 {
			return shapes[at], nil
		}
	}
	return shapes[0], nil
}

// hasBlanks says that a field of the first lines has a blank inside.
func (s *shape) hasBlanks() bool {
	return slices.ContainsFunc(slices.Concat(s.first.fields, s.second.fields), func(f field) bool {
		return !f.quoted && bytes.ContainsAny(f.text, " \t")
	})
}

// layout settles what the first line is and which columns hold the ids.
func (s *shape) layout(in *input, first dataLine, next place) (layout, error) {
	l := layout{start: first.place, by: s.by, columns: [2]int{0, 1}, width: s.width()}
	header, err := s.isHeader(in)
	if err != nil {
		return l, err
	}
	switch {
	case header:
		l.start = next
		for _, f := range s.first.fields {
			l.names = append(l.names, string(f.text))
		}
		if s.rows > 0 && len(l.names) == l.width-1 {
			l.names = slices.Insert(l.names, 0, "") // of the rows
		}
		if s.rows == 0 {
			l.width = len(l.names)
		}
	case in.opt.Header == "yes":
		l.start, l.skipped = next, true
	case in.opt.Header == "" && len(in.opt.Columns) == 0:
		if l.names = s.namesInComment(); l.names != nil {
			l.commented = true
			break
		}
		if l.first = s.sizes(in.told()); l.first != nil {
			l.start = next
		}
	}
	if err := l.setColumns(in, s); err != nil {
		return l, err
	}
	r, there := s.second, s.rows > 0
	if l.start != next || l.first != nil && l.first.edge {
		if r, there = s.first, true; !s.fits() && l.first == nil {
			l.width = max(s.first.sure, 2) // as the lines that follow should have
		}
	}
	for _, column := range l.columns {
		// What is no field, or an empty one, will be refused by its line.
		if there && column < len(r.fields) && len(r.fields[column].text) > 0 && !spellsNumber(r.fields[column]) {
			l.labels = true
		}
	}
	if l.fields = max(l.width, len(r.fields)); in.told() {
		l.width = 0
	}
	return l, nil
}

// namesInComment returns the names of the columns from a comment in front of
// the first line, where they tell which columns hold the ids.
func (s *shape) namesInComment() []string {
	var r cells
	if len(s.comment) == 0 || !s.fits() || r.cut(bytes.TrimLeft(s.comment, edgeListComments), s.by) != nil || !r.has(s.width()) {
		return nil
	}
	var names []string
	known := false
	for _, f := range r.fields {
		for _, other := range names {
			known = known || idPair(other, string(f.text)) > 0 || idPair(string(f.text), other) > 0
		}
		names = append(names, string(f.text))
	}
	if !known {
		return nil
	}
	return names
}

// sizes returns the first line as one that may tell sizes, or nil.
func (s *shape) sizes(told bool) *sizeLine {
	sizes := parseSizes(s.line, s.first)
	if sizes == nil || len(s.first.fields) == 1 {
		return sizes
	}
	alone := len(sizes.numbers) == len(s.first.fields)
	switch {
	case told || s.fits():
		if !alone {
			return nil
		}
		// With labels behind it, it is none.
		sizes.edge = s.rows == 0 || !s.hasWords(0) || !s.hasWords(1)
	case !s.even() || len(sizes.numbers) < 2 || sizes.numbers[0] == 0:
		return nil
	}
	return sizes
}

// isHeader says that the first line names the columns.
func (s *shape) isHeader(in *input) (bool, error) {
	fields := s.first.fields
	switch {
	case in.opt.Header == "no" || len(fields) < 2:
		return false, nil
	case in.opt.Header == "yes" && (len(in.opt.Columns) > 0 || parseSizes(s.line, s.first) == nil):
		return true, nil
	case slices.ContainsFunc(fields, looksNumeric):
		return false, nil
	}
	shorter := s.rows > 0 && s.even() && len(fields) == s.width()-1
	if !s.fits() && !shorter && len(in.opt.Columns) == 0 {
		return false, nil
	}
	var names []string
	for _, f := range fields {
		names = append(names, string(f.text))
	}
	known := 0
	for i := range names {
		for j := range names {
			known = max(known, idPair(names[i], names[j]))
		}
	}
	switch {
	case known > 1 || !shorter && len(names[0]) == 0 && s.rows > 0 && len(s.second.fields[0].text) > 0:
		return true, nil
	case shorter:
		return known > 0 || s.numbered, nil // row names
	}
	// Numbers in a column, and none in its first line.
	if s.rows > 0 {
		for i, f := range fields {
			if s.hasNumbers(i) && !s.hasWords(i) && !isMissing(f) {
				return true, nil
			}
		}
	}
	if slices.ContainsFunc(in.opt.Columns, func(name string) bool { return slices.Contains(names, name) }) {
		return true, nil
	}
	if s.rows == 0 {
		return false, nil
	}
	// Labels, and nothing that tells the first line from the others but that
	// its labels come again.
	customary := s.by != blank || suffix(in.name) == ".csv" || suffix(in.name) == ".tsv"
	if again, alike := in.comesAgain(s); !again && (known > 0 && !alike) {
		return true, nil
	} else if !again && (known > 0 || customary) && couldBeNames(names[:2]) {
		return false, in.unclear(s.line, "labels without, or with, the names of the columns in the first line",
			Choice{"labels behind a row of names", in.with(Options{Header: "yes"})},
			Choice{"labels from the first line on", in.with(Options{Header: "no"})})
	}
	return false, nil
}

// couldBeNames says that words could be names of columns, which have no digits
// but one at the end.
func couldBeNames(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		return len(word) == 0 || strings.ContainsAny(word[:len(word)-1], "0123456789")
	})
}

// comesAgain says that a field of the first line is in sight once more, and
// whether others are like it: letters alone, or the same word with a number.
func (in *input) comesAgain(s *shape) (again, alike bool) {
	lines, err := in.dataLines(edgeListComments)
	if err != nil {
		return false, true
	}
	if _, _, err = lines.read(); err != nil {
		return false, true
	}
	names := make(map[string]bool)
	stems := make(map[string]bool)
	for _, f := range s.first.fields {
		names[string(f.text)], stems[stem(f.text)] = true, true
	}
	var r cells
	for {
		line, ok, err := lines.read()
		if err != nil || !ok || r.cut(line.raw, s.by) != nil {
			return false, alike
		}
		for _, f := range r.fields {
			if again = again || names[string(f.text)]; again {
				return true, true
			}
			alike = alike || stems[stem(f.text)]
		}
	}
}

// stem returns what labels have in common that are numbered, or lettered.
func stem(label []byte) string {
	if len(label) == 1 && label[0] > '9' {
		return "a letter"
	}
	return strings.ToLower(strings.TrimRight(string(label), "0123456789"))
}

// setColumns settles which columns hold the ids.
func (l *layout) setColumns(in *input, s *shape) error {
	if wanted := in.opt.Columns; len(wanted) > 0 {
		if len(wanted) != len(l.columns) {
			return &graph.InputError{File: in.name, Expected: "two columns that hold the ids", Found: fmt.Sprintf("%d", len(wanted))}
		}
		for i, name := range wanted {
			at := slices.Index(l.names, name)
			if at < 0 {
				number, err := strconv.ParseUint(name, 10, 31)
				if err != nil || number == 0 {
					return &graph.InputError{File: in.name, Line: s.line, Expected: "a column " + quote([]byte(name)), Found: l.columnList(s)}
				}
				if at = int(number) - 1; at >= max(s.wide, len(s.first.fields), len(s.second.fields)) {
					return &graph.InputError{File: in.name, Line: s.line, Expected: "a column " + name, Found: l.columnList(s)}
				}
			}
			l.columns[i] = at
		}
		return nil
	}
	if l.names == nil {
		return nil
	}
	if l.isLabelledMatrix(s) {
		return in.unclear(s.line, "a dense matrix with the names of its vertices")
	}
	var err error
	if l.columns, err = chooseColumns(l.names); err != nil {
		if len(l.names) < 2 {
			return in.malformed(s.line, &lineError{expected: "two columns of ids", found: err.Error()})
		}
		return in.unclear(s.line, "a table with "+err.Error(),
			Choice{"the edges of two of its columns", in.with(Options{Columns: l.names[:2]})})
	}
	return nil
}

// isLabelledMatrix says that the rows are named as the columns are.
func (l *layout) isLabelledMatrix(s *shape) bool {
	return len(l.names) > 2 && s.rows == len(l.names)-1 && l.names[0] == "" && string(s.second.fields[0].text) == l.names[1]
}

func (l *layout) columnList(s *shape) string {
	if l.names != nil {
		return "the columns " + nameList(l.names)
	}
	return fmt.Sprintf("%d columns and no names of them", s.width())
}
