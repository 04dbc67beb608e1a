package graphio

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"regexp"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// The readers of this file go through the rules of docs/formats.md line by
// line, with regular expressions and without any haste. The real ones must
// agree with them.

// reading is what a reader makes of a text.
type reading struct {
	edges   [][2]string // labels, in the order of the file
	names   []string    // of labelled files, in order of first appearance
	badLine int64       // of the first malformed line, 0 where all is well; -1 for any

	declares bool // the format declares its vertices:
	n        uint64
	numbers  []uint64 // of the vertices, where they have some of their own
}

func malformedAt(line int) reading { return reading{badLine: int64(line)} }

// textLine is a line that is no comment.
type textLine struct {
	number int
	text   string // trimmed
	raw    string // without its line end
}

// withLineFeeds returns text with an LF for each CR, where CRs alone end the lines.
func withLineFeeds(text string) string {
	if strings.Contains(text, "\n") || !isText([]byte(text)) {
		return text
	}
	return strings.ReplaceAll(text, "\r", "\n")
}

func splitLines(text, marks string) []textLine {
	var lines []textLine
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		raw := strings.TrimSuffix(line, "\r")
		line = strings.Trim(raw, " \t")
		if line != "" && !strings.ContainsAny(line[:1], marks) {
			lines = append(lines, textLine{i + 1, line, raw})
		}
	}
	return lines
}

var (
	strayReturn = regexp.MustCompile(`^[^\n]*\r[^\n]`)
	crlfFirst   = regexp.MustCompile(`^[^\n\r]*\r\n`)
	digitsShape = regexp.MustCompile(`^\d+$`)
)

// referenceEdgeList reads the lines of an edge list one by one, by the layout
// that the real reader found in them: what that should be is the matter of
// TestEdgeListRules and of the corpus.
func referenceEdgeList(text, name, format string) reading {
	text = withLineFeeds(text)
	src, err := OpenReader(strings.NewReader(text), name, Options{Format: format})
	var refusal *graph.InputError
	if errors.As(err, &refusal) {
		if refusal.Line == 0 {
			return malformedAt(-1)
		}
		return malformedAt(int(refusal.Line))
	}
	list, ok := src.(*edgeList)
	if !ok {
		return reading{badLine: -1}
	}
	l := &list.layout
	var r reading
	seen := make(map[string]bool)
	rest := tally{smallest: math.MaxUint64}
	for _, line := range splitLines(text, "#%") {
		if int64(line.number) < l.start.line {
			continue
		}
		ids, ok := referenceIDs(l, line.raw)
		if !ok {
			return malformedAt(line.number)
		}
		for _, id := range ids {
			if l.labels && !seen[id] {
				seen[id] = true
				r.names = append(r.names, id)
			}
			rest.smallest, rest.largest = min(rest.smallest, number(id)), max(rest.largest, number(id))
		}
		r.edges = append(r.edges, ids)
	}
	if l.first == nil {
		return r
	}
	if rest.records = uint64(len(r.edges)); l.labels {
		rest.smallest, rest.largest = 0, uint64(max(len(r.names), 1)-1)
	}
	switch fits := l.first.judge(rest); {
	case fits == fitsWholly:
	case fits == fitsInPart || !l.first.edge:
		return malformedAt(int(l.first.line))
	default:
		r.edges = append(r.edges, [2]string{fmt.Sprint(l.first.numbers[0]), fmt.Sprint(l.first.numbers[1])})
	}
	return r
}

// referenceIDs returns the two ids of a line.
func referenceIDs(l *layout, line string) (ids [2]string, ok bool) {
	cells, sure, ok := referenceCells(line, byte(l.by))
	if !ok || l.width > 0 && (sure > l.width || l.width > len(cells)) {
		return ids, false
	}
	for i, column := range l.columns {
		if column >= len(cells) {
			return ids, false
		}
		cell := cells[column]
		quoted := strings.HasPrefix(cell, `"`)
		if quoted {
			cell = strings.ReplaceAll(cell[1:len(cell)-1], `""`, `"`)
		}
		switch {
		case cell == "", !l.labels && quoted:
			return ids, false
		case !l.labels:
			if cell, ok = referenceID(cell); !ok {
				return ids, false
			}
		case quoted:
		case strings.ContainsRune(cell, '\r'), strings.HasPrefix(cell, byteOrderMark), commasShape.MatchString(cell), negativeShape.MatchString(cell), decimalShape.MatchString(cell), cell[0] == '{', l.by == ' ' && strings.Contains(cell, ","):
			return ids, false
		}
		ids[i] = cell
	}
	return ids, true
}

