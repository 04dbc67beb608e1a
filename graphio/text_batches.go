package graphio

import (
	"bytes"
	"math"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
)

// batchEdges is how many edges are emitted at a time: what the first-level
// cache holds beside the text.
const batchEdges = 4096

// batch collects edges until they are emitted. Every worker has its own.
type batch struct {
	emit    func(graph.Batch) error
	edges   [batchEdges]graph.Edge
	filled  int
	wide    []graph.WideEdge
	records uint64 // emitted

	weighted             bool // every edge is pushed with its weight
	weights, wideWeights []float64
}

// full says that the batch must be flushed before it takes another edge.
func (b *batch) full() bool { return b.filled == batchEdges || len(b.wide) == batchEdges }

func (b *batch) push(u, v uint64) {
	if u <= math.MaxUint32 && v <= math.MaxUint32 {
		b.edges[b.filled] = graph.Edge{U: uint32(u), V: uint32(v)}
		b.filled++
	} else {
		b.wide = append(b.wide, graph.WideEdge{U: u, V: v})
	}
}

// pushWeighted is push for an edge with a weight, which is kept where it is asked
// for.
func (b *batch) pushWeighted(u, v uint64, weight float64) {
	switch {
	case !b.weighted:
	case u <= math.MaxUint32 && v <= math.MaxUint32:
		b.weights = append(b.weights, weight)
	default:
		b.wideWeights = append(b.wideWeights, weight)
	}
	b.push(u, v)
}

// emitted returns the number of edges that were emitted.
func (b *batch) emitted() uint64 { return b.records }

// slowly says that every line is wanted with more than its edge.
func (b *batch) slowly() bool { return b.weighted }

// flush emits what was collected.
func (b *batch) flush() error {
	full := graph.Batch{Edges: b.edges[:b.filled], Wide: b.wide}
	if b.weighted {
		full.Weights = append(b.weights, b.wideWeights...)
		b.weights, b.wideWeights = full.Weights[:0], b.wideWeights[:0]
	}
	b.filled, b.wide = 0, b.wide[:0]
	if len(full.Edges)+len(full.Wide) == 0 {
		return nil
	}
	b.records += uint64(len(full.Edges) + len(full.Wide))
	return b.emit(full)
}

// lineParser parses lines that mean an edge or nothing.
type lineParser interface {
	// parsePlain parses lines in the usual shape, fast, as long as the batch
	// has room. It returns the position of the first line that it left.
	parsePlain(text []byte, pos, end int) int
	// parseLine parses one line of any shape. It is not called when the batch
	// is full.
	parseLine(line []byte) *lineError

	full() bool
	flush() error
	slowly() bool
	emitted() uint64
}

// parseLines parses the lines of a block and emits their edges.
func parseLines(p lineParser, b *block) error {
	slowly := p.slowly()
	for pos := 0; pos < b.end; {
		if !slowly {
			pos = p.parsePlain(b.text, pos, b.end)
		}
		if pos < b.end && !p.full() {
			line := b.text[pos : pos+lineLength(b.text, pos)]
			if err := p.parseLine(line); err != nil {
				err.pos = pos
				return err
			}
			pos += len(line) + 1
		}
		if p.full() {
			if err := p.flush(); err != nil {
				return err
			}
		}
	}
	return p.flush()
}

// lineLength returns how far the line feed is from pos. There is one at every
// block's end. Where it is among the next eight bytes, as behind a short
// weight, no call is needed.
func lineLength(text []byte, pos int) int {
	word := load(text, pos) ^ 0x0a0a0a0a0a0a0a0a
	if zero := (word - 0x0101010101010101) &^ word & 0x8080808080808080; zero != 0 {
		return bits.TrailingZeros64(zero) / 8
	}
	return bytes.IndexByte(text[pos:], '\n')
}

// skipBlanks returns the first position from pos on that holds no blank.
func skipBlanks(text []byte, pos int) int {
	for text[pos] == ' ' || text[pos] == '\t' {
		pos++
	}
	return pos
}
