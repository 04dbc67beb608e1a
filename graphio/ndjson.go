package graphio

import (
	"context"
	"errors"

	"github.com/tricycle-graph/tricycle/graph"
)

// Lines of JSON (NDJSON, JSON Lines), an edge each: an object with the two ends under keys
// that are known or named, or an array of two ids and perhaps a weight.

const ndjsonName = "ndjson"

var ndjsonFormat = format{
	name:       ndjsonName,
	text:       "NDJSON: an edge a line, an object with source and target, or a pair",
	suffixes:   []string{".ndjson", ".jsonl"},
	sniff:      startsWithRecords,
	columns:    true,
	evidence:   "edges as lines of JSON",
	open:       openNDJSON,
	outputs:    []string{".ndjson", ".jsonl"},
	keeps:      keeps{labels: true},
	write:      writeNDJSON,
	writeEdges: writeNDJSONEdges,
}

type ndjson struct {
	in        *input
	shape     ndjsonShape
	start     place
	blockSize int
}

func openNDJSON(in *input) (graph.Source, error) {
	lines, err := in.dataLines("")
	if err != nil {
		return nil, err
	}
	first, err := lines.header("an edge as a line of JSON")
	if err != nil {
		return nil, err
	}
	names, clear := ndjsonHeader(first.raw)
	switch {
	case clear:
		if first, err = lines.header("an edge as a line of JSON"); err != nil {
			return nil, err
		}
		if err := checkHeader(first); err != nil {
			return nil, in.malformed(first.line, err)
		}
	case names != nil && !in.told() && mayBeHeader(names, *lines):
		return nil, in.unclear(first.line, "an edge, or the names of the columns, in the first line of JSON", Choice{"edges from the first line on", Options{Format: ndjsonName}})
	default:
		names = nil
	}
	shape, err := ndjsonShapeOf(first.raw, names, in.opt.Columns, in.weight)
	if err != nil {
		if malformed := (*lineError)(nil); errors.As(err, &malformed) {
			return nil, in.malformed(first.line, malformed)
		}
		return nil, asInputError(in.name, err)
	}
	if shape.array && !shape.named && !shape.strings && !in.told() && mayBeLists(first, *lines, in.all) {
		return nil, in.unclear(first.line, "lists of neighbours, or a matrix, as lines of JSON", Choice{"edges", Options{Format: ndjsonName}})
	}
	return &ndjson{in: in, shape: shape, start: first.place, blockSize: defaultBlockSize}, nil
}

func (s *ndjson) Info() graph.Info {
	info := s.in.info()
	info.Weighted = s.shape.hasWeight
	if info.Table = chosenTable(s.shape.names, s.shape.ends); s.shape.array && !s.shape.named {
		info.Table.Names = [2]string{}
	}
	if _, ok := s.in.plain(); ok {
		const shortest = len("[0,1]\n")
		info.MaxRecords = graph.Known((s.in.bytes + 1) / int64(shortest))
	}
	return info
}

func (s *ndjson) Close() error { return s.in.Close() }

func (s *ndjson) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	if s.shape.strings {
		seen, err := s.in.readLabels(ctx, max(workers, 1), s.blockSize, s.start, emit, func(p *labels) func([]byte) *lineError {
			lines := ndjsonLabels{labels: p, record: newNDJSONRecord(&s.shape, s.in.opt.Weights)}
			return lines.parse
		})
		if err != nil {
			return graph.Summary{}, err
		}
		return graph.Summary{Records: seen.records, Names: seen.names}, nil
	}
	_, records, err := readLines(ctx, s.in, max(workers, 1), s.blockSize, s.start, emit, func(b batch) *ndjsonNumbers {
		return &ndjsonNumbers{batch: b, record: newNDJSONRecord(&s.shape, b.weighted)}
	})
	if err != nil {
		return graph.Summary{}, err
	}
	return graph.Summary{Records: records}, nil
}

// ndjsonNumbers parses lines whose ids are numbers.
type ndjsonNumbers struct {
	batch
	record *ndjsonRecord
}

// parsePlain parses lines that differ from the first one in their values alone.
func (p *ndjsonNumbers) parsePlain(text []byte, pos, end int) int {
	shape := p.record.shape
	if len(shape.parts) == 0 {
		return pos
	}
	for pos < end && p.filled < len(p.edges) {
		e, at := shape.plainNumbers(text, pos)
		if at < 0 {
			break
		}
		next := plainEnd(text, at)
		if next == at {
			break
		}
		p.edges[p.filled] = e
		p.filled++
		pos = next
	}
	return pos
}

func (p *ndjsonNumbers) parseLine(line []byte) *lineError {
	line = withoutReturn(line)
	if len(trimLine(line)) == 0 {
		return nil
	}
	if err := p.record.read(line); err != nil {
		return err
	}
	p.pushWeighted(p.record.numbers[0], p.record.numbers[1], p.record.weight)
	return nil
}

// ndjsonLabels parses lines whose ids are strings.
type ndjsonLabels struct {
	*labels
	record *ndjsonRecord
}

func (p *ndjsonLabels) parse(line []byte) *lineError {
	if !p.record.weighted {
		if ids, ok := p.record.shape.plainTexts(line); ok {
			p.add(ids[0], ids[1])
			return nil
		}
	}
	if len(trimLine(line)) == 0 {
		return nil
	}
	if err := p.record.read(line); err != nil {
		return err
	}
	if p.record.weighted {
		p.weights = append(p.weights, p.record.weight)
	}
	p.add(p.record.texts[0], p.record.texts[1])
	return nil
}
