package graphio

import (
	"fmt"
	"slices"
	"strconv"
)

// open begins the list that is the value of the key.
func (p *gmlParser) open() *lineError {
	key := p.key
	p.key = ""
	switch {
	case key == "":
		return &lineError{expected: "a key in front of [", found: "none"}
	case p.list == gmlTop && key == "graph":
		if p.seen {
			return &lineError{expected: "one graph in the file", found: "a second one"}
		}
		p.seen, p.list = true, gmlGraph
	case p.list == gmlGraph && key == "node":
		p.list, p.fields, p.place = gmlNode, [3]gmlField{}, [axesMost]gmlOrdinate{}
	case p.list == gmlGraph && key == "edge":
		p.list, p.fields = gmlEdge, [3]gmlField{}
	case p.list == gmlNode && (key == "id" || key == "label"), p.list == gmlEdge && (key == "source" || key == "target"):
		return &lineError{expected: "a value of " + key, found: "["}
	case p.list == gmlNode && key == "graphics":
		p.list = gmlGraphics
	case p.list == gmlOther:
		p.depth++
	default:
		p.outer, p.list, p.depth = p.list, gmlOther, 1
	}
	return nil
}

// close ends a list.
func (p *gmlParser) close() *lineError {
	if p.key != "" {
		return &lineError{expected: "a value", found: "]"}
	}
	switch p.list {
	case gmlTop:
		return &lineError{expected: "a key", found: "]"}
	case gmlGraph:
		p.list = gmlTop
	case gmlNode:
		p.list = gmlGraph
		return p.closeNode()
	case gmlGraphics:
		p.list = gmlNode
	case gmlEdge:
		p.list = gmlGraph
		return p.closeEdge()
	case gmlOther:
		if p.depth--; p.depth == 0 {
			p.list = p.outer
		}
	}
	return nil
}

func (p *gmlParser) closeNode() *lineError {
	id := p.fields[gmlFirst]
	if !id.set {
		return &lineError{expected: "an id of the node", found: "none"}
	}
	v, err := p.ids.id(id.value)
	if err == nil && !p.nodes.declare(v) {
		err = &lineError{expected: "each node once", found: fmt.Sprintf("node %d again", id.value)}
	}
	if err != nil {
		return err
	}
	for axis, at := range p.place {
		if at.set {
			p.positions.set(v, axis, at.value)
		}
	}
	if p.fields[gmlLabel].set {
		p.names.given = true
		p.names.add(v, p.label)
	}
	return nil
}

func (p *gmlParser) closeEdge() *lineError {
	if !p.fields[gmlFirst].set || !p.fields[gmlSecond].set {
		return &lineError{expected: "source and target of the edge", found: "none"}
	}
	var ends [2]uint32
	for i := range ends {
		v, err := p.ids.id(p.fields[i].value)
		if err != nil {
			return err
		}
		p.nodes.use(v, p.line)
		ends[i] = v
	}
	p.push(uint64(ends[0]), uint64(ends[1]))
	return nil
}

// finish returns what is wrong at the end, and the line.
func (p *gmlParser) finish() (int64, *lineError) {
	switch {
	case p.quoted:
		return p.line, &lineError{expected: `a closing '"'`, found: "the end"}
	case p.list != gmlTop || p.key != "":
		return p.line, &lineError{expected: "a value or ]", found: "the end"}
	case !p.seen:
		return p.line, &lineError{expected: "graph [", found: "the end"}
	}
	if line, v, ok := p.nodes.missing(); ok {
		return line, &lineError{expected: "a node that is declared", found: fmt.Sprint(p.ids.numbers[v])}
	}
	return 0, nil
}

// labels returns the labels of the nodes where they serve as ids, and their
// numbers otherwise. Numbers that do not ascend become names.
func (p *gmlParser) labels() (names []string, numbers []uint64) {
	numbers = p.ids.numbers
	if names = p.names.names(uint64(len(numbers))); names != nil {
		return names, nil
	}
	if slices.IsSorted(numbers) {
		return nil, numbers
	}
	names = make([]string, len(numbers))
	for v, number := range numbers {
		names[v] = strconv.FormatUint(number, 10)
	}
	return names, nil
}
