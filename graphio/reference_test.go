package graphio

import (
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
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
	text   string
}

func splitLines(text, marks string) []textLine {
	var lines []textLine
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line = strings.Trim(strings.TrimSuffix(line, "\r"), " \t")
		if line != "" && !strings.ContainsAny(line[:1], marks) {
			lines = append(lines, textLine{i + 1, line})
		}
	}
	return lines
}

var (
	strayReturn  = regexp.MustCompile(`^[^\n]*\r[^\n]`)
	crlfFirst    = regexp.MustCompile(`^[^\n\r]*\r\n`)
	numberFirst  = regexp.MustCompile(`^-?\d+([ \t,]|$)`)
	numberAlone  = regexp.MustCompile(`^-?\d+[ \t]*(,[ \t]*(,.*)?)?$`)
	wholeShape   = regexp.MustCompile(`^-?\d+$`)
	digitsShape  = regexp.MustCompile(`^\d+$`)
	numberOnly   = regexp.MustCompile(`^(\d+)[ \t]*,?$`)
	numbersFirst = regexp.MustCompile(`^-?\d+([ \t]*,[ \t]*|[ \t]+)-?\d+([ \t,]|$)`)
	pairFirst    = regexp.MustCompile(`^(\d+)(?:[ \t]*,[ \t]*|[ \t]+)(\d+)(?:[ \t,]|$)`)
	pairOnly     = regexp.MustCompile(`^(\d+)(?:[ \t]*,[ \t]*|[ \t]+)(\d+)[ \t]*,?$`)
	tripleOnly   = regexp.MustCompile(`^(\d+)(?:[ \t]*,[ \t]*|[ \t]+)(\d+)(?:[ \t]*,[ \t]*|[ \t]+)(\d+)[ \t]*,?$`)
	wordsFirst   = regexp.MustCompile(`^([^ \t,]+)(?:[ \t]*,[ \t]*|[ \t]+)([^ \t,]+)`)
	columnRow    = regexp.MustCompile(`^(source target|src dst|src dest|from to|fromnode tonode|fromnodeid tonodeid|fromid toid|node node|nodeid nodeid|id id|vertex vertex)$`)
	bareName     = regexp.MustCompile(`^["'_\-0-9]+|["'_\-0-9]+$`)
)

// isNumberLine says that the ids of the line are whole numbers, if only one.
func isNumberLine(line string) bool {
	if numbersFirst.MatchString(line) {
		return true
	}
	// One number and nothing else, or an empty second field.
	return numberFirst.MatchString(line) && numberAlone.MatchString(line)
}

func referenceEdgeList(text, suffix string) reading {
	body := strings.TrimPrefix(text, "\ufeff")
	if strayReturn.MatchString(body) && !crlfFirst.MatchString(body) {
		return malformedAt(1)
	}
	lines := splitLines(text, "#%")
	if len(lines) == 0 {
		return reading{}
	}
	first := lines[0]
	if isNumberLine(first.text) {
		var sizes []string
		for _, shape := range []*regexp.Regexp{numberOnly, pairOnly, tripleOnly} {
			if match := shape.FindStringSubmatch(first.text); match != nil {
				sizes = match[1:]
			}
		}
		for _, size := range sizes {
			if _, err := strconv.ParseUint(size, 10, 64); err != nil {
				sizes = nil
				break
			}
		}
		if len(sizes) == 3 && number(sizes[0]) != number(sizes[1]) {
			sizes = nil
		}
		if len(sizes) == 1 && len(lines) > 1 && !isNumberLine(lines[1].text) {
			r := referenceLabels(lines[1:], suffix)
			if r.badLine == 0 && (len(r.edges) == 0 || uint64(len(r.names)) > number(sizes[0])) {
				return malformedAt(first.number)
			}
			return r
		}
		if sizes == nil {
			return referenceNumbers(lines)
		}
		r := referenceNumbers(lines[1:])
		if r.badLine > 0 || sizesAgree(sizes, r.edges) {
			return r
		}
		if len(sizes) == 1 {
			return malformedAt(first.number)
		}
		return referenceNumbers(lines)
	}
	if match := wordsFirst.FindStringSubmatch(first.text); match != nil && !wholeNumber(match[1]) && !wholeNumber(match[2]) {
		numeric := len(lines) > 1
		for _, line := range lines[1:] {
			numeric = numeric && isNumberLine(line.text)
		}
		names := bareName.ReplaceAllString(match[1], "") + " " + bareName.ReplaceAllString(match[2], "")
		if numeric || columnRow.MatchString(strings.ToLower(names)) {
			lines = lines[1:]
			if len(lines) == 0 || isNumberLine(lines[0].text) {
				return referenceNumbers(lines)
			}
		}
	}
	return referenceLabels(lines, suffix)
}

