package graphio

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

const edgeListName = "edgelist"

var edgeListFormat = format{
	name:       edgeListName,
	text:       "edge list: two ids a line, separated by blanks, tabs, commas, semicolons or bars; other columns are ignored",
	suffixes:   []string{".txt", ".el", ".edges", ".edgelist", ".tsv", ".csv", ".wel", ".smat"},
	sniff:      startsWithEdge,
	evidence:   "first line of data",
	open:       openEdgeList,
	outputs:    []string{".txt", ".el", ".edges", ".edgelist", ".tsv", ".csv"},
	keeps:      keeps{labels: true},
	write:      writeEdgeList,
	writeEdges: writeEdgeListEdges,
}

// edgeListComments are the characters with which a comment begins.
const edgeListComments = "#%"

// edgeList is a file of lines with two ids each: the files of SNAP,
// GraphChallenge and Network Repository, weighted or not, .csv and .smat.
type edgeList struct {
	in        *input
	layout    layout
	blockSize int
	sizes     bool // the file was read, and its first line told sizes
}

func openEdgeList(in *input) (graph.Source, error) {
	layout, err := survey(in)
	if !in.told() {
		if src, other := in.openOther(&layout, err); src != nil || other != nil {
			return src, other
		}
	}
	if err != nil {
		return nil, cmp.Or(in.strayReturn(in.text()), err)
	}
	return &edgeList{in: in, layout: layout, blockSize: defaultBlockSize}, nil
}

// openOther opens a text as something else that edge lists refuse, where it is
// certain what: by an error of their survey, or because its lines are uneven. It
// returns neither a source nor an error where nothing else is.
func (in *input) openOther(l *layout, refused error) (graph.Source, error) {
	looks := l.looks
	if unclear := (*UnclearError)(nil); errors.As(refused, &unclear) {
		looks = unclear
	}
	if looks == nil && refused == nil {
		return nil, nil
	}
	matrix := looks != nil && strings.Contains(looks.Looks, looksLikeMatrix)
	if src := in.asMatrix(matrix); src != nil {
		return src, nil
	}
	var (
		src     graph.Source
		choices []Choice
		err     error
	)
	switch {
	case looks == nil:
		return nil, nil
	case matrix:
		choices = []Choice{in.asFormat(&denseMatrixFormat, denseMatrixFormat.text)}
	case strings.Contains(looks.Looks, looksLikeAdjacency), looks.Looks == "METIS" && refused == nil:
		src, choices, err = in.asAdjacency(refused != nil && !strings.Contains(looks.Looks, "colon"))
	}
	looks.Choices = slices.Concat(choices, looks.Choices)
	return src, err
}

func (s *edgeList) Info() graph.Info {
	info := s.in.info()
	info.Weighted = s.layout.fields > 2
	info.Table = s.layout.table()
	if s.sizes {
		info.Table.Header = "sizes"
	}
	if _, ok := s.in.plain(); ok {
		const shortest = len("0 1\n")
		info.MaxRecords = graph.Known((s.in.bytes + 1) / int64(shortest))
	}
	return info
}

func (s *edgeList) Close() error { return s.in.Close() }

func (s *edgeList) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	read := s.readNumbers
	if s.layout.labels {
		read = s.readLabels
	}
	summary := graph.Summary{}
	seen, err := read(ctx, max(workers, 1), emit)
	if err != nil {
		return summary, err
	}
	summary.Records, summary.Names = seen.records, seen.names
	first := s.layout.first
	if first == nil {
		return summary, nil
	}
	if s.sizes, err = first.settle(s.in, seen); err != nil || s.sizes {
		return summary, err
	}
	summary.Records++
	edge := oneEdge(first.numbers[0], first.numbers[1])
	edge.Weights = first.weights
	return summary, emit(0, edge)
}

// tally is what was seen of an edge list.
type tally struct {
	records           uint64
	smallest, largest uint64   // ids
	names             []string // where ids are labels
}

// readNumbers reads the lines of a file whose ids are numbers.
func (s *edgeList) readNumbers(ctx context.Context, workers int, emit func(int, graph.Batch) error) (tally, error) {
	parsers, records, err := readLines(ctx, s.in, workers, s.blockSize, s.layout.start, emit, func(b batch) *pairs {
		b.weighted = s.layout.weight > 0
		return newPairs(&s.layout, b)
	})
	seen := tally{records: records, smallest: parsers[0].smallest}
	for _, p := range parsers {
		seen.smallest = min(seen.smallest, p.smallest)
		seen.largest = max(seen.largest, p.largest)
	}
	return seen, err
}
