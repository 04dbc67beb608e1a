package graphio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/graph"
)

// GraphML (Brandes, Eiglsperger, Herman, Himsolt and Marshall: GraphML progress
// report, Graph Drawing 2001). Entities of a document type are never resolved.

var graphMLFormat = format{
	name:     "graphml",
	text:     "GraphML: one graph, nodes with strings as ids",
	suffixes: []string{".graphml"},
	sniff:    matches(`^\s*(?:<\?[^>]*>\s*|<!--(?:[^-]|-[^-])*-->\s*|<!DOCTYPE[^>]*>\s*)*<(?:\w+:)?graphml[\s>/]`),
	evidence: "root element",
	open:     openGraphML,
	outputs:  []string{".graphml"},
	keeps:    keeps{labels: true, isolated: true},
	write:    writeGraphML,
}

type graphML struct {
	in       *input
	directed bool
	mixed    bool
	weighted bool
}

func openGraphML(in *input) (graph.Source, error) { return &graphML{in: in}, nil }

func (s *graphML) Info() graph.Info {
	info := s.in.info()
	info.Directed, info.Mixed, info.Weighted = s.directed, s.mixed, s.weighted
	if _, ok := s.in.plain(); ok {
		const shortest = len("<edge source='a' target='b'/>")
		info.MaxRecords = graph.Known(s.in.bytes / int64(shortest))
	}
	return info
}

func (s *graphML) Close() error { return s.in.Close() }

// Read reads in one goroutine.
func (s *graphML) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	stream, err := s.in.stream(max(workers, 1))
	if err != nil {
		return graph.Summary{}, err
	}
	defer stream.Close()
	if _, err := io.CopyN(io.Discard, stream, int64(len(s.in.head)-len(s.in.text()))); err != nil {
		return graph.Summary{}, s.in.readError(err)
	}
	watched := &watchedReader{Reader: stream}
	p := graphMLParser{
		batch: batch{emit: emitter(0, emit), weighted: s.in.opt.Weights},
		xml:   xml.NewDecoder(bufio.NewReaderSize(watched, rawSize)),
		ids:   newDictionary(&s.in.budget),
		nodes: newDeclarations(),

		positions: newPositions(s.in),
	}
	err = p.parse(ctx)
	if short := p.ids.short(); short != nil {
		return graph.Summary{}, short
	}
	var malformed *lineError
	var syntax *xml.SyntaxError
	line, _ := p.xml.InputPos()
	switch {
	case err == nil:
	case watched.err != nil:
		return graph.Summary{}, s.in.readError(watched.err)
	case errors.As(err, &malformed):
		if p.wrong > 0 {
			line = int(p.wrong)
		}
		return graph.Summary{}, s.in.malformed(int64(line), malformed)
	case errors.As(err, &syntax):
		return graph.Summary{}, s.in.malformed(int64(syntax.Line), &lineError{expected: "well-formed XML", found: syntax.Msg})
	default:
		return graph.Summary{}, err
	}
	s.directed, s.mixed, s.weighted = p.directed, p.directed && p.undirected, p.values
	n := len(p.ids.names)
	at, err := p.positions.all(uint64(n))
	return graph.Summary{Records: p.records, Vertices: graph.Known(n), Names: p.ids.names, Positions: at}, err
}

// watchedReader keeps the error that reading ended with, unless it is the end.
type watchedReader struct {
	io.Reader
	err error
}

