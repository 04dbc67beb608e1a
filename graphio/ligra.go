package graphio

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// The text of Ligra (Shun and Blelloch: Ligra: a lightweight graph processing framework
// for shared memory, PPoPP 2013) and of the Problem Based Benchmark Suite: a word, and
// then numbers with white space between. They are the sizes, where the list of each
// vertex begins, the neighbours and, perhaps, a weight for each of these.

var ligraFormat = format{
	name:     "ligra",
	text:     "Ligra and PBBS: AdjacencyGraph or WeightedAdjacencyGraph",
	suffixes: []string{".adj"},
	sniff:    matches(`^\s*(?:Weighted)?AdjacencyGraph(?:\s+[0-9]|\s*$)`, "AdjacencyGraph"),
	evidence: "first word",
	open:     openLigra,
	outputs:  []string{".adj"},
	keeps:    keeps{isolated: true},
	write:    writeLigra,
}

var ligraHeader = lazily(`^\s*(Weighted)?AdjacencyGraph\s+(\S+)\s+(\S+)(?:\s|$)`)

type ligra struct {
	in        *input
	n, m      uint64
	weighted  bool
	start     place // behind the sizes
	blockSize int
}

func openLigra(in *input) (graph.Source, error) {
	text := in.text()
	at := ligraHeader().FindSubmatchIndex(text)
	if at == nil {
		return nil, in.malformed(1, &lineError{expected: "AdjacencyGraph or WeightedAdjacencyGraph, and the numbers of vertices and of neighbours", found: quote(text)})
	}
	s := &ligra{in: in, weighted: at[2] >= 0, blockSize: defaultBlockSize}
	var err *lineError
	if s.n, err = parseSize(text[at[4]:at[5]], "fewer than 2^32 vertices", math.MaxUint32); err != nil {
		return nil, in.malformed(lineOf(text, at[4]), err)
	}
	// Three parts of numbers should not overflow.
	if s.m, err = parseSize(text[at[6]:at[7]], "fewer than 2^60 neighbours", 1<<60-1); err != nil {
		return nil, in.malformed(lineOf(text, at[6]), err)
	}
	s.start = place{int64(len(in.head) - len(text) + at[7]), lineOf(text, at[7])}
	if s.n == 0 && s.m > 0 {
		return nil, in.malformed(s.start.line, &lineError{expected: "no neighbours without a vertex", found: fmt.Sprint(s.m)})
	}
	return s, nil
}

// lineOf returns the line in which a position of a text is.
func lineOf(text []byte, pos int) int64 { return int64(bytes.Count(text[:pos], newline)) + 1 }

// total returns how many numbers are behind the sizes.
func (s *ligra) total() uint64 {
	if s.weighted {
		return s.n + 2*s.m
	}
	return s.n + s.m
}

func (s *ligra) Info() graph.Info {
	info := s.in.info()
	s.in.declare(&info, s.n, s.m, s.start, len("1\n"))
	info.Base, info.MaxID = 0, max(s.n, 1)
	info.Directed, info.Weighted = true, s.weighted
	return info
}

func (s *ligra) Close() error { return s.in.Close() }

// Read cuts the text into numbers in parallel. Which ones they are is known in turn; the
// neighbours are then checked and emitted in parallel again.
func (s *ligra) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	parsers := make([]*ligraNumbers, s.in.busy(workers, s.blockSize))
	rows := &ligraRows{ligra: s, weights: s.weighted && s.in.opt.Weights}
	for worker := range parsers {
		parsers[worker] = &ligraNumbers{rows: rows, batch: batch{emit: emitter(worker, emit), weighted: rows.weights}}
	}
	defer func() { s.in.budget.give(rows.held) }()
	err := s.in.eachBlockInTurn(ctx, len(parsers), s.blockSize, s.start, blockSteps{
		ahead: func(worker int, b *block) { parsers[worker].cut(b) },
		turn: func(worker int, b *block) error {
			p := parsers[worker]
			p.first = rows.seen
			rows.seen += uint64(len(p.numbers))
			if err := rows.takeOffsets(p, b); err != nil || !rows.weights {
				return err
			}
			return rows.takeNeighbours(p, b)
		},
		after: func(worker int, b *block) error { return parsers[worker].read(b) },
	})
	summary := graph.Summary{Records: s.m, Vertices: graph.Known(s.n)}
	if err == nil && rows.seen != s.total() {
		err = s.in.malformed(s.start.line, &lineError{
			expected: fmt.Sprintf("%d numbers behind the sizes", s.total()), found: fmt.Sprint(rows.seen),
		})
	}
	return summary, err
}

// ligraRows is what is known of the lists.
type ligraRows struct {
	*ligra
	seen    uint64   // numbers in the blocks so far
	offsets []uint64 // of them, those that say where a list begins
	weights bool     // are wanted: the neighbours wait for them
	waiting []uint32 // neighbours that do
	held    int64
}

