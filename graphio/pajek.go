package graphio

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

var pajekFormat = format{
	name:     "pajek",
	text:     "Pajek: a network or a project of one network with partitions",
	suffixes: []string{".net", ".paj"},
	sniff:    matches(`^(\s|%.*\n)*\*\w`),
	evidence: "first section",
	open:     openPajek,
	outputs:  []string{".net", ".paj"},
	keeps:    keeps{labels: true, base: 1, isolated: true},
	write:    writePajek,
}

const pajekComments = "%"

// pajek is a network file of Pajek (Batagelj and Mrvar: Pajek, program for
// analysis and visualization of large networks, reference manual), or a project
// with one network.
type pajek struct {
	in        *input
	vertices  graph.Size // as far as the beginning of the file tells
	directed  bool
	mixed     bool
	weighted  bool
	blockSize int
}

func openPajek(in *input) (graph.Source, error) {
	lines, err := in.dataLines(pajekComments)
	if err != nil {
		return nil, err
	}
	return &pajek{in: in, vertices: declaredByPajek(lines), blockSize: defaultBlockSize}, nil
}

// declaredByPajek returns the number of vertices of the network, where it is in
// the head of the file.
func declaredByPajek(lines *dataLines) graph.Size {
	owner := "network"
	for {
		line, ok, err := lines.read()
		if err != nil || !ok {
			return graph.Size{}
		}
		if line.text[0] != '*' {
			continue
		}
		switch word, rest := cutSection(line.text); {
		case word == "vertices" && owner == "network":
			if n, _, err := parsePajekSizes(rest); err == nil {
				return graph.Known(n)
			}
			return graph.Size{}
		case word == "vertices":
			owner = "network"
		case isPajekPart(word):
			owner = word
		}
	}
}

func (s *pajek) Info() graph.Info {
	info := s.in.info()
	info.Vertices, info.Base = s.vertices, 1
	info.Directed, info.Mixed, info.Weighted = s.directed, s.mixed, s.weighted
	if _, ok := s.in.plain(); ok {
		const shortest = len("1 ") // in a matrix or a list
		info.MaxRecords = graph.Known((s.in.bytes + 1) / int64(shortest))
	}
	return info
}

func (s *pajek) Close() error { return s.in.Close() }

func (s *pajek) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	parsers := make([]*pajekPairs, s.in.busy(workers, s.blockSize))
	for worker := range parsers {
		parsers[worker] = &pajekPairs{batch: batch{emit: emitter(worker, emit), weighted: s.in.opt.Weights}}
	}
	r := pajekSections{owner: "network", line: 1, names: newVertexNames(&s.in.budget), positions: newPositions(s.in)}
	start := s.in.textStart()
	err := s.in.eachBlockInTurn(ctx, len(parsers), s.blockSize, start, blockSteps{
		turn: func(worker int, b *block) error {
			err := r.read(b, parsers[worker])
			if err != nil {
				// A malformed pair in front of it comes first.
				err = cmp.Or(parsers[worker].parse(b), err)
			}
			return err
		},
		after: func(worker int, b *block) error { return parsers[worker].parse(b) },
	})
	summary := graph.Summary{Vertices: graph.Known(r.n)}
	if err != nil {
		return summary, err
	}
	if err := r.finish(); err != nil {
		return summary, s.in.malformed(r.line, err)
	}
	if !r.known {
		return summary, s.in.malformed(r.line, &lineError{expected: "a network: *Vertices and their number", found: "the end"})
	}
	if err := r.names.short(); err != nil {
		return summary, err
	}
	s.directed, s.weighted = r.directed, false
	s.mixed = r.directed && r.undirected
	for _, p := range parsers {
		summary.Records += p.records
		s.weighted = s.weighted || p.values
	}
	summary.Names, summary.Classes = r.names.names(r.n), r.classes
	summary.Positions, err = r.positions.all(r.n)
	return summary, err
}

// pajekSection is what the lines of a section mean.
type pajekSection int

const (
	noSection     pajekSection = iota
	vertexLines                // number, label, and how to draw it
	pairLines                  // two vertices, and perhaps a value
	listLines                  // a vertex and its neighbours
	matrixRows                 // a value for each vertex
	partitionRows              // the class of a vertex
	vectorRows                 // the value of a vertex, its place in a permutation, or a vertex of a cluster
)

