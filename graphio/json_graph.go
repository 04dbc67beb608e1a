package graphio

import (
	"fmt"
	"strconv"
)

// jsonParser reads the graph of a text.
type jsonParser struct {
	batch
	json   *jsonReader
	ids    jsonIDs
	nodes  *declarations
	titles *vertexNames // of nodes without ids, which are called by their places
	asked  bool         // the user said that it is a graph
	texts  bool         // 1 is the same id as "1", as in cytoscape.js
	bare   bool         // there are edges and nothing else
	used   uint64       // ids of these
	wrong  int64        // line of an error that shows only later

	held   [2]string // the keys of the nodes and of the edges, "" before
	called string    // how the nodes are called: by "id", "key", or "place"
	listed uint64    // nodes
	node   struct{ id, key, title jsonID }
	edge   jsonEdge

	says      jsonDirection // of the whole graph
	arrows    bool          // edges that say nothing have a direction, unless the graph says otherwise
	silent    bool          // some edge says nothing of its direction
	arc, line bool          // some edge has one, and none
	values    bool          // some edge has a weight
}

// jsonDirection is what is said of direction.
type jsonDirection byte

const (
	jsonSilent jsonDirection = iota
	jsonDirected
	jsonUndirected
)

// jsonEdge is an edge, or what else has data.
type jsonEdge struct {
	ends   [2]jsonID
	id     jsonID
	weight float64
	rank   int // of the key of the weight: 2 for weight, 1 for value, 0 for none
	says   jsonDirection
}

// readTop reads a value of the root.
func (p *jsonParser) readTop(key []byte) error {
	switch name := string(key); name {
	case "nodes", "links", "edges":
		return p.readPart(name, name)
	case "adjacency":
		if err := p.hold(1, name); err != nil {
			return err
		}
		return p.readAdjacency()
	case "elements":
		p.texts = true
		if p.json.peek() == '[' {
			if err := p.hold(0, name); err != nil {
				return err
			}
			p.held[1] = name
			return p.json.array("", func() error { return p.readElement("") })
		}
		return p.json.object("elements: an object or an array", func(key []byte) error {
			name := string(key)
			if name != "nodes" && name != "edges" {
				return p.json.skip()
			}
			if err := p.hold(part(name), "elements."+name); err != nil {
				return err
			}
			return p.json.array("an array of elements", func() error { return p.readElement(name) })
		})
	case "graph":
		return p.readInner()
	case "graphs":
		return &lineError{expected: "one graph in the file", found: "graphs, which may be several"}
	case "directed":
		return p.readDirection(&p.says, true)
	case "options":
		return p.readOptions()
	}
	return p.json.skip()
}

// readOptions reads what graphology says of a graph.
func (p *jsonParser) readOptions() error {
	if p.json.peek() != '{' {
		return p.json.skip()
	}
	return p.json.object("", func(key []byte) error {
		if string(key) != "type" || p.json.peek() != '"' {
			return p.json.skip()
		}
		kind, err := p.json.text("")
		switch string(kind) {
		case "directed":
			p.says = jsonDirected
		case "undirected":
			p.says = jsonUndirected
		}
		return err
	})
}

// part is 0 for nodes and 1 for edges.
func part(name string) int {
	if name == "nodes" {
		return 0
	}
	return 1
}

// hold notes that nodes or edges begin.
func (p *jsonParser) hold(part int, key string) error {
	if p.held[part] != "" {
		return &lineError{expected: "nodes and edges once each", found: fmt.Sprintf("%s beside %s", key, p.held[part])}
	}
	p.held[part] = key
	return nil
}

// readPart reads nodes or edges. Nodes may be an object that has them by their ids.
func (p *jsonParser) readPart(name, key string) error {
	if err := p.hold(part(name), key); err != nil {
		return err
	}
	switch {
	case name != "nodes":
		return p.json.array("an array of edges", p.readEdge)
	case p.json.peek() != '{':
		return p.json.array("an array of nodes", p.readNode)
	}
	return p.json.object("", func(key []byte) error {
		if err := p.declare("id", jsonID{text: key}); err != nil {
			return err
		}
		return p.json.skip()
	})
}

