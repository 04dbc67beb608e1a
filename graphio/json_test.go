package graphio

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

func TestJSONRules(t *testing.T) {
	abc := named("a b c", "a", "b", "b", "c")
	path := withNumbers([]uint64{1, 2, 3}, "0", "1", "1", "2")
	zero := withNumbers([]uint64{0, 1, 2}, "0", "1", "1", "2")
	const nodes, links = `"nodes": [{"id": 1}, {"id": 2}, {"id": 3}]`, `[{"source": 1, "target": 2}, {"weight": 2, "target": 3, "source": 2}]`
	checkRules(t, "a.json", "json", referenceJSON, []rule{
		{"links", `{"directed": false, "multigraph": false, "graph": {}, ` + nodes + `, "links": ` + links + `}`, path},
		{"edges", `{` + nodes + `, "edges": ` + links + "}\n", path},
		{"edges first", `{"edges": ` + links + `, ` + nodes + `}`, path},
		{"edges only", `{"edges": ` + links + `}`, path},
		{"byte-order mark and CR LF", "\ufeff{\r\n" + nodes + ",\r\n\"edges\": " + links + "}\r\n", path},
		{"names", `{"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "links": [{"source": "a", "target": "b"}, {"source": "b", "target": "c", "key": 0}]}`, abc},
		{"from and to", `{"nodes": [{"id": "a", "x": [1, {"id": 7}]}, {"id": "b"}, {"id": "c"}], "edges": [{"from": "a", "to": "b"}, {"from": "b", "to": "c"}]}`, abc},
		{"keys", `{"attributes": {"nodes": 3}, "nodes": [{"key": "a"}, {"key": "b"}, {"key": "c"}], "edges": [{"key": "0", "source": "a", "target": "b", "undirected": true}, {"source": "b", "target": "c"}]}`, abc},
		{"bare", `{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"]]}`, abc},
		{"places", `{"nodes": [{"name": "a"}, {"name": "b"}, {"name": "c"}], "links": [{"source": 0, "target": 1, "value": 3}, {"source": 1, "target": 2}]}`, abc},
		{"places, edges first", `{"links": [{"source": 0, "target": 1}, {"source": 1, "target": 2}], "nodes": [{}, {}, {}]}`, zero},
		{"places, names twice", `{"nodes": [{"name": "a"}, {"name": "a"}, {}], "links": [[0, 1], [1, 2]]}`, zero},
		{"adjacency", `{` + nodes + `, "adjacency": [[{"id": 2, "weight": 1}], [{"key": 0, "id": 3}], []]}`, path},
		{"elements", `{"data": [], "elements": {"nodes": [{"data": {"id": "1", "value": 1}}, {"data": {"id": "2", "source": 5}}], "edges": [{"data": {"source": 1, "target": "2"}}]}}`, named("1 2", "1", "2")},
		{"elements in a row", `{"elements": [{"data": {"id": "a"}, "group": "nodes"}, {"data": {"id": "b"}}, {"data": {"id": "e", "source": "a", "target": "b"}}]}`, named("a b", "a", "b")},
		{"elements without edges", `{"elements": {"nodes": [{"data": {"id": "a"}}]}}`, named("a")},
		{"JSON Graph Format", `{"graph": {"label": "x", "directed": false, "nodes": {"a": {"label": "A"}, "b": {}, "c": {}}, "edges": [{"source": "a", "target": "b", "metadata": {"w": 1}}, {"source": "b", "target": "c"}]}}`, abc},
		{"JSON Graph Format 1", `{"graph": {"edges": [{"source": "a", "target": "b"}, {"source": "b", "target": "c"}], "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}]}}`, abc},
		{"lists of names", `{"a": ["b"], "b": ["c"], "c": []}`, abc},
		{"lists of numbers", `{"1": [2], "2": [3]}`, path},
		{"pairs", `[["a", "b"], ["b", "c"]]`, abc},
		{"pairs of numbers", "[[1, 2],\n[2, 3.0]]", reading{edges: ids("1", "2", "2", "3")}},
		{"large numbers", `[{"source": 18446744073709551615, "target": 7}]`, reading{edges: ids("18446744073709551615", "7")}},
		{"objects in a row", `[{"x": 1, "source": "a", "target": "b"}, {"source": "b", "target": "c"}]`, abc},
		{"ids that do not ascend", `{"edges": [[10, 2], [7, 10]]}`, named("10 2 7", "10", "2", "7", "10")},
		{"numbers and strings", `{"edges": [[1, "a"], ["a", 2]]}`, named("1 a 2", "1", "a", "a", "2")},
		{"escapes", `[["\u0061\t\"\\\/", "\ud83d\ude00é"]]`, reading{declares: true, n: 2, names: []string{"a\t\"\\/", "😀é"}, edges: ids("a\t\"\\/", "😀é")}},
		{"loops and repeats", `[["a", "a"], ["a", "b"], ["b", "a"]]`, named("a b", "a", "a", "a", "b", "b", "a")},
		{"no edges", `{"nodes": [{"id": 4}], "links": []}`, withNumbers([]uint64{4})},
		{"nothing", `{"nodes": [], "links": []}`, reading{declares: true}},

		{"1 and \"1\"", "{\"edges\": [[1, 2],\n[\"1\", 2]]}", malformedAt(2)},
		{"numbers and strings in pairs", "[[1, 2],\n[\"a\", 2]]", malformedAt(2)},
		{"node twice", "{\"nodes\": [{\"id\": 1},\n{\"id\": 1}], \"links\": []}", malformedAt(2)},
		{"node not declared", "{\"nodes\": [{\"id\": 1}], \"links\": [\n{\"source\": 1, \"target\": 2}\n]}", malformedAt(2)},
		{"node not declared, edges first", "{\"links\": [\n{\"source\": 1, \"target\": 2}\n], \"nodes\": [{\"id\": 1}]}", malformedAt(2)},
		{"places of nodes with ids", "{\"nodes\": [{\"id\": \"a\"}, {\"id\": \"b\"}],\n\"links\": [{\"source\": 0, \"target\": 1}]}", malformedAt(2)},
		{"ids of some", "{\"nodes\": [{\"id\": 0},\n{\"name\": \"a\"}], \"links\": []}", malformedAt(2)},
		{"no target", "{\"nodes\": [{\"id\": 1}],\n\"links\": [{\"source\": 1}]}", malformedAt(2)},
		{"two sources", "{\"links\": [{\"source\": 1, \n\"from\": 1, \"target\": 2}]}", malformedAt(2)},
		{"links and edges", "{\"links\": [],\n\"edges\": []}", malformedAt(2)},
		{"two graphs", "{\"nodes\": [], \"edges\": [],\n\"graph\": {\"nodes\": []}}", malformedAt(2)},
		{"graphs", "{\n\"graphs\": [{}]}", malformedAt(2)},
		{"nodes alone", "{\"nodes\": []\n}", malformedAt(2)},
		{"adjacency too short", "{\"nodes\": [{\"id\": 1}, {\"id\": 2}],\n\"adjacency\": [[]]}", malformedAt(2)},
		{"adjacency too long", "{\"nodes\": [{\"id\": 1}],\n\"adjacency\": [[],\n[]]}", malformedAt(3)},
		{"adjacency first", "{\"adjacency\": [[]],\n\"nodes\": [{\"id\": 1}]}", malformedAt(1)},
		{"id null", "{\"nodes\": [\n{\"id\": null}], \"links\": []}", malformedAt(2)},
		{"id a list", "{\"nodes\": [\n{\"id\": [0, 1]}], \"links\": []}", malformedAt(2)},
		{"id negative", "{\"nodes\": [\n{\"id\": -1}], \"links\": []}", malformedAt(2)},
		{"id a fraction", "{\"nodes\": [\n{\"id\": 1.5}], \"links\": []}", malformedAt(2)},
		{"id too large", "{\"nodes\": [\n{\"id\": 18446744073709551616}], \"links\": []}", malformedAt(2)},
		{"directed a number", "{\"edges\": [],\n\"directed\": 1}", malformedAt(2)},
		{"lists of both", "{\"1\": [2],\n\"2\": [\"1\"]}", malformedAt(2)},
		{"lists of numbers under names", "{\"1\": [2],\n\"a\": [1]}", malformedAt(2)},
		{"list twice", "{\"a\": [\"b\"],\n\"a\": []}", malformedAt(2)},
		{"lists beside something else", "{\"a\": [\"b\"],\n\"b\": 1}", malformedAt(1)},
		{"three in a row", "[[1, 2],\n[1, 2, 3]]", malformedAt(2)},
		{"one in a row", "[[1, 2],\n[1]]", malformedAt(2)},
		{"not closed", "[[1, 2],\n[1, 2]\n", malformedAt(3)},
		{"cut", "[[1, 2],\n[1, 2", malformedAt(2)},
		{"two values", "[[1, 2]]\n[[3, 4]]", malformedAt(2)},
		{"comma at the end", "[[1, 2],\n]", malformedAt(2)},
		{"no comma", "[[1, 2]\n[1, 2]]", malformedAt(2)},
		{"zero in front", "[[1, 2],\n[1, 02]]", malformedAt(2)},
		{"a point alone", "[[1, 2],\n[1, 2.]]", malformedAt(2)},
		{"half a surrogate pair", "[[\"a\", \"b\"],\n[\"\\ud800\", \"b\"]]", malformedAt(2)},
		{"no UTF-8", "[[\"a\", \"b\"],\n[\"\xff\", \"b\"]]", malformedAt(2)},
		{"line end in a string", "[[\"a\", \"b\"],\n[\"a\n\", \"b\"]]", malformedAt(2)},
		{"an unknown escape", "[[\"a\", \"b\"],\n[\"\\x\", \"b\"]]", malformedAt(2)},
		{"true in part", "{\"edges\": [],\n\"x\": truth}", malformedAt(2)},
		{"too deep", "{\"edges\": [],\n\"x\": " + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + "}", malformedAt(2)},
		{"Graphviz", "{\"name\": \"G\", \"objects\": [],\n\"edges\": [{\"tail\": 0, \"head\": 1}]}", malformedAt(2)},
		{"something else", "{\"a\": 1}", malformedAt(1)},
		{"no JSON", "a b\n", malformedAt(1)},
	})
}

