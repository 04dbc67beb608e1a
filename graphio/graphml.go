package graphio

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/graph"
)

// GraphML (Brandes, Eiglsperger, Herman, Himsolt and Marshall: GraphML progress
// report, Graph Drawing 2001).

var graphMLFormat = format{
	name:     "graphml",
	text:     "GraphML: one graph, nodes with strings as ids",
	suffixes: []string{".graphml"},
	sniff:    rootElement("graphml"),
	evidence: "root element",
	open:     openGraphML,
	outputs:  []string{".graphml"},
	keeps:    keeps{labels: true, isolated: true},
	write:    writeGraphML,
}

func openGraphML(in *input) (graph.Source, error) {
	return &xmlSource{in: in, shortest: len("<edge source='a' target='b'/>"), elements: func(g *xmlGraph) xmlElements {
		return &graphMLParser{xmlGraph: g}
	}}, nil
}

// graphMLParser reads elements.
type graphMLParser struct {
	*xmlGraph
	root    bool // was there
	seen    bool // a graph
	usually bool // its edges are directed

	// What is asked for beside the edges.
	keys map[string]string // names of the data of edges and nodes, by what they are of and their keys
	node uint32            // the last one
	edge struct {          // the last one, with its weight so far
		u, v   uint32
		weight float64
	}
	data string // name of the data that are open, of an edge or a node
}

// open looks at an element that begins within those of path.
func (p *graphMLParser) open(path []xml.Name, name string, attributes []xml.Attr) (err *lineError) {
	switch {
	case len(path) == 0 && (name != "graphml" || p.root):
		err = &lineError{expected: "graphml as the one root element", found: quote([]byte(name))}
	case len(path) == 0:
		p.root = true
	case name == "graph" && isGraphElement(path[len(path)-1].Local):
		if p.seen || len(path) != 1 {
			err = &lineError{expected: "one graph that is not nested", found: "another graph"}
		} else {
			err = p.openGraph(attributes)
		}
	case len(path) == 2 && path[1].Local == "graph":
		switch name {
		case "node":
			p.node, err = p.declare(attributes)
		case "edge":
			err = p.readEdge(attributes)
		case "hyperedge":
			err = &lineError{expected: "edges with two ends", found: "a hyperedge"}
		}
	case len(path) == 3 && path[1].Local == "graph" && path[2].Local == "edge" && name == "data":
		p.values = true
	}
	if err == nil && (p.weighted || p.positions != nil) {
		p.openData(path, name, attributes)
	}
	return err
}

// isGraphElement says that a graph within such an element is a graph and not
// somebody's data.
func isGraphElement(name string) bool {
	switch name {
	case "graphml", "graph", "node", "edge":
		return true
	}
	return false
}

func (p *graphMLParser) openGraph(attributes []xml.Attr) *lineError {
	p.seen = true
	value, _ := attribute(attributes, "edgedefault")
	if value != "directed" && value != "undirected" {
		return &lineError{expected: "edgedefault directed or undirected", found: quote([]byte(value))}
	}
	p.usually = value == "directed"
	return nil
}

func (p *graphMLParser) readEdge(attributes []xml.Attr) *lineError {
	ends, err := p.ends(attributes)
	if err != nil {
		return err
	}
	directed := p.usually
	if own, ok := attribute(attributes, "directed"); ok {
		if own != "true" && own != "false" {
			return &lineError{expected: "directed true or false", found: quote([]byte(own))}
		}
		directed = own == "true"
	}
	p.directed, p.undirected = p.directed || directed, p.undirected || !directed
	if p.weighted {
		p.edge.u, p.edge.v, p.edge.weight = ends[0], ends[1], 1 // pushed when its data are read
	} else {
		p.push(uint64(ends[0]), uint64(ends[1]))
	}
	return nil
}

func (p *graphMLParser) shut(path []xml.Name, name string) {
	p.data = ""
	if p.weighted && len(path) == 2 && path[1].Local == "graph" && name == "edge" {
		p.pushWeighted(uint64(p.edge.u), uint64(p.edge.v), p.edge.weight)
	}
}

