package graphio

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

var (
	ledaNodeShape = regexp.MustCompile(`^\|\{(.*)\}\|$`)
	ledaEdgeShape = regexp.MustCompile(`^(\d+)[ \t]+(\d+)[ \t]+(\d+)[ \t]+\|\{.*\}\|$`)
)

func referenceLEDA(text string) reading {
	lines := splitLines(text, "#")
	end := strings.Count(text, "\n") + 1
	if strings.HasSuffix(text, "\n") || text == "" || text == "\ufeff" {
		end--
	}
	next := 0
	bad := -1
	line := func(shape string) []string {
		if bad >= 0 || next == len(lines) {
			if bad < 0 {
				bad = end + 1
			}
			return nil
		}
		found := regexp.MustCompile(shape).FindStringSubmatch(lines[next].text)
		if found == nil {
			bad = lines[next].number
		}
		next++
		return found
	}
	size := func(most uint64) (n uint64) {
		if found := line(`^\d+$`); found != nil {
			var ok bool
			if n, ok = sizeWithin(found[0], most); !ok {
				bad = lines[next-1].number
			}
		}
		return n
	}
	line(`^LEDA\.GRAPH$`)
	line(``)
	line(``)
	line(`^-[12]$`)
	n := size(1<<32 - 1)
	r := reading{declares: true, n: n}
	labels, given, distinct := []string(nil), false, make(map[string]bool)
	for v := uint64(1); v <= n && bad < 0; v++ {
		if found := line(ledaNodeShape.String()); found != nil {
			labels = append(labels, found[1])
			given = given || found[1] != "" && found[1] != fmt.Sprint(v)
			distinct[found[1]] = true
		}
	}
	m := size(1<<63 - 1)
	for e := uint64(0); e < m && bad < 0; e++ {
		found := line(ledaEdgeShape.String())
		if found == nil {
			break
		}
		var ends [2]uint64
		for i, most := range []uint64{n, n, m} {
			number, ok := sizeWithin(found[i+1], most)
			if !ok || i < 2 && number == 0 {
				bad = lines[next-1].number
				break
			}
			if i < 2 {
				ends[i] = number - 1
			}
		}
		r.edges = append(r.edges, [2]string{fmt.Sprint(ends[0]), fmt.Sprint(ends[1])})
	}
	if bad < 0 && next < len(lines) && !strings.HasPrefix(lines[next].text, "GraphWin") {
		bad = lines[next].number
	}
	if bad >= 0 {
		return reading{badLine: int64(bad)}
	}
	if given && uint64(len(distinct)) == n {
		r.names = labels
		for i, e := range r.edges {
			for end := range e {
				v := 0
				fmt.Sscan(e[end], &v)
				r.edges[i][end] = labels[v]
			}
		}
	}
	return r
}

