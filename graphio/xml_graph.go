package graphio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"

	"github.com/tricycle-graph/tricycle/graph"
)

// rootElement recognises a text of XML by its first element, behind what may stand
// in front of it.
func rootElement(name string) func([]byte) bool {
	return matches(`^\s*(?:<\?[^>]*>\s*|<!--(?:[^-]|-[^-])*-->\s*|<!DOCTYPE[^>]*>\s*)*<(?:\w+:)?`+name+`[\s>/]`, "<")
}

// xmlSource is a file of XML with one graph in it. Entities of a document type are
// never resolved.
type xmlSource struct {
	in       *input
	shortest int // bytes of an edge
	elements func(*xmlGraph) xmlElements
	directed bool
	mixed    bool
	weighted bool
}

func (s *xmlSource) Info() graph.Info {
	info := s.in.info()
	info.Directed, info.Mixed, info.Weighted = s.directed, s.mixed, s.weighted
	if _, ok := s.in.plain(); ok {
		info.MaxRecords = graph.Known(s.in.bytes / int64(s.shortest))
	}
	return info
}

func (s *xmlSource) Close() error { return s.in.Close() }

// Read reads in one goroutine.
func (s *xmlSource) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	stream, err := s.in.textStream(workers)
	if err != nil {
		return graph.Summary{}, err
	}
	defer stream.Close()
	text := &watched{Reader: stream}
	g := xmlGraph{
		batch: batch{emit: emitter(0, emit), weighted: s.in.opt.Weights},
		xml:   xml.NewDecoder(bufio.NewReaderSize(text, rawSize)),
		ids:   newDictionary(&s.in.budget),
		nodes: newDeclarations(),

		positions: newPositions(s.in),
	}
	elements := s.elements(&g)
	err = g.parse(ctx, elements)
	if short := shortOf(elements.dictionaries()...); short != nil {
		return graph.Summary{}, short
	}
	var malformed *lineError
	var syntax *xml.SyntaxError
	line, _ := g.xml.InputPos()
	switch {
	case err == nil:
	case text.failed != nil && text.failed != io.EOF:
		return graph.Summary{}, s.in.readError(text.failed)
	case errors.As(err, &malformed):
		if g.wrong > 0 {
			line = int(g.wrong)
		}
		return graph.Summary{}, s.in.malformed(int64(line), malformed)
	case errors.As(err, &syntax):
		return graph.Summary{}, s.in.malformed(int64(syntax.Line), &lineError{expected: "well-formed XML", found: syntax.Msg})
	default:
		return graph.Summary{}, err
	}
	s.directed, s.mixed, s.weighted = g.directed, g.directed && g.undirected, g.values
	summary := graph.Summary{Records: g.records, Vertices: graph.Known(len(g.ids.names)), Names: elements.names()}
	summary.Positions, err = g.positions.all(uint64(len(g.ids.names)))
	return summary, err
}

// xmlElements are what a format makes of the elements of a file.
type xmlElements interface {
	// open is told of an element that begins within those of path.
	open(path []xml.Name, name string, attributes []xml.Attr) *lineError
	// shut is told that the element has ended that stands within those of path.
	shut(path []xml.Name, name string)
	// text is told of text within an element.
	text(text []byte) *lineError
	// end says what is missing at the end of the file.
	end() *lineError
	// dictionaries are all that hold names; some may be nil.
	dictionaries() []*dictionary
	// names are the names of the vertices.
	names() []string
}

// xmlGraph collects the graph of a file.
type xmlGraph struct {
	batch
	xml        *xml.Decoder
	ids        *dictionary
	nodes      *declarations
	directed   bool  // some edge is
	undirected bool  // some edge is not
	values     bool  // some edge has data
	wrong      int64 // line of an error that shows only later

	positions *positions // nil where nobody asks
}

// parse reads all elements.
func (g *xmlGraph) parse(ctx context.Context, elements xmlElements) error {
	var path []xml.Name // of open elements
	for tokens := 0; ; tokens++ {
		if tokens%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		token, err := g.xml.RawToken()
		var malformed *lineError
		switch {
		case err == io.EOF && len(path) == 0:
			if malformed = elements.end(); malformed != nil {
				return malformed
			}
			return g.flush()
		case err == io.EOF:
			return &lineError{expected: "</" + path[len(path)-1].Local + ">", found: "the end"}
		case err != nil:
			return notXML(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			malformed = elements.open(path, token.Name.Local, token.Attr)
			path = append(path, token.Name)
		case xml.EndElement:
			if len(path) == 0 || path[len(path)-1] != token.Name {
				return &lineError{expected: "the end of the innermost element", found: quote([]byte("</" + token.Name.Local + ">"))}
			}
			path = path[:len(path)-1]
			elements.shut(path, token.Name.Local)
		case xml.CharData:
			if len(path) == 0 && len(bytes.TrimSpace(token)) > 0 {
				return &lineError{expected: "one root element and nothing else", found: quote(token)}
			}
			malformed = elements.text(token)
		}
		if malformed != nil {
			return malformed
		}
		if g.filled >= batchEdges-1 { // an element may be two edges
			if err := g.flush(); err != nil {
				return err
			}
		}
	}
}

// notXML makes what the decoder says of the text an error of a line.
func notXML(err error) error {
	if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
		return err
	}
	return &lineError{expected: "XML in UTF-8", found: err.Error()}
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

// declare declares the node that has these attributes.
func (g *xmlGraph) declare(attributes []xml.Attr) (uint32, *lineError) {
	id, ok := attribute(attributes, "id")
	if !ok {
		return 0, &lineError{expected: "an id of the node", found: "none"}
	}
	v, err := g.ids.vertex([]byte(id))
	if err == nil && g.ids.over == nil && !g.nodes.declare(v) {
		err = &lineError{expected: "each node once", found: quote([]byte(id)) + " again"}
	}
	return v, err
}

// ends returns the ends of the edge that has these attributes.
func (g *xmlGraph) ends(attributes []xml.Attr) (ends [2]uint32, err *lineError) {
	for i, name := range []string{"source", "target"} {
		id, ok := attribute(attributes, name)
		if !ok {
			return ends, &lineError{expected: "a " + name + " of the edge", found: "none"}
		}
		if ends[i], err = g.ids.vertex([]byte(id)); err != nil {
			return ends, err
		}
		if line, _ := g.xml.InputPos(); g.ids.over == nil {
			g.nodes.use(ends[i], int64(line))
		}
	}
	return ends, nil
}

// undeclared says which end of an edge nobody declared.
func (g *xmlGraph) undeclared() *lineError {
	line, v, ok := g.nodes.missing()
	if !ok {
		return nil
	}
	g.wrong = line
	return &lineError{expected: "a node that is declared", found: quote([]byte(g.ids.names[v]))}
}
