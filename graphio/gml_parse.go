package graphio

import (
	"bytes"
	"strings"
)

// gmlList is what a list in brackets is.
type gmlList byte

const (
	gmlTop gmlList = iota
	gmlGraph
	gmlNode
	gmlGraphics // of a node, where positions are asked for
	gmlEdge
	gmlOther
)

// gmlParser reads tokens. Its state lasts from block to block.
type gmlParser struct {
	batch
	line     int64   // of the token
	list     gmlList // that is open; within gmlOther, depth counts
	outer    gmlList // around gmlOther
	depth    int
	key      string // whose value comes next, "" for a key
	quoted   bool   // within a string
	text     []byte // of the string so far
	seen     bool   // a graph
	directed bool
	weighted bool

	ids    numberIDs
	nodes  *declarations
	names  *vertexNames
	fields [3]gmlField // of the node or edge: id and label, or source and target
	label  []byte

	positions *positions            // nil where nobody asks
	place     [axesMost]gmlOrdinate // of the node
}

// gmlOrdinate is a coordinate that a node has.
type gmlOrdinate struct {
	value float64
	set   bool
}

// gmlField is a number that a node or an edge has.
type gmlField struct {
	value uint64
	set   bool
}

const (
	gmlFirst  = iota // id or source
	gmlSecond        // target
	gmlLabel
)

func (p *gmlParser) parse(b *block) error {
	text := b.text
	for pos := 0; pos < b.end; {
		var err *lineError
		begin := pos
		switch c := text[pos]; {
		case p.quoted:
			pos, err = p.readString(text[:b.end], pos)
			begin = pos - 1
		case c == '\n':
			p.line++
			pos++
		case c == ' ' || c == '\t' || c == '\r':
			pos++
		case c == '#':
			pos += lineLength(text, pos)
		case c == '[':
			pos++
			err = p.open()
		case c == ']':
			pos++
			if err = p.close(); err == nil && p.filled == batchEdges {
				if err := p.flush(); err != nil {
					return err
				}
			}
		case c == '"':
			pos++
			p.quoted, p.text = true, p.text[:0]
			if p.key == "" {
				err = &lineError{expected: "a key", found: "a string"}
			}
		default:
			for pos++; !endsToken(text[pos]); pos++ {
			}
			err = p.readWord(text[begin:pos])
		}
		if err != nil {
			err.pos = begin
			return err
		}
	}
	return p.flush()
}

func endsToken(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', '[', ']', '"', '#':
		return true
	}
	return false
}

// readString takes the string from pos on, to its end or that of text.
func (p *gmlParser) readString(text []byte, pos int) (int, *lineError) {
	end := bytes.IndexByte(text[pos:], '"')
	part := text[pos:]
	if end >= 0 {
		part = part[:end]
	}
	p.line += int64(bytes.Count(part, newline))
	if p.list == gmlNode && p.key == "label" {
		p.text = append(p.text, part...)
	}
	if end < 0 {
		return len(text), nil
	}
	p.quoted = false
	return pos + end + 1, p.setValue(nil)
}

// readWord takes a key or a number.
func (p *gmlParser) readWord(word []byte) *lineError {
	if p.key != "" {
		return p.setValue(word)
	}
	for i, c := range word {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || c-'0' > 9 && c != '_') {
			return &lineError{expected: "a key or ]", found: quote(word)}
		}
	}
	p.key = gmlKey(word)
	if p.key == "other" && p.positions != nil && (p.list == gmlNode || p.list == gmlGraphics) {
		p.key = strings.ToLower(string(word))
	}
	return nil
}

// gmlKey returns a key as a string, without an allocation for those that
// matter.
func gmlKey(word []byte) string {
	switch string(word) {
	case "graph":
		return "graph"
	case "node":
		return "node"
	case "edge":
		return "edge"
	case "id":
		return "id"
	case "label":
		return "label"
	case "source":
		return "source"
	case "target":
		return "target"
	case "directed":
		return "directed"
	case "value", "weight":
		return "weight"
	}
	return "other"
}

// setValue gives the key its value: a number, or a string where word is nil.
func (p *gmlParser) setValue(word []byte) *lineError {
	key := p.key
	p.key = ""
	number, whole, _ := parseID(word)
	value := float64(number)
	if word != nil && !whole {
		var err *lineError
		if value, err = parseValue(word); err != nil {
			return err
		}
	}
	slot := -1
	axis, placed := axes[key]
	switch {
	case p.list == gmlTop && key == "graph":
		return &lineError{expected: "[ behind graph", found: "a value"}
	case p.list == gmlGraph && (key == "node" || key == "edge"):
		return &lineError{expected: "[ behind " + key, found: "a value"}
	case p.list == gmlGraph && key == "directed":
		if string(word) != "0" && string(word) != "1" {
			return &lineError{expected: "directed 0 or 1", found: quote(word)}
		}
		p.directed = word[0] == '1'
	case p.list == gmlNode && key == "label":
		if p.fields[gmlLabel].set {
			return &lineError{expected: "one label", found: "another"}
		}
		p.fields[gmlLabel].set = true
		if p.label = append(p.label[:0], word...); word == nil {
			p.label = appendUnescaped(p.label, p.text)
		}
	case p.list == gmlNode && word == nil && key == longName:
	case (p.list == gmlNode || p.list == gmlGraphics) && placed:
		if word == nil {
			return &lineError{expected: "a number as " + key, found: "a string"}
		}
		p.place[axis] = gmlOrdinate{value, true}
	case p.list == gmlNode && key == "id", p.list == gmlEdge && key == "source":
		slot = gmlFirst
	case p.list == gmlEdge && key == "target":
		slot = gmlSecond
	case p.list == gmlEdge && key == "weight":
		p.weighted = true
	}
	if slot < 0 {
		return nil
	}
	if !whole || p.fields[slot].set {
		return &lineError{expected: "one whole number from 0 to 2^64-1 as " + key, found: quote(word)}
	}
	p.fields[slot] = gmlField{number, true}
	return nil
}
