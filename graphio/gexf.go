package graphio

import (
	"context"
	"encoding/xml"
	"io"
	"slices"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// GEXF 1.1 to 1.3 (Graph Exchange XML Format, the Gephi consortium; gexf.net). What
// changes with the time is ignored: a node or an edge that is there at some time is
// there.

var gexfFormat = format{
	name:     "gexf",
	text:     "GEXF of Gephi: one graph, nodes with strings as ids, and labels",
	suffixes: []string{".gexf"},
	sniff:    rootElement("gexf"),
	evidence: "root element",
	open:     openGEXF,
	outputs:  []string{".gexf"},
	keeps:    keeps{labels: true, isolated: true},
	write:    writeGEXF,
}

func openGEXF(in *input) (graph.Source, error) {
	const mutual = len("<edge source='a' target='b'/>") // which is two
	return &xmlSource{in: in, shortest: mutual / 2, elements: func(g *xmlGraph) xmlElements {
		return &gexfParser{xmlGraph: g, labels: newVertexNames(g.ids.budget)}
	}}, nil
}

// gexfPart is what an element is.
type gexfPart byte

const (
	gexfOther gexfPart = iota // and all within
	gexfRoot
	gexfGraph
	gexfNodes
	gexfNode
	gexfEdges
	gexfEdge
)

// gexfElement is an open element.
type gexfElement struct {
	part gexfPart
	node uint32 // of a node
}

// gexfParser reads elements.
type gexfParser struct {
	*xmlGraph
	labels  *vertexNames
	opened  []gexfElement
	root    bool   // was there
	seen    bool   // a graph
	listed  bool   // some node is
	usually string // the type of its edges
}

// open looks at an element that begins within those of path. Nodes may have nodes and
// edges of their own.
func (p *gexfParser) open(_ []xml.Name, name string, attributes []xml.Attr) (err *lineError) {
	element := gexfElement{}
	var in gexfElement
	if depth := len(p.opened); depth > 0 {
		in = p.opened[depth-1]
	}
	switch {
	case len(p.opened) == 0 && (name != "gexf" || p.root):
		err = &lineError{expected: "gexf as the one root element", found: quote([]byte(name))}
	case len(p.opened) == 0:
		p.root, element.part = true, gexfRoot
	case in.part == gexfOther:
	case in.part == gexfRoot && name == "graph":
		element.part, err = gexfGraph, p.openGraph(attributes)
	case (in.part == gexfGraph || in.part == gexfNode) && name == "nodes":
		element.part, p.listed = gexfNodes, true
	case (in.part == gexfGraph || in.part == gexfNode) && name == "edges":
		element.part = gexfEdges
	case in.part == gexfNodes && name == "node":
		element.part = gexfNode
		element.node, err = p.openNode(attributes)
	case in.part == gexfEdges && name == "edge":
		element.part, err = gexfEdge, p.openEdge(attributes)
	case in.part == gexfNode && name == "position" && p.positions != nil:
		err = p.readPosition(in.node, attributes)
	case slices.Contains([]string{"gexf", "graph", "nodes", "node", "edges", "edge"}, name):
		err = &lineError{expected: "graph in gexf, nodes and edges in a graph or a node, node in nodes, edge in edges", found: quote([]byte(name)) + " elsewhere"}
	}
	p.opened = append(p.opened, element)
	return err
}

func (p *gexfParser) shut([]xml.Name, string)  { p.opened = p.opened[:len(p.opened)-1] }
func (p *gexfParser) text(_ []byte) *lineError { return nil }

func (p *gexfParser) openGraph(attributes []xml.Attr) (err *lineError) {
	if p.seen {
		return &lineError{expected: "one graph in the file", found: "another graph"}
	}
	p.seen = true
	p.usually, err = edgeType(attributes, "defaultedgetype", "undirected")
	return err
}

// edgeType returns a type of edges.
func edgeType(attributes []xml.Attr, name, usually string) (string, *lineError) {
	value, ok := attribute(attributes, name)
	switch {
	case !ok:
		return usually, nil
	case value != "directed" && value != "undirected" && value != "mutual":
		return "", &lineError{expected: name + " directed, undirected or mutual", found: quote([]byte(value))}
	}
	return value, nil
}

func (p *gexfParser) openNode(attributes []xml.Attr) (uint32, *lineError) {
	v, err := p.declare(attributes)
	label, ok := attribute(attributes, "label")
	switch {
	case err != nil || !ok:
	case p.ids.over == nil:
		p.labels.given = p.labels.given || label != p.ids.names[v]
		p.labels.add(v, []byte(label))
	case p.labels.dictionary != nil: // it learns how much all would take
		p.labels.dictionary.id(p.labels.dictionary.label([]byte(label)))
	}
	return v, err
}

// openEdge takes a mutual edge for two, one in each direction.
func (p *gexfParser) openEdge(attributes []xml.Attr) *lineError {
	ends, err := p.ends(attributes)
	if err != nil {
		return err
	}
	kind, err := edgeType(attributes, "type", p.usually)
	if err != nil {
		return err
	}
	weight := 1.0
	if text, ok := attribute(attributes, "weight"); ok {
		p.values = true
		if weight, err = parseValue([]byte(text)); err != nil {
			return err
		}
	}
	p.directed, p.undirected = p.directed || kind != "undirected", p.undirected || kind == "undirected"
	u, v := uint64(ends[0]), uint64(ends[1])
	p.pushWeighted(u, v, weight)
	if kind == "mutual" {
		p.pushWeighted(v, u, weight)
	}
	return nil
}

// readPosition reads where a node is drawn.
func (p *gexfParser) readPosition(node uint32, attributes []xml.Attr) *lineError {
	for axis, name := range []string{"x", "y", "z"} {
		text, ok := attribute(attributes, name)
		if !ok {
			continue
		}
		value, err := parseValue([]byte(text))
		if err != nil {
			return err
		}
		p.positions.set(node, axis, value)
	}
	return nil
}

func (p *gexfParser) end() *lineError {
	if !p.seen {
		return &lineError{expected: "a graph", found: "the end"}
	}
	if !p.listed {
		return nil // the vertices are those of the edges
	}
	return p.undeclared()
}

func (p *gexfParser) dictionaries() []*dictionary { return []*dictionary{p.ids, p.labels.dictionary} }

// names are the labels of the nodes where they serve as ids, and the ids otherwise.
func (p *gexfParser) names() []string {
	if names := p.labels.names(uint64(len(p.ids.names))); names != nil {
		return names
	}
	return p.ids.names
}

const (
	gexfBegin = `<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://www.gexf.net/1.2draft" xmlns:viz="http://www.gexf.net/1.2draft/viz" version="1.2">
<graph mode="static" defaultedgetype="undirected">
<nodes>
`
	gexfBetween = "</nodes>\n<edges>\n"
	gexfEnd     = "</edges>\n</graph>\n</gexf>\n"
)

// writeGEXF writes nodes and edges under the labels of g, in version 1.2, which all
// programs read.
func writeGEXF(ctx context.Context, out *output, g *graph.Graph) error {
	labels := g.Labels()
	if err := fitXML(labels); err != nil {
		return err
	}
	if _, err := io.WriteString(out, gexfBegin); err != nil {
		return err
	}
	err := out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		text = appendXML(append(text, `<node id="`...), labels, v)
		text = appendXML(append(text, `" label="`...), labels, v)
		if out.places == nil {
			return append(text, "\"/>\n"...)
		}
		x, y := out.places.pixels(labels, v)
		text = appendPlace(append(text, `"><viz:position x="`...), x)
		text = appendPlace(append(text, `" y="`...), y)
		return append(text, "\" z=\"0\"/></node>\n"...)
	})
	if err != nil {
		return err
	}
	if _, err := io.WriteString(out, gexfBetween); err != nil {
		return err
	}
	err = out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			// The schema wants an id, though nobody asks for it.
			text = strconv.AppendUint(append(text, `<edge id="`...), uint64(e.U), 10)
			text = strconv.AppendUint(append(text, '-'), uint64(e.V), 10)
			text = appendXML(append(text, `" source="`...), labels, e.U)
			text = appendXML(append(text, `" target="`...), labels, e.V)
			text = append(text, "\"/>\n"...)
		}
		return text
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, gexfEnd)
	return err
}
