package graphio

import (
	"slices"
	"strings"
	"testing"
)

func referenceTGF(text string) reading {
	if strayReturn.MatchString(text) {
		return malformedAt(1)
	}
	var vertices, labels []string
	var edges [][2]string
	behind := false
	end := strings.Count(text, "\n") + 1
	if strings.HasSuffix(text, "\n") || text == "" || text == "\ufeff" {
		end--
	}
	for _, line := range splitLines(text, "") {
		fields := strings.FieldsFunc(line.text, func(r rune) bool { return r == ' ' || r == '\t' })
		switch {
		case !behind && line.text == "#":
			behind = true
		case !behind && slices.Contains(vertices, fields[0]):
			return malformedAt(line.number)
		case !behind:
			vertices = append(vertices, fields[0])
			if label := strings.Trim(strings.TrimPrefix(line.text, fields[0]), " \t"); label != "" && !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
		case len(fields) < 2 || !slices.Contains(vertices, fields[0]) || !slices.Contains(vertices, fields[1]):
			return malformedAt(line.number)
		default:
			edges = append(edges, [2]string{fields[0], fields[1]})
		}
	}
	if !behind {
		return malformedAt(end + 1)
	}
	if len(labels) == 0 || len(labels) != len(vertices) {
		return declaredNames(vertices, edges)
	}
	for i, e := range edges {
		edges[i] = [2]string{labels[slices.Index(vertices, e[0])], labels[slices.Index(vertices, e[1])]}
	}
	return reading{declares: true, n: uint64(len(vertices)), names: labels, edges: edges}
}

func TestTGFRules(t *testing.T) {
	abc := named("a b c", "a", "b", "b", "c")
	checkRules(t, "a.tgf", "tgf", referenceTGF, []rule{
		{"labels", "1 a\n2 b\n3 c\n#\n1 2\n2 3\n", abc},
		{"labels of edges", "1 a\n2 b\n3 c\n#\n1 2 next\n2 3 and so on\n", abc},
		{"blanks and tabs", "\ufeff\n 1\ta\n2   b\r\n\n3 c \n # \n1\t2\n\n2  3\tx", abc},
		{"no labels", "a\nb\nc\n#\na b\nb c\n", abc},
		{"some labels", "a x\nb\nc\n#\na b\nb c\n", abc},
		{"labels that come twice", "a x\nb y\nc x\n#\na b\nb c\n", abc},
		{"labels with blanks", "1 a b\n2 c #\n#\n1 2\n", reading{declares: true, n: 2, names: []string{"a b", "c #"}, edges: ids("a b", "c #")}},
		{"numbers that ascend", "3\n5\n9\n#\n9 3\n", withNumbers([]uint64{3, 5, 9}, "2", "0")},
		{"numbers that do not", "5\n3\n#\n3 5\n", named("5 3", "3", "5")},
		{"ids with hashes", "#a\n#b\n#\n#a #b\n", named("#a #b", "#a", "#b")},
		{"a loop, and both directions", "a\nb\n#\na a\na b\nb a\n", named("a b", "a", "a", "a", "b", "b", "a")},
		{"no edges", "a\nb\n#\n", named("a b")},
		{"nothing", "#\n", declared(0)},

		{"no #", "a b\nb c\n", malformedAt(3)},
		{"two #", "a\n#\n#\n", malformedAt(3)},
		{"a vertex twice", "a\nb\na x\n#\n", malformedAt(3)},
		{"a vertex that is not there", "a\n#\na a\na b\n", malformedAt(4)},
		{"one end", "a\n#\na\n", malformedAt(3)},
		{"CR alone", "a\rb\n#\n", malformedAt(1)},
	})
}

// TestTGFIsRecognised reads a file under another name where it is no edge list, and refuses
// what could be both.
func TestTGFIsRecognised(t *testing.T) {
	for text, format := range map[string]string{
		"1 A\n2 B\n3 C\n#\n1 2\n2 3\n3 1\n": "tgf",
		"a\nb\n#\na b\n":                    "tgf",
		"1 first one\n2\n#\n1 2 x\n":        "tgf",
		"1 2\n2 3\n#\n3 1\n":                "",
		"1 2\n2 1\n#\n1 2\n":                "",
		"a x\nb y\n#\na b\n":                "",
		"1 2\n#\n":                          "edgelist",
		"#\n1 2\n2 3\n":                     "edgelist",
	} {
		src, err := OpenReader(strings.NewReader(text), "a.txt", Options{})
		if err != nil {
			if choices := unclearChoices(t, err); format != "" || len(choices) != 2 || choices[0].Options.Format != "tgf" {
				t.Errorf("%q: %v, %v", text, err, choices)
			}
			continue
		}
		if got := src.Info().Format; got != format {
			t.Errorf("%q was opened as %s, not as %q", text, got, format)
		}
		closeAll(t, src)
	}
}

func FuzzTGF(f *testing.F) {
	for i, text := range []string{"1 January\n2 March\n#\n1 2 next\n", "a\r\nb\r\n\r\n#\r\na b\r\n", "7\n5 x\n#\n5\t7"} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.tgf", "tgf", referenceTGF))
}