func (w *watchedReader) Read(text []byte) (int, error) {
	n, err := w.Reader.Read(text)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

// graphMLParser reads elements.
type graphMLParser struct {
	batch
	xml        *xml.Decoder
	ids        *dictionary
	nodes      *declarations
	root       bool  // was there
	seen       bool  // a graph
	usually    bool  // its edges are directed
	directed   bool  // some edge is
	undirected bool  // some edge is not
	values     bool  // some edge has data
	wrong      int64 // line of an error that shows only later

	// What is asked for beside the edges.
	keys      map[string]string // names of the data of edges and nodes, by what they are of and their keys
	positions *positions        // nil where nobody asks
	node      uint32            // the last one
	edge      struct {          // the last one, with its weight so far
		u, v   uint32
		weight float64
	}
	data string // name of the data that are open, of an edge or a node
}

func (p *graphMLParser) parse(ctx context.Context) error {
	var path []xml.Name // of open elements
	for tokens := 0; ; tokens++ {
		if tokens%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		token, err := p.xml.RawToken()
		switch {
		case err == io.EOF && len(path) == 0:
			return p.finish()
		case err == io.EOF:
			return &lineError{expected: "</" + path[len(path)-1].Local + ">", found: "the end"}
		case err != nil:
			return p.notXML(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := p.open(path, token.Name.Local, token.Attr); err != nil {
				return err
			}
			path = append(path, token.Name)
		case xml.EndElement:
			if len(path) == 0 || path[len(path)-1] != token.Name {
				return &lineError{expected: "the end of the innermost element", found: quote([]byte("</" + token.Name.Local + ">"))}
			}
			path = path[:len(path)-1]
			p.data = ""
			if p.weighted && len(path) == 2 && path[1].Local == "graph" && token.Name.Local == "edge" {
				p.pushWeighted(uint64(p.edge.u), uint64(p.edge.v), p.edge.weight)
			}
			if p.full() {
				if err := p.flush(); err != nil {
					return err
				}
			}
		case xml.CharData:
			if len(path) == 0 && len(bytes.TrimSpace(token)) > 0 {
				return &lineError{expected: "one root element and nothing else", found: quote(token)}
			}
			if p.data != "" {
				if err := p.readData(bytes.TrimSpace(token)); err != nil {
					return err
				}
			}
		}
	}
}

// notXML makes what the decoder says of the text an error of a line.
func (p *graphMLParser) notXML(err error) error {
	if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
		return err
	}
	return &lineError{expected: "XML in UTF-8", found: err.Error()}
}

// open looks at an element that begins within those of path.
func (p *graphMLParser) open(path []xml.Name, name string, attributes []xml.Attr) error {
	var err *lineError
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
			err = p.readNode(attributes)
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
	if err != nil {
		return err
	}
	return nil
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

// attribute returns the value of an attribute.
func attribute(attributes []xml.Attr, name string) (string, bool) {
	for _, a := range attributes {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value, true
		}
	}
	return "", false
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

func (p *graphMLParser) readNode(attributes []xml.Attr) *lineError {
	id, ok := attribute(attributes, "id")
	if !ok {
		return &lineError{expected: "an id of the node", found: "none"}
	}
	v, err := p.id(id)
	p.node = v
	if err == nil && p.ids.over == nil && !p.nodes.declare(v) {
		err = &lineError{expected: "each node once", found: quote([]byte(id)) + " again"}
	}
	return err
}

// id returns the id inside of a node.
func (p *graphMLParser) id(name string) (uint32, *lineError) {
	if len(p.ids.names) >= math.MaxUint32 {
		return 0, &lineError{expected: "fewer than 2^32 nodes", found: "more"}
	}
	return p.ids.id(p.ids.label([]byte(name))), nil
}

func (p *graphMLParser) readEdge(attributes []xml.Attr) *lineError {
	var ends [2]uint32
	for i, name := range []string{"source", "target"} {
		id, ok := attribute(attributes, name)
		if !ok {
			return &lineError{expected: "a " + name + " of the edge", found: "none"}
		}
		v, err := p.id(id)
		if err != nil {
			return err
		}
		if line, _ := p.xml.InputPos(); p.ids.over == nil {
			p.nodes.use(v, int64(line))
		}
		ends[i] = v
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

// axes are the names of the data that say where a node is drawn.
var axes = []string{"x", "y", "z"}

// openData looks at a key, or at data of an edge or a node, that begins within the
// elements of path.
func (p *graphMLParser) openData(path []xml.Name, name string, attributes []xml.Attr) {
	switch {
	case len(path) == 1 && name == "key":
		id, _ := attribute(attributes, "id")
		of, _ := attribute(attributes, "for")
		called, _ := attribute(attributes, "attr.name")
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
		if of == "edge" && p.weighted && isWeightName(called) || of == "node" && p.positions != nil && slices.Contains(axes, called) {
			p.data = called
		}
	}
}

// readData reads the data that are open.
func (p *graphMLParser) readData(text []byte) error {
	value, err := parseValue(text)
	switch axis := slices.Index(axes, p.data); {
	case err != nil:
		return err
	case axis >= 0:
		p.positions.set(p.node, axis, value)
	default:
		p.edge.weight = value
	}
	return nil
}

func (p *graphMLParser) finish() error {
	if !p.seen {
		return &lineError{expected: "a graph", found: "the end"}
	}
	if line, v, ok := p.nodes.missing(); ok {
		p.wrong = line
		return &lineError{expected: "a node that is declared", found: quote([]byte(p.ids.names[v]))}
	}
	return p.flush()
}

const (
	graphMLBegin = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<graph edgedefault="undirected">
`
	graphMLEnd = "</graph>\n</graphml>\n"
)

// writeGraphML writes nodes and edges under the labels of g.
func writeGraphML(ctx context.Context, out *output, g *graph.Graph) error {
	labels := g.Labels()
	for _, name := range labels.Names() {
		if !fitsXML(name) {
			return unfit("the vertex name %q cannot stand in XML", name)
		}
	}
	if _, err := io.WriteString(out, graphMLBegin); err != nil {
		return err
	}
	err := out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		return append(appendXML(append(text, `<node id="`...), labels, v), "\"/>\n"...)
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

// fitsXML says that XML has all the characters of a name.
func fitsXML(name string) bool {
	for _, c := range name {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0xfffe || c == 0xffff {
			return false
		}
	}
	return utf8.ValidString(name)
}
