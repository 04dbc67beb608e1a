package graphio

import (
	"bytes"
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// What the formats have in common that declare n vertices and count them from
// 1. Inside, vertices are counted from 0.

// parseIndex returns the vertex that a field names.
func parseIndex(field []byte, n uint64) (uint64, *lineError) {
	index, ok, _ := parseID(field)
	if !ok || index < 1 || index > n {
		return 0, &lineError{expected: fmt.Sprintf("a vertex from 1 to %d", n), found: quote(field)}
	}
	return index - 1, nil
}

// parseIndexes returns the two vertices that the first two fields of a trimmed
// line name, and what follows them.
func parseIndexes(line []byte, n uint64) (u, v uint64, rest []byte, err *lineError) {
	first, rest := cutBlank(line)
	second, rest := cutBlank(rest)
	if len(second) == 0 {
		return 0, 0, nil, &lineError{expected: "two vertices", found: quote(line)}
	}
	if u, err = parseIndex(first, n); err == nil {
		v, err = parseIndex(second, n)
	}
	return u, v, rest, err
}

// plainIndexes takes two vertices in the usual shape from text. It returns the
// position behind them, or pos itself where they are not in that shape.
func plainIndexes(text []byte, pos int, n uint64) (e graph.Edge, end int) {
	begin := skipBlanks(text, pos)
	u, at := shortID(text, begin)
	if at == begin || u-1 >= n || text[at] != ' ' && text[at] != '\t' {
		return e, pos
	}
	begin = skipBlanks(text, at+1)
	v, at := shortID(text, begin)
	if at == begin || v-1 >= n {
		return e, pos
	}
	return graph.Edge{U: uint32(u - 1), V: uint32(v - 1)}, at
}

// plainEnd returns the position behind the line feed of a line that has nothing
// but blanks from pos on, or pos itself.
func plainEnd(text []byte, pos int) int {
	at := skipBlanks(text, pos)
	if text[at] == '\r' {
		at++
	}
	if text[at] != '\n' {
		return pos
	}
	return at + 1
}

// indexList emits the edges between u and the vertices that are listed from pos
// to the end of the line, each followed by a number where values says so. It
// returns the position of the line feed.
func (b *batch) indexList(text []byte, pos int, u, n uint64, values bool) (int, error) {
	for {
		pos = skipBlanks(text, pos)
		if endsLine(text, pos) {
			return pos + lineLength(text, pos), nil
		}
		v, at := shortID(text, pos)
		if at == pos || v-1 >= n || !endsField(text, at) {
			_, err := parseIndex(fieldAt(text, pos), n)
			err.pos = pos
			return pos, err
		}
		pos = at
		if values {
			var err *lineError
			if pos, err = skipNumber(text, pos); err != nil {
				return pos, err
			}
		}
		if b.weighted {
			b.weights = append(b.weights, weightBetween(text[at:pos]))
		}
		b.edges[b.filled] = graph.Edge{U: uint32(u), V: uint32(v - 1)}
		if b.filled++; b.filled == batchEdges {
			if err := b.flush(); err != nil {
				return pos, err
			}
		}
	}
}

// weightBetween returns the number that was skipped as a weight, and 1 where there
// was none.
func weightBetween(text []byte) float64 {
	if text = bytes.TrimLeft(text, " \t"); len(text) == 0 {
		return 1
	}
	value, _ := parseValue(text)
	return value
}

// skipNumber returns the position behind the number that is the next field.
func skipNumber(text []byte, pos int) (int, *lineError) {
	pos = skipBlanks(text, pos)
	if at := skipDecimal(text, pos); at > pos && endsField(text, at) {
		return at, nil
	}
	if endsLine(text, pos) {
		return pos, &lineError{pos: pos, expected: "a number", found: "the end of the line"}
	}
	field := fieldAt(text, pos)
	if _, err := parseValue(field); err != nil {
		err.pos = pos
		return pos, err
	}
	return pos + len(field), nil
}

// endsLine says that only the line's end is left from pos on, where no blank
// stands.
func endsLine(text []byte, pos int) bool {
	return text[pos] == '\n' || text[pos] == '\r' && text[pos+1] == '\n'
}

func endsField(text []byte, pos int) bool {
	return text[pos] == ' ' || text[pos] == '\t' || endsLine(text, pos)
}

// fieldAt returns the field that begins at pos.
func fieldAt(text []byte, pos int) []byte {
	end := pos
	for !endsField(text, end) {
		end++
	}
	return text[pos:end]
}

// cutBlank cuts the first field off a trimmed line whose fields are separated
// by blanks.
func cutBlank(line []byte) (field, rest []byte) {
	end := bytes.IndexAny(line, " \t")
	if end < 0 {
		return line, nil
	}
	return line[:end], bytes.TrimLeft(line[end:], " \t")
}

// parseSize returns the size that a field of a header declares.
func parseSize(field []byte, what string, most uint64) (uint64, *lineError) {
	size, ok, _ := parseID(field)
	if !ok || size > most {
		return 0, &lineError{expected: what, found: quote(field)}
	}
	return size, nil
}

// declare puts what a header declares into info. A record takes at least
// shortest bytes, and nobody should make room for more than a file can hold.
func (in *input) declare(info *graph.Info, vertices, records uint64, start place, shortest int) {
	info.Vertices, info.Base, info.MaxID = graph.Known(vertices), 1, vertices
	info.Records, info.MaxRecords = graph.Known(records), graph.Known(records)
	if _, plain := in.plain(); plain {
		if most := (in.bytes - start.offset + 1) / int64(shortest); most < info.Records.Get() {
			info.Records, info.MaxRecords = graph.Size{}, graph.Known(most)
		}
	}
}

// checkRecords refuses a number of records that the header in some line
// declares and that is not the true one.
func (in *input) checkRecords(line int64, declared, found uint64) error {
	if declared == found {
		return nil
	}
	return in.malformed(line, &lineError{
		expected: counted(declared, "edge", "edges") + " below, as the header declares",
		found:    withCommas(found),
	})
}