var (
	negativeShape = regexp.MustCompile(`^-\d+$`)
	commasShape   = regexp.MustCompile(`^[0-9,]*,[0-9,]*$`)
	decimalShape  = regexp.MustCompile(`^([+-]?(\d+\.\d*|\d*\.\d+)([eE][+-]?\d+)?|[+-]\d+([eE][+-]?\d+)?|\d+[eE][+-]\d+)$`)
)

// referenceID returns the id that a number spells, in the shortest way.
func referenceID(cell string) (string, bool) {
	if digitsShape.MatchString(cell) {
		id, err := strconv.ParseUint(cell, 10, 64)
		return fmt.Sprint(id), err == nil
	}
	value, ok := new(big.Rat).SetString(cell)
	if !ok || !decimalShape.MatchString(cell) || strings.HasSuffix(cell, ".") && !strings.ContainsAny(cell, "0123456789") {
		return "", false
	}
	if mantissa, exponent, ok := strings.Cut(strings.ToLower(cell), "e"); ok {
		power, _ := strconv.Atoi(exponent)
		digits := len(strings.Trim(strings.Replace(mantissa, ".", "", 1), "+-"))
		if power >= digits && (power > 5 || strings.Contains(cell, "E")) {
			return "", false // perhaps rounded
		}
	}
	const exact = 1 << 53
	if !value.IsInt() || value.Sign() < 0 || value.Num().Cmp(big.NewInt(exact)) >= 0 {
		return "", false
	}
	return value.Num().String(), true
}

// referenceCells cuts a line into its fields, those in quotes with their quotes.
func referenceCells(line string, by byte) (cells []string, sure int, ok bool) {
	around := " \t"
	if by == '\t' {
		around = " "
	}
	sure = -1
	for line = strings.Trim(line, around); ; {
		var cell string
		switch {
		case strings.HasPrefix(line, `"`):
			if cell = quotedCell.FindString(line); cell == "" {
				return nil, 0, false
			}
			rest := line[len(cell):]
			line = strings.TrimLeft(rest, around)
			switch {
			case line == "":
			case by != ' ' && line[0] == by:
				if line = strings.TrimLeft(line[1:], around); line == "" {
					cells = append(cells, cell)
					cell = ""
				}
			case by != ' ' || line == rest:
				return nil, 0, false
			}
		default:
			if sure < 0 && (strings.HasPrefix(line, "{") || strings.HasPrefix(line, "#") && len(cells) >= 2 && (by == ' ' || by == '\t')) {
				sure = len(cells)
			}
			separators := string(by)
			if by == ' ' {
				separators = around
			}
			end := strings.IndexAny(line, separators)
			if end < 0 || strings.HasPrefix(line, "{") {
				end = len(line)
			}
			cell = strings.Trim(line[:end], around)
			if end == len(line) {
				line = ""
				break
			}
			if line = strings.TrimLeft(line[end+1:], around); line == "" && by != ' ' {
				cells = append(cells, cell)
				cell = ""
			}
		}
		if cells = append(cells, cell); line == "" {
			break
		}
	}
	if sure < 0 {
		sure = len(cells)
	}
	for sure > 0 && cells[sure-1] == "" {
		sure--
	}
	return cells, sure, true
}

var quotedCell = regexp.MustCompile(`^"(?:[^"]|"")*"`)

func number(digits string) uint64 {
	n, _ := strconv.ParseUint(digits, 10, 64)
	return n
}

var (
	bannerShape = regexp.MustCompile(`^%%?matrixmarket[ \t]+matrix[ \t]+(coordinate|array)[ \t]+(real|double|integer|pattern|complex)[ \t]+(general|symmetric|skew-symmetric|hermitian)$`)
	valueShape  = regexp.MustCompile(`(?i)^(nan|[+-]?inf|[+-]?infinity|[+-]?(\d+\.?\d*|\.\d+)([ed][+-]?\d+)?)$`)
)