// takeOffsets takes the offsets among the numbers of a block.
func (r *ligraRows) takeOffsets(p *ligraNumbers, b *block) error {
	for i := 0; i < len(p.numbers) && uint64(len(r.offsets)) < r.n; i++ {
		if len(r.offsets) == cap(r.offsets) {
			size := int(min(r.n, max(2*uint64(cap(r.offsets)), 1<<16)))
			more := 8 * int64(size-cap(r.offsets))
			r.held += more
			if err := r.in.budget.take("offsets of the lists", more); err != nil {
				return err
			}
			r.offsets = slices.Grow(r.offsets, size-len(r.offsets))
		}
		least, most := uint64(0), uint64(0)
		if v := len(r.offsets); v > 0 {
			least, most = r.offsets[v-1], r.m
		}
		if offset := p.numbers[i]; offset < least || offset > most {
			return p.wrong(b, i, fmt.Sprintf("an offset from %d to %d for vertex %d", least, most, len(r.offsets)))
		}
		r.offsets = append(r.offsets, p.numbers[i])
	}
	return nil
}

// neighbour says what a neighbour must be.
func (r *ligraRows) neighbour() string { return fmt.Sprintf("a neighbour from 0 to %d", r.n-1) }

// list returns the vertex in whose list neighbour number at is.
func (r *ligraRows) list(at uint64) int {
	u, _ := slices.BinarySearch(r.offsets, at+1) // the first list that begins behind
	return u - 1
}

// ligraNumbers are the numbers of a block.
type ligraNumbers struct {
	batch
	rows    *ligraRows
	first   uint64   // place of the first of them, behind the sizes
	numbers []uint64 // or ligraNoNumber
}

// ligraNoNumber is larger than what any number may be.
const ligraNoNumber = math.MaxUint64

func (p *ligraNumbers) cut(b *block) {
	p.numbers = p.numbers[:0]
	for pos := skipSpace(b.text, 0, b.end); pos < b.end; pos = skipSpace(b.text, pos, b.end) {
		number, at := shortID(b.text, pos)
		if at == pos || number > math.MaxUint32 || !isSpace(b.text[at]) {
			for at = pos; !isSpace(b.text[at]); at++ {
			}
			var ok bool
			if number, ok, _ = parseID(b.text[pos:at]); !ok {
				number = ligraNoNumber
			}
		}
		p.numbers = append(p.numbers, number)
		pos = at
	}
}

func isSpace(c byte) bool { return c == '\n' || c == ' ' || c == '\t' || c == '\r' }

// skipSpace returns the first position from pos on that holds no white space, or end.
func skipSpace(text []byte, pos, end int) int {
	for pos < end && isSpace(text[pos]) {
		pos++
	}
	return pos
}

// field returns where number i of the block begins and ends.
func (p *ligraNumbers) field(b *block, i int) (begin, end int) {
	for ; ; i-- {
		begin = skipSpace(b.text, end, b.end)
		for end = begin; !isSpace(b.text[end]); end++ {
		}
		if i == 0 {
			return begin, end
		}
	}
}

func (p *ligraNumbers) wrong(b *block, i int, expected string) error {
	begin, end := p.field(b, i)
	return &lineError{pos: begin, expected: expected, found: quote(b.text[begin:end])}
}

// read emits the neighbours among the numbers, and checks the weights; or emits both, once
// the weights are there, where they are wanted.
func (p *ligraNumbers) read(b *block) error {
	r := p.rows
	behind := uint64(len(p.numbers)) + p.first
	begin, end := max(p.first, r.n), min(behind, r.n+r.m)
	if begin < end && !r.weights {
		u := r.list(begin - r.n)
		for at := begin; at < end; at++ {
			for u+1 < len(r.offsets) && r.offsets[u+1] <= at-r.n {
				u++
			}
			v := p.numbers[at-p.first]
			if v >= r.n {
				return p.wrong(b, int(at-p.first), r.neighbour())
			}
			p.push(uint64(u), v)
			if p.full() {
				if err := p.flush(); err != nil {
					return err
				}
			}
		}
	}
	if err := p.readWeights(b, max(p.first, r.n+r.m), min(behind, r.total())); err != nil {
		return err
	}
	// A block of blanks has nothing wrong, though blocks before it may.
	if behind > r.total() && len(p.numbers) > 0 {
		return p.wrong(b, int(max(p.first, r.total())-p.first), fmt.Sprintf("the end behind %d numbers", r.total()))
	}
	return p.flush()
}

// writeLigra writes both directions of each edge. Vertices are numbered from 0, whatever
// their labels.
func writeLigra(ctx context.Context, out *output, g *graph.Graph) error {
	if _, err := fmt.Fprintf(out, "AdjacencyGraph\n%d\n%d\n", g.Vertices(), len(g.Adjacency())); err != nil {
		return err
	}
	offsets := g.Offsets()
	err := out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		return append(strconv.AppendUint(text, offsets[v], 10), '\n')
	})
	if err != nil {
		return err
	}
	return out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		for _, u := range g.Neighbors(v) {
			text = append(strconv.AppendUint(text, uint64(u), 10), '\n')
		}
		return text
	})
}
