package graphio

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// referenceAdjacency reads the lines one by one, cut as the real reader found that
// they are.
func referenceAdjacency(text, format string) reading {
	if mixedLineEnds(text) {
		return malformedAt(1)
	}
	src, err := OpenReader(strings.NewReader(text), "a.txt", Options{Format: format})
	list, ok := src.(*adjacencyList)
	if err != nil || !ok {
		return reading{badLine: -1}
	}
	r := reading{declares: true}
	seen := make(map[string]bool)
	largest := uint64(0)
	use := func(id string) {
		if !seen[id] && !list.inOrder {
			seen[id] = true
			r.names = append(r.names, id)
		}
	}
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		bad := malformedAt(i + 1)
		if i == strings.Count(text, "\n") && line == "" {
			break
		}
		line = strings.Trim(strings.TrimSuffix(line, "\r"), " \t")
		if line != "" && strings.ContainsAny(line[:1], "#%") || line == "" && list.kind != neighboursOnly {
			continue
		}
		var fields []string
		if head, rest, found := strings.Cut(line, ":"); list.colon {
			for found && rest != "" && !strings.ContainsAny(rest[:1], " \t") {
				var more string
				more, rest, found = strings.Cut(rest, ":")
				head += ":" + more
			}
			head = strings.TrimRight(head, " \t")
			if !found || head == "" || strings.ContainsAny(head, " \t,;") {
				return bad
			}
			fields, line = []string{head}, strings.Trim(rest, " \t")
		}
		if list.by == ' ' {
			for _, field := range blankFields(line) {
				if field[0] == '#' {
					break
				}
				fields = append(fields, field)
			}
		} else if line != "" && line[0] != '#' {
			for _, field := range strings.Split(line, string(list.by)) {
				field = strings.Trim(field, " \t")
				if field == "" {
					return bad
				}
				if field[0] == '#' {
					break
				}
				fields = append(fields, field)
			}
		}
		head := strconv.FormatUint(r.n+list.base, 10)
		if list.kind != neighboursOnly {
			head, fields = fields[0], fields[1:]
			if list.kind == vertexAndCount {
				if len(fields) == 0 {
					return bad
				}
				if count, err := strconv.ParseUint(fields[0], 10, 64); err != nil || count != uint64(len(fields)-1) || !digitsShape.MatchString(fields[0]) {
					return bad
				}
				fields = fields[1:]
			}
		}
		ids := append([]string{head}, fields...)
		for k, id := range ids {
			if list.numbers {
				number, err := strconv.ParseUint(id, 10, 64)
				if err != nil || !digitsShape.MatchString(id) {
					return bad
				}
				ids[k] = fmt.Sprint(number)
				if list.inOrder {
					if number >= 1<<32 || number < list.base || k == 0 && number != r.n+list.base {
						return bad
					}
					ids[k] = fmt.Sprint(number - list.base)
					largest = max(largest, number-list.base+1)
				}
			} else if _, wrong := list.vertex([]byte(id)); wrong != nil {
				return bad
			}
			use(ids[k])
			if k > 0 {
				r.edges = append(r.edges, [2]string{ids[0], ids[k]})
			}
		}
		r.n++
	}
	if list.inOrder {
		if largest > r.n || list.kind == neighboursOnly && list.base == 1 && len(r.edges) > 0 && !slices.ContainsFunc(r.edges, func(e [2]string) bool { return e[1] == fmt.Sprint(r.n-1) }) {
			return reading{badLine: -1}
		}
		return r
	}
	r.n = uint64(len(r.names))
	if others, numbers := numbersOrNames(r.names); others == nil && list.numbers {
		for i, e := range r.edges {
			for k := range e {
				r.edges[i][k] = fmt.Sprint(slices.Index(r.names, e[k]))
			}
		}
		r.names, r.numbers = nil, numbers
	}
	return r
}

func FuzzAdjacency(f *testing.F) {
	for i, text := range []string{
		"0 1 2\n1 2\n2\n", "1: 2 3\n2: 3\n3:\n", "a b c\nb c\nc\n", "a,b,c\nb,c\nc\n", "1 2\n\n0\n", "2,3\r\n1\r\n1\r\n", "# c\n5 7\n7 # d\n",
		"0 2 1 2\n1 1 0\n2 1 0\n", "7 1 9\n9 0\n", "x\ty z\ny z\n", "0 1\n1 0 5\n", "01 2\n2 1\n", "0;1;2\n1;\n", "a:b: c\nc: \n", "1 -2\n", "\ufeff1 2\n2 1",
	} {
		f.Add(text, uint16(i*37), uint8(i))
	}
	formats := []string{"adjlist", "adjlist-rows", "adjlist-counted"}
	f.Fuzz(func(t *testing.T, text string, seed uint16, kind uint8) {
		format := formats[int(kind)%len(formats)]
		fuzzReference("a.txt", format, func(text string) reading { return referenceAdjacency(text, format) })(t, text, seed)
	})
}

