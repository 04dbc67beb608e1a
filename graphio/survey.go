package graphio

import (
	"slices"
	"strings"
)

// layout is what the first lines of an edge list tell about the others.
type layout struct {
	start  place // from where on every line is an edge
	labels bool  // ids are labels
	column byte  // what separates labels
	header bool  // there is a row of column names
	first  *sizeLine
}

// sizeLine is a first line that is either an edge or tells sizes: a lone "n",
// "n m" or "n n m". It is held back until the rest was read.
type sizeLine struct {
	line    int64
	numbers []uint64
}

// agrees says that the line tells sizes which hold for the rest: exactly its
// number of edges, and no id beyond its number of vertices, whether they count
// from 0 or from 1.
func (l *sizeLine) agrees(rest tally) bool {
	n, m := l.numbers[0], l.numbers[len(l.numbers)-1]
	return rest.records > 0 &&
		(len(l.numbers) == 1 || rest.records == m) &&
		(rest.largest < n || rest.largest == n && rest.smallest > 0)
}

// survey looks at the first lines of an edge list.
func survey(in *input) (layout, error) {
	lines, err := in.dataLines(edgeListComments)
	if err != nil {
		return layout{}, err
	}
	line, ok, err := lines.read()
	if err != nil || !ok {
		return layout{start: lines.next}, err
	}
	l := layout{start: line.place}
	switch {
	case hasNumbers(line.text):
		l.first = parseSizes(line)
		if l.first == nil {
			return l, nil
		}
		l.start = lines.next
		if len(l.first.numbers) > 1 {
			return l, nil
		}
	case isHeaderRow(line.text, *lines):
		l.header = true
		l.start = lines.next
	default:
		err = l.setLabels(in, line)
		return l, err
	}
	// A lone number and a row of names do not tell what ids are like.
	line, ok, err = lines.read()
	if err != nil || !ok || hasNumbers(line.text) {
		return l, err
	}
	err = l.setLabels(in, line)
	return l, err
}

// hasFurtherColumns says that the first line behind the start of a layout has
// more than two ids.
func hasFurtherColumns(in *input, l layout) (bool, error) {
	lines, err := in.dataLines(edgeListComments)
	if err != nil {
		return false, err
	}
	for {
		line, ok, err := lines.read()
		if err != nil || !ok {
			return false, nil // the line is not in sight, or there is none
		}
		if line.offset < l.start.offset {
			continue
		}
		rest := line.text
		for range 2 {
			if l.labels {
				if _, rest, _ = cutLabel(rest, l.column); len(rest) == 0 {
					return false, nil
				}
			} else {
				_, rest = cutField(rest)
			}
		}
		return len(rest) > 0, nil
	}
}

// setLabels settles that ids are labels, separated as in line.
func (l *layout) setLabels(in *input, line dataLine) error {
	var malformed *lineError
	l.labels = true
	if l.column, malformed = labelSeparator(line.text, suffix(in.name)); malformed != nil {
		return in.malformed(line.line, malformed)
	}
	return nil
}

// hasNumbers says that the ids of a line are whole numbers, if only one.
func hasNumbers(line []byte) bool {
	first, rest := cutField(line)
	second, _ := cutField(rest)
	return isNumeric(first) && (len(second) == 0 || isNumeric(second))
}

// parseSizes returns the line as one that may tell sizes, or nil.
func parseSizes(line dataLine) *sizeLine {
	sizes := &sizeLine{line: line.line}
	for rest := line.text; len(rest) > 0; {
		var field []byte
		field, rest = cutField(rest)
		number, ok, _ := parseID(field)
		if !ok || len(sizes.numbers) == 3 {
			return nil
		}
		sizes.numbers = append(sizes.numbers, number)
	}
	if len(sizes.numbers) == 3 && sizes.numbers[0] != sizes.numbers[1] {
		return nil
	}
	return sizes
}

// columnNames are the pairs of names that make a first line a row of names
// even where labels follow. They are in lower case and without digits and
// punctuation, so that "FromNodeId ToNodeId" and "id_1,id_2" are among them.
var columnNames = [][2]string{
	{"source", "target"}, {"src", "dst"}, {"src", "dest"}, {"from", "to"},
	{"fromnode", "tonode"}, {"fromnodeid", "tonodeid"}, {"fromid", "toid"},
	{"node", "node"}, {"nodeid", "nodeid"}, {"id", "id"}, {"vertex", "vertex"},
}

// plainName returns the name of a column as it stands in columnNames.
func plainName(name string) string { return strings.Trim(strings.ToLower(name), `"'_-0123456789`) }

// isHeaderRow says that a line without a numeric id is a row of column names:
// it has well-known ones, or all further lines in sight have numeric ids.
func isHeaderRow(line []byte, further dataLines) bool {
	first, rest := cutField(line)
	second, _ := cutField(rest)
	if len(first) == 0 || isNumeric(first) || len(second) == 0 || isNumeric(second) {
		return false
	}
	if slices.Contains(columnNames, [2]string{plainName(string(first)), plainName(string(second))}) {
		return true
	}
	for seen := false; ; seen = true {
		line, ok, err := further.read()
		if err != nil || !ok {
			return seen
		}
		if !hasNumbers(line.text) {
			return false
		}
	}
}
