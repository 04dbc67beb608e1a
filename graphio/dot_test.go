package graphio

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// dotReference reads DOT by its grammar, over all tokens at once, and keeps all edges.
type dotReference struct {
	tokens   []string
	directed bool
	names    []string
	html     map[string]bool
	edges    [][2]string
}

var (
	dotTokenShape = regexp.MustCompile(`^(?:"(?:[^"\\]|\\(?s:.))*"|[A-Za-z_\x80-\xff][0-9A-Za-z_\x80-\xff]*|-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)|--|->|[{}\[\]=;,:+])`)
	dotSpaceShape = regexp.MustCompile(`^(?:[ \t\r\n]|(?://|#)[^\n]*|/\*(?s:.*?)\*/)+`)
	dotIDShape    = regexp.MustCompile(`(?s)^(?:[".<0-9A-Za-z_\x80-\xff]|-[.0-9])`)
	dotContinued  = regexp.MustCompile(`\\\r?\n`)
)

// dotBad is thrown where the text is no DOT.
type dotBad struct{}

// latin has a character for each byte, so that expressions see bytes.
func latin(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}

func unlatin(text string) string {
	var b []byte
	for _, r := range text {
		b = append(b, byte(r))
	}
	return string(b)
}

func (r *dotReference) cut(text string) {
	for text = latin(text); ; {
		text = text[len(dotSpaceShape.FindString(text)):]
		if text == "" {
			return
		}
		token := dotTokenShape.FindString(text)
		if text[0] == '<' {
			depth := 0
			for i, c := range text {
				depth += map[rune]int{'<': 1, '>': -1}[c]
				if depth == 0 {
					token = text[:i+1]
					break
				}
			}
		}
		rest := strings.TrimPrefix(text, token)
		if token == "" || strings.ContainsAny(token[len(token)-1:], ".0123456789") && strings.Trim(token, "-.0123456789") == "" &&
			regexp.MustCompile(`^[.0-9A-Za-z_\x{80}-\x{ff}]`).MatchString(rest) {
			panic(dotBad{})
		}
		r.tokens, text = append(r.tokens, unlatin(token)), rest
	}
}

func (r *dotReference) peek() string {
	if len(r.tokens) == 0 {
		return ""
	}
	return r.tokens[0]
}

func (r *dotReference) take(token string) bool {
	if r.peek() != token {
		return false
	}
	r.tokens = r.tokens[1:]
	return true
}

func (r *dotReference) must(token string) {
	if !r.take(token) {
		panic(dotBad{})
	}
}

func (r *dotReference) word(words ...string) string {
	word := strings.ToLower(r.peek())
	if !slices.Contains(words, word) {
		return ""
	}
	r.tokens = r.tokens[1:]
	return word
}

func (r *dotReference) atID() bool {
	token := r.peek()
	return dotIDShape.MatchString(latin(token)) && token != "--" && token != "->" &&
		!slices.Contains([]string{"graph", "digraph", "node", "edge", "subgraph", "strict"}, strings.ToLower(token))
}

func (r *dotReference) id() (id string, html bool) {
	if !r.atID() {
		panic(dotBad{})
	}
	token := r.peek()
	r.tokens = r.tokens[1:]
	switch token[0] {
	case '<':
		return token[1 : len(token)-1], true
	case '"':
		for {
			for text := token[1 : len(token)-1]; text != ""; {
				switch at := dotContinued.FindString(text); {
				case strings.HasPrefix(text, `\\`):
					id, text = id+`\\`, text[2:]
				case strings.HasPrefix(text, `\"`):
					id, text = id+`"`, text[2:]
				case at != "" && strings.HasPrefix(text, at):
					text = text[len(at):]
				default:
					id, text = id+text[:1], text[1:]
				}
			}
			if !r.take("+") {
				return id, false
			}
			if token = r.peek(); !strings.HasPrefix(token, `"`) {
				panic(dotBad{})
			}
			r.tokens = r.tokens[1:]
		}
	}
	return token, false
}

