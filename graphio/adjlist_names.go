package graphio

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// readNames reads lists in any order, of labels or of numbers. The blocks are cut
// side by side, but vertices get their ids block by block, in the order of their
// first appearance.
func (s *adjacencyList) readNames(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	dictionary, lines := newDictionary(&s.in.budget), newDeclarations()
	parsers := make([]adjacencyNames, workers)
	for worker := range parsers {
		parsers[worker].list, parsers[worker].seed = s, dictionary.seed
	}
	err := s.in.eachBlockInTurn(ctx, workers, s.blockSize, s.start, blockSteps{
		ahead: func(worker int, b *block) { parsers[worker].malformed = parsers[worker].parse(b) },
		turn: func(worker int, _ *block) error {
			if err := parsers[worker].malformed; err != nil {
				return err
			}
			return parsers[worker].number(dictionary, lines)
		},
		after: func(worker int, _ *block) error {
			p := &parsers[worker]
			p.records += uint64(len(p.edges))
			if len(p.edges) == 0 {
				return nil
			}
			return emit(worker, graph.Batch{Edges: p.edges})
		},
	})
	if err == nil {
		err = dictionary.short()
	}
	summary := graph.Summary{Vertices: graph.Known(len(dictionary.names)), Names: dictionary.names}
	for _, p := range parsers {
		summary.Records += p.records
	}
	if _, v, ok := lines.missing(); ok && err == nil && !s.numbers && s.by == ' ' && s.in.opt.Format == "" {
		return summary, s.in.unclear(0, fmt.Sprintf("an adjacency list, or names with blanks and no quotes, as %q has no line", dictionary.names[v]),
			s.in.asFormat(formatNamed(s.in.format), "names without blanks"))
	}
	if err == nil && s.numbers {
		summary.Names, summary.Numbers = numbersOrNames(dictionary.names)
	}
	return summary, err
}

// adjacencyNames cuts blocks into labels. Every worker has its own.
type adjacencyNames struct {
	list    *adjacencyList
	seed    maphash.Seed
	fields  [][]byte
	labels  []label // of the block
	ends    []int   // of the lines' labels among them
	edges   []graph.Edge
	records uint64

	malformed *lineError // the first one of the block
}

// parse sets labels to those of the block.
func (p *adjacencyNames) parse(b *block) *lineError {
	p.labels, p.ends = p.labels[:0], p.ends[:0]
	for pos := 0; pos < b.end; {
		length := lineLength(b.text, pos)
		if line := trimLine(b.text[pos : pos+length]); !isComment(line, adjacencyComments) {
			if err := p.parseLine(line); err != nil {
				err.pos = pos
				return err
			}
			p.ends = append(p.ends, len(p.labels))
		}
		pos += length + 1
	}
	return nil
}

func (p *adjacencyNames) parseLine(line []byte) (err *lineError) {
	if p.fields, err = p.list.cut(line, p.fields[:0]); err != nil {
		return err
	}
	if p.list.kind == vertexAndCount {
		if len(p.fields) < 2 {
			return &lineError{expected: "a vertex and how many neighbours it has", found: quote(line)}
		}
		wanted, ok, _ := parseID(p.fields[1])
		if got := uint64(len(p.fields) - 2); !ok || wanted != got {
			return &lineError{expected: fmt.Sprintf("a vertex, the number of its neighbours, here %d, and these", got), found: quote(p.fields[1])}
		}
		p.fields = slices.Delete(p.fields, 1, 2)
	}
	for _, field := range p.fields {
		if field, err = p.list.vertex(field); err != nil {
			return err
		}
		p.labels = append(p.labels, hashed(p.seed, field))
	}
	return nil
}

// vertex returns what a vertex is called by a field.
func (s *adjacencyList) vertex(field []byte) ([]byte, *lineError) {
	if s.numbers {
		if _, err := vertexID(field); err != nil {
			return nil, err
		}
		if _, whole, _ := parseID(field); !whole {
			return nil, &lineError{expected: "a whole number as vertex id", found: quote(field)}
		}
		zeros := len(field) - len(bytes.TrimLeft(field, "0"))
		return field[min(zeros, len(field)-1):], nil
	}
	switch {
	case field[0] == '"' || field[0] == '\'' || field[0] == '[':
		return nil, &lineError{expected: "a vertex without quotes or brackets", found: quote(field)}
	case s.by != ' ' && s.by != '\t' && bytes.ContainsAny(field, " \t") && suffix(s.in.name) != ".csv":
		return nil, &lineError{expected: "labels that are separated in one way (a name with .csv says commas)", found: quote(field)}
	}
	by := separator(s.by)
	if s.by == ' ' {
		by = blank
	}
	return field, (&layout{by: by}).checkLabel(field)
}

// number sets edges to those between the first label of each line and the others.
func (p *adjacencyNames) number(d *dictionary, lines *declarations) error {
	p.edges = p.edges[:0]
	begin := 0
	for _, end := range p.ends {
		if uint64(len(d.names))+uint64(end-begin) >= 1<<32-1 {
			return errTooManyLabels
		}
		u := d.id(p.labels[begin])
		lines.declare(u)
		for _, l := range p.labels[begin+1 : end] {
			v := d.id(l)
			lines.use(v, int64(v)) // the first vertex without a line is named
			p.edges = append(p.edges, graph.Edge{U: u, V: v})
		}
		begin = end
	}
	if d.over != nil {
		p.edges = p.edges[:0]
	}
	return nil
}
