package graphio

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
)

// headed is a file with a header that declares vertices, counted from 1, and
// records, and then lines that mean a record or nothing.
type headed struct {
	in        *input
	n         uint64 // vertices
	records   uint64
	line      int64 // in which the records are declared
	start     place // behind the header
	shortest  int   // bytes of a record
	directed  bool
	weighted  bool
	parser    func(batch) lineParser
	blockSize int
}

func (s *headed) Info() graph.Info {
	info := s.in.info()
	s.in.declare(&info, s.n, s.records, s.start, s.shortest)
	info.Directed, info.Weighted = s.directed, s.weighted
	return info
}

func (s *headed) Close() error { return s.in.Close() }

func (s *headed) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	summary := graph.Summary{Vertices: graph.Known(s.n)}
	_, records, err := readLines(ctx, s.in, workers, s.blockSize, s.start, emit, s.parser)
	if err != nil {
		return summary, err
	}
	summary.Records = records
	return summary, s.in.checkRecords(s.line, s.records, records)
}

// readLines reads lines from start on that mean a record or nothing. Each worker
// has a parser of its own, over the batch that it is given. It returns the parsers
// and the number of records.
func readLines[P lineParser](ctx context.Context, in *input, workers, blockSize int, start place,
	emit func(int, graph.Batch) error, parser func(batch) P) (parsers []P, records uint64, err error) {
	parsers = make([]P, in.busy(workers, blockSize))
	for worker := range parsers {
		parsers[worker] = parser(batch{emit: emitter(worker, emit), weighted: in.opt.Weights})
	}
	err = in.eachBlock(ctx, len(parsers), blockSize, start,
		func(worker int, b *block) error { return parseLines(parsers[worker], b) })
	for _, p := range parsers {
		records += p.emitted()
	}
	return parsers, records, err
}

// header returns the first line of data, which should be what is expected.
func (l *dataLines) header(expected string) (dataLine, error) {
	line, ok, err := l.first()
	if err == nil && !ok {
		err = l.in.malformed(l.next.line, &lineError{expected: expected, found: "the end"})
	}
	return line, err
}
