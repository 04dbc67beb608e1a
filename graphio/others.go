package graphio

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// others looks at the fields of an edge list and tells what else than edges
// and their values they could be.
type others struct {
	tally    // of the first two columns, without a first line that may tell sizes
	vertices map[string]bool
	joined   []string // ends with a comma inside
	rows     int
	width    int

	matrix   bool // all fields are numbers, but for the first
	square   [][]float64
	named    bool // the first fields are not
	whole    bool // all fields are whole numbers
	bits     bool // of zeros and ones
	same     bool // all rows have the same ids
	pair     [2]string
	implicit bool // a row could be the neighbours of the vertex that it stands for, from 0 or 1
	rowBase  uint64
	arcs     map[[2]uint64]bool
	numbered bool   // the first column counts the rows
	base     uint64 // from here
	loops    int    // where the second and the third column are the same
	thirds   map[string]bool
	listed   bool // the first column has no vertex twice, no row has a field twice, and all are ids
	heads    map[string]bool
	tails    map[string]bool
	values   uint64 // the largest number behind the first two columns
	timed    bool   // the first column does not fall
	last     uint64
	times    map[uint64]bool
	ends     [2]map[uint64]bool // of the second and the third column
}

func newOthers(l *layout) *others {
	o := &others{width: l.width, matrix: true, numbered: true, listed: true, timed: true, whole: true, bits: true, same: true, implicit: true,
		arcs:     make(map[[2]uint64]bool),
		vertices: make(map[string]bool), thirds: make(map[string]bool), heads: make(map[string]bool), tails: make(map[string]bool),
		times: make(map[uint64]bool), ends: [2]map[uint64]bool{make(map[uint64]bool), make(map[uint64]bool)}}
	o.smallest = 1<<64 - 1
	if l.columns != [2]int{0, 1} || l.names != nil {
		// Names say more than looks.
		o.numbered, o.listed, o.timed, o.matrix, o.bits, o.whole, o.implicit, o.same = false, false, false, false, false, false, false, false
	}
	return o
}

// add takes one more row. The first one may tell sizes.
func (o *others) add(fields []field, sizes bool) {
	defer func() { o.rows++ }()
	if !sizes {
		o.addIDs(fields)
	}
	if !sizes {
		o.addPair(fields)
	}
	if o.implicit {
		o.implicit = o.addImplicit(fields)
	}
	if o.matrix || o.whole {
		o.addToMatrix(fields)
	}
	if o.numbered {
		o.numbered = o.addNumbered(fields)
	}
	if o.listed {
		o.listed = o.addListed(fields)
	}
	if o.timed {
		o.timed = o.addTimed(fields)
	}
}

func (o *others) addIDs(fields []field) {
	o.records++
	for _, f := range fields[:min(2, len(fields))] {
		o.vertices[string(f.text)] = true
		if bytes.IndexByte(f.text, ',') >= 0 {
			o.joined = append(o.joined, string(f.text))
		}
		if id, ok, _ := parseID(f.text); ok {
			o.smallest, o.largest = min(o.smallest, id), max(o.largest, id)
		}
	}
}

// addPair sees whether the ids are the same in all rows.
func (o *others) addPair(fields []field) {
	var pair [2]string
	for i, f := range fields[:min(2, len(fields))] {
		pair[i] = string(f.text)
	}
	if o.records == 1 {
		o.pair = pair
	}
	o.same = o.same && pair == o.pair
}

// addImplicit takes the row as neighbours of the vertex that it stands for.
func (o *others) addImplicit(fields []field) bool {
	vertex := uint64(o.rows + 1)
	for _, f := range fields {
		id, ok, _ := parseID(f.text)
		if !ok || f.quoted {
			return false
		}
		if id == 0 && o.rowBase == 0 {
			o.rowBase = 1 // added to make ids count from 1
		}
		arc := [2]uint64{vertex, id}
		if o.arcs[arc] {
			return false
		}
		o.arcs[arc] = true
	}
	return true
}