func TestAdjacencyRules(t *testing.T) {
	path := [][2]string{{"0", "1"}, {"1", "2"}}
	for _, c := range []struct {
		name, text, format string
		want               reading
	}{
		{"vertices that count", "0 1\n1 2\n2\n", "adjlist", reading{edges: path, declares: true, n: 3}},
		{"from 1", "1 2\n2 3\n3\n", "adjlist", reading{edges: path, declares: true, n: 3}},
		{"an isolated vertex", "1 2\n2 3\n3\n4\n", "adjlist", reading{edges: path, declares: true, n: 4}},
		{"with gaps", "5 7\n7 9\n9\n12\n", "adjlist", reading{edges: path, declares: true, n: 4, numbers: []uint64{5, 7, 9, 12}}},
		{"in another order", "7 5\n5 9\n", "adjlist", reading{edges: [][2]string{{"7", "5"}, {"5", "9"}}, names: []string{"7", "5", "9"}, declares: true, n: 3}},
		{"names", "a b\nb c\nc\n", "adjlist", reading{edges: [][2]string{{"a", "b"}, {"b", "c"}}, names: []string{"a", "b", "c"}, declares: true, n: 3}},
		{"colons", "a: b\nb : c\nc:\n", "adjlist", reading{edges: [][2]string{{"a", "b"}, {"b", "c"}}, names: []string{"a", "b", "c"}, declares: true, n: 3}},
		{"commas", "1,2\n2, 3\n3\n", "adjlist", reading{edges: path, declares: true, n: 3}},
		{"a comment behind", "0 1 # c\n1 2\n% d\n2\n", "adjlist", reading{edges: path, declares: true, n: 3}},
		{"rows from 0", "1\n0 2\n1\n", "adjlist-rows", reading{edges: [][2]string{{"0", "1"}, {"1", "0"}, {"1", "2"}, {"2", "1"}}, declares: true, n: 3}},
		{"rows from 1", "2\n\n1 2\n", "adjlist-rows", reading{badLine: -1}},
		{"rows from 1, the last among them", "3\n\n1\n", "adjlist-rows", reading{edges: [][2]string{{"0", "2"}, {"2", "0"}}, declares: true, n: 3}},
		{"rows without an edge", "\n\n", "adjlist-rows", reading{declares: true, n: 2}},
		{"a neighbour without a row", "1\n0 2\n", "adjlist-rows", reading{badLine: -1}},
		{"counts", "0 1 1\n1 2 0 2\n2 1 1\n", "adjlist-counted", reading{edges: [][2]string{{"0", "1"}, {"1", "0"}, {"1", "2"}, {"2", "1"}}, declares: true, n: 3}},
		{"a wrong count", "0 1 1\n1 2 0\n", "adjlist-counted", malformedAt(2)},
		{"no count", "0 1 1\n1\n", "adjlist-counted", malformedAt(2)},
		{"a label among numbers", "0 1\n1 x\n", "adjlist", malformedAt(2)},
		{"a fraction", "0 1\n1 2.5\n", "adjlist", malformedAt(2)},
		{"quotes", "a \"b c\"\n", "adjlist", malformedAt(1)},
		{"attributes", "a b {}\n", "adjlist", malformedAt(1)},
		{"an empty field", "1,2,,3\n", "adjlist", malformedAt(1)},
		{"no colon", "1: 2\n2 1\n", "adjlist", malformedAt(2)},
		{"nothing", "", "adjlist", reading{declares: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkReading(t, ways, c.text, "a.txt", c.format, c.want)
			checkReading(t, ways[:1], c.text, "a.txt", c.format, referenceAdjacency(c.text, c.format))
		})
	}
}

// Lists are recognised where it is certain, and otherwise the message names the
// formats that they could have.
func TestRecognisedAdjacency(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.txt", "0 1 2\n1 2\n2\n", "adjlist"},
		{"a.txt", "a b c\nb c\nc\n", "adjlist"},
		{"a.txt", "0: 1 2\n1: 2\n2:\n", "adjlist"},
		{"a.txt", "1 2 3\n0\n0\n0\n", "adjlist-rows"},
		{"a.txt", "0 2 1 2\n1 1 0\n2 1 0\n", "adjlist-counted"},
		{"a.adjlist", "0 1\n1 2\n2 0\n", "adjlist"},
		{"a.txt", "0 1\n1 2\n2 0\n", "edgelist"},
		{"a.txt", "0 1 2\n1 2\n3\n", "edgelist"},
		{"a.txt", "the cat\nsat on the mat\n", "edgelist"},
	} {
		src, err := OpenReader(strings.NewReader(c.text), c.name, Options{})
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := src.Info().Format; got != c.want {
			t.Errorf("%q is %s, want %s", c.text, got, c.want)
		}
		closeAll(t, src)
	}
	for text, want := range map[string]string{
		"5 7 9\n7 9 5\n9 5 7\n2 5 7\n": "adjlist",
		"Name: tricycle\nBy: X\n":      "adjlist",
		"1 3\n0 2\n1 3\n0 2\n":         "adjlist-rows",
	} {
		_, err := OpenReader(strings.NewReader(text), "a.txt", Options{})
		var names []string
		for _, choice := range unclearChoices(t, err) {
			names = append(names, choice.Options.Format)
		}
		if !slices.Contains(names, want) {
			t.Errorf("%q: %v, with the choices %q and not %s", text, err, names, want)
		}
	}
}

