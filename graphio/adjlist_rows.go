package graphio

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
)

// readRows reads lists whose lines count the vertices: all threads at once, each
// block from the number of its first line on.
func (s *adjacencyList) readRows(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	parsers := make([]*adjacencyRows, workers)
	for worker := range parsers {
		parsers[worker] = &adjacencyRows{batch: batch{emit: emitter(worker, emit)}, list: s}
	}
	var next uint64 // vertex
	err := s.in.eachBlockInTurn(ctx, workers, s.blockSize, s.start, blockSteps{
		ahead: func(worker int, b *block) { parsers[worker].count(b) },
		turn: func(worker int, _ *block) error {
			parsers[worker].vertex = next
			if next += parsers[worker].lines; next > math.MaxUint32 {
				return &lineError{expected: "fewer than 2^32 vertices", found: "more"}
			}
			return nil
		},
		after: func(worker int, b *block) error { return parsers[worker].parse(b) },
	})
	summary := graph.Summary{Vertices: graph.Known(next)}
	if err != nil {
		return summary, err
	}
	largest := uint64(0) // plus one
	for _, p := range parsers {
		summary.Records += p.records
		largest = max(largest, p.largest)
	}
	return summary, s.checkRows(next, largest, summary.Records)
}

// checkRows sees that all neighbours, of which the largest is known, have lines of
// their own, and that it is certain from where the lines count.
func (s *adjacencyList) checkRows(n, largest, records uint64) error {
	switch {
	case largest > n:
		return &graph.InputError{File: s.in.name,
			Expected: fmt.Sprintf("a line for each vertex, and no neighbour above %d, that of the last line", s.base+n-1),
			Found:    fmt.Sprintf("neighbour %d", s.base+largest-1)}
	case s.kind == neighboursOnly && s.base == 1 && largest < n && records > 0:
		return &graph.InputError{File: s.in.name,
			Expected: fmt.Sprintf("a neighbour 0 or %d, which tells whether lines count from 0 or from 1", n),
			Found:    fmt.Sprintf("no neighbour above %d on %s", largest, counted(n, "line", "lines"))}
	}
	return nil
}

// adjacencyRows parses blocks of such lists. Every worker has its own.
type adjacencyRows struct {
	batch
	list    *adjacencyList
	lines   uint64 // in the block that are vertices
	vertex  uint64 // of the next line
	largest uint64 // neighbour, plus one
}

// count sets the number of vertices in a block.
func (p *adjacencyRows) count(b *block) {
	p.lines = 0
	for pos := 0; pos < b.end; pos += lineLength(b.text, pos) + 1 {
		if p.isVertex(b.text, skipBlanks(b.text, pos)) {
			p.lines++
		}
	}
}

// isVertex says that a line is one, whose first field is at pos.
func (p *adjacencyRows) isVertex(text []byte, pos int) bool {
	c := text[pos]
	return c != '#' && c != '%' && (p.list.kind == neighboursOnly || !endsLine(text, pos))
}

func (p *adjacencyRows) parse(b *block) error {
	for pos := 0; pos < b.end; {
		at := skipBlanks(b.text, pos)
		if p.isVertex(b.text, at) {
			end, err := p.parseLine(b.text, at)
			if err != nil {
				return err
			}
			at = end
			p.vertex++
		}
		pos = at + lineLength(b.text, at) + 1
	}
	return p.flush()
}

// parseLine emits the edges of the line at pos. It returns a position on the same
// line.
func (p *adjacencyRows) parseLine(text []byte, pos int) (int, error) {
	var err error
	wanted := uint64(math.MaxUint64) // neighbours; not known
	if p.list.kind != neighboursOnly {
		var head uint64
		if head, pos, err = p.id(text, pos); err != nil {
			return pos, err
		}
		if head != p.vertex+p.list.base {
			return pos, &lineError{pos: pos, expected: fmt.Sprintf("vertex %d, as the lines before count them", p.vertex+p.list.base), found: fmt.Sprint(head)}
		}
	}
	switch p.list.kind {
	case vertexAndCount:
		if pos, err = p.separator(text, pos, true); err != nil {
			return pos, err
		}
		if wanted, pos, err = p.id(text, pos); err != nil {
			return pos, err
		}
	case vertexFirst:
		if !p.list.colon {
			break
		}
		if pos = skipBlanks(text, pos); text[pos] != ':' || !endsField(text, pos+1) {
			return pos, &lineError{pos: pos, expected: "a colon and a blank behind the vertex, as on the first line", found: quote(fieldAt(text, pos))}
		}
		pos++
	}
	base, got := p.list.base, uint64(0)
	first := p.list.kind == neighboursOnly || p.list.colon
	for ; ; got++ {
		if pos = skipBlanks(text, pos); endsLine(text, pos) || text[pos] == '#' {
			break
		}
		if pos, err = p.separator(text, pos, !first || got > 0); err != nil {
			return pos, err
		}
		if text[pos] == '#' {
			break
		}
		begin := pos
		id, at, err := p.id(text, pos)
		if err != nil {
			return pos, err
		}
		if id < base {
			return pos, &lineError{pos: begin, expected: fmt.Sprintf("a vertex from %d on, as there is no 0 at the beginning of the file", base), found: "0"}
		}
		pos, p.largest = at, max(p.largest, id-base+1)
		p.edges[p.filled] = graph.Edge{U: uint32(p.vertex), V: uint32(id - base)}
		if p.filled++; p.filled == batchEdges {
			if err := p.flush(); err != nil {
				return pos, err
			}
		}
	}
	if wanted != math.MaxUint64 && wanted != got {
		return pos, &lineError{pos: pos, expected: counted(wanted, "neighbour", "neighbours") + ", as the line says", found: withCommas(got)}
	}
	return pos, nil
}

// separator returns where the next field begins, in front of which a separator
// stands if wanted.
func (p *adjacencyRows) separator(text []byte, pos int, wanted bool) (int, error) {
	if pos = skipBlanks(text, pos); p.list.by == ' ' || !wanted {
		return pos, nil
	}
	if text[pos] != p.list.by {
		return pos, &lineError{pos: pos, expected: "neighbours with " + quote([]byte{p.list.by}) + " between, as on the first line", found: quote(fieldAt(text, pos))}
	}
	return skipBlanks(text, pos+1), nil
}

// id returns the number at pos and where it ends.
func (p *adjacencyRows) id(text []byte, pos int) (uint64, int, error) {
	id, at := shortID(text, pos)
	if c := text[at]; at > pos && id <= math.MaxUint32 && (endsField(text, at) || c == p.list.by || c == ':' && p.list.colon) {
		return id, at, nil
	}
	field := fieldAt(text, pos)
	if end := bytes.IndexByte(field, p.list.by); end >= 0 {
		field = field[:end]
	}
	return 0, pos, &lineError{pos: pos, expected: "the number of a vertex, below 2^32", found: quote(field)}
}
