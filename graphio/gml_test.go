package graphio

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	gmlTokenShape = regexp.MustCompile(`#[^\n]*|"[^"]*("|$)|[\[\]]|[^ \t\r\n\[\]"#]+`)
	gmlKeyShape   = regexp.MustCompile(`^[A-Za-z]\w*$`)
)

// gmlReference reads GML by recursive descent.
type gmlReference struct {
	tokens  []textLine
	next    int
	graphs  int
	edges   [][2]uint64
	lines   []int // of the edges
	numbers []uint64
	known   map[uint64]bool // declared
	labels  map[uint64]string
}

// gmlBad is thrown at the line of a token.
type gmlBad int

func (r *gmlReference) fail() {
	panic(gmlBad(r.tokens[min(r.next, len(r.tokens)-1)].number))
}

func (r *gmlReference) peek() string {
	if r.next >= len(r.tokens) {
		panic(gmlBad(-1))
	}
	return r.tokens[r.next].text
}

func (r *gmlReference) number(v uint64) {
	if !slices.Contains(r.numbers, v) {
		r.numbers = append(r.numbers, v)
	}
}

// list reads keys and values to the end of the list that kind names.
func (r *gmlReference) list(kind string) {
	fields := make(map[string]uint64)
	var label *string
	for {
		if kind == "top" && r.next == len(r.tokens) {
			return
		}
		key := r.peek()
		if key == "]" && kind != "top" {
			break
		}
		if !gmlKeyShape.MatchString(key) {
			// A string in place of a key counts where it begins.
			r.tokens[r.next].number -= strings.Count(key, "\n")
			r.fail()
		}
		r.next++
		value := r.peek()
		path := kind + " " + key
		if value == "[" {
			inner := map[string]string{"top graph": "graph", "graph node": "node", "graph edge": "edge"}[path]
			if inner == "" {
				inner = "other"
			}
			if inner == "graph" {
				if r.graphs++; r.graphs > 1 {
					r.fail()
				}
			}
			if slices.Contains([]string{"node id", "node label", "edge source", "edge target"}, path) {
				r.fail()
			}
			r.next++
			r.list(inner)
			r.next++
			continue
		}
		text, quoted := strings.CutPrefix(value, `"`)
		if quoted {
			if text, quoted = strings.CutSuffix(text, `"`); !quoted {
				panic(gmlBad(-1)) // not closed
			}
		} else if value == "]" || !valueShape.MatchString(value) {
			r.fail()
		}
		switch path {
		case "top graph", "graph node", "graph edge":
			r.fail()
		case "graph directed":
			if value != "0" && value != "1" {
				r.fail()
			}
		case "node label":
			if label != nil {
				r.fail()
			}
			if quoted {
				text = gmlUnescaped(text)
			} else {
				text = value
			}
			label = &text
		case "node id", "edge source", "edge target":
			number, ok := sizeWithin(value, 1<<64-1)
			if _, twice := fields[key]; !ok || twice {
				r.fail()
			}
			fields[key] = number
		}
		r.next++
	}
	id, hasID := fields["id"]
	source, hasSource := fields["source"]
	target, hasTarget := fields["target"]
	switch kind {
	case "node":
		if !hasID || r.known[id] {
			r.fail()
		}
		r.known[id] = true
		r.number(id)
		if label != nil {
			r.labels[id] = *label
		}
	case "edge":
		if !hasSource || !hasTarget {
			r.fail()
		}
		r.number(source)
		r.number(target)
		r.edges = append(r.edges, [2]uint64{source, target})
		r.lines = append(r.lines, r.tokens[r.next].number)
	}
}

var gmlReferences = regexp.MustCompile(`&(amp|quot|apos|lt|gt|#\d{1,8});`)

func gmlUnescaped(text string) string {
	return gmlReferences.ReplaceAllStringFunc(text, func(reference string) string {
		name := reference[1 : len(reference)-1]
		if name[0] == '#' {
			code, _ := strconv.Atoi(name[1:])
			return string(rune(code))
		}
		return map[string]string{"amp": "&", "quot": `"`, "apos": "'", "lt": "<", "gt": ">"}[name]
	})
}

