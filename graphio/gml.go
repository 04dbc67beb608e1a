package graphio

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// GML (Himsolt: GML, a portable graph file format, 1997): nested lists of keys
// and values.

var gmlFormat = format{
	name:     "gml",
	text:     "GML: nodes with whole numbers as ids, and labels",
	suffixes: []string{".gml"},
	sniff:    matches(`^(\s|#.*\n|[A-Za-z]\w*[ \t]+("[^"]*"|[^\s"\[]+)\s)*graph\s*\[`),
	evidence: "graph [",
	open:     openGML,
	outputs:  []string{".gml"},
	keeps:    keeps{labels: true, isolated: true},
	write:    writeGML,
}

type gml struct {
	in        *input
	directed  bool
	weighted  bool
	blockSize int
}

func openGML(in *input) (graph.Source, error) { return &gml{in: in, blockSize: defaultBlockSize}, nil }

func (s *gml) Info() graph.Info {
	info := s.in.info()
	info.Directed, info.Weighted = s.directed, s.weighted
	if _, ok := s.in.plain(); ok {
		const shortest = len("edge[source 1target 2]")
		info.MaxRecords = graph.Known(s.in.bytes / int64(shortest))
	}
	return info
}

func (s *gml) Close() error { return s.in.Close() }

// Read reads in one goroutine: what a token means depends on all before it.
func (s *gml) Read(ctx context.Context, _ int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	p := gmlParser{
		batch: batch{emit: emitter(0, emit)},
		line:  1,
		names: newVertexNames(&s.in.budget),
		nodes: newDeclarations(),

		positions: newPositions(s.in),
	}
	start := s.in.textStart()
	err := s.in.eachBlock(ctx, 1, s.blockSize, start, func(_ int, b *block) error { return p.parse(b) })
	if err != nil {
		return graph.Summary{}, err
	}
	if line, err := p.finish(); err != nil {
		return graph.Summary{}, s.in.malformed(line, err)
	}
	if err := p.names.short(); err != nil {
		return graph.Summary{}, err
	}
	s.directed, s.weighted = p.directed, p.weighted
	summary := graph.Summary{Records: p.records, Vertices: graph.Known(len(p.ids.numbers))}
	summary.Names, summary.Numbers = p.labels()
	summary.Positions, err = p.positions.all(uint64(len(p.ids.numbers)))
	return summary, err
}

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

// gmlEscapes stand for characters that a string of GML cannot hold.
var gmlEscapes = strings.NewReplacer("&", "&amp;", `"`, "&quot;")

// appendUnescaped appends a string with its character references resolved:
// &quot; and the like, and &#233;. Others stay as they are.
func appendUnescaped(text, escaped []byte) []byte {
	for {
		at := bytes.IndexByte(escaped, '&')
		if at < 0 {
			return append(text, escaped...)
		}
		text, escaped = append(text, escaped[:at]...), escaped[at:]
		const longest = len("&#1114111;")
		end := bytes.IndexByte(escaped[:min(longest, len(escaped))], ';')
		if character, ok := gmlCharacter(escaped[1:max(end, 1)]); ok {
			text, escaped = append(text, character...), escaped[end+1:]
		} else {
			text, escaped = append(text, '&'), escaped[1:]
		}
	}
}

// gmlCharacter returns the character that a reference names.
func gmlCharacter(name []byte) (string, bool) {
	switch string(name) {
	case "amp":
		return "&", true
	case "quot":
		return `"`, true
	case "apos":
		return "'", true
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	}
	if len(name) > 1 && name[0] == '#' {
		if code, ok, _ := parseID(name[1:]); ok && code <= math.MaxInt32 {
			return string(rune(code)), true
		}
	}
	return "", false
}

// writeGML writes nodes under their numbers. Those with names are numbered from
// 0 and labelled.
func writeGML(ctx context.Context, out *output, g *graph.Graph) error {
	labels := g.Labels()
	if _, err := fmt.Fprintln(out, "graph ["); err != nil {
		return err
	}
	number := labels.Number
	if labels.Names() != nil {
		number = func(v uint32) uint64 { return uint64(v) }
	}
	err := out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		text = strconv.AppendUint(append(text, "  node [ id "...), number(v), 10)
		if names := labels.Names(); names != nil {
			text = append(text, ` label "`...)
			text = append(append(text, gmlEscapes.Replace(names[v])...), '"')
		}
		return append(text, " ]\n"...)
	})
	if err != nil {
		return err
	}
	err = out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			text = strconv.AppendUint(append(text, "  edge [ source "...), number(e.U), 10)
			text = strconv.AppendUint(append(text, " target "...), number(e.V), 10)
			text = append(text, " ]\n"...)
		}
		return text
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "]")
	return err
}
