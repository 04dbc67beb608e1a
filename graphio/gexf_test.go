package graphio

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// gexfTree reads the tree of a file. What is wrong is wrong at some line.
type gexfTree struct {
	reading
	usually  string
	ids      []string
	labels   map[string]string
	declared map[string]bool
	listed   bool
	bad      bool
}

func (r *gexfTree) id(name string) {
	if !slices.Contains(r.ids, name) {
		r.ids = append(r.ids, name)
	}
}

// parts reads what is within an element of a kind.
func (r *gexfTree) parts(e *element, kind string) {
	for _, child := range e.children {
		switch path := kind + " " + child.name; path {
		case "graph nodes", "node nodes", "graph edges", "node edges":
			r.listed = r.listed || child.name == "nodes"
			r.parts(child, child.name)
		case "nodes node":
			id, ok := child.attrs["id"]
			r.bad = r.bad || !ok || r.declared[id]
			r.declared[id] = true
			r.id(id)
			if label, ok := child.attrs["label"]; ok {
				r.labels[id] = label
			}
			r.parts(child, "node")
		case "edges edge":
			source, ok := child.attrs["source"]
			target, ok2 := child.attrs["target"]
			r.id(source)
			r.id(target)
			kind, ok3 := child.attrs["type"]
			if !ok3 {
				kind = r.usually
			}
			weight, ok4 := child.attrs["weight"]
			r.bad = r.bad || !ok || !ok2 || !isGEXFType(kind) || ok4 && !valueShape.MatchString(weight)
			r.edges = append(r.edges, [2]string{source, target})
			if kind == "mutual" {
				r.edges = append(r.edges, [2]string{target, source})
			}
			r.parts(child, "edge")
		default:
			r.bad = r.bad || slices.Contains([]string{"gexf", "graph", "nodes", "node", "edges", "edge"}, child.name)
		}
	}
}

func isGEXFType(kind string) bool {
	return slices.Contains([]string{"directed", "undirected", "mutual"}, kind)
}

func referenceGEXF(text string) reading {
	bad := reading{badLine: -1}
	root := parseXML(text)
	if root == nil || root.name != "gexf" {
		return bad
	}
	r := gexfTree{usually: "undirected", labels: make(map[string]string), declared: make(map[string]bool)}
	graphs := 0
	for _, e := range root.children {
		switch e.name {
		case "graph":
			if kind, ok := e.attrs["defaultedgetype"]; ok {
				r.usually = kind
			}
			graphs++
			r.bad = r.bad || !isGEXFType(r.usually)
			r.parts(e, "graph")
		case "gexf", "nodes", "node", "edges", "edge":
			return bad
		}
	}
	if graphs != 1 || r.bad || r.listed && len(r.declared) != len(r.ids) {
		return bad
	}
	r.declares, r.n, r.names = true, uint64(len(r.ids)), r.ids
	distinct := make(map[string]bool)
	for _, label := range r.labels {
		distinct[label] = true
	}
	if len(distinct) == len(r.ids) {
		r.names = nil
		for _, id := range r.ids {
			r.names = append(r.names, r.labels[id])
		}
		for i, e := range r.edges {
			r.edges[i] = [2]string{r.labels[e[0]], r.labels[e[1]]}
		}
	}
	return r.reading
}