func TestLEDARules(t *testing.T) {
	abc := named("a b c", "a", "b", "b", "c")
	path := declared(3, "0", "1", "1", "2")
	checkRules(t, "a.lgr", "leda", referenceLEDA, []rule{
		{"nodes and edges", "LEDA.GRAPH\nstring\nint\n-2\n3\n|{a}|\n|{b}|\n|{c}|\n2\n1 2 0 |{5}|\n2 3 0 |{x}|\n", abc},
		{"comments and blanks", "# c\n\nLEDA.GRAPH \n string\n# c\nint\n-1\n# nodes\n3\n |{a}|\n|{b}| \n|{c}|\n# edges\n2\n1\t2  0\t|{}|\n\n2 3 0 |{}|", abc},
		{"nodes without a label", "LEDA.GRAPH\nvoid\nvoid\n-2\n3\n|{}|\n|{}|\n|{}|\n2\n1 2 2 |{}|\n2 3 1 |{}|\n", path},
		{"labels that come twice", "LEDA.GRAPH\nint\nvoid\n-2\n3\n|{7}|\n|{7}|\n|{}|\n2\n1 2 0 |{}|\n2 3 0 |{}|\n", path},
		{"labels that are the numbers", "LEDA.GRAPH\nint\nvoid\n-2\n3\n|{1}|\n|{2}|\n|{3}|\n2\n1 2 0 |{}|\n2 3 0 |{}|\n", path},
		{"labels with marks", "LEDA.GRAPH\nstring\nvoid\n-2\n2\n|{a b}|}|\n|{|{}|\n1\n1 2 0 |{}|\n",
			reading{declares: true, n: 2, names: []string{"a b}|", "|{"}, edges: ids("a b}|", "|{")}},
		{"a drawing behind", "LEDA.GRAPH\nvoid\nvoid\n-2\n1\n|{}|\n0\n# version string\nGraphWin 1.32\n# scaling\n0.9 x\n", declared(1)},
		{"nothing", "LEDA.GRAPH\nvoid\nvoid\n-2\n0\n0\n", declared(0)},
		{"CR LF and byte-order mark", "\ufeffLEDA.GRAPH\r\nvoid\r\nvoid\r\n-2\r\n3\r\n|{}|\r\n|{}|\r\n|{}|\r\n2\r\n1 2 0 |{}|\r\n2 3 0 |{}|\r\n", path},

		{"another word", "LEDA.graph\nvoid\nvoid\n-2\n0\n0\n", malformedAt(1)},
		{"no direction", "LEDA.GRAPH\nvoid\nvoid\n1\n|{}|\n0\n", malformedAt(4)},
		{"a node is missing", "LEDA.GRAPH\nvoid\nvoid\n-2\n2\n|{}|\n1\n1 2 0 |{}|\n", malformedAt(7)},
		{"an edge is missing", "LEDA.GRAPH\nvoid\nvoid\n-2\n1\n|{}|\n2\n1 1 0 |{}|\n", malformedAt(9)},
		{"an edge too many", "LEDA.GRAPH\nvoid\nvoid\n-2\n1\n|{}|\n1\n1 1 0 |{}|\n1 1 0 |{}|\n", malformedAt(9)},
		{"a node beyond", "LEDA.GRAPH\nvoid\nvoid\n-2\n1\n|{}|\n1\n1 2 0 |{}|\n", malformedAt(8)},
		{"node 0", "LEDA.GRAPH\nvoid\nvoid\n-2\n1\n|{}|\n1\n0 1 0 |{}|\n", malformedAt(8)},
		{"a reversed edge beyond", "LEDA.GRAPH\nvoid\nvoid\n-2\n1\n|{}|\n1\n1 1 2 |{}|\n", malformedAt(8)},
		{"a label not closed", "LEDA.GRAPH\nvoid\nvoid\n-2\n1\n|{}\n0\n", malformedAt(6)},
		{"an edge without a label", "LEDA.GRAPH\nvoid\nvoid\n-2\n1\n|{}|\n1\n1 1 0\n", malformedAt(8)},
		{"too many nodes", "LEDA.GRAPH\nvoid\nvoid\n-2\n4294967296\n", malformedAt(5)},
		{"many nodes", "LEDA.GRAPH\nvoid\nvoid\n-2\n4294967295\n|{}|\n", malformedAt(7)},
		{"no end", "LEDA.GRAPH\nvoid\n", malformedAt(3)},
	})
}

func FuzzLEDA(f *testing.F) {
	for i, text := range []string{
		"LEDA.GRAPH\nstring\nint\n-2\n3\n|{a}|\n|{b}|\n|{c}|\n2\n1 2 0 |{5}|\n2 3 0 |{x}|\n",
		"# c\r\nLEDA.GRAPH\r\nvoid\r\nvoid\r\n-1\r\n1\r\n|{}|\r\n1\r\n1 1 1 |{}|\r\nGraphWin 1\r\nx",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.lgr", "leda", referenceLEDA))
}
