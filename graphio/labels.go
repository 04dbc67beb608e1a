package graphio

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
)

// blank stands for spaces and tabs where it separates labels; the other
// separators are ',' and '\t'.
const blank = ' '

// readLabels reads the lines of a file whose ids are labels. The blocks are
// parsed side by side, but labels get their ids block by block, in the order
// of their first appearance in the file.
func (s *edgeList) readLabels(ctx context.Context, workers int, emit func(int, graph.Batch) error) (tally, error) {
	var dictionary dictionary
	dictionary.ids = make(map[string]uint32)
	dictionary.turn.L = &dictionary.mu
	parsers := make([]labelParser, workers)
	err := s.in.eachBlock(ctx, workers, s.blockSize, s.layout.start, func(ctx context.Context, worker int, b *block) error {
		p := &parsers[worker]
		ok := false
		err := p.parse(b, s.layout.column)
		if err == nil {
			ok, err = dictionary.translate(ctx, b.index, p.names, p.edges)
		}
		if err != nil {
			dictionary.close(b.index)
		}
		if !ok {
			return err
		}
		p.records += uint64(len(p.edges))
		return emit(worker, graph.Batch{Edges: p.edges})
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
	ids     map[string]uint32
	names   []string // of the block, in order of first appearance
	edges   []graph.Edge
	records uint64
}

// parse sets names and edges to those of the block; the ends of the edges are
// positions in names.
func (p *labelParser) parse(b *block, column byte) error {
	if p.ids == nil {
		p.ids = make(map[string]uint32)
	}
	clear(p.ids)
	p.names, p.edges = p.names[:0], p.edges[:0]
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
			p.edges = append(p.edges, graph.Edge{U: p.id(first), V: p.id(second)})
		}
		pos += len(text) + 1
	}
	return nil
}

func (p *labelParser) id(label []byte) uint32 {
	id, ok := p.ids[string(label)]
	if !ok {
		id = uint32(len(p.names))
		name := string(label)
		p.ids[name] = id
		p.names = append(p.names, name)
	}
	return id
}

// dictionary gives labels their ids. Blocks come to it in the order of the
// input.
type dictionary struct {
	mu     sync.Mutex
	turn   sync.Cond // next or closed has changed
	next   int       // index of the block whose turn it is
	closed bool      // only blocks before end get a turn
	end    int
	ids    map[string]uint32
	names  []string
}

// translate waits for the turn of a block and replaces the ends of its edges,
// which are positions in names, by ids. It is not ok where the turn never
// comes, as a block before is malformed.
func (d *dictionary) translate(ctx context.Context, index int, names []string, edges []graph.Edge) (ok bool, err error) {
	defer context.AfterFunc(ctx, func() { d.close(0) })()
	d.mu.Lock()
	for d.next != index && (!d.closed || index < d.end) {
		d.turn.Wait()
	}
	if d.next != index {
		d.mu.Unlock()
		return false, nil
	}
	ids := make([]uint32, len(names))
	for i, name := range names {
		id, ok := d.ids[name]
		if !ok {
			if len(d.names) == math.MaxUint32 {
				d.mu.Unlock()
				return false, &lineError{expected: "fewer than 2^32 labels", found: "more"}
			}
			id = uint32(len(d.names))
			d.ids[name] = id
			d.names = append(d.names, name)
		}
		ids[i] = id
	}
	d.next++
	d.turn.Broadcast()
	d.mu.Unlock()
	for i, e := range edges {
		edges[i] = graph.Edge{U: ids[e.U], V: ids[e.V]}
	}
	return true, nil
}

// close lets only the blocks before this one have their turn.
func (d *dictionary) close(index int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed || index < d.end {
		d.closed, d.end = true, index
	}
	d.turn.Broadcast()
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