// areNeighbours says that the rows are the neighbours of all vertices in turn,
// each edge on two rows and none on one.
func (o *others) areNeighbours() bool {
	for arc := range o.arcs {
		end := arc[1] + o.rowBase
		if end == arc[0] || end > uint64(o.rows) || !o.arcs[[2]uint64{end, arc[0] - o.rowBase}] {
			return false
		}
	}
	return true
}

// addToMatrix keeps the values of the upper left corner.
func (o *others) addToMatrix(fields []field) {
	var values []float64
	for i, f := range fields {
		id, whole, _ := parseID(f.text)
		o.whole = o.whole && whole && !f.quoted
		o.bits = o.bits && whole && id <= 1
		if !spellsNumber(f) && !isMissing(f) {
			if o.matrix = o.matrix && i == 0; !o.matrix {
				return
			}
			o.named = true
		}
		const corner = 64
		if o.rows < corner && len(values) < corner {
			value := 0.0 // of what is missing
			if spellsNumber(f) {
				value = decimal(f.text)
			}
			values = append(values, value)
		}
	}
	if values != nil {
		o.square = append(o.square, values)
	}
}

// addNumbered sees whether the first column counts the rows, from 0 or 1, and
// the next two could be ids.
func (o *others) addNumbered(fields []field) bool {
	if len(fields) < 3 {
		return false
	}
	number, ok, _ := parseID(fields[0].text)
	if o.rows == 0 {
		o.base = min(number, 1)
	}
	first, second := fields[1], fields[2]
	if !ok || number != o.base+uint64(o.rows) || spellsDecimal(first.text) || spellsDecimal(second.text) ||
		isNumeric(first.text) != isNumeric(second.text) || len(first.text) == 0 || len(second.text) == 0 || second.text[0] == '{' {
		return false
	}
	if string(first.text) == string(second.text) {
		o.loops++
	}
	o.thirds[string(second.text)] = true
	return true
}

// areRowNumbers says that edges between the second and the third column would
// be about as likely: few loops, and not all to one vertex, as weights are that
// are all the same.
func (o *others) areRowNumbers() bool {
	return o.loops == 0 || 2*o.loops < o.rows && len(o.thirds) > 1
}

// addListed sees whether the row could be a vertex and its neighbours.
func (o *others) addListed(fields []field) bool {
	inRow := make(map[string]bool, len(fields))
	for i, f := range fields {
		text := string(f.text)
		if len(text) == 0 || text[0] == '{' || spellsDecimal(f.text) || inRow[text] || i == 0 && o.heads[text] {
			return false
		}
		inRow[text] = true
		if id, ok, _ := parseID(f.text); ok && i >= 2 {
			o.values = max(o.values, id)
		}
		if i == 0 {
			o.heads[text] = true
		} else {
			o.tails[text] = true
		}
	}
	return true
}

// addTimed sees whether the first column could be times and the next two the
// ends of an edge.
func (o *others) addTimed(fields []field) bool {
	if len(fields) < 3 {
		return false
	}
	var ids [3]uint64
	for i := range ids {
		id, ok, _ := parseID(fields[i].text)
		if !ok || fields[i].quoted {
			return false
		}
		ids[i] = id
	}
	if ids[0] < o.last || ids[1] == ids[2] {
		return false
	}
	o.last = ids[0]
	o.times[ids[0]] = true
	o.ends[0][ids[1]] = true
	o.ends[1][ids[2]] = true
	return true
}

