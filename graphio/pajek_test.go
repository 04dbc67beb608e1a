package graphio

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// referencePajek reads a project section by section.
func referencePajek(text string) reading {
	if mixedLineEnds(text) {
		return malformedAt(1)
	}
	type section struct {
		word, rest string
		line       int
		body       []textLine
	}
	var sections []section
	for _, line := range splitLines(text, "%") {
		if line.text[0] == '*' {
			word := line.text[1:]
			if at := strings.IndexAny(word, " \t"); at >= 0 {
				word = word[:at]
			}
			rest := strings.TrimLeft(line.text[1+len(word):], " \t")
			sections = append(sections, section{word: strings.ToLower(word), rest: rest, line: line.number})
			continue
		}
		if len(sections) == 0 {
			return malformedAt(line.number)
		}
		last := &sections[len(sections)-1]
		last.body = append(last.body, line)
	}
	owner := "network"
	r := reading{}
	var first uint64
	names := make(map[string]string) // of vertices
	given := false
	for i, s := range sections {
		end := reading{badLine: -1} // at the line of the next section
		if i+1 < len(sections) {
			end = malformedAt(sections[i+1].line)
		}
		kind := s.word
		rows := uint64(0)
		columns := r.n
		switch s.word {
		case "network", "partition", "vector", "permutation", "cluster":
			owner = s.word
			if len(s.body) > 0 {
				return malformedAt(s.body[0].number)
			}
			continue
		case "vertices":
			fields := blankFields(s.rest)
			if len(fields) < 1 || len(fields) > 2 {
				return malformedAt(s.line)
			}
			n, ok := sizeWithin(fields[0], 1<<32-1)
			mode := uint64(0)
			if ok && len(fields) == 2 {
				mode, ok = sizeWithin(fields[1], n)
			}
			if !ok || owner == "network" && r.declares {
				return malformedAt(s.line)
			}
			kind = owner
			rows = n
			if owner == "network" {
				r.declares, r.n, first = true, n, mode
			}
			owner = "network"
		case "arcs", "edges", "arcslist", "edgeslist", "matrix":
			if !r.declares || owner != "network" {
				return malformedAt(s.line)
			}
			if rows = r.n; first > 0 {
				rows, columns = first, r.n-first
			}
		default:
			return malformedAt(s.line)
		}
		for row, line := range s.body {
			fields := blankFields(line.text)
			bad := malformedAt(line.number)
			u, ok := indexWithin(fields[0], r.n)
			switch kind {
			case "network":
				if !ok || names[u] != "" {
					return bad
				}
				name, ok := referencePajekLabel(strings.TrimLeft(line.text[len(fields[0]):], " \t"), fields[0])
				if !ok {
					return bad
				}
				given = given || name != fields[0]
				names[u] = "+" + name
			case "arcs", "edges":
				if relation, rest, found := strings.Cut(line.text, ":"); found && digitsShape.MatchString(strings.TrimRight(relation, " \t")) {
					if fields = blankFields(rest); len(fields) > 0 {
						u, ok = indexWithin(fields[0], r.n)
					}
				}
				if !ok || len(fields) < 2 {
					return bad
				}
				v, ok := indexWithin(fields[1], r.n)
				if !ok {
					return bad
				}
				r.edges = append(r.edges, [2]string{u, v})
			case "arcslist", "edgeslist":
				if !ok {
					return bad
				}
				for _, field := range fields[1:] {
					v, ok := indexWithin(field, r.n)
					if !ok {
						return bad
					}
					r.edges = append(r.edges, [2]string{u, v})
				}
			case "matrix":
				if uint64(row) >= rows || uint64(len(fields)) != columns {
					return bad
				}
				for column, field := range fields {
					if !valueShape.MatchString(field) {
						return bad
					}
					value, _ := strconv.ParseFloat(strings.NewReplacer("d", "e", "D", "e").Replace(field), 64)
					if value != 0 {
						r.edges = append(r.edges, [2]string{fmt.Sprint(row), fmt.Sprint(first + uint64(column))})
					}
				}
			case "partition":
				if _, err := strconv.Atoi(line.text); err != nil || uint64(row) >= rows {
					return bad
				}
			case "vector", "permutation", "cluster":
				if !valueShape.MatchString(line.text) || uint64(row) >= rows {
					return bad
				}
			}
		}
		if (kind != "network" && !strings.HasPrefix(kind, "arcs") && !strings.HasPrefix(kind, "edges")) && uint64(len(s.body)) != rows {
			return end
		}
	}
	if !r.declares {
		return reading{badLine: -1}
	}
	seen := make(map[string]bool)
	for _, name := range names {
		seen[name] = true
	}
	if !given || uint64(len(seen)) != r.n {
		return r
	}
	for v := range r.n {
		r.names = append(r.names, names[fmt.Sprint(v)][1:])
	}
	for i, e := range r.edges {
		r.edges[i] = [2]string{names[e[0]][1:], names[e[1]][1:]}
	}
	return r
}