func (r *dotReference) attributes() {
	for r.take("[") {
		for !r.take("]") {
			r.id()
			r.must("=")
			r.id()
			if !r.take(",") {
				r.take(";")
			}
		}
	}
}

// body reads statements and returns the nodes of them all.
func (r *dotReference) body(inner map[string]*dotReferenceScope) (nodes []string) {
	r.must("{")
	for !r.take("}") {
		if r.take(";") {
			continue
		}
		if r.word("graph", "node", "edge") != "" {
			if r.peek() != "[" {
				panic(dotBad{})
			}
			r.attributes()
			continue
		}
		from, isAttribute := r.end(inner)
		nodes = append(nodes, from...)
		if isAttribute {
			continue
		}
		for r.peek() == "--" || r.peek() == "->" {
			r.must(map[bool]string{true: "->", false: "--"}[r.directed])
			to, isAttribute := r.end(inner)
			if isAttribute {
				panic(dotBad{})
			}
			for _, u := range from {
				for _, v := range to {
					r.edges = append(r.edges, [2]string{u, v})
				}
			}
			nodes, from = append(nodes, to...), to
		}
		r.attributes()
	}
	return nodes
}

// dotReferenceScope is a subgraph with a name.
type dotReferenceScope struct {
	nodes []string
	inner map[string]*dotReferenceScope
}

// end reads nodes or a subgraph, or an attribute.
func (r *dotReference) end(inner map[string]*dotReferenceScope) (nodes []string, isAttribute bool) {
	if !r.atID() {
		scope := &dotReferenceScope{inner: make(map[string]*dotReferenceScope)}
		if r.word("subgraph") != "" && r.atID() {
			id, _ := r.id()
			if inner[id] == nil {
				inner[id] = scope
			}
			scope = inner[id]
		}
		scope.nodes = distinct(append(scope.nodes, r.body(scope.inner)...))
		return scope.nodes, false
	}
	for {
		id, html := r.id()
		if len(nodes) == 0 && r.take("=") {
			r.id()
			return nil, true
		}
		if !slices.Contains(r.names, id) {
			r.names = append(r.names, id)
			r.html[id] = html
		}
		if r.html[id] != html {
			panic(dotBad{})
		}
		nodes = append(nodes, id)
		for range 2 {
			if r.take(":") {
				r.id()
			}
		}
		if !r.take(",") {
			return nodes, false
		}
	}
}