// pajekSections follows the sections of a file and reads all of them but
// arcs and edges, which it leaves to others.
type pajekSections struct {
	section pajekSection
	owner   string // section whose *Vertices comes next: network, partition or vector
	line    int64  // number of the next line

	known      bool   // the network's *Vertices was read
	n          uint64 // vertices of the network
	first      uint64 // vertices of the first mode; 0 in ordinary networks
	directed   bool   // there is a section of arcs
	undirected bool   // there is a section of edges

	rows, got uint64 // lines that a section should have, and those read
	names     *vertexNames
	positions *positions // nil where nobody asks
	classes   [][]int    // of each partition
	networks  []string   // titles of the networks that were begun
}

// read reads a block and notes in p where its lines of pairs are.
func (r *pajekSections) read(b *block, p *pajekPairs) error {
	p.runs = p.runs[:0]
	for pos := 0; pos < b.end; {
		if r.section == pairLines {
			begin := pos
			if pos = nextSection(b.text[:b.end], pos); begin < pos {
				p.runs, p.n = append(p.runs, pajekRun{begin, pos}), r.n
				continue
			}
		}
		length := lineLength(b.text, pos)
		if err := r.readLine(b.text, pos, trimLine(b.text[pos:pos+length]), p); err != nil {
			if malformed, ok := errors.AsType[*lineError](err); ok && malformed.pos == 0 {
				malformed.pos = pos
			}
			return err
		}
		pos += length + 1
	}
	r.line += int64(bytes.Count(b.text[:b.end], newline))
	return nil
}

// nextSection returns where the next line begins whose first character is an
// asterisk, from the beginning of a line on, or the length of text.
func nextSection(text []byte, pos int) int {
	for ; ; pos++ {
		next := bytes.IndexByte(text[pos:], '*')
		if next < 0 {
			return len(text)
		}
		if pos += next; beginsLine(text, pos) {
			return bytes.LastIndexByte(text[:pos], '\n') + 1
		}
	}
}

// readLine reads the line at pos of text; line is the same, trimmed.
func (r *pajekSections) readLine(text []byte, pos int, line []byte, p *pajekPairs) error {
	var malformed *lineError
	switch {
	case isComment(line, pajekComments):
		return nil
	case line[0] == '*':
		malformed = r.open(line)
	case r.section == noSection:
		malformed = &lineError{expected: "a section, such as *Vertices", found: quote(line)}
	case r.section == vertexLines:
		malformed = r.readVertex(line)
	case r.section == listLines:
		return r.readList(text, skipBlanks(text, pos), p)
	case r.section == matrixRows:
		return r.readRow(line, p)
	default:
		malformed = r.readValue(line)
	}
	if malformed != nil {
		return malformed
	}
	return nil
}

// cutSection splits "*Section rest". The word is returned in lower case.
func cutSection(line []byte) (word string, rest []byte) {
	first, rest := cutBlank(line[1:])
	return strings.ToLower(string(first)), rest
}

// parsePajekSizes parses what follows *Vertices: their number and, in a
// two-mode network, the number of those of the first mode.
func parsePajekSizes(rest []byte) (n, first uint64, err *lineError) {
	total, rest := cutBlank(rest)
	if n, err = parseSize(total, "the number of vertices, below 2^32", math.MaxUint32); err != nil || len(rest) == 0 {
		return n, 0, err
	}
	mode, rest := cutBlank(rest)
	if len(rest) > 0 {
		return 0, 0, &lineError{expected: "the end of the line", found: quote(rest)}
	}
	first, err = parseSize(mode, "the number of vertices of the first mode", n)
	return n, first, err
}

// open begins the section of a line.
func (r *pajekSections) open(line []byte) *lineError {
	if err := r.finish(); err != nil {
		return err
	}
	word, rest := cutSection(line)
	r.section = noSection
	switch word {
	case "network":
		r.owner = word
		r.networks = append(r.networks, quote(rest))
		return nil
	case "partition", "vector", "permutation", "cluster":
		r.owner = word
		return nil
	case "vertices":
		return r.openVertices(rest)
	case "arcs", "edges":
		r.section = pairLines
	case "arcslist", "edgeslist":
		r.section = listLines
	case "matrix":
		r.section = matrixRows
		r.rows = r.n
		if r.first > 0 {
			r.rows = r.first
		}
	default:
		return &lineError{
			expected: "*Network, *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist, *Matrix, *Partition, *Vector, *Permutation or *Cluster",
			found:    quote(line),
		}
	}
	if !r.known || r.owner != "network" {
		return &lineError{expected: "*Vertices of the " + r.owner, found: quote(line)}
	}
	edges := word == "edges" || word == "edgeslist"
	r.directed, r.undirected = r.directed || !edges, r.undirected || edges
	return nil
}