func referencePajekLabel(rest, number string) (string, bool) {
	switch {
	case rest == "":
		return number, true
	case rest[0] != '"':
		return blankFields(rest)[0], true
	}
	end := len(rest)
	for _, mark := range []string{"\" ", "\"\t"} {
		if at := strings.Index(rest[1:], mark); at >= 0 {
			end = min(end, at+1)
		}
	}
	if end == len(rest) && (len(rest) < 2 || rest[len(rest)-1] != '"') {
		return "", false
	}
	return rest[1:min(end, len(rest)-1)], true
}

func TestPajekRules(t *testing.T) {
	path := declared(3, "0", "1", "1", "2")
	abc := declared(3, "a", "b c", "b c", `d"e`)
	abc.names = []string{"a", "b c", `d"e`}
	checkRules(t, "a.net", "pajek", referencePajek, []rule{
		{"edges", "*Vertices 3\n*Edges\n1 2\n2 3\n", path},
		{"a tab ends a label without quotes", "*Vertices 3\n1 a\tx 0.1\n2\tb\ty\n3 c\n*Edges\n1 2\n2 3\n", named("a b c", "a", "b", "b", "c")},
		{"arcs and edges", "*VERTICES 3\n*arcs\n1 2 0.5 c Blue\n*Edges\n2 3 1\n", path},
		{"arcs of a relation", "*Vertices 3\n*Arcs :1 \"likes\"\n1 2\n*Arcs :2 \"knows\"\n2 3 1\n", path},
		{"lists", "*Vertices 3\n*Arcslist\n1 2\n3\n*Edgeslist\n2 3\n", path},
		{"longer list", "*Vertices 3\n*Edgeslist\n 2 1  3 \n", declared(3, "1", "0", "1", "2")},
		{"matrix", "*Vertices 3\n*Matrix\n0 1 0\n0 0.0 -1e3\n% c\n\n0 -0.0 0\n", path},
		{"two modes", "*Vertices 3 2\n*Edges\n1 3\n2 3\n", declared(3, "0", "2", "1", "2")},
		{"matrix of two modes", "*Vertices 3 2\n*Matrix\n1\n1\n", declared(3, "0", "2", "1", "2")},
		{"labels", "*Vertices 3\n1 \"a\" 0.1 0.2 0.5\n2 \"b c\" x\n3 \"d\"e\"\n*Edges\n1 2\n2 3\n", abc},
		{"labels in another order", "*Vertices 3\n2 \"b c\"\n3 \"d\"e\"\n1 a\n*Edges\n1 2\n2 3\n", abc},
		{"labels that are the numbers", "*Vertices 3\n1 \"1\"\n2\n3 3 0.5\n*Edges\n1 2\n2 3\n", path},
		{"labels that come twice", "*Vertices 3\n1 a\n2 b\n3 \"a\"\n*Edges\n1 2\n2 3\n", path},
		{"labels of some", "*Vertices 3\n1 a\n3 b\n*Edges\n1 2\n2 3\n", path},
		{"project", "% c\r\n*partition kinds of x\r\n*vertices 3\r\n1\r\n-2\r\n1\r\n\r\n*network x y\r\n*vertices 3\r\n1 \"a\"\r\n2 \"b c\"\r\n3 \"d\"e\"\r\n*arcs\r\n1 2 0.5\r\n2 3 1\r\n*vector biomass\r\n*vertices 3\r\n1.5\r\n 0\r\n2e3\r\n", abc},
		{"byte-order mark", "\ufeff*Vertices 3\n*Edges\n1 2\n2 3", path},
		{"no edges", "*Network\n*Vertices 5\n", declared(5)},
		{"blanks in front of a section", "*Vertices 3\n*Arcs\n1 2\n  *Edges\n2 3\n", path},

		{"data before a section", "1 2\n*Vertices 3\n", malformedAt(1)},
		{"data behind a title", "*Network x\n1 2\n", malformedAt(2)},
		{"unknown section", "*Vertices 3\n*Hyperedges\n", malformedAt(2)},
		{"no vertices", "*Edges\n1 2\n", malformedAt(1)},
		{"no network", "*Partition x\n*Vertices 1\n1\n", malformedAt(4)},
		{"no section", "% c\n", malformedAt(2)},
		{"two networks", "*Vertices 3\n*Edges\n1 2\n*Vertices 3\n*Edges\n1 2\n", malformedAt(4)},
		{"no number of vertices", "*Vertices\n", malformedAt(1)},
		{"too many vertices", "*Vertices 4294967296\n", malformedAt(1)},
		{"first mode too large", "*Vertices 3 4\n", malformedAt(1)},
		{"vertex beyond", "*Vertices 3\n*Edges\n1 2\n2 4\n", malformedAt(4)},
		{"vertex 0", "*Vertices 3\n*Edges\n0 2\n2 3\n", malformedAt(3)},
		{"one end", "*Vertices 3\n*Edges\n1 2\n2\n", malformedAt(4)},
		{"label of a vertex beyond", "*Vertices 3\n4 d\n", malformedAt(2)},
		{"vertex twice", "*Vertices 3\n1 a\n2 b\n1 c\n", malformedAt(4)},
		{"quote not closed", "*Vertices 3\n1 \"a\n", malformedAt(2)},
		{"list with a vertex beyond", "*Vertices 3\n*Arcslist\n1 2 4\n", malformedAt(3)},
		{"list of no vertex", "*Vertices 3\n*Arcslist\n1 2 x\n", malformedAt(3)},
		{"short row", "*Vertices 2\n*Matrix\n0 1\n1\n", malformedAt(4)},
		{"long row", "*Vertices 2\n*Matrix\n0 1 1\n1 0\n", malformedAt(3)},
		{"row too few", "*Vertices 2\n*Matrix\n0 1\n*Edges\n1 2\n", malformedAt(4)},
		{"row too many", "*Vertices 2\n*Matrix\n0 1\n1 0\n0 0\n", malformedAt(5)},
		{"class too few", "*Partition x\n*Vertices 2\n1\n*Vertices 2\n", malformedAt(4)},
		{"class too few at the end", "*Vertices 2\n*Partition x\n*Vertices 2\n1\n", malformedAt(5)},
		{"class too many", "*Partition x\n*Vertices 1\n1\n2\n", malformedAt(4)},
		{"class no number", "*Partition x\n*Vertices 1\nx\n", malformedAt(3)},
		{"value no number", "*Vector x\n*Vertices 1\nx\n", malformedAt(3)},
		{"partition without vertices", "*Vertices 3\n*Partition x\n*Edges\n1 2\n", malformedAt(3)},
		{"malformed pair in front of a malformed section", "*Vertices 3\n*Edges\n1 2\n1 4\n1 3\n*Foo\n", malformedAt(4)},
	})
}

