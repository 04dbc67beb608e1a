package graphio

import (
	"slices"
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
	first, ok, err := lines.first()
	if err != nil || !ok {
		return layout{start: lines.next, by: blank, columns: [2]int{0, 1}}, err
	}
	if !in.told() {
		if what := otherText(first.text); what != "" {
			return layout{}, in.unclear(first.line, what)
		}
		if f := sixFormat(lines.in.text()); f != nil {
			return layout{}, in.unclear(first.line, f.name, Choice{f.name, Options{Format: f.name}})
		}
	}
	shapes := shapesOf(first, *lines)
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
		// A bar is a letter of graph6.
		if enough(s) && s.by != '|' && !s.isIndented() {
			fit = append(fit, s)
		}
	}
	if tab := slices.IndexFunc(fit, func(s *shape) bool { return s.by == '\t' }); tab >= 0 {
		return fit[tab], nil
	}
	csvSaysCommas := len(fit) == 2 && fit[1].by == ',' && suffix(in.name) == ".csv"
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case len(fit) == 2 && fit[0].by == blank && (!fit[1].hasBlanks() || csvSaysCommas):
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
	case in.opt.Header == "" && (len(in.opt.Columns) == 0 || in.weight == "" && slices.Equal(in.opt.Columns, []string{"1", "2"})):
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
	if l.first != nil && l.weight > 0 {
		weight, wrong := l.weightOf(&s.first)
		l.first.weights, l.first.edge = []float64{weight}, l.first.edge && wrong == nil
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
