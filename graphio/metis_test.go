package graphio

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// trimmedLines returns all lines of a text, trimmed. What follows the last line
// feed is a line unless it is empty.
func trimmedLines(text string) []string {
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for i, line := range lines {
		lines[i] = strings.Trim(strings.TrimSuffix(line, "\r"), " \t")
	}
	return lines
}

// mixedLineEnds says that the first line has a CR within.
func mixedLineEnds(text string) bool {
	body := strings.TrimPrefix(text, "\ufeff")
	return strayReturn.MatchString(body) && !crlfFirst.MatchString(body)
}

func blankFields(line string) []string { return strings.FieldsFunc(line, isBlank) }

// sizeWithin returns the number that digits spell, if it is at most most.
func sizeWithin(digits string, most uint64) (uint64, bool) {
	size, err := strconv.ParseUint(digits, 10, 64)
	return size, err == nil && digitsShape.MatchString(digits) && size <= most
}

// indexWithin returns the 0-based vertex that a 1-based number names.
func indexWithin(digits string, n uint64) (string, bool) {
	index, ok := sizeWithin(digits, n)
	return fmt.Sprint(index - 1), ok && index > 0
}

var (
	metisHeaderShape = regexp.MustCompile(`^(\d+)[ \t]+(\d+)(?:[ \t]+([01]{1,3})(?:[ \t]+(\d+))?)?$`)
)

func referenceMetis(text string) reading {
	if mixedLineEnds(text) {
		return malformedAt(1)
	}
	lines := trimmedLines(text)
	at := 0
	for at < len(lines) && (lines[at] == "" || lines[at][0] == '%') {
		at++
	}
	if at == len(lines) {
		return reading{badLine: -1}
	}
	header := at + 1
	match := metisHeaderShape.FindStringSubmatch(lines[at])
	if match == nil {
		return malformedAt(header)
	}
	n, ok := sizeWithin(match[1], 1<<32-1)
	m, ok2 := sizeWithin(match[2], 1<<62-1)
	format := ("000" + match[3])[len(match[3]):]
	weights := uint64(1)
	ok3 := true
	if match[4] != "" {
		weights, ok3 = sizeWithin(match[4], 1<<32-1)
	}
	if !ok || !ok2 || !ok3 || format[1] == '0' && match[4] != "" && weights > 0 {
		return malformedAt(header)
	}
	before := uint64(0)
	if format[1] == '1' {
		before = max(weights, 1)
	}
	if format[0] == '1' {
		before++
	}
	r := reading{declares: true, n: n}
	vertex := uint64(0)
	for i, line := range lines[header:] {
		bad := malformedAt(header + 1 + i)
		if strings.HasPrefix(line, "%") {
			continue
		}
		fields := blankFields(line)
		if vertex >= n {
			if line != "" {
				return bad
			}
			vertex++
			continue
		}
		if uint64(len(fields)) < before {
			return bad
		}
		step := 1
		if format[2] == '1' {
			step = 2
		}
		for j, field := range fields {
			if uint64(j) < before || (j-int(before))%step == 1 {
				if !valueShape.MatchString(field) {
					return bad
				}
				continue
			}
			v, ok := indexWithin(field, n)
			if !ok || j+step > len(fields) {
				return bad
			}
			r.edges = append(r.edges, [2]string{fmt.Sprint(vertex), v})
		}
		vertex++
	}
	if vertex < n || uint64(len(r.edges)) != 2*m {
		return malformedAt(header)
	}
	return r
}

// rule is a text and what should be read from it.
type rule struct {
	name, text string
	want       reading
}

// checkRules checks a reader and its reference.
func checkRules(t *testing.T, file, format string, reference func(string) reading, rules []rule) {
	t.Helper()
	for _, c := range rules {
		t.Run(c.name, func(t *testing.T) {
			want := reference(withLineFeeds(c.text))
			if fmt.Sprint(sortedEdges(want.edges)) != fmt.Sprint(sortedEdges(c.want.edges)) ||
				want.badLine >= 0 && want.badLine != c.want.badLine ||
				c.want.declares && (want.n != c.want.n || fmt.Sprint(want.names, want.numbers) != fmt.Sprint(c.want.names, c.want.numbers)) {
				t.Errorf("the reference reads %+v, want %+v", want, c.want)
			}
			checkReading(t, ways, c.text, file, format, c.want)
		})
	}
}

// declared is a reading of n vertices with numbers from 1.
func declared(n uint64, labels ...string) reading {
	return reading{declares: true, n: n, edges: ids(labels...)}
}

