package graphio

import (
	"math"

	"github.com/tricycle-graph/tricycle/graph"
)

// pairs parses lines of two numeric ids.
type pairs struct {
	batch
	smallest, largest uint64 // ids
}

func newPairs(emit func(graph.Batch) error) *pairs {
	return &pairs{batch: batch{emit: emit}, smallest: math.MaxUint64}
}

// parsePlain parses lines of two ids below 2^32, one separator between them,
// and the end or more columns.
func (p *pairs) parsePlain(text []byte, pos, end int) int {
	smallest, largest, filled := p.smallest, p.largest, p.filled
	for pos < end && filled < len(p.edges) {
		begin := skipBlanks(text, pos)
		u, at := shortID(text, begin)
		if at == begin || u > math.MaxUint32 || !separates(text[at]) {
			break
		}
		begin = skipBlanks(text, at+1)
		v, at := shortID(text, begin)
		if at == begin || v > math.MaxUint32 {
			break
		}
		next := pos
		switch c := text[at]; {
		case c == '\n':
			next = at + 1
		case separates(c):
			next = at + lineLength(text, at) + 1
		case c == '\r' && text[at+1] == '\n':
			next = at + 2
		}
		if next == pos {
			break
		}
		p.edges[filled] = graph.Edge{U: uint32(u), V: uint32(v)}
		filled++
		smallest, largest = min(smallest, u, v), max(largest, u, v)
		pos = next
	}
	p.smallest, p.largest, p.filled = smallest, largest, filled
	return pos
}

// parseLine parses any line of an edge list.
func (p *pairs) parseLine(line []byte) *lineError {
	line = trimLine(line)
	if isComment(line, edgeListComments) {
		return nil
	}
	first, rest := cutField(line)
	second, _ := cutField(rest)
	u, err := vertexID(first)
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		return &lineError{expected: "two vertex ids", found: "one field, " + quote(first)}
	}
	v, err := vertexID(second)
	if err != nil {
		return err
	}
	p.push(u, v)
	p.smallest, p.largest = min(p.smallest, u, v), max(p.largest, u, v)
	return nil
}

// oneEdge returns a batch of one edge.
func oneEdge(u, v uint64) graph.Batch {
	if u <= math.MaxUint32 && v <= math.MaxUint32 {
		return graph.Batch{Edges: []graph.Edge{{U: uint32(u), V: uint32(v)}}}
	}
	return graph.Batch{Wide: []graph.WideEdge{{U: u, V: v}}}
}