// openData looks at a key, or at data of an edge or a node, that begins within the
// elements of path.
func (p *graphMLParser) openData(path []xml.Name, name string, attributes []xml.Attr) {
	switch {
	case len(path) == 1 && name == "key":
		id, _ := attribute(attributes, "id")
		of, _ := attribute(attributes, "for")
		called, _ := attribute(attributes, "attr.name")
		if kind, _ := attribute(attributes, "attr.type"); kind == "string" && strings.EqualFold(called, longName) {
			called = ""
		}
		if p.keys == nil {
			p.keys = make(map[string]string)
		}
		p.keys[of+" "+id] = strings.ToLower(called)
	case len(path) == 3 && path[1].Local == "graph" && name == "data":
		key, _ := attribute(attributes, "key")
		of := path[2].Local
		called, known := p.keys[of+" "+key]
		if !known {
			called = p.keys["all "+key]
		}
		_, placed := axes[called]
		if of == "edge" && p.weighted && isWeightName(called) || of == "node" && p.positions != nil && placed {
			p.data = called
		}
	}
}

// text reads the data that are open.
func (p *graphMLParser) text(text []byte) *lineError {
	if p.data == "" {
		return nil
	}
	if _, placed := axes[p.data]; placed && len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	value, err := parseValue(bytes.TrimSpace(text))
	switch axis, placed := axes[p.data]; {
	case err != nil:
		return err
	case placed:
		p.positions.set(p.node, axis, value)
	default:
		p.edge.weight = value
	}
	return nil
}

func (p *graphMLParser) end() *lineError {
	if !p.seen {
		return &lineError{expected: "a graph", found: "the end"}
	}
	return p.undeclared()
}

func (p *graphMLParser) dictionaries() []*dictionary { return []*dictionary{p.ids} }
func (p *graphMLParser) names() []string             { return p.ids.names }

const (
	graphMLBegin = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
`
	graphMLPlaces = `<key id="x" for="node" attr.name="x" attr.type="double"/>
<key id="y" for="node" attr.name="y" attr.type="double"/>
`
	graphMLGraph = `<graph edgedefault="undirected">
`
	graphMLEnd = "</graph>\n</graphml>\n"
)

// writeGraphML writes nodes and edges under the labels of g.
func writeGraphML(ctx context.Context, out *output, g *graph.Graph) error {
	labels := g.Labels()
	if err := fitXML(labels); err != nil {
		return err
	}
	begin := graphMLBegin + graphMLGraph
	if out.places != nil {
		begin = graphMLBegin + graphMLPlaces + graphMLGraph
	}
	if _, err := io.WriteString(out, begin); err != nil {
		return err
	}
	err := out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		text = appendXML(append(text, `<node id="`...), labels, v)
		if out.places == nil {
			return append(text, "\"/>\n"...)
		}
		x, y := out.places.pixels(labels, v)
		text = appendPlace(append(text, `"><data key="x">`...), x)
		text = appendPlace(append(text, `</data><data key="y">`...), y)
		return append(text, "</data></node>\n"...)
	})
	if err != nil {
		return err
	}
	err = out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			text = appendXML(append(text, `<edge source="`...), labels, e.U)
			text = appendXML(append(text, `" target="`...), labels, e.V)
			text = append(text, "\"/>\n"...)
		}
		return text
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, graphMLEnd)
	return err
}

// appendXML appends the label of v as it may stand in an attribute.
func appendXML(text []byte, labels graph.Labels, v uint32) []byte {
	if names := labels.Names(); names != nil {
		return appendEscaped(text, names[v])
	}
	return appendLabel(text, labels, v)
}

func appendEscaped(text []byte, name string) []byte {
	for i := range len(name) {
		switch c := name[i]; c {
		case '&':
			text = append(text, "&amp;"...)
		case '<':
			text = append(text, "&lt;"...)
		case '"':
			text = append(text, "&quot;"...)
		case '\t', '\n', '\r':
			text = fmt.Appendf(text, "&#%d;", c)
		default:
			text = append(text, c)
		}
	}
	return text
}

// fitXML refuses labels that XML has no room for.
func fitXML(labels graph.Labels) error { return fitNames(labels, "XML", fitsXML) }

// fitsXML says that XML has all the characters of a name.
func fitsXML(name string) bool {
	for _, c := range name {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0xfffe || c == 0xffff {
			return false
		}
	}
	return utf8.ValidString(name)
}
