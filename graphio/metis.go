package graphio

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
)

// The files of METIS (Karypis and Kumar: A fast and high quality multilevel
// scheme for partitioning irregular graphs, SIAM J. Sci. Comput. 20, 1998; its
// manual has the format), also known from Chaco and the DIMACS challenge on
// partitioning. A line is a vertex, its neighbours are the fields.

const metisName = "metis"

var metisFormat = format{
	name:     metisName,
	text:     "METIS: a line of neighbours for each vertex",
	suffixes: []string{".graph", ".metis"},
	sniff:    startsWithMetisHeader,
	named:    true,
	evidence: "suffix and first line of data",
	open:     openMetis,
	outputs:  []string{".graph", ".metis"},
	keeps:    keeps{base: 1, isolated: true},
	write:    writeMetis,
}

const metisComments = "%"

// startsWithMetisHeader says that the first line of data may be a header: two
// to four numbers.
func startsWithMetisHeader(head []byte) bool {
	for text := range bytes.Lines(head) {
		line := trimLine(bytes.TrimSuffix(text, newline))
		if isComment(line, metisComments) {
			continue
		}
		fields := bytes.FieldsFunc(line, isBlank)
		for _, field := range fields {
			if _, ok, _ := parseID(field); !ok {
				return false
			}
		}
		return len(fields) >= 2 && len(fields) <= 4
	}
	return false
}

// isMetis says that the whole input is in sight and is METIS in every line, and
// no edge list: as many lines as the header says, and every edge on two.
func (in *input) isMetis() bool {
	agrees, pairs := in.agreesWithMetis()
	return agrees && !pairs
}

// couldBeMetis is isMetis, but the file may be an edge list with sizes in its
// first line as well.
func (in *input) couldBeMetis() bool {
	agrees, _ := in.agreesWithMetis()
	return agrees
}

// agreesWithMetis is isMetis, but the file may be an edge list with sizes in its
// first line as well: pairs says that its lines are pairs, as many as the
// header says that there are edges.
func (in *input) agreesWithMetis() (agrees, pairs bool) {
	if !in.all {
		return false, false
	}
	var h metisHeader
	edges := make(map[[2]uint64]int)
	vertex, headed := uint64(0), false
	pairs = true
	for text := range bytes.Lines(in.text()) {
		line := trimLine(bytes.TrimSuffix(text, newline))
		switch {
		case len(line) > 0 && line[0] == '%', len(line) == 0 && (!headed || vertex == h.n):
			continue
		case !headed:
			if headed = true; h.parse(line) != nil || h.n == 0 || h.edges == 0 {
				return false, false
			}
			continue
		}
		vertex++
		fields := bytes.FieldsFunc(line, isBlank)
		pairs = pairs && len(fields) == 2
		step := 1
		if h.weights {
			step = 2
		}
		if uint64(len(fields)) < h.before || (uint64(len(fields))-h.before)%uint64(step) != 0 || vertex > h.n {
			return false, false
		}
		for i := int(h.before); i < len(fields); i += step {
			neighbour, ok, _ := parseID(fields[i])
			if !ok || neighbour < 1 || neighbour > h.n || neighbour == vertex {
				return false, false
			}
			edges[[2]uint64{min(vertex, neighbour), max(vertex, neighbour)}]++
		}
	}
	for _, seen := range edges {
		if seen != 2 {
			return false, false
		}
	}
	return vertex == h.n && uint64(len(edges)) == h.edges, pairs && h.n == h.edges
}

type metis struct {
	in        *input
	header    metisHeader
	blockSize int
}

// metisHeader is the first line: "n m", "n m fmt" or "n m fmt ncon".
type metisHeader struct {
	n, edges uint64
	before   uint64 // numbers in front of the neighbours: size and weights of the vertex
	weights  bool   // each neighbour is followed by the weight of its edge
	line     int64
	start    place // behind it
}

func openMetis(in *input) (graph.Source, error) {
	lines, err := in.dataLines(metisComments)
	if err != nil {
		return nil, err
	}
	line, err := lines.header(metisSizes)
	if err != nil {
		return nil, err
	}
	h := metisHeader{line: line.line, start: lines.next}
	if err := h.parse(line.text); err != nil {
		return nil, in.malformed(line.line, err)
	}
	return &metis{in, h, defaultBlockSize}, nil
}

const metisSizes = "a header of METIS: vertices, edges, and perhaps format and number of weights"

