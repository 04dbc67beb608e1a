package graphio

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// referenceLigra reads all numbers at once.
func referenceLigra(text string) reading {
	words := strings.FieldsFunc(strings.TrimPrefix(text, "\ufeff"), func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) })
	bad := reading{badLine: -1}
	if len(words) < 3 {
		return bad
	}
	n, fits := sizeWithin(words[1], 1<<32-1)
	m, alsoFits := sizeWithin(words[2], 1<<60-1)
	numbers := words[3:]
	want := n + m
	if words[0] == "WeightedAdjacencyGraph" {
		want += m
	} else if words[0] != "AdjacencyGraph" {
		return bad
	}
	if !fits || !alsoFits || uint64(len(numbers)) != want || n == 0 && m > 0 {
		return bad
	}
	offsets := []uint64{}
	for i, word := range numbers[:n] {
		offset, ok := sizeWithin(word, m)
		if !ok || i == 0 && offset > 0 || i > 0 && offset < offsets[i-1] {
			return bad
		}
		offsets = append(offsets, offset)
	}
	r := reading{declares: true, n: n}
	u := 0
	for i, word := range numbers[n : n+m] {
		v, ok := sizeWithin(word, n-1)
		if !ok {
			return bad
		}
		for u+1 < len(offsets) && offsets[u+1] <= uint64(i) {
			u++
		}
		r.edges = append(r.edges, [2]string{fmt.Sprint(u), fmt.Sprint(v)})
	}
	for _, word := range numbers[n+m:] {
		if !valueShape.MatchString(word) {
			return bad
		}
	}
	return r
}

func TestLigraRules(t *testing.T) {
	path := declared(3, "0", "1", "1", "0", "1", "2", "2", "1")
	checkRules(t, "a.adj", "ligra", referenceLigra, []rule{
		{"a line a number", "AdjacencyGraph\n3\n4\n0\n1\n3\n1\n0\n2\n1\n", path},
		{"one line", "AdjacencyGraph 3 4 0 1 3 1 0 2 1", path},
		{"blanks and CR LF", "\ufeff\r\n AdjacencyGraph\r\n3 4\r\n\r\n 0\t1 3\r\n1 0 2  1 \r\n\r\n", path},
		{"weights", "WeightedAdjacencyGraph\n3\n4\n0\n1\n3\n1\n0\n2\n1\n5\n-2\n0.5\n1e3\n", path},
		{"lists without neighbours", "AdjacencyGraph\n5\n2\n0\n0\n1\n2\n2\n4\n0\n", declared(5, "1", "4", "2", "0")},
		{"isolated", "AdjacencyGraph\n2\n0\n0\n0\n", declared(2)},
		{"nothing", "AdjacencyGraph\n0\n0\n", declared(0)},

		{"a number is missing", "AdjacencyGraph\n3\n4\n0\n1\n3\n1\n0\n2\n", malformedAt(3)},
		{"a number too many", "AdjacencyGraph\n3\n4\n0\n1\n3\n1\n0\n2\n1\n1\n", malformedAt(11)},
		{"weights are missing", "WeightedAdjacencyGraph\n3\n4\n0\n1\n3\n1\n0\n2\n1\n", malformedAt(3)},
		{"a weight that is none", "WeightedAdjacencyGraph\n2\n1\n0\n1\n1\nx\n", malformedAt(7)},
		{"the first list begins late", "AdjacencyGraph\n2\n2\n1\n1\n1\n0\n", malformedAt(4)},
		{"offsets that fall", "AdjacencyGraph\n3\n2\n0\n2\n1\n1\n0\n", malformedAt(6)},
		{"an offset beyond", "AdjacencyGraph\n2\n2\n0\n3\n1\n0\n", malformedAt(5)},
		{"an offset that is no number", "AdjacencyGraph\n2\n2\n0\n-1\n1\n0\n", malformedAt(5)},
		{"a neighbour beyond", "AdjacencyGraph\n2\n2\n0\n1\n1\n2\n", malformedAt(7)},
		{"a neighbour that is no number", "AdjacencyGraph\n2\n2\n0\n1\n1.0\n2\n", malformedAt(6)},
		{"a neighbour of 2^64", "AdjacencyGraph\n2\n2\n0\n1\n1\n18446744073709551616\n", malformedAt(7)},
		{"too many vertices", "AdjacencyGraph\n4294967296\n0\n0\n", malformedAt(2)},
		{"many vertices", "AdjacencyGraph\n4294967295\n0\n0\n", malformedAt(-1)},
		{"many neighbours", "AdjacencyGraph\n1\n1152921504606846975\n0\n", malformedAt(3)},
		{"too many neighbours", "AdjacencyGraph\n1\n1152921504606846976\n0\n", malformedAt(3)},
		{"neighbours without a vertex", "AdjacencyGraph\n0\n1\n0\n", malformedAt(3)},
		{"no sizes", "AdjacencyGraph\n", malformedAt(1)},
		{"another word", "AdjacencyHypergraph\n1\n0\n0\n", malformedAt(1)},
	})
}

// The word alone may be a label.
func TestLigraNeedsANumber(t *testing.T) {
	for _, text := range []string{"AdjacencyGraph a\na b\n", "AdjacencyGraph\tG\nG\tH\n"} {
		if src, err := Open(testFile(t, "a.txt", []byte(text)), Options{}); err != nil || src.Info().Format != "edgelist" {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestLigraRandom compares the answers of any number of threads with the reference.
func TestLigraRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 3))
	for range 60 {
		n, m := 1+random.IntN(60), random.IntN(300)
		counts := make([]int, n)
		for range m {
			counts[random.IntN(n)]++
		}
		var text strings.Builder
		fmt.Fprintf(&text, "AdjacencyGraph\n%d\n%d\n", n, m)
		at := 0
		for _, count := range counts {
			text.WriteString(strconv.Itoa(at) + []string{"\n", " ", "\r\n"}[random.IntN(3)])
			at += count
		}
		for range m {
			text.WriteString(strconv.Itoa(random.IntN(n)) + []string{"\n", " ", "\n\n"}[random.IntN(3)])
		}
		checkReading(t, ways, text.String(), "g", "", referenceLigra(text.String()))
	}
}

// A worker may read a block of blanks before another one has said what is wrong with the
// block before it.
func TestLigraBlanksBehindTooManyNumbers(t *testing.T) {
	rows := &ligraRows{ligra: &ligra{n: 1}, seen: 2}
	p := &ligraNumbers{rows: rows, first: 2}
	b := &block{text: []byte(" \n"), end: 2}
	p.cut(b)
	if err := p.read(b); err != nil {
		t.Error(err)
	}
}

func FuzzLigra(f *testing.F) {
	for i, text := range []string{
		"AdjacencyGraph\n3\n4\n0\n1\n3\n1\n0\n2\n1\n", "WeightedAdjacencyGraph 2 1\r\n0 1 1 -5e1", "AdjacencyGraph\n0\n0\n",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.adj", "ligra", referenceLigra))
}

// The graph is what its lists say, whatever its ids were.
func TestLigraIsWritten(t *testing.T) {
	g := randomGraph(t, rand.New(rand.NewPCG(15, 4)), 6, graph.BaseLabels(7))
	data, err := written(t, "g.adj", g)
	if err != nil {
		t.Fatal(err)
	}
	if r := referenceLigra(string(data)); r.n != 6 || len(r.edges) != len(g.Adjacency()) {
		t.Errorf("%+v, in\n%s", r, data)
	}
}