// doubt says what the rows look like and how they can be read; "" where they
// look like edges alone.
func (o *others) doubt(in *input, l *layout, all bool) (looks string, choices []Choice) {
	asEdges := in.byColumns("edges between the first two columns", 0, 1)
	switch {
	case o.same && o.records >= 2 && o.width >= 3:
		return "sentences, or a table whose first two columns are the same in all rows", []Choice{asEdges}
	case o.width >= 3 && o.isMatrix(all):
		return fmt.Sprintf("a dense matrix of %d columns", o.width), []Choice{asEdges}
	case o.whole && o.width >= 5 && all && o.rows <= 2:
		return "many edges on one line, or on two", []Choice{asEdges}
	case o.implicit && all && (o.width >= 3 && o.rows >= 2 || o.rows >= 4) && o.areNeighbours():
		return "an adjacency list (the neighbours of a vertex on each line)", []Choice{asEdges}
	case o.numbered && o.rows >= 2 && o.width >= 3 && o.areRowNumbers():
		return "a table whose first column counts its rows",
			[]Choice{in.byColumns("edges between the second and the third column", 1, 2), asEdges}
	case o.listed && o.width >= 3 && o.rows >= 2 && o.closed(all):
		return "an adjacency list (a vertex and its neighbours on each line)", []Choice{asEdges}
	case o.areJoined():
		return "an adjacency list (a vertex, and its neighbours with commas between)", []Choice{in.asEdgeList("edges between labels with commas")}
	case o.timed && o.rows >= 2 && len(o.times) >= 2 && o.areTimes():
		return "a table whose first column is a time",
			[]Choice{in.byColumns("edges between the second and the third column", 1, 2), asEdges}
	}
	return "", nil
}

// isMatrix says that the rows could be those of a dense matrix: square, with
// or without names in front, and of zeros and ones, hollow, or symmetric; or
// of zeros and ones alone.
func (o *others) isMatrix(all bool) bool {
	if o.bits && o.rows >= 3 {
		return true
	}
	if !o.matrix {
		return false
	}
	seen := func(columns int) bool { return columns >= 3 && (all && o.rows == columns || !all && o.rows < columns) }
	return seen(o.width) && !o.named && o.isAdjacency(0) || seen(o.width-1) && o.isAdjacency(1)
}

// isAdjacency says that the matrix in sight, without its first columns, is one
// of zeros and ones, or has a diagonal of zeros, or is symmetric.
func (o *others) isAdjacency(names int) bool {
	bits, hollow, symmetric := true, true, true
	for i, values := range o.square {
		for j, value := range values[min(names, len(values)):] {
			bits = bits && (value == 0 || value == 1)
			hollow = hollow && (i != j || value == 0)
			symmetric = symmetric && (j >= len(o.square) || i+names >= len(o.square[j]) || o.square[j][i+names] == value)
		}
	}
	return bits || hollow || symmetric
}

// areJoined says that what stands between the commas of an end is an end, too.
func (o *others) areJoined() bool {
	return slices.ContainsFunc(o.joined, func(text string) bool {
		return slices.ContainsFunc(strings.Split(text, ","), func(part string) bool { return o.vertices[part] })
	})
}

// closed says that the neighbours have lines of their own. Where not all lines
// are in sight, the fields behind the first two are neighbours if they are of
// the size of ids, unlike most weights and times.
func (o *others) closed(all bool) bool {
	if !all {
		return o.largest/4 <= o.values && o.values <= o.largest
	}
	for tail := range o.tails {
		if !o.heads[tail] {
			return false
		}
	}
	return true
}

// areTimes says that the second and the third column share vertices, and
// neither has one with the first.
func (o *others) areTimes() bool {
	shared := 0
	for id := range o.ends[1] {
		if o.times[id] {
			return false
		}
		if o.ends[0][id] {
			shared++
		}
	}
	for id := range o.ends[0] {
		if o.times[id] {
			return false
		}
	}
	return 2*shared >= len(o.ends[1])
}

// unevenLooks says what a file of lines with different numbers of fields could
// be.
func (o *others) unevenLooks(in *input, l *layout, s *shape) *UnclearError {
	choices := []Choice{in.asEdgeList("edges between the first two columns")}
	sizes := parseSizes(s.line, s.first)
	switch {
	case sizes != nil && len(sizes.numbers) >= 2 && o.largest <= max(sizes.numbers[0], sizes.numbers[1]) && s.by == blank:
		o := in.with(Options{})
		o.Format = metisName
		return &UnclearError{"METIS", append([]Choice{{"METIS", o}}, choices...)}
	case l.labels && l.by == blank:
		return &UnclearError{"an adjacency list, or names with blanks and no quotes", choices}
	case o.listed || l.by == blank:
		return &UnclearError{"an adjacency list", choices}
	}
	return &UnclearError{"a table whose rows differ", choices}
}
