package graphio

import (
	"bytes"
	"context"
	"io"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphstream"
)

var _ graphstream.Source = (*graph6File)(nil)

// graph6Block is how much of a stream is answered at a time: few enough graphs for slow
// answers to come soon.
const graph6Block = 32 << 10

// graph6Answers are the answers for the graphs of a block. Every worker has its own.
type graph6Answers struct {
	info  graph.Info
	line  graph6Line
	graph graphstream.Graph
	small graphstream.Rows
	wide  graphstream.Wide
	edges []graph.Edge

	memory  int64 // the limit of all workers; 0 for none
	workers int
	share   int64 // bytes of it that this one may hold
	block   int64 // bytes of the block
	rows    int64 // and of wide

	lines uint64 // in the block
	index uint64 // of the graph before
	text  []byte
}

// Answer answers for each graph of the file; see [graphstream.Source].
func (s *graph6File) Answer(ctx context.Context, workers int, w io.Writer, answer func(worker int, index uint64, g *graphstream.Graph, text []byte) ([]byte, error)) error {
	size := min(s.blockSize, graph6Block)
	workers = s.in.busy(workers, size)
	memory, reading := s.in.budget.memory, int64(0)
	if memory > 0 {
		reading, workers = graphstream.Reading(memory, workers)
	}
	all := make([]graph6Answers, workers)
	for i := range all {
		all[i] = graph6Answers{info: s.in.info(), memory: memory, workers: workers, share: reading / int64(workers)}
		all[i].info.Held = nil // what engines have is beside it
	}
	next := uint64(0)
	writing := newTurns(ctx)
	defer writing.close()
	return s.in.eachBlockInTurn(ctx, len(all), size, s.start, blockSteps{
		ahead: func(worker int, b *block) { all[worker].lines = uint64(bytes.Count(b.text[:b.end], newline)) },
		turn: func(worker int, _ *block) error {
			all[worker].index = next
			next += all[worker].lines
			return nil
		},
		after: func(worker int, b *block) error {
			a := &all[worker]
			wrong := a.answer(ctx, b, func(g *graphstream.Graph) (err error) {
				a.text, err = answer(worker, a.index, g, a.text)
				return err
			})
			if wrong == nil {
				wrong = b.rest
			}
			came := false
			err := writing.take(b.index, func() error {
				came = true
				if len(a.text) > 0 {
					if _, err := w.Write(a.text); err != nil {
						return err
					}
				}
				return wrong // and what comes behind is not written
			})
			if !came {
				return context.Cause(ctx)
			}
			return err
		},
	})
}

// answer calls body for the graphs of a block.
func (a *graph6Answers) answer(ctx context.Context, b *block, body func(g *graphstream.Graph) error) error {
	a.text = a.text[:0]
	a.block = int64(cap(b.memory))
	for pos := 0; pos < b.end; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		line := b.text[pos : pos+lineLength(b.text, pos)]
		if wrong, err := a.decode(withoutReturn(line)); wrong != nil {
			wrong.pos = pos
			return wrong
		} else if err != nil {
			return err
		}
		a.index++
		if err := body(&a.graph); err != nil {
			return err
		}
		pos += len(line) + 1
	}
	return nil
}

// decode decodes a line. It returns what is wrong with it, or that there is no room.
func (a *graph6Answers) decode(line []byte) (*lineError, error) {
	at, wrong := a.line.begin(line)
	if wrong != nil {
		return wrong, nil
	}
	n, text := a.line.n, line[at:]
	a.graph = graphstream.Graph{N: n, Info: a.info}
	a.graph.Info.Directed = a.line.mark == '&'
	a.graph.Info.EachOnce = !a.graph.Info.Directed
	matrix := a.line.mark == 0 && a.line.left == uint64(len(text)) // all there, as far as its length says
	switch {
	case n <= graphstream.Most:
		a.graph.Small = &a.small
		if matrix && a.decodeSmall(text) {
			return nil, nil
		}
		a.small.Reset(int(n))
		wrong := a.decodePieces(text, a.small.Add)
		a.small.Clean(&a.graph.Cleaned)
		return wrong, nil
	case n <= graphstream.WideMost:
		a.graph.Wide = &a.wide
		if err := a.makeRows(int(n)); err != nil {
			return nil, err
		}
		if matrix && a.decodeWide(text) {
			return nil, nil
		}
		a.wide.Reset(int(n))
		wrong := a.decodePieces(text, a.wide.Add)
		a.wide.Clean(&a.graph.Cleaned)
		return wrong, nil
	}
	if err := a.makeRoom(text); err != nil {
		return nil, err
	}
	edges, wrong := a.line.decode(text, a.edges[:0])
	if wrong == nil {
		wrong = a.line.end()
	}
	a.edges, a.graph.Records = edges, edges
	return wrong, nil
}