func matrixFields(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
}

// referenceMatrix also returns n. Its edges are 0-based.
func referenceMatrix(text string) (r reading, n uint64) {
	body := strings.TrimPrefix(text, "\ufeff")
	line1, _, _ := strings.Cut(body, "\n")
	if strings.Contains(strings.TrimSuffix(line1, "\r"), "\r") {
		return malformedAt(1), 0
	}
	banner := bannerShape.FindStringSubmatch(strings.ToLower(strings.Trim(strings.TrimSuffix(line1, "\r"), " \t")))
	if banner == nil {
		return malformedAt(1), 0
	}
	array, field, symmetry := banner[1] == "array", banner[2], banner[3]
	if field == "pattern" && (array || symmetry != "general" && symmetry != "symmetric") ||
		field != "complex" && symmetry == "hermitian" {
		return malformedAt(1), 0
	}
	values := map[string]int{"pattern": 0, "complex": 2}
	valueFields, special := values[field]
	if !special {
		valueFields = 1
	}
	lines := splitLines(text, "%")
	if len(lines) == 0 {
		return reading{badLine: -1}, 0 // at the end
	}
	sizes, wanted := matrixFields(lines[0].text), 3
	if array {
		wanted = 2
	}
	if len(sizes) != wanted {
		return malformedAt(lines[0].number), 0
	}
	for _, size := range sizes {
		if !digitsShape.MatchString(size) {
			return malformedAt(lines[0].number), 0
		}
		if _, err := strconv.ParseInt(size, 10, 64); err != nil {
			return malformedAt(lines[0].number), 0
		}
	}
	n = number(sizes[0])
	if n != number(sizes[1]) || n >= 1<<32 {
		return malformedAt(lines[0].number), 0
	}
	if array {
		return referenceArray(lines, n, symmetry, valueFields), n
	}
	for _, line := range lines[1:] {
		fields := matrixFields(line.text)
		if len(fields) != 2+valueFields {
			return malformedAt(line.number), 0
		}
		var edge [2]string
		for i, index := range fields[:2] {
			v, err := strconv.ParseUint(index, 10, 64)
			if err != nil || index[0] == '+' || v < 1 || v > n {
				return malformedAt(line.number), 0
			}
			edge[i] = fmt.Sprint(v - 1)
		}
		for _, value := range fields[2:] {
			if !valueShape.MatchString(value) {
				return malformedAt(line.number), 0
			}
		}
		r.edges = append(r.edges, edge)
	}
	if uint64(len(r.edges)) != number(sizes[2]) {
		return malformedAt(lines[0].number), 0
	}
	return r, n
}

func referenceArray(lines []textLine, n uint64, symmetry string, valueFields int) (r reading) {
	if high, low := bits.Mul64(n, n+1); high != 0 || low > 1<<20 {
		return malformedAt(lines[0].number) // no test has that many values
	}
	var cells [][2]uint64
	for column := range n {
		for row := range n {
			stored := map[string]bool{
				"general": true, "symmetric": row >= column, "hermitian": row >= column, "skew-symmetric": row > column,
			}
			if stored[symmetry] {
				cells = append(cells, [2]uint64{row, column})
			}
		}
	}
	given := lines[1:]
	for i, line := range given {
		fields := matrixFields(line.text)
		if len(fields) != valueFields || i >= len(cells) {
			return malformedAt(line.number)
		}
		zero := true
		for _, value := range fields {
			if !valueShape.MatchString(value) {
				return malformedAt(line.number)
			}
			v, _ := strconv.ParseFloat(strings.NewReplacer("d", "e", "D", "e").Replace(value), 64)
			zero = zero && v == 0
		}
		if !zero {
			r.edges = append(r.edges, [2]string{fmt.Sprint(cells[i][0]), fmt.Sprint(cells[i][1])})
		}
	}
	if len(given) != len(cells) {
		return malformedAt(lines[0].number)
	}
	return r
}
