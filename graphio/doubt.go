package graphio

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// unclear is the InputError for a file that could be something else than it
// would be taken for.
func (in *input) unclear(line int64, looks string, choices ...Choice) error {
	return &graph.InputError{
		File: in.name, Line: line, Expected: "an edge list, or a format with a known header",
		Found: "what looks like " + looks, Err: &UnclearError{looks, choices},
	}
}

// with returns options to open the input as an edge list, told how.
func (in *input) with(o Options) Options {
	o.Format = in.opt.Format
	if o.Columns == nil {
		o.Columns = in.opt.Columns
	}
	if o.Header == "" {
		o.Header = in.opt.Header
	}
	return o
}

// byColumns is the choice of two columns, given from 0.
func (in *input) byColumns(as string, first, second int) Choice {
	return Choice{as, in.with(Options{Columns: []string{strconv.Itoa(first + 1), strconv.Itoa(second + 1)}})}
}

// asMetis is the choice of METIS.
func (in *input) asMetis() Choice {
	o := in.with(Options{})
	o.Format = metisName
	return Choice{"METIS", o}
}

// asEdgeList is the choice of taking the input for an edge list all the same.
func (in *input) asEdgeList(as string) Choice {
	o := in.with(Options{})
	o.Format = edgeListName
	return Choice{as, o}
}

// otherTexts are what else than an edge list begins with such a line.
var otherTexts = []struct {
	begins *regexp.Regexp
	looks  string
}{
	{regexp.MustCompile(`^[\[{]`), "JSON, or a list of a programming language"},
	{regexp.MustCompile(`^[(<]`), "tuples in brackets"},
	{regexp.MustCompile(`^[A-Za-z_][\w.]*\([^()\t]*,[^()\t]*\)`), "terms or calls of a programming language"},
	{regexp.MustCompile(`(?i)^edge\s+from\b`), "sentences"},
	{regexp.MustCompile(`^version https://git-lfs`), "a pointer of Git LFS, without the file itself"},
	{regexp.MustCompile(`^(strict\s+)?(di)?graph\b[^,\t]*\{`), "Graphviz DOT"},
	{regexp.MustCompile(`^t\s+#`), "gSpan (t, v and e lines)"},
	{regexp.MustCompile(`^LEDA\.GRAPH`), "LEDA"},
	{regexp.MustCompile(`(?i)^dl\s+(n|nr|nc|nm|format)\b`), "UCINET DL"},
	{regexp.MustCompile(`^(>>)?(graph6|sparse6|digraph6)<<`), "graph6 or sparse6"},
	{regexp.MustCompile(`^nodedef>`), "GDF"},
	{regexp.MustCompile(`^[A-Za-z]+\[`), "an expression of a programming language"},
	{regexp.MustCompile(`^[╙├└╟╠│║┌]`), "a drawing of a tree"},
	{regexp.MustCompile(`^\*`), "sections of UCINET VNA or of a damaged Pajek file"},
	{regexp.MustCompile(`^[^\s,;|"]+\s*(<?--?>|<?==?>|--|→|↔|—)\s*[^\s,;|"]+`), "edges written with arrows"},
	{regexp.MustCompile(`^[^\s,;|"]+\s*:(\s|$)`), "an adjacency list (a vertex, a colon, its neighbours)"},
}

// otherText says what else than an edge list the first line begins, or "".
func otherText(line []byte) string {
	for _, other := range otherTexts {
		if other.begins.Match(line) {
			return other.looks
		}
	}
	return ""
}

// spellsNumber says that a field is a whole number, even one that is no valid id,
// or a decimal one.
func spellsNumber(f field) bool { return !f.quoted && (isNumeric(f.text) || spellsDecimal(f.text)) }

// looksNumeric is spellsNumber, but the number may stand in quotes.
func looksNumeric(f field) bool { return spellsNumber(f) || f.quoted && isNumeric(f.text) }

// spellsDecimal says that text is a number with a point or with an exponent that
// has a sign. 3e8 may be a label.
func spellsDecimal(text []byte) bool {
	if len(text) < 2 || text[0] > '9' || text[0] < '+' {
		return false
	}
	if c := text[len(text)-1]; c != '.' && c-'0' > 9 {
		return false
	}
	if !bytes.ContainsAny(text, ".+-") || bytes.ContainsAny(text, "xXpP_") {
		return false
	}
	_, err := strconv.ParseFloat(string(text), 64)
	return err == nil
}

// isMissing says that a field is what tables have for a number that is not
// there.
func isMissing(f field) bool {
	switch strings.ToLower(string(f.text)) {
	case "", "na", "nan", "n/a", "null", "none", "-", "?", ".", "inf", "-inf":
		return !f.quoted
	}
	return false
}

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
	if bipartite.Match(in.text()[:min(len(in.text()), 4<<10)]) {
		return in.unclear(s.line, "KONECT's bipartite graphs, whose two sides have the same numbers", in.asEdgeList("edges among these numbers"))
	}
	if in.isTrivialGraph() {
		return in.unclear(s.line, "the Trivial Graph Format (vertices, a line with #, edges)")
	}
	if l.first != nil && l.first.edge && len(l.first.numbers) == 2 && l.first.numbers[0] == l.first.numbers[1] && !seen.all &&
		slices.ContainsFunc(left, func(s suspect) bool { _, ok := s.(*neighbours); return ok }) {
		return in.unclear(s.line, "METIS of vertices with two neighbours each, and like an edge list with sizes in its first line",
			in.asMetis(), in.asEdgeList("an edge list"))
	}
	if l.names == nil && l.startsSparse(in) {
		return in.unclear(s.line, "LGL (a line with # for each vertex, its neighbours behind)")
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
			if bytes.IndexByte(r.fields[a].text, ':') >= 0 || !valueBehindColon.Match(r.fields[b].text) {
				return false
			}
			seen = true
		}
	}
	return seen
}

var valueBehindColon = regexp.MustCompile(`:[0-9.]+$`)

// isTrivialGraph says that a line with nothing but # stands between lines of
// data.
func (in *input) isTrivialGraph() bool {
	text := in.text()
	for _, mark := range []string{"\n#\n", "\n#\r\n"} {
		before, after, found := bytes.Cut(text, []byte(mark))
		if !found {
			continue
		}
		data := func(text []byte) bool {
			for line := range bytes.Lines(text) {
				if !isEdgeComment(withoutReturn(bytes.TrimSuffix(line, newline))) {
					return true
				}
			}
			return false
		}
		return data(before) && data(after)
	}
	return false
}

var bipartite = regexp.MustCompile(`(?m)^%\s*bip\b`)

var sectionComment = regexp.MustCompile(`^# \S+\s*$`)

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
			if !sectionComment.Match(line) || !l.labels && !isNumeric(trimLine(line[1:])) {
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