// METIS under another name, too long to be seen whole, is no list of neighbours from 0.
func TestLongMETISIsNoAdjacency(t *testing.T) {
	const n = 30_000 // a tree and two chords: n+1 edges, which the last line seems to prove
	neighbours := make([][]int, n+1)
	add := func(u, v int) { neighbours[u], neighbours[v] = append(neighbours[u], v), append(neighbours[v], u) }
	for u := 2; u <= n; u++ {
		add(u, u/2)
	}
	add(1, n)
	add(2, n-1)
	text := fmt.Appendf(nil, "%d %d\n", n, n+1)
	for _, list := range neighbours[1:] {
		text = append(text, strings.Trim(fmt.Sprint(list), "[]")+"\n"...)
	}
	src, err := Open(testFile(t, "a.txt", text), Options{})
	if err == nil {
		_, _, err = read(src, 1)
	}
	if err == nil || !strings.Contains(err.Error(), "METIS") {
		t.Errorf("taken as %T, %v", src, err)
	}
}

// Names with blanks cannot be seen in a list that is separated by them.
func TestAdjacencyOfNamesWithBlanks(t *testing.T) {
	src, err := OpenReader(strings.NewReader("New York Boston\nBoston New York\n"), "a.adjlist", Options{})
	if err == nil {
		_, _, err = read(src, 1)
	}
	if inputError(t, err); len(unclearChoices(t, err)) == 0 {
		t.Error(err)
	}
}

// The files were written by scripts/plainfiles.
func TestAdjacencyOfNetworkX(t *testing.T) {
	for _, c := range []struct {
		file            string
		vertices, edges int
	}{{"karate.adjlist", 34, 78}, {"names.adjlist", 37, 66}} {
		src := openFile(t, filepath.Join("testdata", "plain", c.file))
		g, err := build(t.Context(), src, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if src.Info().Format != "adjlist" || g.Vertices() != c.vertices || g.Edges() != uint64(c.edges) {
			t.Errorf("%s: %s of %d vertices and %d edges", c.file, src.Info().Format, g.Vertices(), g.Edges())
		}
	}
}

// Random graphs, as every kind of list, come back.
func TestAdjacencyOfRandomGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(81, 82))
	for n := 2; n < 60; n += 7 {
		for base := range 2 {
			g := randomGraph(t, random, n, graph.BaseLabels(uint64(base)))
			var want [][2]string
			texts := make(map[string]string)
			for v := range uint32(n) {
				list := ""
				for _, w := range g.Neighbors(v) {
					list += fmt.Sprintf(" %d", int(w)+base)
					want = append(want, [2]string{fmt.Sprint(v), fmt.Sprint(w)})
				}
				texts["adjlist"] += fmt.Sprintf("%d%s\n", int(v)+base, list)
				texts["adjlist-rows"] += strings.TrimPrefix(list, " ") + "\n"
				texts["adjlist-counted"] += fmt.Sprintf("%d %d%s\n", int(v)+base, g.Degree(v), list)
			}
			for format, text := range texts {
				if format == "adjlist-rows" && (g.Degree(uint32(n-1)) == 0 || base == 0 && g.Degree(0) == 0) {
					continue // nothing tells from where it counts
				}
				checkReading(t, ways, text, "a.txt", format, reading{edges: want, declares: true, n: uint64(n)})
			}
		}
	}
}

func BenchmarkAdjacency(b *testing.B) {
	random := rand.New(rand.NewPCG(83, 84))
	var text []byte
	const n, degree = 100_000, 20
	for v := range n {
		text = strconv.AppendInt(text, int64(v), 10)
		for range degree {
			text = strconv.AppendInt(append(text, ' '), random.Int64N(n), 10)
		}
		text = append(text, '\n')
	}
	path := filepath.Join(b.TempDir(), "a.adjlist")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		src := openFile(b, path)
		if _, err := src.Read(b.Context(), 1, func(int, graph.Batch) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n*degree*b.N)/b.Elapsed().Seconds()/1e6, "Mrecords/s")
}
