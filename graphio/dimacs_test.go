package graphio

import (
	"regexp"
	"testing"
)

var (
	problemShape = regexp.MustCompile(`^p[ \t]+(sp|edge|col)[ \t]+(\d+)[ \t]+(\d+)$`)
	arcShape     = regexp.MustCompile(`^a[ \t]+(\d+)[ \t]+(\d+)[ \t]+([^ \t]+)$`)
	edgeShape    = regexp.MustCompile(`^e[ \t]+(\d+)[ \t]+(\d+)$`)
	nodeShape    = regexp.MustCompile(`^n[ \t]+(\d+)[ \t]+([^ \t]+)$`)
)

func referenceDimacs(text string) reading {
	if mixedLineEnds(text) {
		return malformedAt(1)
	}
	lines := splitLines(text, "c")
	if len(lines) == 0 {
		return reading{badLine: -1}
	}
	problem := problemShape.FindStringSubmatch(lines[0].text)
	if problem == nil {
		return malformedAt(lines[0].number)
	}
	n, ok := sizeWithin(problem[2], 1<<32-1)
	m, ok2 := sizeWithin(problem[3], 1<<63-1)
	if !ok || !ok2 {
		return malformedAt(lines[0].number)
	}
	r := reading{declares: true, n: n}
	for _, line := range lines[1:] {
		shape := edgeShape
		if problem[1] == "sp" {
			shape = arcShape
		}
		if node := nodeShape.FindStringSubmatch(line.text); node != nil && problem[1] != "sp" {
			if _, ok := indexWithin(node[1], n); !ok || !valueShape.MatchString(node[2]) {
				return malformedAt(line.number)
			}
			continue
		}
		match := shape.FindStringSubmatch(line.text)
		if match == nil {
			return malformedAt(line.number)
		}
		u, ok := indexWithin(match[1], n)
		v, ok2 := indexWithin(match[2], n)
		if !ok || !ok2 || len(match) > 3 && !valueShape.MatchString(match[3]) {
			return malformedAt(line.number)
		}
		r.edges = append(r.edges, [2]string{u, v})
	}
	if uint64(len(r.edges)) != m {
		return malformedAt(lines[0].number)
	}
	return r
}

func TestDimacsRules(t *testing.T) {
	path := declared(3, "0", "1", "1", "2")
	checkRules(t, "a.gr", "dimacs", referenceDimacs, []rule{
		{"shortest paths", "c x\np sp 3 2\na 1 2 10\na 2 3 -1.5\n", path},
		{"colouring", "c\nc x\np edge 3 2\ne 1 2\ne 2 3\n", path},
		{"col", "p col 3 2\ne 1 2\nc x\n\ne 2 3\n", path},
		{"weights of vertices", "p edge 3 2\nn 3 2\ne 1 2\nn 1 0.5\ne 2 3", path},
		{"blanks", " p\tedge  3 2 \ne\t1  2 \n  e 2\t3\n", path},
		{"CR LF and byte-order mark", "\ufeffc x\r\np sp 3 2\r\na 1 2 1\r\na 2 3 1 \r\n", path},
		{"nothing", "p edge 0 0\n", declared(0)},
		{"isolated", "p sp 7 0\n", declared(7)},

		{"too few", "p edge 3 3\ne 1 2\ne 2 3\n", malformedAt(1)},
		{"too many", "c\np edge 3 1\ne 1 2\ne 2 3\n", malformedAt(2)},
		{"no problem line", "e 1 2\n", malformedAt(1)},
		{"nothing but comments", "c x\n", malformedAt(2)},
		{"another problem", "p max 3 2\na 1 2 1\na 2 3 1\n", malformedAt(1)},
		{"two problem lines", "p edge 3 2\np edge 3 2\ne 1 2\ne 2 3\n", malformedAt(2)},
		{"vertex 0", "p edge 3 2\ne 0 2\ne 2 3\n", malformedAt(2)},
		{"vertex beyond", "p edge 3 2\ne 1 2\ne 2 4\n", malformedAt(3)},
		{"arcs for colouring", "p edge 3 2\na 1 2 1\na 2 3 1\n", malformedAt(2)},
		{"edges for shortest paths", "p sp 3 2\ne 1 2\ne 2 3\n", malformedAt(2)},
		{"no length", "p sp 3 2\na 1 2 1\na 2 3\n", malformedAt(3)},
		{"length no number", "p sp 3 2\na 1 2 1\na 2 3 x\n", malformedAt(3)},
		{"more columns", "p edge 3 2\ne 1 2\ne 2 3 1\n", malformedAt(3)},
		{"one end", "p edge 3 2\ne 1\ne 2 3\n", malformedAt(2)},
		{"too many vertices", "p edge 4294967296 0\n", malformedAt(1)},
		{"CR alone", "p edge 2 1\re 1 2\r", declared(2, "0", "1")},
		{"CR and LF", "p edge 2 1\re 1 2\n", malformedAt(1)},
	})
}

func FuzzDIMACS(f *testing.F) {
	for i, text := range []string{
		"c x\np sp 3 2\na 1 2 10\na 2 3 -1.5\n", "c\r\np edge 3 2\r\nn 3 2\r\ne 1 2\r\ne 2 3", "p col 3 1\n e 1 2 \n",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.gr", "dimacs", referenceDimacs))
}