func distinct(names []string) (all []string) {
	for _, name := range names {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

func referenceDOT(text string) (answer reading) {
	defer func() {
		if _, bad := recover().(dotBad); bad {
			answer = reading{badLine: -1}
		}
	}()
	r := dotReference{html: make(map[string]bool)}
	r.cut(strings.TrimPrefix(text, "\ufeff"))
	r.word("strict")
	kind := r.word("graph", "digraph")
	if kind == "" {
		panic(dotBad{})
	}
	r.directed = kind == "digraph"
	if r.atID() {
		r.id()
	}
	r.body(make(map[string]*dotReferenceScope))
	if len(r.tokens) > 0 {
		panic(dotBad{})
	}
	return declaredNames(r.names, r.edges)
}

// declaredNames is a reading of these vertices, which have numbers where all names
// are numbers that ascend.
func declaredNames(names []string, edges [][2]string) reading {
	r := reading{declares: true, n: uint64(len(names)), names: names, edges: edges}
	var numbers []uint64
	for i, name := range names {
		number, err := strconv.ParseUint(name, 10, 64)
		if err != nil || fmt.Sprint(number) != name || i > 0 && number <= numbers[i-1] {
			return r
		}
		numbers = append(numbers, number)
	}
	place := func(name string) string { return fmt.Sprint(slices.Index(names, name)) }
	r.names, r.numbers, r.edges = nil, numbers, nil
	for _, e := range edges {
		r.edges = append(r.edges, [2]string{place(e[0]), place(e[1])})
	}
	return r
}

func TestDOTRules(t *testing.T) {
	abc := named("a b c", "a", "b", "b", "c")
	checkRules(t, "a.gv", "dot", referenceDOT, []rule{
		{"a line an edge", "graph G {\n\ta -- b;\n\tb -- c;\n}\n", abc},
		{"a chain", "strict digraph{a->b->c}", abc},
		{"nothing between statements", "graph{a b c a--b b--c}", abc},
		{"words in any case", "Graph \"x y\" { NODE [shape=box] EDGE[] a SubGraph s { b } c; graph [x=1;y=\"2\" z=<3>,]; a -- b -- c }", abc},
		{"comments", "/* a -- d */ // e\n# 1 \"x\"\ngraph /***/ { a -- b # f\n b --//\nc }//", abc},
		{"attributes", "graph { x = y; \"rank\"=same a [label=\"d\" weight=3][color=red] -- b }", malformedAt(1)},
		{"attributes behind", "graph { x = y; a--b--c [label=\"d\" weight=3][color=red] b [label=e] }", abc},
		{"ports", "graph { a:p:nw -- b:\"q\" -- c:s }", abc},
		{"groups", "graph { {a; b} -- {c d} -- e }", named("a b c d e", "a", "c", "a", "d", "b", "c", "b", "d", "c", "e", "d", "e")},
		{"nodes behind commas", "graph { a:p, b -- c }", named("a b c", "a", "c", "b", "c")},
		{"groups in groups", "graph { a -- { subgraph { b -- c } b } }", named("a b c", "a", "b", "a", "c", "b", "c")},
		{"a subgraph opened again", "graph { subgraph s { a } subgraph t { subgraph s { b } } subgraph s { c } -- d }", named("a b c d", "a", "d", "c", "d")},
		{"a group with itself", "graph { {a b} -- {a b} }", named("a b", "a", "a", "a", "b", "b", "a", "b", "b")},
		{"strings", "graph { \"a b\" -- \"say \\\"x\\\"\" -- \"c\\\n\\d\\\\\" -- \"e\" + \"f\" + \"\" }",
			reading{declares: true, n: 4, names: []string{"a b", `say "x"`, `c\d\\`, "ef"}, edges: ids("a b", `say "x"`, `say "x"`, `c\d\\`, `c\d\\`, "ef")}},
		{"quotes make no other id", "graph { a -- \"a\" }", named("a", "a", "a")},
		{"HTML", "graph { <<b>x</b> y> -- z }", reading{declares: true, n: 2, names: []string{"<b>x</b> y", "z"}, edges: ids("<b>x</b> y", "z")}},
		{"numerals", "graph { -1 -- 2.5 -- .5--1. }", named("-1 2.5 .5 1.", "-1", "2.5", "2.5", ".5", ".5", "1.")},
		{"numbers that ascend", "graph { 2 7 \"9\" 7--9 }", withNumbers([]uint64{2, 7, 9}, "1", "2")},
		{"numbers that do not", "graph { 7 -- 2 }", named("7 2", "7", "2")},
		{"zeros in front", "graph { 01 -- 02 }", named("01 02", "01", "02")},
		{"other letters", "graph { é -- 点 }", named("é 点", "é", "点")},
		{"isolated", "digraph { a; b }", named("a b")},
		{"empty", "graph {}\n", reading{declares: true}},
		{"empty statements", "graph {;a;;}\n", named("a")},
		{"CR LF and byte-order mark", "\ufeffgraph\r\n{\r\na--b\r\nb--c\r\n}\r\n", abc},

		{"not closed", "graph {\na -- b\n", malformedAt(3)},
		{"a second graph", "graph { a }\ngraph { b }\n", malformedAt(2)},
		{"closed twice", "graph {\n}\n}\n", malformedAt(3)},
		{"an arrow in a graph", "graph {\na -- b\na -> b\n}", malformedAt(3)},
		{"a line in a digraph", "digraph {\na -- b\n}", malformedAt(2)},
		{"no end", "graph {\na -- ;\n}", malformedAt(2)},
		{"no begin", "graph {\n-- a;\n}", malformedAt(2)},
		{"a subgraph without a body", "graph { subgraph s { a }\nsubgraph s -- b }", malformedAt(2)},
		{"an attribute without a value", "graph {\na [bold]\n}", malformedAt(2)},
		{"a number and a word in one", "graph {\n1a -- b\n}", malformedAt(2)},
		{"two points", "graph {\n1.2.3 -- b\n}", malformedAt(2)},
		{"a string not closed", "graph {\n\"a -- b\n}", malformedAt(2)},
		{"HTML not closed", "graph {\n<a -- b\n}", malformedAt(2)},
		{"a comment not closed", "graph {\n/* a -- b\n}", malformedAt(2)},
		{"HTML and a string alike", "graph {\n<a> -- b\n\"a\" -- \nc}", malformedAt(3)},
		{"a plus without a string", "graph {\n\"a\" + b\n}", malformedAt(2)},
		{"three ports", "graph {\na:b:c:d\n}", malformedAt(2)},
		{"another character", "graph {\na @ b\n}", malformedAt(2)},
		{"defaults of nothing", "graph {\nnode\n}", malformedAt(3)},
		{"nothing", "", malformedAt(1)},
	})
}

func TestDOTNestsToADepth(t *testing.T) {
	nested := func(depth int) string {
		return "graph{" + strings.Repeat("{a ", depth) + strings.Repeat("}", depth) + "--b}"
	}
	checkReading(t, ways, nested(deepestDOT), "a.dot", "", named("a b", "a", "b"))
	checkReading(t, ways, nested(deepestDOT+1), "a.dot", "", malformedAt(1))
}

func TestDOTWeights(t *testing.T) {
	src, err := OpenReader(strings.NewReader("graph { a -- b; edge [weight=2] b -- c; { edge [weight=\"0.5\"] c--d } {a c} -- d [weight=7] node [weight=9] d -- e }"), "a.dot", Options{Weights: true})
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, src)
	var weights []float64
	if _, err := src.Read(t.Context(), 1, func(_ int, b graph.Batch) error {
		weights = append(weights, b.Weights...)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if want := []float64{1, 2, 0.5, 7, 7, 2}; !slices.Equal(weights, want) {
		t.Errorf("weights %v, want %v", weights, want)
	}
	if !src.Info().Weighted {
		t.Error("not called weighted")
	}
}

// TestDOTNames writes names of all kinds of characters and reads them again, or refuses
// to write them.
func TestDOTNames(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 15))
	count := 0
	for range 500 {
		names := make([]string, 4)
		const letters = "\\\\\\\"\"<>{}-+#/*\n\r \xe9x1"
		for i := range names {
			for range random.IntN(6) {
				names[i] += letters[random.IntN(len(letters)):][:1]
			}
		}
		if len(distinct(names)) < len(names) {
			continue
		}
		g := randomGraph(t, random, len(names), graph.NameLabels(names))
		data, err := written(t, "g.dot", g)
		if err != nil {
			continue
		}
		count++
		checkReading(t, ways, string(data), "g.dot", "", referenceDOT(string(data)))
		if again := referenceDOT(string(data)); !slices.Equal(again.names, names) {
			t.Fatalf("names %q became %q in\n%s", names, again.names, data)
		}
	}
	if count < 100 {
		t.Errorf("only %d files written", count)
	}
}

func FuzzDOT(f *testing.F) {
	for i, text := range []string{
		"strict graph G { a -- b -- {c d}; subgraph s { e:p:n } -- f [weight=2] }",
		"# c\r\ndigraph { edge [x=1;y=2] 1 -> -2.5 -> \"x\\\"\" + \"y\" /* z */ a,b -> <h<i>> // w\r\n}",
		"graph { subgraph s { a } subgraph s { b } -- { c, d } rank=same }",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.dot", "dot", referenceDOT))
}