func TestMetisRules(t *testing.T) {
	path := declared(3, "0", "1", "1", "0", "1", "2", "2", "1")
	checkRules(t, "a.graph", "metis", referenceMetis, []rule{
		{"path", "3 2\n2\n1 3\n2\n", path},
		{"no last line feed", "3 2\n2\n1 3\n2", path},
		{"comments and blanks", "% c\n\n 3\t2 \n% c\n2 \n\t1  3\n  % c\n2\n", path},
		{"CR LF and byte-order mark", "\ufeff3 2\r\n2\r\n1 3 \r\n2\r\n", path},
		{"format 0", "3 2 0\n2\n1 3\n2\n", path},
		{"weights of edges", "3 2 1\n2 7\n1 7 3 -1.5\n2 1e3\n", path},
		{"weights of vertices", "3 2 10\n9 2\n9 1 3\n9 2\n", path},
		{"weights of vertices and edges", "3 2 011 2\n9 8 2 7\n9 8 1 7 3 7\n9 8 2 7\n", path},
		{"sizes", "3 2 100\n1 2\n1 1 3\n1 2\n", path},
		{"all", "3 2 111 2\n1 9 8 2 7\n1 9 8 1 7 3 7\n1 9 8 2 7\n", path},
		{"no weights, for which the format has no room", "3 2 1 0\n2 7\n1 7 3 7\n2 7\n", path},
		{"isolated vertices", "5 1\n\n4\n\n2\n\n", declared(5, "1", "3", "3", "1")},
		{"blank lines behind", "2 1\n2\n1\n\n \n% c\n", declared(2, "0", "1", "1", "0")},
		{"nothing", "0 0\n", declared(0)},
		{"no edges", "2 0\n\n\n", declared(2)},
		{"leading zeros", "3 2\n000000000002\n1 3\n2\n", path},

		{"too few lines", "3 1\n2\n1\n", malformedAt(1)},
		{"a line behind", "% c\n2 1\n2\n1\n\n1\n", malformedAt(6)},
		{"m counts neighbours", "3 4\n2\n1 3\n2\n", malformedAt(1)},
		{"an edge stands once", "3 2\n2\n3\n\n", malformedAt(1)},
		{"vertex 0", "3 2\n2\n0 3\n2\n", malformedAt(3)},
		{"vertex beyond", "3 2\n2\n1 4\n2\n", malformedAt(3)},
		{"vertex far beyond", "3 2\n2\n1 99999999999999999999\n2\n", malformedAt(3)},
		{"negative", "3 2\n2\n1 -3\n2\n", malformedAt(3)},
		{"weight missing", "3 2 1\n2 7\n1 7 3\n2 7\n", malformedAt(3)},
		{"weight no number", "3 2 1\n2 7\n1 7 3 x\n2 7\n", malformedAt(3)},
		{"size missing", "3 2 100\n1 2\n1 1 3\n\n", malformedAt(4)},
		{"format of plain lists, as GAP writes it", "3 2 100\n2\n1 3\n2\n", malformedAt(1)},
		{"format 2", "3 2 2\n2\n1 3\n2\n", malformedAt(1)},
		{"format of four digits", "3 2 0001\n2\n1 3\n2\n", malformedAt(1)},
		{"number of weights without weights", "3 2 1 1\n2\n1 3\n2\n", malformedAt(1)},
		{"one number", "3\n2\n1\n\n", malformedAt(1)},
		{"five numbers", "3 2 11 1 1\n2\n1 3\n2\n", malformedAt(1)},
		{"too many vertices", "4294967296 0\n", malformedAt(1)},
		{"many vertices", "4294967295 0\n\n", malformedAt(1)},
		{"many edges", "1 4611686018427387904\n\n", malformedAt(1)},
		{"no header", "% c\n", malformedAt(2)},
		{"CR within a line", "3 2\n2\n1\r3\n2\n", malformedAt(3)},
		{"CR alone", "3 2\r2\r1 3\r2\r", path},
		{"CR within", "3 2\n2\r1 3\n2\n", malformedAt(2)},
	})
}

func FuzzMETIS(f *testing.F) {
	for i, text := range []string{
		"3 2\n2\n1 3\n2\n", "% c\r\n3 2 111 2\r\n1 9 8 2 7\r\n1 9 8 1 7 3 7\r\n1 9 8 2 7\r\n", "5 1\n\n4\n\n2\n\n", "2 0 10\n1\n%\n1",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.graph", "metis", referenceMetis))
}

// fuzzReference compares a reader with its reference.
func fuzzReference(file, format string, reference func(string) reading) func(*testing.T, string, uint16) {
	return func(t *testing.T, text string, seed uint16) {
		if len(text) > headSize || findCompression([]byte(text)) != nil {
			return // the reference sees all of the text as the head
		}
		w := fuzzWay(seed)
		checkReading(t, []way{{!w.stream, w.block, w.workers}, w}, text, file, format, reference(withLineFeeds(text)))
	}
}
