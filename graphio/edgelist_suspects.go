package graphio

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// suspect is something else than edges and their values that the rows of an
// edge list could be.
type suspect interface {
	// add takes one more row and says whether they still could.
	add(row int, fields []field) bool
	// looks says what the rows look like, "" where they were too few to tell.
	looks(seen view) string
}

// view is what was seen of a file.
type view struct {
	rows  int
	width int
	all   bool // there are no more rows
}

// suspects returns what the rows could be. Well-known names of the columns say
// more than looks, and others that it is a table, if no matrix.
func (l *layout) suspects(all bool) []suspect {
	if l.names != nil {
		if l.width < 3 || idPair(l.names[l.columns[0]], l.names[l.columns[1]]) > 1 {
			return nil
		}
		return []suspect{new(bitMatrix), new(denseMatrix)}
	}
	if l.columns != [2]int{0, 1} {
		return nil
	}
	var s []suspect
	if l.width >= 3 {
		s = []suspect{new(samePairs), new(bitMatrix), new(longLines), new(quotedNames), newRowNumbers(), new(denseMatrix), newAdjacency(), newTimes()}
	}
	if all || l.first != nil {
		s = append(s, newNeighbours())
	}
	if l.labels {
		s = append(s, newJoinedNeighbours())
	}
	return s
}

// choices says how a file can be read that looks like a suspect.
func (l *layout) choices(s suspect, in *input) []Choice {
	first := in.byColumns("edges between the first two columns", 0, 1)
	choices := []Choice{first}
	switch s.(type) {
	case *denseMatrix, *bitMatrix:
		return nil
	case *rowNumbers, *quotedNames, *times:
		choices = []Choice{in.byColumns("edges between the second and the third column", 1, 2), first}
	case *joinedNeighbours:
		choices = []Choice{in.asEdgeList("edges between labels with commas")}
	}
	if l.first != nil && !l.first.edge {
		for i := range choices {
			choices[i].Options.Header = "yes" // the first line is no edge in any case
		}
	}
	return choices
}

// samePairs has the same ids in all rows.
type samePairs struct{ pair [2]string }

func (s *samePairs) add(row int, fields []field) bool {
	pair := [2]string{string(fields[0].text), string(fields[1].text)}
	if row == 0 {
		s.pair = pair
	}
	return pair == s.pair
}

func (s *samePairs) looks(seen view) string {
	if seen.rows < 2 {
		return ""
	}
	return "sentences, or a table whose first two columns are the same in all rows"
}

// bitMatrix is a matrix of zeros and ones, of any shape.
type bitMatrix struct{}

func (*bitMatrix) add(_ int, fields []field) bool {
	return !slices.ContainsFunc(fields, func(f field) bool { return len(f.text) != 1 || f.text[0] != '0' && f.text[0] != '1' })
}

func (*bitMatrix) looks(seen view) string {
	if seen.rows < 3 {
		return ""
	}
	return fmt.Sprintf("a dense matrix of %d columns", seen.width)
}

// longLines is many edges on one line, or on two.
type longLines struct{}

func (*longLines) add(row int, fields []field) bool {
	return row < 2 && !slices.ContainsFunc(fields, func(f field) bool {
		_, whole, _ := parseID(f.text)
		return !whole || f.quoted
	})
}

func (*longLines) looks(seen view) string {
	if !seen.all || seen.width < 5 {
		return ""
	}
	return "many edges on one line, or on two"
}

// quotedNames has a first column in quotes alone, as R writes names of rows.
type quotedNames struct{}

func (*quotedNames) add(_ int, fields []field) bool {
	return len(fields) >= 3 && fields[0].quoted && spellsNumber(fields[1]) && spellsNumber(fields[2])
}

func (*quotedNames) looks(view) string { return "a table whose first column names its rows" }

// rowNumbers has a first column that counts the rows, from 0 or 1, or ascends as
// the numbers of some rows do, and possible ids in the next two.
type rowNumbers struct {
	base   uint64
	gaps   bool
	last   uint64
	loops  int             // rows in which these are the same
	thirds map[string]bool // the second of these
}

func newRowNumbers() *rowNumbers { return &rowNumbers{thirds: make(map[string]bool)} }

func (s *rowNumbers) add(row int, fields []field) bool {
	if len(fields) < 3 {
		return false
	}
	number, ok, _ := parseID(fields[0].text)
	if row == 0 {
		s.base = min(number, 1)
	}
	first, second := fields[1], fields[2]
	s.gaps = s.gaps || number != s.base+uint64(row)
	ascends := row == 0 || number > s.last
	s.last = number
	if !ok || !ascends || spellsDecimal(first.text) || spellsDecimal(second.text) ||
		isNumeric(first.text) != isNumeric(second.text) || len(first.text) == 0 || len(second.text) == 0 || second.text[0] == '{' {
		return false
	}
	if bytes.Equal(first.text, second.text) {
		s.loops++
	}
	s.thirds[string(second.text)] = true
	return true
}

// looks wants the edges to be likely ones: few loops, and not all to one
// vertex, as weights are that are all the same.
func (s *rowNumbers) looks(seen view) string {
	if seen.rows < 2 || s.gaps && (seen.rows < 5 || len(s.thirds) == 1) || s.loops > 0 && (2*s.loops >= seen.rows || len(s.thirds) == 1) {
		return ""
	}
	return "a table whose first column counts its rows"
}

// times has a first column that does not fall, and ids in the next two.
type times struct {
	last  uint64
	loops int
	seen  map[uint64]bool
	ends  [2]map[uint64]bool
}

func newTimes() *times {
	return &times{seen: make(map[uint64]bool), ends: [2]map[uint64]bool{make(map[uint64]bool), make(map[uint64]bool)}}
}

func (s *times) add(_ int, fields []field) bool {
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
	if ids[0] < s.last || s.seen[ids[1]] || s.ends[0][ids[0]] {
		return false
	}
	s.last = ids[0]
	if ids[1] == ids[2] {
		s.loops++
	}
	s.seen[ids[0]], s.ends[0][ids[1]], s.ends[1][ids[2]] = true, true, true
	return true
}

// looks wants the second and the third column to share vertices, and neither to
// have one of the first.
func (s *times) looks(seen view) string {
	shared := 0
	for id := range s.ends[1] {
		if s.seen[id] {
			return ""
		}
		if s.ends[0][id] {
			shared++
		}
	}
	if seen.rows < 2 || len(s.seen) < 2 || 2*s.loops >= seen.rows || 2*shared < len(s.ends[1]) {
		return ""
	}
	return "a table whose first column is a time"
}

// joinedNeighbours has the neighbours of a vertex in one column, with commas
// between.
type joinedNeighbours struct {
	vertices map[string]bool
	joined   []string
}

func newJoinedNeighbours() *joinedNeighbours {
	return &joinedNeighbours{vertices: make(map[string]bool)}
}

func (s *joinedNeighbours) add(row int, fields []field) bool {
	for _, f := range fields[:min(2, len(fields))] {
		s.vertices[string(f.text)] = true
		if bytes.IndexByte(f.text, ',') >= 0 {
			s.joined = append(s.joined, string(f.text))
		}
	}
	const enough = 64 // rows, in which a list of neighbours has come
	return row < enough || len(s.joined) > 0
}

func (s *joinedNeighbours) looks(view) string {
	for _, text := range s.joined {
		if slices.ContainsFunc(strings.Split(text, ","), func(part string) bool { return s.vertices[part] }) {
			return "an adjacency list (a vertex, and its neighbours with commas between)"
		}
	}
	return ""
}
