package graphio

import (
	"bytes"
	"context"
	"hash/maphash"

	"github.com/tricycle-graph/tricycle/graph"
)

// readLabels reads the lines of a file whose ids are labels. The blocks are
// parsed side by side, but labels get their ids block by block, in the order
// of their first appearance in the file.
func (s *edgeList) readLabels(ctx context.Context, workers int, emit func(int, graph.Batch) error) (tally, error) {
	return s.in.readLabels(ctx, workers, s.blockSize, s.layout.start, emit, func(p *labels) func([]byte) *lineError {
		lines := labelLines{labels: p, layout: &s.layout}
		return lines.parse
	})
}

// readLabels reads lines with labels, which each worker parses by a function of its own.
func (in *input) readLabels(ctx context.Context, workers, blockSize int, start place, emit func(int, graph.Batch) error,
	parser func(*labels) func(line []byte) *lineError) (tally, error) {
	dictionary := newDictionary(&in.budget)
	parsers := make([]labels, workers)
	for worker := range parsers {
		p := &parsers[worker]
		p.seed, p.parseLine = dictionary.seed, parser(p)
	}
	err := in.eachBlockInTurn(ctx, workers, blockSize, start, blockSteps{
		ahead: func(worker int, b *block) { parsers[worker].malformed = parsers[worker].parse(b) },
		turn: func(worker int, _ *block) error {
			p := &parsers[worker]
			if p.malformed != nil {
				return p.malformed
			}
			return dictionary.translate(p.labels, &p.edges)
		},
		after: func(worker int, _ *block) error {
			p := &parsers[worker]
			p.records += uint64(len(p.edges))
			return emit(worker, graph.Batch{Edges: p.edges, Weights: p.weights})
		},
	})
	if err == nil {
		err = dictionary.short()
	}
	seen := tally{names: dictionary.names}
	for _, p := range parsers {
		seen.records += p.records
	}
	seen.largest = uint64(max(len(seen.names), 1) - 1)
	return seen, err
}

// labels are those of blocks of lines. Every worker has its own.
type labels struct {
	parseLine func(line []byte) *lineError // adds the labels of a line
	seed      maphash.Seed
	labels    []label // of the block, two a line
	edges     []graph.Edge
	weights   []float64 // of the lines, where they are asked for
	records   uint64

	malformed *lineError // the first one of the block
}

// label is one label in the text of a block.
type label struct {
	text []byte
	hash uint32
}

// hashed returns text with its hash.
func hashed(seed maphash.Seed, text []byte) label {
	return label{text, uint32(maphash.Bytes(seed, text))}
}

// parse sets labels to those of the block.
func (p *labels) parse(b *block) *lineError {
	p.labels, p.weights = p.labels[:0], p.weights[:0]
	for pos := 0; pos < b.end; {
		line := b.text[pos : pos+lineLength(b.text, pos)]
		if err := p.parseLine(withoutReturn(line)); err != nil {
			err.pos = pos
			return err
		}
		pos += len(line) + 1
	}
	return nil
}

// add adds the labels of a line.
func (p *labels) add(u, v []byte) {
	p.labels = append(p.labels, hashed(p.seed, u), hashed(p.seed, v))
}

// labelLines parses the lines of an edge list.
type labelLines struct {
	*labels
	layout *layout
	row    cells
}

func (p *labelLines) parse(text []byte) *lineError {
	if isEdgeComment(text) {
		return nil
	}
	ids, err := p.layout.ids(&p.row, text)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if len(id.text) == 0 {
			return &lineError{expected: "two labels", found: "an empty field"}
		}
		if !id.quoted {
			if err := p.layout.checkLabel(id.text); err != nil {
				return err
			}
		}
	}
	if p.layout.weight > 0 {
		weight, err := p.layout.weightOf(&p.row)
		if err != nil {
			return err
		}
		p.weights = append(p.weights, weight)
	}
	p.add(ids[0].text, ids[1].text)
	return nil
}

// checkLabel refuses what stands for a label without quotes and would not be
// one.
func (l *layout) checkLabel(text []byte) *lineError {
	commas, digits := 0, 0
	for _, c := range text {
		switch {
		case c-'0' <= 9:
			digits++
		case c == ',':
			commas++
		case c == '\r':
			return &lineError{expected: "lines that all end with LF or CR LF, or all with CR", found: "a CR within"}
		}
	}
	switch {
	case digits > 0 && isNegative(text):
		return &lineError{expected: "a label or a vertex id of at least 0", found: quote(text)}
	case digits > 0 && spellsDecimal(text):
		return &lineError{expected: "a label or a whole number as vertex id", found: quote(text)}
	case text[0] == byteOrderMark[0] && bytes.HasPrefix(text, []byte(byteOrderMark)):
		return &lineError{expected: "a label", found: "a byte-order mark, as where files were joined"}
	case len(text) > 1 && len(bytes.Trim(text, "-=")) == 0:
		return &lineError{expected: "a label", found: "a rule under the names of columns, " + quote(text)}
	case text[0] == '{':
		return &lineError{expected: "two labels", found: "one, and attributes in braces"}
	case commas > 0 && commas+digits == len(text):
		return &lineError{expected: "a label or a vertex id", found: "numbers with commas between, " + quote(text)}
	case commas > 0 && l.by == blank:
		return &lineError{expected: "labels separated by blanks, as on the first line", found: "a comma in " + quote(text)}
	}
	return nil
}
