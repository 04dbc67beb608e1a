package graphio

import (
	"bytes"
	"math"
	"slices"
)

// doubt refuses what could be something else than the edge list for which its
// layout takes it, unless the user has said so.
func (l *layout) doubt(in *input, s *shape) error {
	uneven := !s.even() || l.width > 0 && !s.fits() && l.start == s.place
	behind, left, seen, err := l.inspect(in, uneven || l.first != nil && in.all)
	if err != nil {
		return err
	}
	if l.first != nil && seen.all {
		l.first.vertices = uint64(len(behind.vertices))
	}
	if in.told() {
		return nil
	}
	if l.first != nil && in.couldBeMetis() {
		return in.unclear(s.line, "METIS, and like an edge list with sizes in its first line",
			in.asMetis(), in.asEdgeList("an edge list"))
	}
	if bipartite(in.text()[:min(len(in.text()), 4<<10)]) {
		return in.unclear(s.line, "KONECT's bipartite graphs, whose two sides have the same numbers", in.asEdgeList("edges among these numbers"))
	}
	if possible, _ := in.isTrivialGraph(); possible {
		return in.unclear(s.line, "the Trivial Graph Format (vertices, a line with #, edges)",
			in.asFormat(&tgfFormat, "the Trivial Graph Format"), in.asEdgeList("an edge list with a comment"))
	}
	if l.first != nil && l.first.edge && len(l.first.numbers) == 2 && l.first.numbers[0] == l.first.numbers[1] && !seen.all &&
		slices.ContainsFunc(left, func(s suspect) bool { _, ok := s.(*neighbours); return ok }) {
		return in.unclear(s.line, "METIS of vertices with two neighbours each, and like an edge list with sizes in its first line",
			in.asMetis(), in.asEdgeList("an edge list"))
	}
	if l.names == nil && l.startsSparse(in) {
		return in.unclear(s.line, "LGL (a line with # for each vertex, its neighbours behind)", in.asLGL())
	}
	if uneven {
		l.looks = l.unevenLooks(in, s, behind.largest)
		return nil
	}
	agree := l.first != nil && seen.all && l.first.judge(behind.tally) == fitsWholly
	for _, other := range left {
		switch other.(type) {
		case *rowNumbers, *times:
			if agree { // the sizes, with the first two columns
				continue
			}
		}
		if looks := other.looks(seen); looks != "" {
			return in.unclear(s.line, looks, l.choices(other, in)...)
		}
	}
	return l.doubtLabels(in, s)
}

// edgesBehind is what was seen of the edges behind a first line that may tell
// sizes.
type edgesBehind struct {
	tally
	vertices map[string]bool
}

func (e *edgesBehind) add(fields []field) {
	e.records++
	for _, f := range fields[:min(2, len(fields))] {
		e.vertices[string(f.text)] = true
		if id, ok, _ := parseID(f.text); ok {
			e.smallest, e.largest = min(e.smallest, id), max(e.largest, id)
		}
	}
}

// inspect shows the first lines to all suspects and returns those that are left,
// and what it counted where that is wanted.
func (l *layout) inspect(in *input, counted bool) (behind edgesBehind, left []suspect, seen view, err error) {
	behind = edgesBehind{tally{smallest: math.MaxUint64}, make(map[string]bool)}
	seen.width = l.width
	if !in.told() {
		left = l.suspects(in.all)
	}
	lines, err := in.dataLines(edgeListComments)
	if err != nil {
		return behind, nil, seen, err
	}
	for row := new(cells); seen.rows < surveyLines && (len(left) > 0 || counted); {
		line, ok, err := lines.read()
		if err != nil || !ok {
			seen.all = err == nil
			return behind, left, seen, nil // reading meets the error
		}
		first := line.offset < l.start.offset
		if first && (l.first == nil || !l.first.edge) {
			continue
		}
		if row.cut(line.raw, l.by) != nil {
			return behind, left, seen, nil
		}
		if counted && !first {
			behind.add(row.fields)
		}
		left = slices.DeleteFunc(left, func(s suspect) bool { return len(row.fields) < 2 || !s.add(seen.rows, row.fields) })
		seen.rows++
	}
	return behind, left, seen, nil
}