func referenceGML(text string) (answer reading) {
	r := gmlReference{known: make(map[uint64]bool), labels: make(map[uint64]string)}
	text = strings.TrimPrefix(text, "\ufeff")
	for _, at := range gmlTokenShape.FindAllStringIndex(text, -1) {
		token := text[at[0]:at[1]]
		// A string counts where it ends.
		line := 1 + strings.Count(text[:at[1]], "\n")
		if token[0] != '#' {
			r.tokens = append(r.tokens, textLine{number: line, text: token})
		}
		if token[0] == '"' && (len(token) == 1 || token[len(token)-1] != '"') {
			r.tokens[len(r.tokens)-1] = textLine{number: 1 + strings.Count(text[:at[0]], "\n"), text: `"`} // not closed
		}
	}
	defer func() {
		if bad, ok := recover().(gmlBad); ok {
			answer = reading{badLine: int64(bad)}
		}
	}()
	r.list("top")
	if r.graphs == 0 {
		return reading{badLine: -1}
	}
	answer = reading{declares: true, n: uint64(len(r.numbers))}
	for i, e := range r.edges {
		if !r.known[e[0]] || !r.known[e[1]] {
			return malformedAt(r.lines[i])
		}
	}
	distinct := make(map[string]bool)
	for _, label := range r.labels {
		distinct[label] = true
	}
	label := func(v uint64) string { return fmt.Sprint(v) }
	switch {
	case len(distinct) == len(r.numbers) && len(r.numbers) > 0:
		label = func(v uint64) string { return r.labels[v] }
	case slices.IsSorted(r.numbers):
		answer.numbers = r.numbers
		label = func(v uint64) string { return fmt.Sprint(slices.Index(r.numbers, v)) }
	}
	for _, e := range r.edges {
		answer.edges = append(answer.edges, [2]string{label(e[0]), label(e[1])})
	}
	if answer.numbers == nil {
		for _, v := range r.numbers {
			answer.names = append(answer.names, label(v))
		}
	}
	return answer
}

// withNumbers is a reading of vertices with these numbers.
func withNumbers(numbers []uint64, labels ...string) reading {
	return reading{declares: true, n: uint64(len(numbers)), numbers: numbers, edges: ids(labels...)}
}

// named is a reading of vertices with these names, separated by blanks.
func named(names string, labels ...string) reading {
	list := strings.Fields(names)
	return reading{declares: true, n: uint64(len(list)), names: list, edges: ids(labels...)}
}

