package graphio

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// referenceGraph6 reads a file of one graph by the rules, bit by bit.
func referenceGraph6(text string) reading {
	text = strings.TrimPrefix(text, byteOrderMark)
	for _, header := range graph6Headers {
		if rest, ok := strings.CutPrefix(text, header); ok {
			text = rest
			break
		}
	}
	line, rest, _ := strings.Cut(text, "\n")
	line = strings.TrimSuffix(line, "\r")
	r, bits, ok := referenceGraph6Size(line)
	switch {
	case !ok:
		return malformedAt(1)
	case rest != "":
		return malformedAt(2)
	case strings.Contains(bits, "w"):
		return malformedAt(1)
	}
	if line[0] == ':' {
		return referenceSparse6(r, bits)
	}
	return referenceMatrixCells(r, bits, line[0] == '&')
}

// referenceGraph6Size reads the number of vertices, and returns the bits behind it; it
// is not ok either where these are too few.
func referenceGraph6Size(line string) (r reading, bits string, ok bool) {
	rest := strings.TrimLeft(line[:min(1, len(line))], ":&") + line[min(1, len(line)):]
	size, marks := 1, 0
	if strings.HasPrefix(rest, "~~") {
		size, marks = 6, 2
	} else if strings.HasPrefix(rest, "~") {
		size, marks = 3, 1
	}
	if len(rest) < marks+size {
		return r, "", false
	}
	var text strings.Builder
	for i := range len(rest) {
		six := rest[i] - 63
		if i < marks {
			continue
		}
		if i < marks+size {
			if six > 63 {
				return r, "", false
			}
			r.n = r.n<<6 | uint64(six)
			continue
		}
		if six > 63 {
			text.WriteString("wrong.")
			continue
		}
		fmt.Fprintf(&text, "%06b", six)
	}
	r.declares = true
	cells := r.n * (max(r.n, 1) - 1) / 2
	if line[0] == '&' {
		cells = r.n * r.n
	}
	return r, text.String(), r.n < 1<<32 && (line[0] == ':' || uint64(len(rest)-marks-size) >= (cells+5)/6)
}

// referenceMatrixCells reads a matrix.
func referenceMatrixCells(r reading, bits string, directed bool) reading {
	cells := uint64(0)
	cell := func(u, v uint64) {
		if cells < uint64(len(bits)) && bits[cells] == '1' {
			r.edges = append(r.edges, [2]string{fmt.Sprint(u), fmt.Sprint(v)})
		}
		cells++
	}
	for v := range r.n {
		if directed {
			for w := range r.n {
				cell(v, w)
			}
			continue
		}
		for u := range v {
			cell(u, v)
		}
	}
	if uint64(len(bits)) != (cells+5)/6*6 || strings.Trim(bits[cells:], "0") != "" {
		return malformedAt(1)
	}
	return r
}

// referenceSparse6 reads units.
func referenceSparse6(r reading, bits string) reading {
	if len(bits)%6 != 0 {
		return malformedAt(1)
	}
	width := 0
	for uint64(1)<<width < r.n {
		width++
	}
	v, at := uint64(0), 0
	for ; at+1+width <= len(bits); at += 1 + width {
		x, _ := strconv.ParseUint("0"+bits[at+1:at+1+width], 2, 64)
		next := v + uint64(bits[at]-'0')
		if next >= r.n || x >= r.n {
			if len(bits)-at > 5 || strings.Trim(bits[at:], "1") != "" {
				return malformedAt(1)
			}
			return r
		}
		if v = max(next, x); next >= x {
			r.edges = append(r.edges, [2]string{fmt.Sprint(x), fmt.Sprint(next)})
		}
	}
	if rest := bits[at:]; len(rest) > 5 || rest != "" && strings.Trim(rest[1:], "1") != "" {
		return malformedAt(1)
	}
	return r
}

func FuzzGraph6(f *testing.F) {
	for i, text := range []string{
		"", "?\n", "@", "A_", "Bw\n", "IheA@GUAo\r\n", ">>graph6<<DQc\n", ">>sparse6<<:E_GCik~", ":Fa@x^\n", ":@N", ":An", ":Cca", ":?", "&?", "&@_", "&DI?AO?\n",
		"~?@?" + strings.Repeat("?", 336), "~~?????A_", ":~?@?\n", ":~~~~~~~~\n", "~~~~~~~~", "DQc\nDQc\n", "DQd\n", "Bw\r\r\n", ";E", ":", "&", "~", "D\x7fc", ":Fa@x\x0f",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint16) {
		if len(text) > headSize || findCompression([]byte(text)) != nil {
			return
		}
		w := fuzzWay(seed)
		checkReading(t, []way{{!w.stream, w.block, w.workers}, w}, text, "a.g6", "graph6", referenceGraph6(withLineFeeds(text)))
	})
}

