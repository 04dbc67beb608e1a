package graphio

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// Adjacency lists as text, without a header: a line is a vertex with its
// neighbours. NetworkX writes the vertex first (write_adjlist); in other lists the
// number of the line is the vertex, or the number of neighbours stands behind it.

var (
	adjlistFormat = format{
		name:     "adjlist",
		text:     "adjacency list: a vertex and then its neighbours on each line, with or without a colon between",
		suffixes: []string{".adjlist"},
		sniff:    isText,
		named:    true,
		evidence: "suffix",
		open:     openAdjacency(vertexFirst),
		outputs:  []string{".adjlist"},
		keeps:    keeps{labels: true, isolated: true},
		write:    writeAdjacency,
	}
	adjlistRowsFormat = format{
		name:  "adjlist-rows",
		text:  "adjacency list: the neighbours of a vertex on each line, and the number of the line is the vertex",
		sniff: isRecognisedLater,
		open:  openAdjacency(neighboursOnly),
	}
	adjlistCountedFormat = format{
		name:  "adjlist-counted",
		text:  "adjacency list: a vertex, how many neighbours it has, and then these on each line",
		sniff: isRecognisedLater,
		open:  openAdjacency(vertexAndCount),
	}
)

// isRecognisedLater is for formats of text that are seen only by who looks closely
// at what is no edge list.
func isRecognisedLater([]byte) bool { return false }

// adjacencyKind is what stands in front of the neighbours.
type adjacencyKind int

const (
	vertexFirst adjacencyKind = iota
	neighboursOnly
	vertexAndCount
)

const adjacencyComments = "#%"

// adjacencyList is a file of such lines.
type adjacencyList struct {
	in        *input
	kind      adjacencyKind
	by        byte // what separates the fields; ' ' for blanks
	colon     bool // one follows the vertex
	numbers   bool // the ids are numbers
	inOrder   bool // and the lines are those of base, base+1, ...
	base      uint64
	start     place
	blockSize int
}

func openAdjacency(kind adjacencyKind) func(in *input) (graph.Source, error) {
	return func(in *input) (graph.Source, error) {
		s := &adjacencyList{in: in, kind: kind, by: ' ', base: 1, blockSize: defaultBlockSize, numbers: true, inOrder: true}
		s.start = in.textStart()
		return s, s.survey()
	}
}

// survey settles how the lines are cut and whether they count the vertices, by
// those that are in sight.
func (s *adjacencyList) survey() error {
	lines, err := s.in.dataLines(adjacencyComments)
	if err != nil {
		return err
	}
	line, ok, err := lines.first()
	if err != nil {
		return err
	}
	var (
		rows, largest uint64
		fields        [][]byte
		wrong         *lineError
	)
	if _, _, found := cutColon(line.text); ok {
		s.colon = found && s.kind == vertexFirst
	}
	for further := *lines; ok && err == nil && s.by == ' ' && rows < surveyLines; rows++ {
		s.setSeparator(line.text)
		line, ok, err = further.read()
	}
	// From the beginning once more, with what separates the fields.
	again, err := s.in.dataLines(adjacencyComments)
	if err != nil {
		return err
	}
	rows = 0
	for again.text = s.in.head[s.start.offset:]; ; rows++ {
		line, ok, err := again.read()
		if err != nil || !ok {
			break // reading meets what is wrong
		}
		if fields, wrong = s.cut(line.text, fields[:0]); wrong != nil {
			break
		}
		for i, field := range fields {
			id, number, _ := parseID(field)
			if s.kind == vertexAndCount && i == 1 {
				continue
			}
			if rows == 0 {
				s.numbers = s.numbers && number
			}
			switch {
			case s.kind == neighboursOnly:
				if number && id == 0 {
					s.base = 0
				}
			case i == 0:
				if rows == 0 {
					s.base = min(id, 1)
				}
				s.inOrder = s.inOrder && number && id == s.base+rows
			default:
				s.inOrder = s.inOrder && number && id >= s.base
			}
			largest = max(largest, id)
		}
	}
	if s.kind == neighboursOnly {
		s.numbers = true
	} else {
		s.inOrder = s.inOrder && s.numbers && (!s.in.all || largest < s.base+rows)
	}
	return nil
}