func TestGMLRules(t *testing.T) {
	path := withNumbers([]uint64{1, 2, 3}, "0", "1", "1", "2")
	abc := named("a b c", "a", "b", "b", "c")
	const nodes = "node [ id 1 ] node [ id 2 ] node [ id 3 ]\n"
	checkRules(t, "a.gml", "gml", referenceGML, []rule{
		{"nodes and edges", "graph [\n" + nodes + "edge [ source 1 target 2 ]\nedge [ target 3 source 2 value 0.5 ]\n]\n", path},
		{"one line", "graph[node[id 1]node[id 2]node[id 3]edge[source 1 target 2]edge[source 2 target 3]]", path},
		{"other keys", "Creator \"me [x]\" Version 1.5\ngraph\n[\n directed 1 hierarchic +1\n" + nodes +
			"edge [ source 1 target 2 graphics [ fill \"#000000\" Line [ point [ x 1 y 2e3 ] ] ] ]\nedge [ source 2 target 3 label \"x\" ]\n]\n", path},
		{"comments", "# c\ngraph [ # [\n" + nodes + "# ]\nedge [ source 1 target 2 ] edge [ source 2 target 3 ] ]#", path},
		{"edges first", "graph [ edge [ source 1 target 2 ] edge [ source 2 target 3 ]\n" + nodes + "]\n", path},
		{"labels", "graph [ node [ id 7 label \"a\" ] node [ label \"b\" id 3 ] node [ id 5 label \"c\" ] edge [ source 7 target 3 ] edge [ source 3 target 5 ] ]", abc},
		{"labels in another order", "graph [ edge [ source 7 target 3 ] node [ id 5 label \"c\" ] node [ label \"b\" id 3 ] node [ id 7 label \"a\" ] edge [ source 3 target 5 ] ]", abc},
		{"labels with blanks, line feeds and references", "graph [ node [ id 0 label \"x &amp;\n&quot;&#233;&nbsp;&\" ] ]",
			reading{declares: true, n: 1, names: []string{"x &\n\"é&nbsp;&"}}},
		{"labels that are numbers", "graph [ node [ id 0 label 10 ] node [ id 1 label 1.5 ] ]", named("10 1.5")},
		{"labels that come twice", "graph [ node [ id 0 label \"a\" ] node [ id 1 label \"a\" ] ]", withNumbers([]uint64{0, 1})},
		{"labels of some", "graph [ node [ id 0 label \"a\" ] node [ id 1 ] ]", withNumbers([]uint64{0, 1})},
		{"ids that do not ascend", "graph [ node [ id 10 ] node [ id 18446744073709551615 ] node [ id 2 ] edge [ source 2 target 10 ] ]",
			named("10 18446744073709551615 2", "2", "10")},
		{"ids with gaps", "graph [ node [ id 2 ] node [ id 3 ] node [ id 7 ] node [ id 8 ] edge [ source 8 target 3 ] ]", withNumbers([]uint64{2, 3, 7, 8}, "3", "1")},
		{"isolated", "graph [ " + nodes + "]", withNumbers([]uint64{1, 2, 3})},
		{"empty", "graph [ ]", reading{declares: true}},
		{"CR LF and byte-order mark", "\ufeffgraph [\r\n" + nodes + "edge [ source 1\r\ntarget 2 ]\r\nedge [ source 2 target 3 ]\r\n]\r\n", path},

		{"no graph", "Creator \"x\"\n", malformedAt(2)},
		{"two graphs", "graph [ ]\ngraph [ ]\n", malformedAt(2)},
		{"not closed", "graph [\n" + nodes, malformedAt(3)},
		{"closed twice", "graph [\n]\n]\n", malformedAt(3)},
		{"no id", "graph [\nnode [\nlabel \"x\"\n]\n]\n", malformedAt(4)},
		{"two ids", "graph [\nnode [ id 1\nid 2 ]\n]\n", malformedAt(3)},
		{"node twice", "graph [\nnode [ id 1 ]\nnode [ id 1 ]\n]\n", malformedAt(3)},
		{"node not declared", "graph [\nnode [ id 1 ]\nedge [ source 1 target 2 ]\nedge [ source 3 target 1 ]\n]\n", malformedAt(3)},
		{"no target", "graph [\nnode [ id 1 ]\nedge [ source 1 ]\n]\n", malformedAt(3)},
		{"id a string", "graph [\nnode [ id \"1\" ]\n]\n", malformedAt(2)},
		{"id negative", "graph [\nnode [ id -1 ]\n]\n", malformedAt(2)},
		{"id too large", "graph [\nnode [ id 18446744073709551616 ]\n]\n", malformedAt(2)},
		{"id a fraction", "graph [\nnode [ id 1.0 ]\n]\n", malformedAt(2)},
		{"id a list", "graph [\nnode [ id [ ] ]\n]\n", malformedAt(2)},
		{"directed 2", "graph [\ndirected 2\n]\n", malformedAt(2)},
		{"value missing", "graph [\nnode [ id ]\n]\n", malformedAt(2)},
		{"key missing", "graph [\n\"x\"\n]\n", malformedAt(2)},
		{"list without a key", "graph [\n[ ]\n]\n", malformedAt(2)},
		{"word as a value", "graph [\nnode [ id 1 x y ]\n]\n", malformedAt(2)},
		{"string not closed", "graph [\nnode [ id 1 label \"x ]\n]\n", malformedAt(4)},
		{"graph a number", "graph 1\n", malformedAt(1)},
		{"node a number", "graph [\nnode 1\n]\n", malformedAt(2)},
	})
}

func FuzzGML(f *testing.F) {
	for i, text := range []string{
		"graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 value 0.5 ] ]",
		"Creator \"x\"\r\ngraph\r\n[ directed 1 # c\r\n edge [ source 7 target 3 ] node [ id 3 label \"b&amp;\n\" ] node [ id 7 label \"a\" graphics [ x 1 ] ] ]",
		"graph [ node [ id 5 label 1 ] node [ id 2 label 2 ] ]",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.gml", "gml", referenceGML))
}
