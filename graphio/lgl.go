package graphio

import (
	"bytes"
	"context"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// LGL (Adai, Date, Wieland and Marcotte: LGL, creating a map of protein function with an
// algorithm for visualizing very large biological networks, J. Mol. Biol. 2004): a line
// "# vertex", and behind it a line for each neighbour, perhaps with a weight.

var lglFormat = format{
	name:     "lgl",
	text:     "LGL: a line with # for each vertex, its neighbours behind",
	suffixes: []string{".lgl"},
	sniff:    matches(`^\s*#[ \t]*[^\s#]+[ \t]*\r?(?:\n|$)`, "#"),
	named:    true, // it could be an edge list behind a comment
	evidence: "suffix and first line",
	open:     func(in *input) (graph.Source, error) { return &lgl{in: in, blockSize: defaultBlockSize}, nil },
	outputs:  []string{".lgl"},
	keeps:    keeps{labels: true, isolated: true},
	write:    writeLGL,
}

type lgl struct {
	in        *input
	weighted  bool
	blockSize int
}

func (s *lgl) Info() graph.Info {
	info := s.in.info()
	info.Weighted = s.weighted
	if _, ok := s.in.plain(); ok {
		info.MaxRecords = graph.Known((s.in.bytes + 1) / int64(len("a\n")))
	}
	return info
}

func (s *lgl) Close() error { return s.in.Close() }

// Read reads in one goroutine, as names are numbered in their order.
func (s *lgl) Read(ctx context.Context, _ int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	p := lglLines{
		batch: batch{emit: emitter(0, emit), weighted: s.in.opt.Weights},
		ids:   newDictionary(&s.in.budget),
	}
	start := s.in.textStart()
	err := s.in.eachBlock(ctx, 1, s.blockSize, start, func(_ int, b *block) error { return parseLines(&p, b) })
	if err != nil {
		return graph.Summary{}, err
	}
	if err := p.ids.short(); err != nil {
		return graph.Summary{}, err
	}
	s.weighted = p.values
	summary := graph.Summary{Records: p.records, Vertices: graph.Known(len(p.ids.names))}
	summary.Names, summary.Numbers = numbersOrNames(p.ids.names)
	return summary, nil
}

// lglLines parses lines one after the other.
type lglLines struct {
	batch
	ids    *dictionary
	begun  bool
	vertex uint32 // of the section
	values bool   // some line has a weight
}

func (p *lglLines) parsePlain(_ []byte, pos, _ int) int { return pos }

func (p *lglLines) parseLine(line []byte) *lineError {
	line = trimLine(line)
	if len(line) == 0 {
		return nil
	}
	if line[0] == '#' {
		name, rest := cutBlank(bytes.TrimLeft(line[1:], " \t"))
		if len(name) == 0 || len(rest) > 0 || bytes.IndexByte(name, '#') >= 0 {
			return &lineError{expected: "# and one vertex", found: quote(line)}
		}
		v, err := p.ids.vertex(name)
		p.begun, p.vertex = true, v
		return err
	}
	name, rest := cutBlank(line)
	if !p.begun || bytes.IndexByte(name, '#') >= 0 {
		return &lineError{expected: "# and a vertex, and then its neighbours", found: quote(line)}
	}
	weight := 1.0
	if len(rest) > 0 {
		var err *lineError
		if weight, err = parseValue(rest); err != nil {
			return err
		}
		p.values = true
	}
	v, err := p.ids.vertex(name)
	p.pushWeighted(uint64(p.vertex), uint64(v), weight)
	return err
}

// writeLGL writes each edge with its larger vertex, so that all vertices come in their
// order.
func writeLGL(ctx context.Context, out *output, g *graph.Graph) error {
	err := fitNames(g.Labels(), "an LGL file", func(name string) bool {
		return name != "" && !strings.ContainsAny(name, " \t\r\n#")
	})
	if err != nil {
		return err
	}
	return out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		text = append(appendLabel(append(text, "# "...), g.Labels(), v), '\n')
		for _, u := range smallerNeighbors(g, v) {
			text = append(appendLabel(text, g.Labels(), u), '\n')
		}
		return text
	})
}