// setSeparator settles what separates the fields, by a line that has some.
func (s *adjacencyList) setSeparator(line []byte) {
	if s.colon {
		_, rest, _ := cutColon(line)
		line = trimLine(rest)
	}
	for _, by := range []byte{'\t', ';', ','} {
		// Numbers are cut by tabs as by blanks.
		if bytes.IndexByte(line, by) >= 0 && (by != '\t' || hasLetters(line)) {
			s.by = by
			return
		}
	}
}

func hasLetters(line []byte) bool {
	return slices.ContainsFunc(line, func(c byte) bool { return c-'0' > 9 && c != ' ' && c != '\t' })
}

// cutColon cuts a line behind the colon that follows its first field.
func cutColon(line []byte) (head, rest []byte, found bool) {
	at := bytes.IndexByte(line, ':')
	for at >= 0 && at+1 < len(line) && line[at+1] != ' ' && line[at+1] != '\t' {
		next := bytes.IndexByte(line[at+1:], ':')
		if next < 0 {
			return nil, line, false
		}
		at += 1 + next
	}
	if at <= 0 || bytes.ContainsAny(bytes.TrimRight(line[:at], " \t"), " \t,;") {
		return nil, line, false
	}
	return bytes.TrimRight(line[:at], " \t"), line[at+1:], true
}

// cut appends the fields of a trimmed line.
func (s *adjacencyList) cut(line []byte, fields [][]byte) ([][]byte, *lineError) {
	if s.colon {
		head, rest, found := cutColon(line)
		if !found {
			return fields, &lineError{expected: "a vertex, a colon and its neighbours, as on the first line", found: quote(line)}
		}
		fields, line = append(fields, head), bytes.TrimLeft(rest, " \t")
	}
	for len(line) > 0 && line[0] != '#' {
		var field []byte
		if s.by == ' ' {
			field, line = cutBlank(line)
		} else {
			rest := []byte(nil)
			at := bytes.IndexByte(line, s.by)
			if field = line; at >= 0 {
				field, rest = line[:at], line[at+1:]
			}
			if field = bytes.Trim(field, " \t"); len(field) == 0 || at >= 0 && len(bytes.Trim(rest, " \t")) == 0 {
				return fields, &lineError{expected: "a vertex between two separators, and behind the last", found: "an empty field"}
			}
			line = bytes.TrimLeft(rest, " ")
		}
		fields = append(fields, field)
	}
	return fields, nil
}

func (s *adjacencyList) Info() graph.Info {
	info := s.in.info()
	if s.inOrder {
		info.Base = s.base
	}
	if _, ok := s.in.plain(); ok {
		const shortest = len("1 ")
		info.MaxRecords = graph.Known((s.in.bytes + 1) / int64(shortest))
	}
	return info
}

func (s *adjacencyList) Close() error { return s.in.Close() }

func (s *adjacencyList) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	workers = s.in.busy(workers, s.blockSize)
	if s.inOrder {
		return s.readRows(ctx, workers, emit)
	}
	return s.readNames(ctx, workers, emit)
}

// writeAdjacency writes each vertex with its neighbours behind itself, as NetworkX
// does: each edge once.
func writeAdjacency(ctx context.Context, out *output, g *graph.Graph) error {
	labels := g.Labels()
	err := fitNames(labels, "an adjacency list", func(name string) bool {
		return names.FitLine(name) && !names.NeedsQuotes(name) && !strings.ContainsAny(name[:1], "'[") && !strings.HasSuffix(name, ":") && !strings.Contains(name, "#") &&
			(&layout{by: blank}).checkLabel([]byte(name)) == nil
	})
	if err != nil {
		return err
	}
	return out.writeVertices(ctx, g, func(text []byte, v uint32) []byte {
		text = appendLabel(text, labels, v)
		for _, w := range g.Neighbors(v) {
			if w > v {
				text = appendLabel(append(text, ' '), labels, w)
			}
		}
		return append(text, '\n')
	})
}