func FuzzPajek(f *testing.F) {
	for i, text := range []string{
		"*Vertices 3\n1 \"a b\" 0.1\n2 b\n3 \"d\"e\"\n*Edges\n1 2\n2 3 1\n*Arcslist\n3 1 2\n",
		"% c\r\n*partition kinds\r\n*vertices 2\r\n1\r\n-2\r\n*network x\r\n*vertices 2 1\r\n*matrix\r\n1\r\n*arcs :1 \"r\"\r\n1 2 0.5\r\n*vector v\r\n*vertices 1\r\n1.5\r\n",
		"*Vertices 3\n2 b\n1 a\n3 1\n*Matrix\n0 1 0\n0 0 1\n1d1 nan 0\n",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.net", "pajek", referencePajek))
}

// The food webs come with a partition by kind of compartment.
func TestPajekPartitions(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(realdata.Folder(t), "foodwebs", "paj", "*.paj"))
	if err != nil || len(paths) != 15 {
		t.Fatalf("%d food webs, %v", len(paths), err)
	}
	for _, path := range paths {
		src := openFile(t, path)
		for range 2 { // and again
			_, sum, err := read(src, 2)
			if err != nil {
				t.Fatal(err)
			}
			if len(sum.Classes) != 1 {
				t.Fatalf("%s: %+v", path, sum.Classes)
			}
			// 1 is living, 2 other, 3 input, 4 output, 5 respiration.
			classes := sum.Classes[0]
			if len(classes) != int(sum.Vertices.Get()) || slices.Min(classes) < 1 || slices.Max(classes) != 5 {
				t.Errorf("%s: %v vertices, classes %v", path, sum.Vertices, classes)
			}
			if len(sum.Names) != len(classes) {
				t.Errorf("%s: names %q", path, sum.Names)
			}
			if info := src.Info(); info.Vertices != sum.Vertices || !info.Directed || !info.Weighted {
				t.Errorf("%s: %+v", path, info)
			}
		}
	}
}

// What Pajek itself writes in projects: relations with numbers and titles,
// permutations and clusters. Several networks are refused with their titles.
func TestPajekProjects(t *testing.T) {
	pairs := [][2]string{{"0", "1"}, {"1", "2"}}
	three := reading{edges: pairs, declares: true, n: 3}
	for _, text := range []string{
		"*Vertices 3\n*Arcs :1 \"likes\"\n1 2\n*Arcs :2 \"knows\"\n2 3\n",
		"*Vertices 3\n*Arcs\n1: 1 2 1\n2 : 2 3\n",
		"*Network a\n*Vertices 3\n*Edges\n1 2\n2 3\n*Permutation p\n*Vertices 3\n3\n1\n2\n*Cluster c\n*Vertices 2\n1\n3\n",
	} {
		checkReading(t, ways, text, "a.paj", "", three)
		checkReading(t, ways[:1], text, "a.paj", "", referencePajek(text))
	}
	two := "*Network one\n*Vertices 2\n*Edges\n1 2\n*Network two\n*Vertices 2\n*Edges\n1 2\n"
	checkReading(t, ways, two, "a.paj", "", malformedAt(6))
	src, err := OpenReader(strings.NewReader(two), "a.paj", Options{})
	if err == nil {
		_, _, err = read(src, 1)
	}
	if err == nil || !strings.Contains(err.Error(), `"one", "two"`) {
		t.Error(err)
	}
}