func TestGEXFRules(t *testing.T) {
	const (
		head  = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gexf xmlns=\"http://www.gexf.net/1.2draft\" version=\"1.2\">\n"
		graph = "<graph mode=\"static\" defaultedgetype=\"undirected\">\n"
		nodes = "<nodes><node id=\"a\"/><node id=\"b\"></node>\n<node id=\"c\"/></nodes>\n"
		tail  = "</graph>\n</gexf>\n"
	)
	path := named("a b c", "a", "b", "b", "c")
	edges := `<edges><edge source="a" target="b"/><edge id="1" source="b" target="c" type="directed" weight="0.5"/></edges>` + "\n"
	checkRules(t, "a.gexf", "gexf", referenceGEXF, []rule{
		{"nodes and edges", head + graph + nodes + edges + tail, path},
		{"no default type", head + "<graph>" + nodes + edges + tail, path},
		{"byte-order mark", "\ufeff" + head + graph + nodes + edges + tail, path},
		{"what else there is", head + "<meta><creator>x</creator><graph/></meta>" + graph + "<attributes class=\"node\"><attribute id=\"0\" title=\"edge\"/></attributes>" + nodes + edges + tail, path},
		{"values, colours, spells", head + graph + `<nodes count="1"><node id="a" start="1"><attvalues><attvalue for="0" value="x"/></attvalues>` +
			`<viz:color r="1"/><viz:position x="1" y="x"/><spells><spell start="1"/></spells></node></nodes><edges/>` + tail, named("a")},
		{"prefixed", `<g:gexf xmlns:g="x"><g:graph><g:nodes><g:node id="a"/><g:node id="b"/></g:nodes><g:edges><g:edge source="a" target="b"/></g:edges></g:graph></g:gexf>`, named("a b", "a", "b")},
		{"edges first", head + graph + edges + nodes + tail, path},
		{"edges only", head + graph + edges + tail, path},
		{"mutual", head + graph + nodes + `<edges><edge source="a" target="b" type="mutual"/></edges>` + tail, named("a b c", "a", "b", "b", "a")},
		{"all mutual", head + "<graph defaultedgetype='mutual'>" + nodes + `<edges><edge source="a" target="b"/><edge source="a" target="c" type="directed"/></edges>` + tail,
			named("a b c", "a", "b", "b", "a", "a", "c")},
		{"nested", head + graph + `<nodes><node id="a"><nodes><node id="b"><nodes/></node></nodes><edges><edge source="b" target="c"/></edges></node><node id="c"/></nodes>` +
			`<edges><edge source="a" target="b"/></edges>` + tail, named("a b c", "a", "b", "b", "c")},
		{"labels", head + graph + `<nodes><node id="0" label="a"/><node id="1" label="b"/></nodes><edges><edge source="1" target="0"/></edges>` + tail, named("a b", "b", "a")},
		{"labels, edges first", head + graph + `<edges><edge source="1" target="0"/></edges><nodes><node id="0" label="a"/><node id="1" label="b"/></nodes>` + tail, named("b a", "b", "a")},
		{"labels that come twice", head + graph + `<nodes><node id="0" label="a"/><node id="1" label="a"/></nodes>` + tail, named("0 1")},
		{"labels of some", head + graph + `<nodes><node id="0" label="a"/><node id="1"/></nodes>` + tail, named("0 1")},
		{"references", head + graph + `<nodes><node id="&amp;&#233;&quot;"/></nodes>` + tail, named(`&é"`)},
		{"empty", head + "<graph/></gexf>", reading{declares: true}},

		{"no graph", head + "</gexf>\n", malformedAt(4)},
		{"two graphs", head + graph + "</graph>\n" + graph + tail, malformedAt(5)},
		{"graph in a graph", head + graph + "<graph/>" + tail, malformedAt(4)},
		{"default type", head + "<graph defaultedgetype=\"both\">\n" + nodes + tail, malformedAt(3)},
		{"type", head + graph + nodes + "<edges><edge source=\"a\" target=\"b\" type=\"1\"/></edges>" + tail, malformedAt(6)},
		{"weight", head + graph + nodes + "<edges><edge source=\"a\" target=\"b\" weight=\"x\"/></edges>" + tail, malformedAt(6)},
		{"no id", head + graph + "<nodes><node/></nodes>" + tail, malformedAt(4)},
		{"node twice", head + graph + nodes + "<nodes><node id=\"b\"/></nodes>\n" + tail, malformedAt(6)},
		{"node not declared", head + graph + nodes + "<edges>\n<edge source=\"a\" target=\"x\"/>\n<edge source=\"y\" target=\"b\"/></edges>" + tail, malformedAt(7)},
		{"no target", head + graph + nodes + "<edges><edge source=\"a\"/></edges>\n" + tail, malformedAt(6)},
		{"node outside of nodes", head + graph + "<node id=\"a\"/>" + tail, malformedAt(4)},
		{"edge within nodes", head + graph + "<nodes>\n<edge source=\"a\" target=\"b\"/></nodes>" + tail, malformedAt(5)},
		{"another root", "<graphml/>\n", malformedAt(1)},
		{"two roots", head + graph + tail + "<gexf/>\n", malformedAt(6)},
		{"text behind", head + graph + tail + "x\n", malformedAt(7)},
		{"not closed", head + graph + nodes, malformedAt(6)},
		{"closed wrongly", head + graph + nodes + "</gexf>\n", malformedAt(6)},
		{"entity", "<!DOCTYPE gexf [<!ENTITY e \"x\">]>\n<gexf>\n" + graph + "<nodes><node id=\"&e;\"/></nodes>" + tail, malformedAt(4)},
		{"no XML", "a b\n", malformedAt(2)},
	})
}

