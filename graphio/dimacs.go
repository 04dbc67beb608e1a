package graphio

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
)

// The files of the DIMACS implementation challenges: lines that begin with a
// letter. Shortest paths have arcs with a length (Demetrescu, Goldberg and
// Johnson: The Shortest Path Problem, 2009), colouring and cliques have edges
// (Johnson and Trick: Cliques, Coloring, and Satisfiability, 1996).

var dimacsFormat = format{
	name:     "dimacs",
	text:     "DIMACS: shortest paths (p sp) or colouring (p edge, p col)",
	suffixes: []string{".gr", ".col"},
	sniff:    matches(`^(\s|c.*\n)*p\s+[a-z]+\s+\d+\s+\d+`, "p"),
	evidence: "problem line",
	open:     openDimacs,
	outputs:  []string{".gr", ".col"},
	keeps:    keeps{base: 1, isolated: true},
	write:    writeDimacs,
}

const dimacsComments = "c"

// dimacsHeader is the problem line.
type dimacsHeader struct {
	arcs    bool // shortest paths: lines "a u v length"; otherwise "e u v"
	n       uint64
	records uint64
}

func openDimacs(in *input) (graph.Source, error) {
	lines, err := in.dataLines(dimacsComments)
	if err != nil {
		return nil, err
	}
	line, err := lines.header(dimacsProblem)
	if err != nil {
		return nil, err
	}
	var h dimacsHeader
	if err := h.parse(line.text); err != nil {
		return nil, in.malformed(line.line, err)
	}
	return &headed{
		in: in, n: h.n, records: h.records, line: line.line, start: lines.next, shortest: len("e 1 2\n"),
		directed: h.arcs, weighted: h.arcs, blockSize: defaultBlockSize,
		parser: func(b batch) lineParser {
			b.weighted = b.weighted && h.arcs
			return &dimacsLines{b, &h}
		},
	}, nil
}

const dimacsProblem = "the problem line: p sp|edge|col vertices edges"

func (h *dimacsHeader) parse(line []byte) (err *lineError) {
	fields := bytes.FieldsFunc(line, isBlank)
	if len(fields) != 4 || string(fields[0]) != "p" {
		return &lineError{expected: dimacsProblem, found: quote(line)}
	}
	switch string(fields[1]) {
	case "sp":
		h.arcs = true
	case "edge", "col":
	default:
		return &lineError{expected: dimacsProblem, found: quote(line)}
	}
	if h.n, err = parseSize(fields[2], "fewer than 2^32 vertices", math.MaxUint32); err != nil {
		return err
	}
	h.records, err = parseSize(fields[3], "fewer than 2^63 edges", math.MaxInt64)
	return err
}

// mark is the letter in front of an edge.
func (h *dimacsHeader) mark() byte {
	if h.arcs {
		return 'a'
	}
	return 'e'
}

// dimacsLines parses the lines behind the problem line.
type dimacsLines struct {
	batch
	header *dimacsHeader
}

func (p *dimacsLines) parsePlain(text []byte, pos, end int) int {
	mark, n, arcs := p.header.mark(), p.header.n, p.header.arcs
	for pos < end && p.filled < len(p.edges) {
		if text[pos] != mark || text[pos+1] != ' ' {
			break
		}
		e, at := plainIndexes(text, pos+2, n)
		if at == pos+2 {
			break
		}
		if arcs {
			begin := skipBlanks(text, at)
			if begin == at {
				break
			}
			if at = skipDecimal(text, begin); at == begin {
				break
			}
		}
		next := plainEnd(text, at)
		if next == at {
			break
		}
		p.edges[p.filled] = e
		p.filled++
		pos = next
	}
	return pos
}

func (p *dimacsLines) parseLine(line []byte) *lineError {
	line = trimLine(line)
	if isComment(line, dimacsComments) {
		return nil
	}
	kind, rest := cutBlank(line)
	if !p.header.arcs && string(kind) == "n" {
		return p.parseNode(rest)
	}
	if len(kind) != 1 || kind[0] != p.header.mark() {
		return &lineError{expected: fmt.Sprintf("a line that begins with %c", p.header.mark()), found: quote(line)}
	}
	u, v, rest, err := parseIndexes(rest, p.header.n)
	if err != nil {
		return err
	}
	length := 1.0
	if p.header.arcs {
		var field []byte
		field, rest = cutBlank(rest)
		if length, err = parseValue(field); err != nil {
			return err
		}
	}
	if len(rest) > 0 {
		return &lineError{expected: "the end of the line", found: quote(rest)}
	}
	p.pushWeighted(u, v, length)
	return nil
}

// parseNode checks what follows in "n vertex value", which colouring has for
// weights and colours.
func (p *dimacsLines) parseNode(fields []byte) *lineError {
	vertex, value := cutBlank(fields)
	if _, err := parseIndex(vertex, p.header.n); err != nil {
		return err
	}
	_, err := parseValue(value)
	return err
}

// writeDimacs writes g as a shortest-path problem under the suffix .gr, both
// arcs of each edge with length 1, and as edges otherwise. Vertices are
// numbered from 1, whatever their labels.
func writeDimacs(ctx context.Context, out *output, g *graph.Graph) error {
	header, encode := fmt.Sprintf("p edge %d %d\n", g.Vertices(), g.Edges()), encodeDimacsEdges
	if out.suffix == ".gr" {
		header, encode = fmt.Sprintf("p sp %d %d\n", g.Vertices(), 2*g.Edges()), encodeDimacsArcs
	}
	if _, err := out.Write([]byte(header)); err != nil {
		return err
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), encode)
}

func encodeDimacsEdges(text []byte, edges []graph.Edge) []byte {
	for _, e := range edges {
		text = append(appendIndexes(append(text, "e "...), e.U, e.V), '\n')
	}
	return text
}

func encodeDimacsArcs(text []byte, edges []graph.Edge) []byte {
	for _, e := range edges {
		text = append(appendIndexes(append(text, "a "...), e.U, e.V), " 1\n"...)
		text = append(appendIndexes(append(text, "a "...), e.V, e.U), " 1\n"...)
	}
	return text
}

// appendIndexes appends the numbers of u and v, counted from 1, and a space
// between them.
func appendIndexes(text []byte, u, v uint32) []byte {
	return appendIndex(append(appendIndex(text, u), ' '), v)
}
