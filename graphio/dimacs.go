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
	sniff:    matches(`^(\s|c.*\n)*p\s+[a-z]+\s+\d+\s+\d+`),
	evidence: "problem line",
	open:     openDimacs,
	outputs:  []string{".gr", ".col"},
	keeps:    keeps{base: 1, isolated: true},
	write:    writeDimacs,
}

const dimacsComments = "c"

type dimacs struct {
	in        *input
	header    dimacsHeader
	blockSize int
}

// dimacsHeader is the problem line.
type dimacsHeader struct {
	arcs    bool // shortest paths: lines "a u v length"; otherwise "e u v"
	n       uint64
	records uint64
	line    int64
	start   place // behind it
}

func openDimacs(in *input) (graph.Source, error) {
	lines, err := in.dataLines(dimacsComments)
	if err != nil {
		return nil, err
	}
	line, ok, err := lines.read()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, in.malformed(lines.next.line, &lineError{expected: dimacsProblem, found: "the end"})
	}
	h := dimacsHeader{line: line.line, start: lines.next}
	if err := h.parse(line.text); err != nil {
		return nil, in.malformed(line.line, err)
	}
	return &dimacs{in, h, defaultBlockSize}, nil
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

func (s *dimacs) Info() graph.Info {
	info := s.in.info()
	const shortest = len("e 1 2\n")
	s.in.declare(&info, s.header.n, s.header.records, s.header.start, shortest)
	info.Directed, info.Weighted = s.header.arcs, s.header.arcs
	return info
}

func (s *dimacs) Close() error { return s.in.Close() }

func (s *dimacs) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	summary := graph.Summary{Vertices: graph.Known(s.header.n)}
	parsers := make([]*dimacsLines, s.in.busy(workers, s.blockSize))
	for worker := range parsers {
		parsers[worker] = &dimacsLines{batch: batch{emit: emitter(worker, emit)}, header: &s.header}
	}
	err := s.in.eachBlock(ctx, len(parsers), s.blockSize, s.header.start,
		func(worker int, b *block) error { return parseLines(parsers[worker], b) })
	if err != nil {
		return summary, err
	}
	for _, p := range parsers {
		summary.Records += p.records
	}
	return summary, s.in.checkRecords(s.header.line, s.header.records, summary.Records)
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
	if p.header.arcs {
		var length []byte
		length, rest = cutBlank(rest)
		if _, err := parseValue(length); err != nil {
			return err
		}
	}
	if len(rest) > 0 {
		return &lineError{expected: "the end of the line", found: quote(rest)}
	}
	p.push(u, v)
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
