package graphio

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// Graphs as JSON: nodes with links or edges, as NetworkX, d3, graphology and vis.js have
// them, or with adjacency; cytoscape.js; JSON Graph Format; an object of lists of
// neighbours; an array of edges.

var jsonFormat = format{
	name:     "json",
	text:     "JSON: nodes and links or edges, adjacency, cytoscape.js, lists of neighbours, pairs",
	suffixes: []string{".json", ".cyjs", ".jgf"},
	sniff:    func(head []byte) bool { return jsonShapeOf(head) != jsonNoGraph },
	evidence: "JSON of a graph",
	open:     openJSON,
	outputs:  []string{".json"},
	keeps:    keeps{labels: true, isolated: true},
	write:    writeJSON,
}

// jsonShape is what the root of a text is.
type jsonShape byte

const (
	jsonNoGraph jsonShape = iota
	jsonObject            // with nodes, edges and the like
	jsonLists             // an object with the neighbours of each vertex
	jsonEdges             // an array of pairs, or of objects with two ends
)

// jsonShapeOf tells the shape by the beginning of a text.
func jsonShapeOf(head []byte) jsonShape {
	head = bytes.TrimLeft(head, " \t\r\n")
	if len(head) == 0 || head[0] != '{' && head[0] != '[' {
		return jsonNoGraph
	}
	r := newJSONReader(context.Background(), bytes.NewReader(head), new(budget))
	if r.peek() == '[' {
		return shapeOfArray(r)
	}
	return shapeOfObject(r)
}

var errShapeKnown = errors.New("the shape is known")

// shapeOfArray looks at the first value of an array.
func shapeOfArray(r *jsonReader) jsonShape {
	shape := jsonNoGraph
	// What cannot be read on is an error in its time.
	_ = r.array("", func() error {
		switch r.peek() {
		case '[':
			n, ids := 0, true
			if r.array("", func() error {
				n, ids = n+1, ids && r.beginsID()
				return r.skip()
			}) == nil && n == 2 && ids {
				shape = jsonEdges
			}
		case '{':
			ends := 0
			if r.object("", func(key []byte) error {
				if jsonEnd(key) >= 0 && r.beginsID() {
					ends |= 1 << jsonEnd(key)
				}
				return r.skip()
			}) == nil && ends == 3 {
				shape = jsonEdges
			}
		}
		return errShapeKnown
	})
	return shape
}

// jsonEnd returns 0 for a key of the first end of an edge, 1 for one of the second,
// and -1 for another.
func jsonEnd(key []byte) int {
	switch string(key) {
	case "source", "from":
		return 0
	case "target", "to":
		return 1
	}
	return -1
}

// beginsID says that the next value may be an id.
func (r *jsonReader) beginsID() bool {
	c := r.peek()
	return c == '"' || c == '-' || c-'0' <= 9
}

// shapeOfObject looks at the keys of an object, as far as they are there.
func shapeOfObject(r *jsonReader) jsonShape {
	found, lists, others := false, 0, 0
	var look func(key []byte) error
	look = func(key []byte) error {
		c := r.peek()
		switch {
		case isGraphKey(string(key)) && (c == '[' || c == '{' && (string(key) == "nodes" || string(key) == "elements")):
			found = true
			return errShapeKnown
		case string(key) == "graph" && c == '{' && r.depth == 1:
			others++
			return r.object("", look)
		case r.depth == 1 && c == '[':
			first := true
			lists++
			return r.array("", func() error {
				if first && !r.beginsID() {
					others++
				}
				first = false
				return r.skip()
			})
		}
		others++
		return r.skip()
	}
	// What cannot be read on is an error in its time.
	_ = r.object("", look)
	switch {
	case found:
		return jsonObject
	case lists > 0 && others == 0:
		return jsonLists
	}
	return jsonNoGraph
}

// isGraphKey says that a key holds nodes or edges, and names no vertex.
func isGraphKey(key string) bool {
	return slices.Contains([]string{"nodes", "links", "edges", "elements", "adjacency", "graphs"}, key)
}

type jsonSource struct {
	in       *input
	shape    jsonShape
	directed bool
	mixed    bool
	weighted bool
}

func openJSON(in *input) (graph.Source, error) {
	shape := jsonShapeOf(in.text())
	if shape == jsonNoGraph {
		return nil, in.malformed(1, &lineError{expected: "a graph as JSON: nodes and links or edges, lists of neighbours, or pairs", found: "something else"})
	}
	return &jsonSource{in: in, shape: shape}, nil
}

func (s *jsonSource) Info() graph.Info {
	info := s.in.info()
	info.Directed, info.Mixed, info.Weighted = s.directed, s.mixed, s.weighted
	if _, ok := s.in.plain(); ok {
		const shortest = len("1,") // in a list
		info.MaxRecords = graph.Known(s.in.bytes / int64(shortest))
	}
	return info
}

func (s *jsonSource) Close() error { return s.in.Close() }

// Read reads in one goroutine.
func (s *jsonSource) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	stream, err := s.in.textStream(workers)
	if err != nil {
		return graph.Summary{}, err
	}
	defer stream.Close()
	text := &watched{Reader: stream}
	p := jsonParser{
		batch:  batch{emit: emitter(0, emit), weighted: s.in.opt.Weights},
		json:   newJSONReader(ctx, text, &s.in.budget),
		ids:    jsonIDs{dictionary: newDictionary(&s.in.budget)},
		titles: newVertexNames(&s.in.budget),
		nodes:  newDeclarations(),
		asked:  s.in.recognised == "option",
	}
	err = p.parse(s.shape)
	if short := shortOf(p.ids.dictionary, p.titles.dictionary); short != nil {
		return graph.Summary{}, short
	}
	var malformed *lineError
	switch {
	case errors.As(err, &malformed):
		line := p.json.line
		if p.wrong > 0 {
			line = p.wrong
		}
		return graph.Summary{}, s.in.malformed(line, malformed)
	case err != nil && text.failed != nil && text.failed != io.EOF:
		return graph.Summary{}, s.in.readError(text.failed)
	case err != nil:
		return graph.Summary{}, err
	}
	s.directed, s.mixed, s.weighted = p.directions()
	if p.bare && (p.used == 0 || p.ids.first) {
		return graph.Summary{Records: p.records}, nil
	}
	names, numbers := p.labels()
	return graph.Summary{Records: p.records, Vertices: graph.Known(len(p.ids.names)), Names: names, Numbers: numbers}, nil
}

// parse reads the root and what is behind it.
func (p *jsonParser) parse(shape jsonShape) error {
	var err error
	switch shape {
	case jsonObject:
		err = p.json.object("an object", p.readTop)
		if err == nil {
			err = p.endObject()
		}
	case jsonLists:
		err = p.readLists()
	default:
		err = p.readPairs()
	}
	if err != nil {
		return err
	}
	if p.json.peek(); p.json.at < p.json.end || p.json.failed != io.EOF {
		return p.json.expected("the end behind one value")
	}
	return p.flush()
}