// decodePieces decodes the edges of a line and adds them to a graph.
func (a *graph6Answers) decodePieces(text []byte, add func([]graph.Edge, *graph.Report)) (wrong *lineError) {
	const piece = batchEdges / 6 // has at most so many edges
	if a.edges == nil {
		a.edges = make([]graph.Edge, 0, batchEdges)
	}
	for len(text) > 0 && wrong == nil {
		n := min(piece, len(text))
		a.edges, wrong = a.line.decode(text[:n], a.edges[:0])
		add(a.edges, &a.graph.Cleaned)
		text = text[n:]
	}
	if wrong != nil {
		return wrong
	}
	return a.line.end()
}

// makeRows has room for the rows of a graph of n vertices.
func (a *graph6Answers) makeRows(n int) error {
	a.rows = max(a.rows, graphstream.WideBytes(n))
	return a.fits("holding a graph in rows of bits", cap(a.edges))
}

// fits refuses more than this worker may hold, with room for so many edges.
func (a *graph6Answers) fits(what string, edges int) error {
	const edgeBytes = 8
	held := a.block + a.rows + edgeBytes*int64(edges)
	if a.memory > 0 && held > a.share {
		return &graph.MemoryError{What: what, Need: graphstream.LimitOfReading(held, a.workers), Limit: a.memory}
	}
	return nil
}

// makeRoom has room for the edges of a line of which text is what stands behind the number
// of vertices.
func (a *graph6Answers) makeRoom(text []byte) error {
	edges := 0
	if a.line.mark == ':' {
		edges = 6 * len(text) / (a.line.width + 1)
	} else {
		for _, c := range text {
			edges += bits.OnesCount8(c - graph6Base)
		}
	}
	if edges <= cap(a.edges) {
		return nil
	}
	if err := a.fits("holding the edges of a graph", edges); err != nil {
		return err
	}
	a.edges = nil // so that it can go before the new one comes
	a.edges = make([]graph.Edge, 0, edges)
	return nil
}

// graph6Cells are the cells of a matrix of graph6, in their order.
var graph6Cells = func() (cells [graphstream.Most * (graphstream.Most - 1) / 2][2]uint8) {
	i := 0
	for v := range uint8(graphstream.Most) {
		for u := range v {
			cells[i] = [2]uint8{u, v}
			i++
		}
	}
	return cells
}()

// decodeSmall decodes the matrix of a small graph of graph6 at once. It is not ok where
// something is wrong with it, which decode will say.
func (a *graph6Answers) decodeSmall(text []byte) (ok bool) {
	g := &a.small
	g.Reset(int(a.line.n))
	cells := int(a.line.n) * (int(a.line.n) - 1) / 2
	records := 0
	for i, c := range text {
		six := c - graph6Base
		if six > graph6Most-graph6Base {
			return false
		}
		for six <<= 2; six != 0; {
			bit := bits.LeadingZeros8(six)
			six &^= 1 << 7 >> bit
			if 6*i+bit >= cells {
				return false
			}
			u, v := graph6Cells[6*i+bit][0]&63, graph6Cells[6*i+bit][1]&63
			g.Of[u] |= 1 << v
			g.Of[v] |= 1 << u
			records++
		}
	}
	a.graph.Cleaned = graph.Report{Records: uint64(records), OneWay: uint64(records), Isolated: g.Isolated()}
	return true
}
