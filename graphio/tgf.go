package graphio

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// The Trivial Graph Format, which yEd writes: a line for each vertex with its id and its
// label, a line with #, and a line for each edge with two ids and a label.

var tgfFormat = format{
	name:     "tgf",
	text:     "Trivial Graph Format: a line for each vertex, #, a line for each edge",
	suffixes: []string{".tgf"},
	sniff:    isText,
	named:    true,
	evidence: "suffix",
	open:     openTGF,
	outputs:  []string{".tgf"},
	keeps:    keeps{labels: true, isolated: true},
	write:    writeTGF,
}

type tgf struct {
	in        *input
	blockSize int
}

func openTGF(in *input) (graph.Source, error) {
	if _, err := in.dataLines(""); err != nil {
		return nil, err
	}
	return &tgf{in: in, blockSize: defaultBlockSize}, nil
}

func (s *tgf) Info() graph.Info {
	info := s.in.info()
	info.Directed = true
	if _, ok := s.in.plain(); ok {
		info.MaxRecords = graph.Known((s.in.bytes + 1) / int64(len("a b\n")))
	}
	return info
}

func (s *tgf) Close() error { return s.in.Close() }

// Read reads in one goroutine, as ids are numbered in their order.
func (s *tgf) Read(ctx context.Context, _ int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	p := tgfLines{
		batch:  batch{emit: emitter(0, emit), weighted: s.in.opt.Weights},
		ids:    newDictionary(&s.in.budget),
		labels: newVertexNames(&s.in.budget),
	}
	line := int64(1)
	err := s.in.eachBlock(ctx, 1, s.blockSize, s.in.textStart(), func(_ int, b *block) error {
		err := parseLines(&p, b)
		line += int64(bytes.Count(b.text[:b.end], newline))
		return err
	})
	if err != nil {
		return graph.Summary{}, err
	}
	if !p.edges {
		return graph.Summary{}, s.in.malformed(line, &lineError{expected: "a line with # behind the vertices", found: "the end"})
	}
	if err := shortOf(p.ids, p.labels.dictionary); err != nil {
		return graph.Summary{}, err
	}
	n := uint64(len(p.ids.names))
	summary := graph.Summary{Records: p.records, Vertices: graph.Known(n)}
	if summary.Names = p.labels.names(n); summary.Names == nil {
		summary.Names, summary.Numbers = numbersOrNames(p.ids.names)
	}
	return summary, nil
}

// tgfLines parses lines one after the other.
type tgfLines struct {
	batch
	ids    *dictionary
	labels *vertexNames
	edges  bool // the line with # was there
}

func (p *tgfLines) parsePlain(_ []byte, pos, _ int) int { return pos }

func (p *tgfLines) parseLine(line []byte) *lineError {
	line = trimLine(line)
	switch {
	case len(line) == 0:
		return nil
	case !p.edges && string(line) == "#":
		p.edges = true
		return nil
	case !p.edges:
		return p.readVertex(line)
	}
	from, rest := cutBlank(line)
	to, _ := cutBlank(rest)
	if len(to) == 0 {
		return &lineError{expected: "two vertices", found: quote(line)}
	}
	u, err := p.known(from)
	if err != nil {
		return err
	}
	v, err := p.known(to)
	if err == nil {
		p.pushWeighted(uint64(u), uint64(v), 1)
	}
	return err
}

// known returns the number of an id that a vertex has.
func (p *tgfLines) known(id []byte) (uint32, *lineError) {
	known := len(p.ids.names)
	v, err := p.ids.vertex(id)
	if err == nil && p.ids.over == nil && int(v) == known {
		err = &lineError{expected: "a vertex of a line in front of #", found: quote(id)}
	}
	return v, err
}

func (p *tgfLines) readVertex(line []byte) *lineError {
	id, label := cutBlank(line)
	known := len(p.ids.names)
	v, err := p.ids.vertex(id)
	switch {
	case err != nil:
		return err
	case p.ids.over == nil && int(v) != known:
		return &lineError{expected: "each vertex once", found: quote(id) + " again"}
	case len(label) == 0:
	case p.ids.over == nil:
		p.labels.given = true
		p.labels.add(v, label)
	case p.labels.dictionary != nil: // it learns how much all would take
		p.labels.dictionary.id(p.labels.dictionary.label(label))
	}
	return nil
}

// isTrivialGraph says that a line with nothing but # stands between lines of data, and
// whether that is for certain a file of this format: all of it is in sight, the ids of the
// vertices are different, the edges are between them, and some line of a vertex has no
// label, or they have numbers as ids and some other label. That is no edge list.
func (in *input) isTrivialGraph() (possible, certain bool) {
	before, after, found := cutHashLine(in.text())
	if !found || !hasData(before) || !hasData(after) {
		return false, false
	}
	ids := make(map[string]bool)
	numbers, alone, words := true, false, false
	for text := range bytes.Lines(before) {
		id, label := cutBlank(trimLine(bytes.TrimSuffix(text, newline)))
		if len(id) == 0 {
			continue
		}
		if id[0] == '#' || id[0] == '%' || ids[string(id)] {
			return true, false
		}
		ids[string(id)] = true
		numbers = numbers && isNumeric(id)
		alone, words = alone || len(label) == 0, words || len(label) > 0 && !spellsNumber(field{text: label})
	}
	for text := range bytes.Lines(after) {
		from, rest := cutBlank(trimLine(bytes.TrimSuffix(text, newline)))
		to, _ := cutBlank(rest)
		if len(from) > 0 && !(ids[string(from)] && ids[string(to)]) {
			return true, false
		}
	}
	return true, in.all && (alone || numbers && words)
}

// cutHashLine cuts a text at the first line with nothing but #.
func cutHashLine(text []byte) (before, after []byte, found bool) {
	for _, mark := range []string{"\n#\n", "\n#\r\n"} {
		if before, after, found = bytes.Cut(text, []byte(mark)); found {
			return before, after, true
		}
	}
	return nil, nil, false
}

// hasData says that some line is no comment of an edge list.
func hasData(text []byte) bool {
	for line := range bytes.Lines(text) {
		if !isEdgeComment(withoutReturn(bytes.TrimSuffix(line, newline))) {
			return true
		}
	}
	return false
}

// writeTGF writes the numbers of vertices as ids, and names as labels of the numbers from 1.
func writeTGF(ctx context.Context, out *output, g *graph.Graph) error {
	labels := g.Labels()
	err := fitNames(labels, "a file of the Trivial Graph Format", func(name string) bool {
		return names.FitLine(name) && strings.Trim(name, " \t") == name
	})
	if err != nil {
		return err
	}
	named := labels.Names() != nil
	err = out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		if named {
			text = append(appendIndex(text, v), ' ')
		}
		return append(appendLabel(text, labels, v), '\n')
	})
	if err != nil {
		return err
	}
	if _, err := io.WriteString(out, "#\n"); err != nil {
		return err
	}
	encode := encodeLines(labels, ' ')
	if named {
		encode = encodeLines(graph.BaseLabels(1), ' ')
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), encode)
}