func (r *pajekSections) openVertices(rest []byte) *lineError {
	n, first, err := parsePajekSizes(rest)
	if err != nil {
		return err
	}
	owner := r.owner
	r.owner = "network"
	switch {
	case owner == "partition":
		r.section, r.rows = partitionRows, n
		r.classes = append(r.classes, nil)
	case owner != "network":
		r.section, r.rows = vectorRows, n
	case r.known:
		return &lineError{expected: "one network in the file", found: "the *Vertices of a second one" + r.networkNames()}
	default:
		r.section, r.known, r.n, r.first = vertexLines, true, n, first
	}
	return nil
}

// networkNames names the networks that were begun, for a message.
func (r *pajekSections) networkNames() string {
	if len(r.networks) < 2 {
		return ""
	}
	return ": " + strings.Join(r.networks, ", ") + "; put the one that is meant into a file of its own"
}

// isPajekPart says that a section begins a part of a project that is no network,
// and has a line for each of its *Vertices.
func isPajekPart(word string) bool {
	return word == "partition" || word == "vector" || word == "permutation" || word == "cluster"
}

// finish ends a section.
func (r *pajekSections) finish() *lineError {
	if r.rows != r.got {
		return &lineError{expected: fmt.Sprintf("%d lines of the section", r.rows), found: fmt.Sprint(r.got)}
	}
	r.rows, r.got = 0, 0
	return nil
}

// readVertex reads the number and the label of a vertex.
func (r *pajekSections) readVertex(line []byte) *lineError {
	number, rest := cutBlank(line)
	v, err := parseIndex(number, r.n)
	if err != nil {
		return err
	}
	name := number
	switch {
	case len(rest) == 0:
	case rest[0] == '"':
		if name, rest, err = cutPajekLabel(rest); err != nil {
			return err
		}
	default:
		name, rest = cutBlank(rest)
	}
	r.positions.read(uint32(v), bytes.TrimLeft(rest, " \t"))
	r.names.given = r.names.given || !bytes.Equal(name, number)
	if !r.names.add(uint32(v), name) {
		return &lineError{expected: "each vertex once", found: fmt.Sprintf("vertex %d again", v+1)}
	}
	return nil
}

// cutPajekLabel returns the label in quotes that text begins with, and the rest. Real files
// have labels with quotes inside: one that ends the label has a blank or the
// line's end behind it, and pairs of quotes at most. igraph escapes those inside with a backslash, but
// others end a label with one.
func cutPajekLabel(text []byte) (label, rest []byte, err *lineError) {
	last := 0
	for end := 1; end < len(text); end++ {
		if text[end] != '"' || end+1 < len(text) && !isBlank(rune(text[end+1])) {
			continue
		}
		if last == 0 {
			last = end
		}
		if text[end-1] != '\\' {
			label := text[1:end]
			if bytes.Count(text[end+1:], []byte{'"'})%2 != 0 {
				continue // the quotes behind are pairs, as of colours
			}
			if last < end || bytes.Contains(label, []byte(`\"`)) {
				label = unescapePajek.ReplaceAll(label, []byte("$1"))
			}
			return label, text[end+1:], nil
		}
	}
	if last > 0 {
		return text[1:last], text[last+1:], nil
	}
	return nil, nil, &lineError{expected: "a label that ends with a quote on the same line", found: quote(text)}
}

var unescapePajek = regexp.MustCompile(`\\(["\\])`)

// readList reads a vertex and its neighbours.
func (r *pajekSections) readList(text []byte, pos int, p *pajekPairs) error {
	field := fieldAt(text, pos)
	u, malformed := parseIndex(field, r.n)
	if malformed != nil {
		return malformed
	}
	_, err := p.indexList(text, pos+len(field), u, r.n, false)
	return err
}

// countRow says that the section has another line.
func (r *pajekSections) countRow(line []byte) *lineError {
	if r.got == r.rows {
		return &lineError{expected: fmt.Sprintf("the end of the section behind %d lines", r.rows), found: quote(line)}
	}
	r.got++
	return nil
}