// graph6Lines returns the lines of a file of testdata, without its header.
func graph6FileLines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "graph6", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text[graph6Header(text):]), "\n"), "\n")
}

// TestGraph6Files reads the graphs that nauty and NetworkX wrote, each alone, and
// compares their sizes with those that NetworkX found; scripts/graph6-files makes the
// files.
func TestGraph6Files(t *testing.T) {
	table, err := os.Open(filepath.Join("testdata", "graph6", "counts.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, table)
	rows := bufio.NewScanner(table)
	rows.Scan() // names
	lines := make(map[string][]string)
	graphs := 0
	for rows.Scan() {
		var file string
		var index, vertices, records, edges int
		if _, err := fmt.Sscan(rows.Text(), &file, &index, &vertices, &records, &edges); err != nil {
			t.Fatalf("%q: %v", rows.Text(), err)
		}
		if lines[file] == nil {
			lines[file] = graph6FileLines(t, file)
		}
		line := lines[file][index-1]
		for _, w := range []way{{false, defaultBlockSize, 1}, {true, 7, 2}} {
			src, err := openWay(t, w, line+"\n", file, "")
			if err != nil {
				t.Fatalf("%s, graph %d: %v", file, index, err)
			}
			read, sum, err := read(src, w.workers)
			closeAll(t, src)
			different := make(map[[2]string]bool)
			for _, e := range read {
				if e[0] != e[1] {
					different[ends(e[0], e[1])] = true
				}
			}
			if err != nil || sum.Vertices != graph.Known(vertices) || len(read) != records || len(different) != edges {
				t.Fatalf("%s, graph %d: %v vertices, %d records, %d edges, %v; want %d, %d, %d",
					file, index, sum.Vertices, len(read), len(different), err, vertices, records, edges)
			}
		}
		if info, got := file[len(file)-2:], src(t, line, file).Info(); info == "d6" != got.Directed {
			t.Fatalf("%s: %+v", file, got)
		}
		graphs++
	}
	if rows.Err() != nil || graphs < 900 {
		t.Fatalf("%d graphs, %v", graphs, rows.Err())
	}
}

// src opens a line.
func src(t *testing.T, line, name string) graph.Source {
	t.Helper()
	s, err := OpenReader(strings.NewReader(line), name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeAll(t, s) })
	return s
}

// TestGraph6AsNauty holds the writers against nauty's, byte by byte.
func TestGraph6AsNauty(t *testing.T) {
	for _, pair := range [][2]string{{"nauty-geng6.g6", "nauty-geng6.s6"}, {"nauty-genrang.g6", "nauty-genrang.s6"}} {
		lines := [2][]string{graph6FileLines(t, pair[0]), graph6FileLines(t, pair[1])}
		for i := range lines[0] {
			for from, to := range [2]int{1, 0} {
				g, err := build(t.Context(), src(t, lines[from][i], pair[from]), graph.Options{})
				if err != nil {
					t.Fatal(err)
				}
				got, err := written(t, pair[to], g)
				if err != nil || string(got) != lines[to][i]+"\n" {
					t.Fatalf("%s, graph %d: wrote %q, %v, and nauty %q", pair[from], i+1, got, err, lines[to][i])
				}
			}
		}
	}
}

// A graph comes back from all three, whatever its size, in all ways of reading.
func TestGraph6RoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(151, 152))
	for _, n := range []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 61, 62, 63, 64, 65, 100, 130, 300} {
		if testing.Short() && n > 65 {
			continue
		}
		for range graphtest.Fewer(3) {
			g := randomGraph(t, random, n, graph.Labels{})
			want := sortedEdges(pairsOf(g))
			for _, name := range []string{"g.g6", "g.s6", "g.d6"} {
				data, err := written(t, name, g)
				if err != nil {
					t.Fatal(err)
				}
				edges := want
				if name == "g.d6" {
					for _, e := range want {
						edges = append(edges, [2]string{e[1], e[0]})
					}
				}
				checkReading(t, ways, string(data), name, "", reading{declares: true, n: uint64(n), edges: edges})
			}
		}
	}
	if _, err := written(t, "g.g6", emptyGraph(t, graph6Long+1)); err == nil || !strings.Contains(err.Error(), "sparse6") {
		t.Errorf("a matrix of many vertices: %v", err)
	}
	for _, n := range []int{62, 63, graph6Long, graph6Long + 1} {
		data, err := written(t, "g.s6", emptyGraph(t, n))
		if err != nil {
			t.Fatal(err)
		}
		checkReading(t, ways[:1], string(data), "g.s6", "", reading{declares: true, n: uint64(n)})
	}
}

