package graphio

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// blank stands for spaces and tabs where it separates labels; the other
// separators are ',' and '\t'.
const blank = ' '

// readLabels reads the lines of a file whose ids are labels. The blocks are
// parsed side by side, but labels get their ids block by block, in the order
// of their first appearance in the file.
func (s *edgeList) readLabels(ctx context.Context, workers int, emit func(int, graph.Batch) error) (tally, error) {
	dictionary := newDictionary()
	parsers := make([]labelParser, workers)
	for worker := range parsers {
		parsers[worker].seed = dictionary.seed
	}
	err := s.in.eachBlockInTurn(ctx, workers, s.blockSize, s.layout.start, blockSteps{
		ahead: func(worker int, b *block) { parsers[worker].malformed = parsers[worker].parse(b, s.layout.column) },
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
			return emit(worker, graph.Batch{Edges: p.edges})
		},
	})
	seen := tally{names: dictionary.names}
	for _, p := range parsers {
		seen.records += p.records
	}
	seen.largest = uint64(max(len(seen.names), 1) - 1)
	return seen, err
}

// labelParser parses blocks of lines with labels. Every worker has its own.
type labelParser struct {
	seed    maphash.Seed
	labels  []label // of the block, two a line
	edges   []graph.Edge
	records uint64

	malformed *lineError // the first one of the block
}

// label is one label in the text of a block.
type label struct {
	text []byte
	hash uint32
}

// parse sets labels to those of the block.
func (p *labelParser) parse(b *block, column byte) *lineError {
	p.labels = p.labels[:0]
	for pos := 0; pos < b.end; {
		text := b.text[pos : pos+lineLength(b.text, pos)]
		if line := trimLine(text); !isComment(line, edgeListComments) {
			first, rest, err := cutLabel(line, column)
			var second []byte
			if err == nil {
				if second, _, err = cutLabel(rest, column); len(rest) == 0 {
					err = &lineError{expected: "two labels", found: "one, " + quote(first)}
				}
			}
			if err != nil {
				err.pos = pos
				return err
			}
			p.labels = append(p.labels, p.hash(first), p.hash(second))
		}
		pos += len(text) + 1
	}
	return nil
}

func (p *labelParser) hash(text []byte) label {
	return label{text, uint32(maphash.Bytes(p.seed, text))}
}

// labelSeparator tells from the first line what separates labels: a tab or a
// comma where there is one, so that labels may have spaces inside, and blanks
// otherwise. Text in quotes or behind a brace, as in "a b {'weight': 1, ...}",
// does not count.
func labelSeparator(line []byte, suffix string) (byte, *lineError) {
	var tab, comma, quoted bool
columns:
	for _, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			break columns
		case c == '\t':
			tab = true
		case c == ',':
			comma = true
		}
	}
	switch {
	case suffix == ".csv" && comma:
		return ',', nil
	case tab:
		return '\t', nil
	case !comma:
		return blank, nil
	}
	first, _, err := cutLabel(line, ',')
	if err == nil && line[0] != '"' && bytes.IndexByte(first, ' ') >= 0 {
		err = &lineError{expected: "labels separated by blanks or by commas (a name with .csv says commas)", found: "both"}
	}
	return ',', err
}

// cutLabel cuts the first label off a trimmed line. In double quotes it may
// hold the separator, and two quotes stand for one.
func cutLabel(line []byte, column byte) (label, rest []byte, err *lineError) {
	if len(line) > 0 && line[0] == '"' {
		if label, rest, err = cutQuoted(line); err != nil {
			return nil, nil, err
		}
		if rest, err = cutSeparator(rest, column); err != nil {
			return nil, nil, err
		}
		return label, rest, nil
	}
	end := bytes.IndexByte(line, column)
	if column == blank {
		end = bytes.IndexAny(line, " \t")
	}
	if end < 0 {
		end = len(line)
	}
	label = bytes.TrimRight(line[:end], " \t")
	switch {
	case len(label) == 0:
		return nil, nil, &lineError{expected: "two labels", found: "an empty field"}
	case isNegative(label):
		return nil, nil, &lineError{expected: "a label or a vertex id of at least 0", found: quote(label)}
	case column == blank && bytes.IndexByte(label, ',') >= 0:
		return nil, nil, &lineError{expected: "labels separated by blanks, as on the first line", found: "a comma in " + quote(label)}
	}
	rest, err = cutSeparator(line[end:], column)
	return label, rest, err
}

// cutSeparator cuts one separator off what follows a label, which may be the
// end of the line.
func cutSeparator(line []byte, column byte) ([]byte, *lineError) {
	blanks := " \t"
	if column == '\t' {
		blanks = " "
	}
	rest := bytes.TrimLeft(line, blanks)
	switch {
	case len(rest) == 0:
	case column != blank && rest[0] == column:
		rest = bytes.TrimLeft(rest[1:], blanks)
	case column != blank || len(rest) == len(line):
		return nil, &lineError{expected: fmt.Sprintf("%q or the end behind the label", column), found: quote(rest)}
	}
	return rest, nil
}

// cutQuoted cuts a label in double quotes off a line.
func cutQuoted(line []byte) (label, rest []byte, err *lineError) {
	for end := 1; end < len(line); end++ {
		if line[end] != '"' {
			continue
		}
		if end+1 < len(line) && line[end+1] == '"' {
			end++
			continue
		}
		label = line[1:end]
		if bytes.IndexByte(label, '"') >= 0 {
			label = []byte(strings.ReplaceAll(string(label), `""`, `"`))
		}
		if len(label) == 0 {
			return nil, nil, &lineError{expected: "two labels", found: "an empty field"}
		}
		return label, line[end+1:], nil
	}
	return nil, nil, &lineError{expected: `a closing '"' on the same line`, found: quote(line)}
}
