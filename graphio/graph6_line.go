package graphio

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
)

// graph6Line decodes one line, piece by piece. A character holds six bits, the
// highest first, and is 63 and they.
//
// A line of graph6 is N(n) and the columns of the matrix above its diagonal; one of
// digraph6 is "&", N(n) and the rows of the matrix. One of sparse6 is ":", N(n) and
// units of a bit b and a vertex x, for which one goes on from v = 0 as follows: where b
// is 1, v is one more; where x is larger than v, it is the next v; and otherwise there
// is an edge between x and v.
type graph6Line struct {
	mark byte // ':' or '&'; 0 for graph6
	n    uint64

	left uint64 // of a matrix: characters that are to come
	row  uint64 // of the next cell; of sparse6, v
	cell uint64 // within the row
	cut  uint64 // cells in the row

	width  int    // of sparse6: bits of a vertex
	bits   uint64 // that belong to no unit yet
	have   int    // number of these
	padded bool   // a unit was none, so that the line must end
}

const (
	graph6Base = 63
	graph6Most = 126 // the last character

	// The most vertices whose number is one character, and three behind a mark.
	graph6Short = graph6Most - graph6Base - 1
	graph6Long  = (graph6Short+1)<<12 - 1
	graph6Start = "a graph of graph6, sparse6 (:) or digraph6 (&)"
)

// begin reads the mark and the number of vertices from the beginning of a line, and
// returns where its bits begin.
func (l *graph6Line) begin(line []byte) (int, *lineError) {
	*l = graph6Line{}
	if len(line) == 0 {
		return 0, &lineError{expected: graph6Start, found: "an empty line"}
	}
	at := 0
	switch line[0] {
	case ':', '&':
		l.mark, at = line[0], 1
	case ';':
		return 0, &lineError{expected: graph6Start, found: "one of incremental sparse6 (;), which says what changes from the line before"}
	}
	size, long := 1, line[at:min(at+2, len(line))]
	switch {
	case string(long) == "~~":
		size, at = 6, at+2
	case len(long) > 0 && long[0] == graph6Most:
		size, at = 3, at+1
	}
	if len(line)-at < size {
		return 0, &lineError{expected: fmt.Sprintf("the number of vertices in %s", counted(uint64(size), "character", "characters")), found: "the end of the line"}
	}
	for _, c := range line[at : at+size] {
		if c < graph6Base || c > graph6Most {
			return 0, graph6Character(c)
		}
		l.n = l.n<<6 | uint64(c-graph6Base)
	}
	if l.n > math.MaxUint32 {
		return 0, &lineError{expected: "fewer than 2^32 vertices", found: withCommas(l.n)}
	}
	switch l.mark {
	case ':':
		l.width = bits.Len64(max(l.n, 1) - 1)
	case '&':
		l.left, l.cut = (l.n*l.n+5)/6, l.n
	default:
		l.left = (l.n*(max(l.n, 1)-1)/2 + 5) / 6
		l.row, l.cut = 1, 1
	}
	return at + size, nil
}

func graph6Character(c byte) *lineError {
	return &lineError{expected: "characters from ? to ~", found: quote([]byte{c})}
}

// emit decodes a piece of the line into the batch, and emits what is full.
func (l *graph6Line) emit(text []byte, b *batch) error {
	const piece = batchEdges / 6 // has at most so many edges
	for len(text) > 0 {
		n := min(piece, len(text))
		edges, err := l.decode(text[:n], b.edges[:0])
		if err != nil {
			return err
		}
		text, b.filled = text[n:], len(edges)
		if err := b.flush(); err != nil {
			return err
		}
	}
	return nil
}

// decode appends the edges of a piece of the line.
func (l *graph6Line) decode(text []byte, edges []graph.Edge) ([]graph.Edge, *lineError) {
	if l.mark == ':' {
		return l.decodeUnits(text, edges)
	}
	return l.decodeCells(text, edges)
}

// decodeCells decodes a piece of a matrix.
func (l *graph6Line) decodeCells(text []byte, edges []graph.Edge) ([]graph.Edge, *lineError) {
	if uint64(len(text)) > l.left {
		return edges, &lineError{expected: "the end of the line behind the matrix of " + counted(l.n, "vertex", "vertices"), found: "more"}
	}
	l.left -= uint64(len(text))
	for _, c := range text {
		six := c - graph6Base
		if six > graph6Most-graph6Base {
			return edges, graph6Character(c)
		}
		for bit := byte(1 << 5); bit > 0; bit >>= 1 {
			if six == 0 { // none is left
				l.skip(uint64(bits.Len8(bit)))
				break
			}
			if six&bit != 0 {
				if l.row >= l.n {
					return edges, &lineError{expected: "zeros behind the matrix in the last character", found: quote([]byte{c})}
				}
				u, v := uint32(l.cell), uint32(l.row)
				if l.mark == '&' {
					u, v = v, u
				}
				edges = append(edges, graph.Edge{U: u, V: v})
				six &^= bit
			}
			l.skip(1)
		}
	}
	return edges, nil
}

// skip goes to the cell that is so many further.
func (l *graph6Line) skip(cells uint64) {
	l.cell += cells
	for l.cell >= l.cut {
		l.cell -= l.cut
		l.row++
		if l.mark == 0 {
			l.cut = l.row
		}
	}
}

// decodeUnits decodes a piece of sparse6.
func (l *graph6Line) decodeUnits(text []byte, edges []graph.Edge) ([]graph.Edge, *lineError) {
	ones := uint64(1)<<(l.width+1) - 1 // of a unit
	for _, c := range text {
		six := c - graph6Base
		switch {
		case six > graph6Most-graph6Base:
			return edges, graph6Character(c)
		case l.padded:
			return edges, &lineError{expected: "the end of the line behind a vertex that is not there", found: quote(text[:min(len(text), 1)])}
		}
		l.bits, l.have = l.bits<<6|uint64(six), l.have+6
		for l.have > l.width && !l.padded {
			unit := l.bits >> (l.have - l.width - 1) & ones
			row, x := l.row+unit>>l.width, unit&(ones>>1)
			switch {
			case row >= l.n || x >= l.n:
				if l.have >= 6 || unit != ones {
					return edges, &lineError{expected: "vertices below " + withCommas(l.n), found: withCommas(max(row, x))}
				}
				l.padded = true
				continue // its bits are looked at in the end
			case x > row:
				l.row = x
			default:
				l.row = row
				edges = append(edges, graph.Edge{U: uint32(x), V: uint32(row)})
			}
			l.have -= l.width + 1
		}
	}
	return edges, nil
}

// end sees that the line ends where it should.
func (l *graph6Line) end() *lineError {
	if l.mark != ':' {
		if l.left > 0 {
			return &lineError{
				expected: fmt.Sprintf("%s more for the matrix of %s", counted(l.left, "character", "characters"), counted(l.n, "vertex", "vertices")),
				found:    "the end of the line",
			}
		}
		return nil
	}
	rest := l.bits & (1<<l.have - 1)
	ones := uint64(1)<<l.have - 1
	switch {
	case l.have >= 6:
		return &lineError{expected: "a whole edge", found: "the end of the line"}
	case rest != ones && rest != ones>>1: // a zero is in front where all ones would be a loop
		return &lineError{expected: "ones behind the last edge", found: fmt.Sprintf("%0*b", l.have, rest)}
	}
	return nil
}
