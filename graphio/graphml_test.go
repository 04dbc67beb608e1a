package graphio

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// element is a node of the tree that an XML text is.
type element struct {
	name     string
	attrs    map[string]string
	children []*element
}

// parseXML returns the root element, or nil where the text is not one
// well-formed element.
func parseXML(text string) *element {
	decoder := xml.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	open := []*element{{}}
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil
		}
		last := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attrs: make(map[string]string)}
			for _, a := range token.Attr {
				if _, ok := e.attrs[a.Name.Local]; !ok && a.Name.Space == "" {
					e.attrs[a.Name.Local] = a.Value
				}
			}
			last.children = append(last.children, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) == 1 && strings.TrimSpace(string(token)) != "" {
				return nil
			}
		}
	}
	if len(open[0].children) != 1 {
		return nil
	}
	return open[0].children[0]
}

func referenceGraphML(text string) reading {
	bad := reading{badLine: -1}
	root := parseXML(text)
	if root == nil || root.name != "graphml" {
		return bad
	}
	var graphs []*element
	for _, e := range root.children {
		if e.name == "graph" {
			graphs = append(graphs, e)
		}
	}
	if len(graphs) != 1 || nestsGraphs(graphs[0]) {
		return bad
	}
	usually := graphs[0].attrs["edgedefault"]
	if usually != "directed" && usually != "undirected" {
		return bad
	}
	r := reading{declares: true}
	declared, seen := make(map[string]bool), make(map[string]bool)
	name := func(id string) {
		if !seen[id] {
			seen[id] = true
			r.names = append(r.names, id)
		}
	}
	for _, e := range graphs[0].children {
		switch e.name {
		case "hyperedge":
			return bad
		case "node":
			id, ok := e.attrs["id"]
			if !ok || declared[id] {
				return bad
			}
			declared[id] = true
			name(id)
		case "edge":
			source, ok := e.attrs["source"]
			target, ok2 := e.attrs["target"]
			directed, ok3 := e.attrs["directed"]
			if !ok || !ok2 || ok3 && directed != "true" && directed != "false" {
				return bad
			}
			name(source)
			name(target)
			r.edges = append(r.edges, [2]string{source, target})
		}
	}
	r.n = uint64(len(r.names))
	if len(declared) != len(seen) {
		return bad
	}
	return r
}

// nestsGraphs says that a graph is within one, or within its nodes or edges.
func nestsGraphs(e *element) bool {
	for _, child := range e.children {
		if child.name == "graph" || (child.name == "node" || child.name == "edge") && nestsGraphs(child) {
			return true
		}
	}
	return false
}

func TestGraphMLRules(t *testing.T) {
	const (
		head  = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
		graph = "<graph id=\"G\" edgedefault=\"undirected\">\n"
		nodes = "<node id=\"a\"/><node id=\"b\"></node>\n<node id=\"c\"/>\n"
		tail  = "</graph>\n</graphml>\n"
	)
	path := named("a b c", "a", "b", "b", "c")
	edges := `<edge source="a" target="b"/><edge source="b" target="c" directed="true"/>` + "\n"
	checkRules(t, "a.graphml", "graphml", referenceGraphML, []rule{
		{"nodes and edges", head + graph + nodes + edges + tail, path},
		{"without a declaration", "<graphml>" + graph + nodes + edges + tail, path},
		{"byte-order mark", "\ufeff" + head + graph + nodes + edges + tail, path},
		{"document type and comments", "<?xml version='1.0'?><!DOCTYPE graphml SYSTEM 'x'><!-- a - b -->\n<graphml>" + graph + "<!-- <node id='x'/> -->" + nodes + edges + tail, path},
		{"data", head + `<key id="d0" for="edge" attr.name="weight"/><desc>x</desc>` + graph + nodes +
			`<edge id="e" source="a" target="b"><data key="d0">1 &lt; 2<graph/></data></edge><data key="x"><node id="x"/></data>` + `<edge source="b" target="c"/>` + tail, path},
		{"prefixed", `<g:graphml xmlns:g="x"><g:graph edgedefault="directed"><g:node id="a"/><g:node id="b"/><g:edge source="a" target="b"/></g:graph></g:graphml>`, named("a b", "a", "b")},
		{"edges first", head + graph + edges + nodes + tail, path},
		{"references", "<graphml>" + graph + `<node id="&amp;&#233;&quot;"/>` + tail, named(`&é"`)},
		{"empty", head + "<graph edgedefault='directed'/></graphml>", reading{declares: true}},
		{"ports", "<graphml>" + graph + `<node id="a"><port name="x"/></node><node id="b"/><edge source="a" target="b" sourceport="x"/>` + tail, named("a b", "a", "b")},

		{"no graph", head + "</graphml>\n", malformedAt(4)},
		{"two graphs", head + graph + "</graph>\n" + graph + tail, malformedAt(5)},
		{"nested", head + graph + "<node id=\"a\">\n<graph edgedefault=\"directed\"/></node>" + tail, malformedAt(5)},
		{"no edgedefault", head + "<graph>\n" + nodes + tail, malformedAt(3)},
		{"edgedefault", head + "<graph edgedefault=\"both\">\n" + nodes + tail, malformedAt(3)},
		{"directed", head + graph + nodes + "<edge source=\"a\" target=\"b\" directed=\"1\"/>" + tail, malformedAt(6)},
		{"no id", head + graph + "<node/>" + tail, malformedAt(4)},
		{"node twice", head + graph + nodes + "<node id=\"b\"/>\n" + tail, malformedAt(6)},
		{"node not declared", head + graph + nodes + "<edge source=\"a\" target=\"x\"/>\n<edge source=\"y\" target=\"b\"/>" + tail, malformedAt(6)},
		{"no target", head + graph + nodes + "<edge source=\"a\"/>\n" + tail, malformedAt(6)},
		{"hyperedge", head + graph + nodes + "<hyperedge/>\n" + tail, malformedAt(6)},
		{"another root", "<gexf/>\n", malformedAt(1)},
		{"two roots", head + graph + tail + "<graphml/>\n", malformedAt(6)},
		{"text behind", head + graph + tail + "x\n", malformedAt(7)},
		{"not closed", head + graph + nodes, malformedAt(6)},
		{"closed wrongly", head + graph + nodes + "</graphml>\n", malformedAt(6)},
		{"entity", "<!DOCTYPE graphml [<!ENTITY e \"x\">]>\n<graphml>\n" + graph + "<node id=\"&e;\"/>" + tail, malformedAt(4)},
		{"another encoding", "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<graphml/>", malformedAt(1)},
		{"no XML", "a b\n", malformedAt(2)},
	})
}

func FuzzGraphML(f *testing.F) {
	for i, text := range []string{
		`<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/><edge source="a" target="b" directed="false"><data>1</data></edge></graph></graphml>`,
		"<?xml version=\"1.0\"?>\r\n<!-- c --><g:graphml xmlns:g='x'><g:graph edgedefault='undirected'><g:edge source='&amp;' target='&#65;'/><node id='&amp;'/><node id='A'/></g:graph></g:graphml>",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.graphml", "graphml", referenceGraphML))
}