func FuzzGEXF(f *testing.F) {
	for i, text := range []string{
		`<gexf><graph defaultedgetype="directed"><nodes><node id="a" label="x"/><node id="b" label="y"><nodes/></node></nodes><edges><edge source="a" target="b" type="mutual" weight="1"/></edges></graph></gexf>`,
		"<?xml version=\"1.0\"?>\r\n<!-- c --><g:gexf xmlns:g='x'><g:graph><g:edges><g:edge source='&amp;' target='&#65;'/></g:edges><g:nodes><g:node id='&amp;'/><g:node id='A'/></g:nodes></g:graph></g:gexf>",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.gexf", "gexf", referenceGEXF))
}

// What real libraries wrote is read as they meant it.
func TestGEXFOfLibraries(t *testing.T) {
	for name, want := range map[string]libraryGraph{
		"networkx-1.1draft.gexf":     {weighted: true},
		"networkx-1.2draft.gexf":     {weighted: true},
		"networkx-1.3.gexf":          {weighted: true},
		"networkx-directed.gexf":     {weighted: true, directed: true},
		"graphology-undirected.gexf": {weighted: true, positions: true},
		"graphology-mixed.gexf":      {weighted: true, positions: true, directed: true, mixed: true},
	} {
		want.named = true
		want.check(t, filepath.Join("testdata", "gexf", name))
	}
}

// libraryGraph is what a file of the karate club should be, beside its edges.
type libraryGraph struct {
	named, directed, mixed, weighted, positions bool
	texts                                       bool // numbers are names
}

func (want libraryGraph) check(t *testing.T, path string) {
	t.Helper()
	src, err := Open(path, Options{Positions: true, Weights: true})
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, src)
	_, sum, err := weighted(t, src, 2)
	if err != nil {
		t.Fatal(err)
	}
	info := src.Info()
	if got := (libraryGraph{sum.Names != nil && !want.texts, info.Directed, info.Mixed, info.Weighted, sum.Positions != nil, want.texts}); got != want {
		t.Errorf("%s: %+v, want %+v", path, got, want)
	}
	g, err := build(t.Context(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g.Vertices() != 34 || g.Edges() != 78 || triangles(g) != 45 {
		t.Errorf("%s: %d vertices, %d edges, %d triangles", path, g.Vertices(), g.Edges(), triangles(g))
	}
	if want.named && !strings.HasPrefix(g.Labels().Label(0), "member ") {
		t.Errorf("%s: the first vertex is %q", path, g.Labels().Label(0))
	}
}

// triangles counts them by definition.
func triangles(g *graph.Graph) (count int) {
	for u := range uint32(g.Vertices()) {
		for _, v := range g.Neighbors(u) {
			for _, w := range g.Neighbors(v) {
				if u < v && v < w && slices.Contains(g.Neighbors(w), u) {
					count++
				}
			}
		}
	}
	return count
}