func (h *metisHeader) parse(line []byte) (err *lineError) {
	fields := bytes.FieldsFunc(line, isBlank)
	if len(fields) < 2 || len(fields) > 4 {
		return &lineError{expected: metisSizes, found: quote(line)}
	}
	if h.n, err = parseSize(fields[0], "fewer than 2^32 vertices", math.MaxUint32); err != nil {
		return err
	}
	if h.edges, err = parseSize(fields[1], "fewer than 2^62 edges", 1<<62-1); err != nil {
		return err
	}
	if len(fields) == 2 {
		return nil
	}
	format := fmt.Sprintf("%03s", fields[2])
	if len(format) != 3 || len(bytes.Trim([]byte(format), "01")) != 0 {
		return &lineError{expected: "a format of up to three digits 0 or 1", found: quote(fields[2])}
	}
	sizes, vertexWeights := format[0] == '1', format[1] == '1'
	h.weights = format[2] == '1'
	constraints := uint64(1)
	if len(fields) == 4 {
		if constraints, err = parseSize(fields[3], "a number of weights for each vertex", math.MaxUint32); err != nil {
			return err
		}
		if !vertexWeights && constraints > 0 {
			return &lineError{expected: "no number of weights, as the format has none for vertices", found: quote(fields[3])}
		}
	}
	if vertexWeights {
		h.before += max(constraints, 1)
	}
	if sizes {
		h.before++
	}
	return nil
}

func (s *metis) Info() graph.Info {
	info := s.in.info()
	const shortest = len("1 ")
	s.in.declare(&info, s.header.n, 2*s.header.edges, s.header.start, shortest)
	info.Weighted = s.header.weights || s.header.before > 0
	return info
}

func (s *metis) Close() error { return s.in.Close() }

func (s *metis) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	h, workers := &s.header, s.in.busy(workers, s.blockSize)
	summary := graph.Summary{Vertices: graph.Known(h.n)}
	parsers := make([]*metisLists, workers)
	for worker := range parsers {
		parsers[worker] = &metisLists{batch: batch{emit: emitter(worker, emit), weighted: h.weights && s.in.opt.Weights}, header: h}
	}
	var next uint64 // vertex
	err := s.in.eachBlockInTurn(ctx, workers, s.blockSize, h.start, blockSteps{
		ahead: func(worker int, b *block) { parsers[worker].count(b) },
		turn: func(worker int, _ *block) error {
			parsers[worker].vertex = next
			next += parsers[worker].lines
			return nil
		},
		after: func(worker int, b *block) error { return parsers[worker].parse(b) },
	})
	if err != nil {
		return summary, err
	}
	for _, p := range parsers {
		summary.Records += p.records
	}
	switch {
	case next < h.n:
		err = s.in.malformed(h.line, &lineError{
			expected: counted(h.n, "line", "lines") + " below, one for each vertex that the header declares",
			found:    withCommas(next),
		})
	case summary.Records != 2*h.edges:
		err = s.in.malformed(h.line, &lineError{
			expected: fmt.Sprintf("%s below, two for each edge that the header declares", counted(2*h.edges, "neighbour", "neighbours")),
			found:    withCommas(summary.Records),
		})
	}
	return summary, err
}

// metisLists parses blocks of lists. Every worker has its own.
type metisLists struct {
	batch
	header *metisHeader
	lines  uint64 // in the block that are no comments
	vertex uint64 // of the next line
}

// count sets the number of vertices in a block.
func (p *metisLists) count(b *block) {
	text := b.text[:b.end]
	p.lines = uint64(bytes.Count(text, newline))
	for pos := 0; ; pos++ {
		next := bytes.IndexByte(text[pos:], '%')
		if next < 0 {
			return
		}
		if pos += next; beginsLine(text, pos) {
			p.lines--
		}
	}
}

// beginsLine says that nothing but blanks is in front of pos on its line.
func beginsLine(text []byte, pos int) bool {
	for pos > 0 && (text[pos-1] == ' ' || text[pos-1] == '\t') {
		pos--
	}
	return pos == 0 || text[pos-1] == '\n'
}

func (p *metisLists) parse(b *block) error {
	for pos := 0; pos < b.end; {
		at := skipBlanks(b.text, pos)
		if b.text[at] != '%' {
			var err error
			if at, err = p.parseList(b.text, at); err != nil {
				return err
			}
			p.vertex++
		}
		pos = at + lineLength(b.text, at) + 1
	}
	return p.flush()
}

// parseList emits the edges of the line at pos. It returns a position on the
// same line.
func (p *metisLists) parseList(text []byte, pos int) (int, error) {
	if p.vertex >= p.header.n {
		if endsLine(text, pos) {
			return pos, nil
		}
		return pos, &lineError{pos: pos, expected: fmt.Sprintf("the end behind %d vertices", p.header.n), found: "more"}
	}
	for range p.header.before {
		at, err := skipNumber(text, pos)
		if err != nil {
			err.expected = fmt.Sprintf("the size and the weights of the vertex that the header's format asks for (%d in all) and then its neighbours", p.header.before)
			return pos, err
		}
		pos = at
	}
	return p.indexList(text, pos, p.vertex, p.header.n, p.header.weights)
}

// writeMetis writes the neighbours of each vertex, without weights. Vertices
// are numbered from 1, whatever their labels.
func writeMetis(ctx context.Context, out *output, g *graph.Graph) error {
	if _, err := fmt.Fprintf(out, "%d %d\n", g.Vertices(), g.Edges()); err != nil {
		return err
	}
	return out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		for i, w := range g.Neighbors(v) {
			if i > 0 {
				text = append(text, ' ')
			}
			text = appendIndex(text, w)
		}
		return append(text, '\n')
	})
}