// readRow reads a row of the matrix: of two-mode networks, those columns that
// stand for the second mode.
func (r *pajekSections) readRow(line []byte, p *pajekPairs) error {
	if err := r.countRow(line); err != nil {
		return err
	}
	columns := r.n - r.first
	column := uint64(0)
	for rest := line; len(rest) > 0; column++ {
		var field []byte
		field, rest = cutBlank(rest)
		value, err := parseValue(field)
		if err == nil && column == columns {
			err = &lineError{expected: fmt.Sprintf("a row of %d values", columns), found: "more"}
		}
		if err != nil {
			return err
		}
		if value == 0 {
			continue
		}
		p.pushWeighted(r.got-1, r.first+column, value)
		if p.full() {
			if err := p.flush(); err != nil {
				return err
			}
		}
	}
	if column < columns {
		return &lineError{expected: fmt.Sprintf("a row of %d values", columns), found: fmt.Sprint(column)}
	}
	return nil
}

// readValue reads a line of a partition or a vector.
func (r *pajekSections) readValue(line []byte) *lineError {
	if err := r.countRow(line); err != nil {
		return err
	}
	if r.section == vectorRows {
		_, err := parseValue(line)
		return err
	}
	class, err := strconv.Atoi(string(line))
	if err != nil {
		return &lineError{expected: "the number of a class", found: quote(line)}
	}
	last := &r.classes[len(r.classes)-1]
	*last = append(*last, class)
	return nil
}

// pajekRun are lines of pairs in a block.
type pajekRun struct{ begin, end int }

// pajekPairs parses lines of arcs and edges. Every worker has its own.
type pajekPairs struct {
	batch
	n      uint64
	runs   []pajekRun // of the block
	values bool       // some pair has one
}

func (p *pajekPairs) parse(b *block) error {
	for _, run := range p.runs {
		part := block{text: b.text[run.begin:], end: run.end - run.begin}
		if err := parseLines(p, &part); err != nil {
			if malformed, ok := errors.AsType[*lineError](err); ok {
				malformed.pos += run.begin
			}
			return err
		}
	}
	return p.flush()
}

func (p *pajekPairs) parsePlain(text []byte, pos, end int) int {
	for pos < end && p.filled < len(p.edges) {
		e, at := plainIndexes(text, pos, p.n)
		if at == pos || !endsField(text, at) {
			break
		}
		next := plainEnd(text, at)
		if next == at {
			p.values = true
			next = at + lineLength(text, at) + 1
		}
		p.edges[p.filled] = e
		p.filled++
		pos = next
	}
	return pos
}

func (p *pajekPairs) parseLine(line []byte) *lineError {
	line = trimLine(line)
	if isComment(line, pajekComments) {
		return nil
	}
	if relation, rest, found := bytes.Cut(line, []byte{':'}); found {
		// The number of a relation in front of the arc.
		if _, number, _ := parseID(bytes.TrimRight(relation, " \t")); number {
			line = bytes.TrimLeft(rest, " \t")
		}
	}
	u, v, rest, err := parseIndexes(line, p.n)
	if err != nil {
		return err
	}
	p.values = p.values || len(rest) > 0
	value, _ := cutBlank(rest)
	weight, none := parseValue(value)
	if none != nil {
		weight = 1 // what follows says how to draw the line
	}
	p.pushWeighted(u, v, weight)
	return nil
}

// writePajek writes the edges, and the labels of the vertices unless they are
// 1 to n.
func writePajek(ctx context.Context, out *output, g *graph.Graph) error {
	err := fitNames(g.Labels(), "a Pajek file", func(name string) bool {
		return !strings.ContainsAny(name, "\r\n") && !strings.Contains(name, "\" ") && !strings.Contains(name, "\"\t")
	})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "*Vertices %d\n", g.Vertices()); err != nil {
		return err
	}
	if hasOwnIDs(g, 1) {
		err := out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
			text = append(appendIndex(text, v), ` "`...)
			return append(appendLabel(text, g.Labels(), v), "\"\n"...)
		})
		if err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintln(out, "*Edges"); err != nil {
		return err
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), func(text []byte, edges []graph.Edge) []byte {
		text = slices.Grow(text, 16*len(edges))
		for _, e := range edges {
			text = append(appendIndexes(text, e.U, e.V), '\n')
		}
		return text
	})
}