// unevenLooks says what a file of lines with different numbers of fields could
// be, of ids up to the largest.
func (l *layout) unevenLooks(in *input, s *shape, largest uint64) *UnclearError {
	asEdges := in.asEdgeList("edges between the first two columns")
	sizes := parseSizes(s.line, s.first)
	switch {
	case sizes != nil && len(sizes.numbers) >= 2 && largest <= max(sizes.numbers[0], sizes.numbers[1]) && s.by == blank:
		return &UnclearError{"METIS", []Choice{in.asMetis(), asEdges}}
	case l.labels && l.by == blank:
		return &UnclearError{"an adjacency list, or names with blanks and no quotes", []Choice{asEdges}}
	case l.by == blank:
		return &UnclearError{"an adjacency list", []Choice{asEdges}}
	}
	return &UnclearError{"a table whose rows differ, or an adjacency list", []Choice{asEdges}}
}

// doubtLabels refuses tables of labels that need not be edges.
func (l *layout) doubtLabels(in *input, s *shape) error {
	if !l.labels {
		return nil
	}
	numbers := func(column int, r cells) bool { return column < len(r.fields) && spellsNumber(r.fields[column]) }
	mixed := [2]bool{true, true} // the one column has numbers only, the other none
	for i := range mixed {
		a, b := l.columns[i], l.columns[1-i]
		if l.names == nil && l.first == nil {
			mixed[i] = numbers(a, s.first) && !numbers(b, s.first)
		}
		if s.rows > 0 {
			mixed[i] = mixed[i] && s.hasNumbers(a) && s.hasWords(b)
		}
	}
	if s.hasValuesBehindColons(l) {
		return in.unclear(s.line, "labels with values behind a colon", in.asEdgeList("labels with a colon in them"))
	}
	known := l.names != nil && idPair(l.names[l.columns[0]], l.names[l.columns[1]]) > 1
	if (mixed[0] || mixed[1]) && !known && (s.rows > 0 || l.names == nil) {
		choices := []Choice{in.asEdgeList("edges between the names and the numbers")}
		if mixed[1] && l.width == 3 && s.hasNumbers(2) {
			choices = slices.Insert(choices, 0, in.byColumns("edges between the second and the third column", 1, 2))
		}
		return in.unclear(s.line, "a table of names and numbers", choices...)
	}
	if l.names != nil || l.width <= 2 {
		return nil
	}
	// The value of an edge between names is a number. A word may be the true end.
	const third = 2
	value := s.rows == 0 || s.hasNumbers(third)
	if l.first == nil {
		value = value && third < len(s.first.fields) && (spellsNumber(s.first.fields[third]) || isMissing(s.first.fields[third]))
	}
	if value {
		return nil
	}
	looks := "a table of labels in more than two columns"
	if l.by == blank {
		looks = "names with blanks and no quotes, or " + looks
	}
	return in.unclear(s.line, looks,
		in.byColumns("edges between the first two columns", 0, 1), in.byColumns("edges between the first and the third", 0, 2))
}

// hasValuesBehindColons says that the second label of the first lines has a
// colon and a number behind, and the first label has none.
func (s *shape) hasValuesBehindColons(l *layout) bool {
	rows := []cells{s.first, s.second}
	if l.start != s.place {
		rows = rows[1:] // the first line is none of them
	}
	seen := false
	for _, r := range rows {
		if a, b := l.columns[0], l.columns[1]; max(a, b) < len(r.fields) {
			if bytes.IndexByte(r.fields[a].text, ':') >= 0 || !valueBehindColon(r.fields[b].text) {
				return false
			}
			seen = true
		}
	}
	return seen
}

var valueBehindColon = matches(`:[0-9.]+$`, ":")

var bipartite = matches(`(?m)^%\s*bip\b`, "%")

var sectionComment = matches(`^# \S+\s*$`, "#")

// startsSparse says that the file could be one of LGL: it begins with a line
// "# vertex", all its comments are such lines, and the lines between them have
// different vertices, with or without a weight.
func (l *layout) startsSparse(in *input) bool {
	begun, weights := false, 0
	section := make(map[string]bool)
	for text := range bytes.Lines(in.text()) {
		line := bytes.TrimRight(text, "\r\n")
		switch {
		case len(trimLine(line)) == 0:
		case line[0] == '#':
			if !sectionComment(line) || !l.labels && !isNumeric(trimLine(line[1:])) {
				return false
			}
			begun = true
			clear(section)
		default:
			var r cells
			if !begun || r.cut(line, blank) != nil || len(r.fields) > 2 {
				return false
			}
			if len(r.fields) == 2 {
				weights++
				if !spellsNumber(r.fields[1]) {
					return false
				}
			}
			if section[string(r.fields[0].text)] {
				return false
			}
			section[string(r.fields[0].text)] = true
		}
	}
	return begun && weights > 0
}
