package graphio

import "fmt"

// readEdge reads an object with two ends, or a pair.
func (p *jsonParser) readEdge() error {
	if p.json.peek() == '[' {
		_, err := p.readPair()
		return err
	}
	e := p.newEdge()
	if err := p.json.object("an edge: an object or a pair", func(key []byte) error { return p.readOfEdge(e, key) }); err != nil {
		return err
	}
	return p.pushEdge(e)
}

// newEdge makes the edge that is read next, in the place of the one before.
func (p *jsonParser) newEdge() *jsonEdge {
	e := &p.edge
	e.ends[0].set, e.ends[1].set, e.id.set = false, false, false
	e.weight, e.rank, e.says = 1, 0, jsonSilent
	return e
}

// readOfEdge reads a value of an edge.
func (p *jsonParser) readOfEdge(e *jsonEdge, key []byte) error {
	if end := jsonEnd(key); end >= 0 {
		return p.readInto(&e.ends[end], [2]string{"source", "target"}[end]+" of the edge")
	}
	c := p.json.peek()
	switch name := string(key); {
	case name == "directed" && (c == 't' || c == 'f'):
		return p.readDirection(&e.says, true)
	case name == "undirected" && (c == 't' || c == 'f'):
		return p.readDirection(&e.says, false)
	case (name == "attributes" || name == "metadata") && c == '{':
		return p.json.object("", func(key []byte) error { return p.readWeight(e, string(key)) })
	default:
		return p.readWeight(e, name)
	}
}

// readWeight reads a value that may be the weight of an edge: a weight rather than a
// value.
func (p *jsonParser) readWeight(e *jsonEdge, key string) error {
	rank := 0
	switch {
	case isWeightName(key):
		rank = 2
	case key == "value":
		rank = 1
	}
	p.values = p.values || rank > 0
	if !p.weighted || rank <= e.rank {
		return p.json.skip()
	}
	if c := p.json.peek(); rank == 1 && c != '-' && c-'0' > 9 {
		return p.json.skip() // a value may be anything
	}
	text, err := p.json.number("a number as " + key)
	if err != nil {
		return err
	}
	weight, malformed := parseValue(text)
	if malformed != nil {
		return malformed
	}
	e.weight, e.rank = weight, rank
	return nil
}

// pushEdge takes an edge that was read.
func (p *jsonParser) pushEdge(e *jsonEdge) error {
	var ends [2]uint64
	for i, id := range e.ends {
		if !id.set {
			return &lineError{expected: "source and target of the edge", found: "none"}
		}
		v, err := p.use(id)
		if err != nil {
			return err
		}
		ends[i] = v
	}
	return p.pushJSON(ends[0], ends[1], e)
}

// use returns the vertex of an id that an edge has. Numbers in an array of edges are
// what they are.
func (p *jsonParser) use(id jsonID) (uint64, error) {
	if p.bare {
		if p.used++; p.used == 1 {
			p.ids.first = id.number
		}
		if id.number != p.ids.first {
			return 0, &lineError{expected: "ids that are all numbers or all strings", found: quote(id.text)}
		}
		if id.number {
			number, _, _ := parseID(id.text)
			return number, nil
		}
	}
	v, err := p.ids.vertex(id)
	if err != nil {
		return 0, err
	}
	if p.ids.over == nil && !p.bare {
		p.nodes.use(v, p.json.line)
	}
	return uint64(v), nil
}

func (p *jsonParser) pushJSON(u, v uint64, e *jsonEdge) error {
	switch e.says {
	case jsonSilent:
		p.silent = true
	case jsonDirected:
		p.arc = true
	case jsonUndirected:
		p.line = true
	}
	p.pushWeighted(u, v, e.weight)
	if p.full() {
		return p.flush()
	}
	return nil
}

// readPair reads an array of two ids, and returns the vertices.
func (p *jsonParser) readPair() (ends [2]uint64, err error) {
	n := 0
	err = p.json.array("a pair of ids", func() error {
		if n == 2 {
			return p.json.expected("the end of a pair")
		}
		id, err := p.readID()
		if err != nil {
			return err
		}
		ends[n], err = p.use(id)
		n++
		return err
	})
	if err == nil && n < 2 {
		err = &lineError{expected: "a pair of ids", found: fmt.Sprintf("%d", n)}
	}
	if err != nil {
		return ends, err
	}
	return ends, p.pushJSON(ends[0], ends[1], p.newEdge())
}

// readElement reads an element of cytoscape.js, whose data are what matters: a node,
// an edge, or, where nothing is said, what has two ends.
func (p *jsonParser) readElement(kind string) error {
	e, data := p.newEdge(), false
	err := p.json.object("an element", func(key []byte) error {
		if string(key) != "data" {
			return p.json.skip()
		}
		if data {
			return &lineError{expected: "data of the element once", found: "data again"}
		}
		data = true
		return p.json.object("data of the element", func(key []byte) error {
			switch {
			case string(key) == "id" && kind != "edges":
				return p.readInto(&e.id, "id")
			case jsonEnd(key) >= 0 && (kind == "nodes" || string(key) == "from" || string(key) == "to"):
				return p.json.skip() // these are no ends here
			}
			return p.readOfEdge(e, key)
		})
	})
	switch {
	case err != nil:
		return err
	case kind == "edges" || kind == "" && (e.ends[0].set || e.ends[1].set):
		return p.pushEdge(e)
	case !e.id.set:
		return &lineError{expected: "an id of the element", found: "none"}
	}
	return p.declare("id", e.id)
}

// directions says what Info says of the edges.
func (p *jsonParser) directions() (directed, mixed, weighted bool) {
	arrows := p.says == jsonDirected || p.says == jsonSilent && p.arrows
	directed = p.arc || p.silent && arrows
	return directed, directed && (p.line || p.silent && !arrows), p.values
}