// What could be something else is refused unless the user says that it is a graph.
func TestJSONThatIsUnclear(t *testing.T) {
	for _, text := range []string{
		`[[1,3],[0,2],[1,3],[2,0]]`, `[[2,4],[1,3],[2,4],[3,1]]`, `[[0,1],[1,0]]`, `{"from": ["a", "b"], "to": ["b", "c"]}`, `{"files": ["a", "b"]}`,
	} {
		for _, asked := range []string{"", "json"} {
			src, err := OpenReader(strings.NewReader(text), "a.json", Options{Format: asked})
			if err == nil {
				_, _, err = read(src, 2)
				closeAll(t, src)
			}
			if (err != nil) != (asked == "") {
				t.Errorf("%s as %q: %v", text, asked, err)
			}
			if err != nil {
				inputError(t, err)
			}
		}
	}
	for text, want := range map[string]bool{
		`{"a": ["b"], "b": []}`: true, `[[1, 2]]`: true, `{"x": 1, "nodes": []}`: true, `{"graph": {"nodes": {`: true, `[{"source": 1, "x": {}, "to": 2}`: true,
		`[[1, 2, 3]]`: false, `[1, 2]`: false, `[[1, [2]]]`: false, `{"links": {"self": "x"}}`: false, `{"source": {"0": 1}}`: false, `[(0, 1)]`: false,
		`{'a': ['b']}`: false, `[{"source": 1}]`: false, "{\"source\": 1, \"target\": 2}\n{": false, `{"nodes": 3}`: false, `[0,0,[[1,1]]]`: false,
	} {
		if got := jsonShapeOf([]byte(text)) != jsonNoGraph; got != want {
			t.Errorf("%s is taken for a graph: %t", text, got)
		}
	}
}