func emptyGraph(t *testing.T, n int) *graph.Graph {
	t.Helper()
	g, err := graph.NewGraph(make([]uint64, n+1), nil, graph.Labels{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func pairsOf(g *graph.Graph) (pairs [][2]string) {
	for v := range uint32(g.Vertices()) {
		for _, u := range g.Neighbors(v) {
			if u < v {
				pairs = append(pairs, [2]string{fmt.Sprint(u), fmt.Sprint(v)})
			}
		}
	}
	return pairs
}

func TestGraph6Refused(t *testing.T) {
	for _, c := range []struct {
		name, text string
		line       int64
		want       string
	}{
		{"a.g6", "", 1, "found the end"},
		{"a.g6", "\n", 1, "an empty line"},
		{"a.g6", "D", 1, "2 characters more for the matrix of 5 vertices"},
		{"a.g6", "DQ\n", 1, "1 character more"},
		{"a.g6", "DQcc\n", 1, "the end of the line behind the matrix"},
		{"a.g6", "DQd\n", 1, "zeros behind the matrix"},
		{"a.g6", "DQ c\n", 1, "expected"},
		{"a.g6", "~~~~~~~~", 1, "fewer than 2^32 vertices"},
		{"a.g6", "~~?BZZZZ", 1, "more for the matrix"},
		{"a.g6", "~?\n", 1, "in 3 characters"},
		{"a.g6", "DQc\nDQc\n", 2, "2 graphs"},
		{"a.g6", "DQc\n\n", 2, "2 graphs"},
		{"a.g6", "DQc\n" + strings.Repeat("DQc\n", headSize), 2, "more than one"},
		{"a.g6", "\x00DQc\n", 0, "binary"},
		{"a.s6", ":Fa@x~~\n", 1, "vertices below 7"},
		{"a.s6", ":~?@?a\n", 1, "a whole edge"},
		{"a.s6", ":Fa\n", 1, "ones behind the last edge"},
		{"a.s6", ";Fa@x^\n", 1, "incremental"},
		{"a.d6", "&DI?AO\n", 1, "1 character more"},
		{"a.d6", "&~~~~~~~~\n", 1, "fewer than 2^32"},
		{"-", "Dog\n", 1, "looks like graph6"},
		{"-", "D|C\nD|G\nD|K\nD|O\n", 1, "looks like graph6"},
		{"a.txt", "Bw\nBw\nBw\nBw\nBw\n", 1, "looks like graph6"},
		{"-", ":An\n", 1, "looks like sparse6"},
		{"a", "graph6<<DQc", 1, "graph6"},
	} {
		s, err := OpenReader(strings.NewReader(c.text), c.name, Options{})
		if err == nil {
			_, _, err = read(s, 1)
			closeAll(t, s)
		}
		if got := inputError(t, err); got.Line != c.line || !strings.Contains(got.Error(), c.want) {
			t.Errorf("%s: %.40q: %v, want line %d and %q", c.name, c.text, err, c.line, c.want)
		}
	}
}

// What is sure to be graphs is read without a suffix.
func TestGraph6Recognised(t *testing.T) {
	for _, c := range []struct{ text, format string }{
		{">>graph6<<DQc\n", "graph6"},
		{">>sparse6<<:Fa@x^\n", "sparse6"},
		{">>digraph6<<&DI?AO?\n", "digraph6"},
		{":Fa@x^\n", "sparse6"},
		{"&DI?AO?\n", "digraph6"},
		{"B?\nBO\nBW\nBw", "graph6"},
		{"B?\r\nBO\r\nBW\r\nBw\r\n", "graph6"},
		{strings.Join(graph6FileLines(t, "nauty-geng6.g6"), "\n"), "graph6"},
		{strings.Repeat("B?\nBO\nBW\nBw\nI??????_?\n", headSize/20), "graph6"},
	} {
		s, err := OpenReader(strings.NewReader(c.text), "-", Options{})
		if err != nil {
			t.Errorf("%.40q: %v", c.text, err)
			continue
		}
		if got := s.Info().Format; got != c.format {
			t.Errorf("%.40q: %s, want %s", c.text, got, c.format)
		}
		closeAll(t, s)
	}
	for _, text := range []string{"Dog\nCat\n", "B?\nBO\nBW\nBw\nBx\n", "B?\nBO\nBW\n", ":a :b\n:b :c\n", ":Foo\n:Bar\n"} {
		if s, err := OpenReader(strings.NewReader(text), "-", Options{}); err == nil && strings.HasSuffix(s.Info().Format, "6") {
			t.Errorf("%q: %s", text, s.Info().Format)
			closeAll(t, s)
		}
	}
	for _, compressed := range []string{gzipped(t, "DQc\n"), zstandard(t, "DQc\n")} {
		s, err := OpenReader(bytes.NewReader([]byte(compressed)), "a.g6", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if edges, _, err := read(s, 1); err != nil || !slices.Equal(edges, [][2]string{{"0", "2"}, {"0", "4"}, {"1", "3"}, {"3", "4"}}) {
			t.Errorf("%v, %v", edges, err)
		}
		closeAll(t, s)
	}
}