func wholeNumber(word string) bool { return wholeShape.MatchString(word) }

func number(digits string) uint64 {
	n, _ := strconv.ParseUint(digits, 10, 64)
	return n
}

func sizesAgree(sizes []string, edges [][2]string) bool {
	n, zero := number(sizes[0]), false
	for _, e := range edges {
		for _, end := range e {
			if number(end) > n {
				return false
			}
			zero = zero || number(end) == 0
		}
	}
	if zero {
		for _, e := range edges {
			if number(e[0]) == n || number(e[1]) == n {
				return false
			}
		}
	}
	return len(edges) > 0 && (len(sizes) == 1 || number(sizes[len(sizes)-1]) == uint64(len(edges)))
}

func referenceNumbers(lines []textLine) (r reading) {
	for _, line := range lines {
		match := pairFirst.FindStringSubmatch(line.text)
		if match == nil {
			return malformedAt(line.number)
		}
		var edge [2]string
		for i, digits := range match[1:3] {
			id, err := strconv.ParseUint(digits, 10, 64)
			if err != nil {
				return malformedAt(line.number)
			}
			edge[i] = fmt.Sprint(id)
		}
		r.edges = append(r.edges, edge)
	}
	return r
}

var (
	quotedLabel = `"(?:[^"]|"")+"`
	labelShapes = map[byte]*regexp.Regexp{
		' ':  regexp.MustCompile(`^(` + quotedLabel + `|[^" \t,][^ \t,]*)[ \t]+(` + quotedLabel + `|[^" \t,][^ \t,]*)(?:[ \t]|$)`),
		',':  regexp.MustCompile(`^(` + quotedLabel + `|[^",][^,]*?)[ \t]*,[ \t]*(` + quotedLabel + `|[^", \t][^,]*?)[ \t]*(?:,|$)`),
		'\t': regexp.MustCompile(`^(` + quotedLabel + `|[^"\t][^\t]*?)[ ]*\t[ ]*(` + quotedLabel + `|[^"\t ][^\t]*?)[ ]*(?:\t|$)`),
	}
	outsideQuotes = regexp.MustCompile(`"[^"]*("|$)`)
)

func referenceLabels(lines []textLine, suffix string) (r reading) {
	first := lines[0].text
	plain, _, _ := strings.Cut(outsideQuotes.ReplaceAllString(first, ""), "{")
	column := byte(' ')
	switch {
	case suffix == ".csv" && strings.Contains(plain, ","):
		column = ','
	case strings.Contains(plain, "\t"):
		column = '\t'
	case strings.Contains(plain, ","):
		column = ','
		if label, _, _ := strings.Cut(first, ","); first[0] != '"' && strings.Contains(strings.TrimRight(label, " "), " ") {
			return malformedAt(lines[0].number)
		}
	}
	seen := make(map[string]bool)
	for _, line := range lines {
		match := labelShapes[column].FindStringSubmatch(line.text)
		if match == nil {
			return malformedAt(line.number)
		}
		var edge [2]string
		for i, label := range match[1:3] {
			if label[0] == '"' {
				label = strings.ReplaceAll(label[1:len(label)-1], `""`, `"`)
			} else if label[0] == '-' && wholeNumber(label) {
				return malformedAt(line.number)
			}
			if !seen[label] {
				seen[label] = true
				r.names = append(r.names, label)
			}
			edge[i] = label
		}
		r.edges = append(r.edges, edge)
	}
	return r
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