// What real libraries wrote is read as they meant it.
func TestJSONOfLibraries(t *testing.T) {
	for name, want := range map[string]libraryGraph{
		"networkx-node-link.json":          {weighted: true},
		"networkx-node-link-names.json":    {weighted: true, named: true, directed: true},
		"networkx-links.json":              {weighted: true, named: true},
		"networkx-multi.json":              {weighted: true},
		"networkx-adjacency.json":          {weighted: true},
		"networkx-adjacency-directed.json": {weighted: true, named: true, directed: true},
		"networkx-cytoscape.json":          {weighted: true, texts: true},
		"python-dict-of-lists.json":        {texts: true}, // numbers that do not ascend are names
		"python-dict-of-lists-names.json":  {named: true},
		"python-pairs.json":                {},
		"graphology-undirected.json":       {weighted: true, named: true},
		"graphology-mixed.json":            {weighted: true, named: true, directed: true, mixed: true},
		"cytoscape.json":                   {named: true},
		"cytoscape-flat.json":              {named: true},
	} {
		want.check(t, filepath.Join("testdata", "json", name))
	}
}

// Values are read as encoding/json reads them, in pieces of any size.
func FuzzJSONValues(f *testing.F) {
	for _, text := range []string{`{"a": [1, -2.5e+3, true, null, "x\u00e9\n"], "b": {}}`, `[[[[]]], false, 0, "\ud83d\ude00"]`, " 1e5 ", `"a\"`, `{"a":1,}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if bytes.Count(text, []byte{'['})+bytes.Count(text, []byte{'{'}) >= deepestJSON {
			return
		}
		for _, r := range []*jsonReader{
			newJSONReader(context.Background(), bytes.NewReader(text), new(budget)),
			newJSONReader(context.Background(), iotest.OneByteReader(bytes.NewReader(text)), new(budget)),
		} {
			err := r.skip()
			if err == nil && (r.peek() != 0 || r.at < r.end) {
				err = errBadJSON
			}
			if valid := json.Valid(text); err == nil && !valid || err != nil && valid && bytes.Equal(bytes.ToValidUTF8(text, nil), text) && !bytes.Contains(bytes.ToLower(text), []byte(`\ud`)) {
				t.Fatalf("%q: %v, valid %t", text, err, valid)
			}
		}
	})
}

func FuzzJSON(f *testing.F) {
	for i, text := range []string{
		`{"directed": true, "graph": {}, "nodes": [{"id": 1}, {"id": "b", "name": "x"}], "links": [{"source": 1, "target": "b", "weight": 0.5}]}`,
		`{"nodes": [{"name": "a"}, {"name": "b"}], "edges": [{"from": 0, "to": 1}]}`, `{"nodes": [{"id": 2}, {"id": 1}], "adjacency": [[{"id": 1}], []]}`,
		`{"elements": {"nodes": [{"data": {"id": "1"}}], "edges": [{"data": {"source": 1, "target": 1}}]}}`, `{"elements": [{"data": {"id": "a"}}]}`,
		`{"graph": {"nodes": {"a": {}}, "edges": [{"source": "a", "target": "a"}]}}`, `{"1": [2], "2": [1]}`, `{"a": ["b"], "b": []}`, `[[1, 2], [3, 1.0]]`,
		`[{"source": "\u0061", "target": "b"}]`, `{"nodes": ["a"], "edges": [["a", "a"]]}`, `{"nodes": [{"key": "a"}], "edges": [{"source": "a", "target": "a", "undirected": true}]}`,
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.json", "json", referenceJSON))
}

// Random graphs come back from what is written, and from edges in front of nodes.
func TestJSONThereAndBack(t *testing.T) {
	random := rand.New(rand.NewPCG(61, 62))
	for _, n := range []int{1, 5, graphtest.Fewer(1200)} {
		for kind, labels := range labelled(random, n) {
			g := randomGraph(t, random, n, labels)
			data, err := written(t, "g.json", g)
			if err != nil || !json.Valid(data) {
				t.Fatalf("%d vertices, %s: %v", n, kind, err)
			}
			sameGraph(t, reread(t, "g.json", g), g)
			begin, rest, _ := strings.Cut(string(data), `"nodes":`)
			nodes, edges, _ := strings.Cut(strings.TrimSuffix(rest, "}\n"), `,`+"\n"+`"edges":`)
			src, err := OpenReader(strings.NewReader(begin+`"edges":`+edges+`, "nodes":`+nodes+`}`), "-", Options{})
			if err != nil {
				t.Fatal(err)
			}
			again, err := build(t.Context(), src, graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(labelledEdges(again), labelledEdges(g)) || again.Vertices() != g.Vertices() {
				t.Errorf("%d vertices, %s: edges in front of nodes make another graph", n, kind)
			}
			closeAll(t, src)
		}
	}
}