// readInner reads what JSON Graph Format has its nodes and edges in, and others
// attributes of the graph.
func (p *jsonParser) readInner() error {
	if p.json.peek() != '{' {
		return p.json.skip()
	}
	says, format := jsonSilent, false
	err := p.json.object("", func(key []byte) error {
		c := p.json.peek()
		switch name := string(key); {
		case (name == "nodes" || name == "edges") && (c == '[' || c == '{'):
			format = true
			return p.readPart(name, "graph."+name)
		case name == "directed" && (c == 't' || c == 'f'):
			return p.readDirection(&says, true)
		}
		return p.json.skip()
	})
	if format {
		p.arrows, p.says = true, says
		if p.held[1] == "" {
			p.held[1] = "graph"
		}
	}
	return err
}

// readDirection reads a truth that says of which direction something is.
func (p *jsonParser) readDirection(says *jsonDirection, directed bool) error {
	truth, err := p.json.truth("true or false")
	if *says = jsonUndirected; truth == directed {
		*says = jsonDirected
	}
	return err
}

// readNode reads an object with an id, or an id.
func (p *jsonParser) readNode() error {
	if p.json.peek() != '{' {
		id, err := p.readID()
		if err != nil {
			return err
		}
		return p.declare("id", id)
	}
	node := &p.node
	node.id.set, node.key.set, node.title.set = false, false, false
	err := p.json.object("a node", func(key []byte) error {
		switch string(key) {
		case "id":
			return p.readInto(&node.id, "id")
		case "key":
			if p.json.beginsID() {
				return p.readInto(&node.key, "key")
			}
		case "name":
			if p.json.peek() == '"' {
				text, err := p.json.text("")
				node.title.keep(jsonID{text: text})
				return err
			}
		}
		return p.json.skip()
	})
	switch {
	case err != nil:
		return err
	case node.id.set:
		return p.declare("id", node.id)
	case node.key.set:
		p.arrows = true
		return p.declare("key", node.key)
	}
	place := strconv.AppendUint(nil, p.listed, 10)
	if err := p.declare("place", jsonID{text: place, number: true}); err != nil {
		return err
	}
	return p.entitle(node.title)
}

// entitle gives the last node a name.
func (p *jsonParser) entitle(title jsonID) error {
	if !title.set || p.ids.over != nil {
		return nil
	}
	v, err := p.ids.vertex(jsonID{text: strconv.AppendUint(nil, p.listed-1, 10), number: true})
	if err != nil {
		return err
	}
	p.titles.given = true
	p.titles.add(v, title.text)
	return nil
}

// readInto reads an id that should come once.
func (p *jsonParser) readInto(to *jsonID, key string) error {
	if to.set {
		return &lineError{expected: "one " + key, found: "another"}
	}
	id, err := p.readID()
	if err != nil {
		return err
	}
	to.keep(id)
	return nil
}

// declare declares a node, all of which are called in the same way.
func (p *jsonParser) declare(called string, id jsonID) error {
	if p.listed++; p.listed == 1 {
		p.called = called
	}
	if called != p.called {
		missing := map[string]string{"id": "an id of each node", "key": "a key of each node", "place": "ids of all nodes or of none"}
		return &lineError{expected: missing[p.called], found: "a node called by its " + called}
	}
	v, err := p.ids.vertex(id)
	if err == nil && p.ids.over == nil && !p.nodes.declare(v) {
		err = &lineError{expected: "each node once", found: quote(id.text) + " again"}
	}
	if err != nil {
		return err
	}
	return nil
}

// endObject sees that nothing is missing.
func (p *jsonParser) endObject() error {
	elements := p.held[0] == "elements.nodes"
	if p.held[1] == "" && !elements {
		return &lineError{expected: "links, edges or adjacency", found: "none of them"}
	}
	if p.held[0] == "" || p.held[0] == "elements" && p.listed == 0 {
		return nil // the vertices are those of the edges
	}
	if line, v, ok := p.nodes.missing(); ok {
		p.wrong = line
		expected := "a node that is declared"
		if p.called != "place" && p.ids.numericID(v) {
			expected += " by its id (places among the nodes are not taken for ids)"
		}
		return &lineError{expected: expected, found: quote([]byte(p.ids.names[v]))}
	}
	return nil
}
