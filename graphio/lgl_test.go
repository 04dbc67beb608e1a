package graphio

import (
	"slices"
	"strings"
	"testing"
)

func referenceLGL(text string) reading {
	var names []string
	var edges [][2]string
	vertex := ""
	name := func(field string) string {
		if !slices.Contains(names, field) {
			names = append(names, field)
		}
		return field
	}
	for _, line := range splitLines(text, "") {
		section := line.text[0] == '#'
		fields := strings.FieldsFunc(strings.TrimPrefix(line.text, "#"), func(r rune) bool { return r == ' ' || r == '\t' })
		switch {
		case len(fields) == 0 || strings.Contains(fields[0], "#"):
			return malformedAt(line.number)
		case section && len(fields) == 1:
			vertex = name(fields[0])
		case section || vertex == "" || len(fields) > 2 || len(fields) == 2 && !valueShape.MatchString(fields[1]):
			return malformedAt(line.number)
		default:
			edges = append(edges, [2]string{vertex, name(fields[0])})
		}
	}
	return declaredNames(names, edges)
}

func TestLGLRules(t *testing.T) {
	abc := named("a b c", "a", "b", "b", "c")
	checkRules(t, "a.lgl", "lgl", referenceLGL, []rule{
		{"neighbours", "# a\nb\n# b\nc\n", abc},
		{"weights", "# a\nb 0.5\n# b\nc -2e3\n", abc},
		{"weights of some", "#a\n b\t7 \n\n#  b\nc", abc},
		{"CR LF and byte-order mark", "\ufeff# a\r\nb\r\n# b\r\nc\r\n", abc},
		{"no neighbours", "# a\n# b\n# c\n", named("a b c")},
		{"a section that comes twice", "# a\nb\n# c\n# b\n# b\nc\n", named("a b c", "a", "b", "b", "c")},
		{"a loop, and both directions", "# a\na\nb\n# b\na\n", named("a b", "a", "a", "a", "b", "b", "a")},
		{"numbers that ascend", "# 2\n5\n7\n# 9\n2\n", withNumbers([]uint64{2, 5, 7, 9}, "0", "1", "0", "2", "3", "0")},
		{"numbers that do not", "# 5\n2\n", named("5 2", "5", "2")},
		{"nothing", "", declared(0)},

		{"a neighbour first", "a\n# a\n", malformedAt(1)},
		{"two vertices", "# a\nb\n# a b\n", malformedAt(3)},
		{"no vertex", "# a\nb\n#\n", malformedAt(3)},
		{"a weight that is none", "# a\nb x\n", malformedAt(2)},
		{"two weights", "# a\nb 1 2\n", malformedAt(2)},
		{"a hash within", "# a\nb#c\n", malformedAt(2)},
	})
}

// TestLGLIsRecognised reads LGL by its name, and nothing else so.
func TestLGLIsRecognised(t *testing.T) {
	for text, format := range map[string]string{
		"# a\nb\n": "lgl", "\n#a\nb 1\n# b\n": "lgl", "# 0\n1 5\n2 7\n": "lgl",
		"# a comment\n0 1\n": "edgelist", "0 1\n# 1\n1 2\n": "edgelist",
	} {
		src, err := OpenReader(strings.NewReader(text), "a.lgl", Options{})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := src.Info().Format; got != format {
			t.Errorf("%q was opened as %s, not as %s", text, got, format)
		}
		closeAll(t, src)
	}
}

func FuzzLGL(f *testing.F) {
	for i, text := range []string{"# a\nb 0.5\n# b\nc\n", "#1\r\n2\r\n3 7\r\n", "# x\n# y\nx -1e3"} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.lgl", "lgl", referenceLGL))
}
