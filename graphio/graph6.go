package graphio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphstream"
)

// The formats of nauty (McKay: Description of graph6, sparse6 and digraph6
// encodings, formats.txt of nauty): a graph is a line of printable characters,
// a file is any number of lines. What a line is, its first character says.

const (
	graph6Name   = "graph6"
	sparse6Name  = "sparse6"
	digraph6Name = "digraph6"

	graph6Evidence = "header, or lines of the format one and all"
)

var graph6Format = format{
	name:     graph6Name,
	text:     "graph6 of nauty: the upper triangle of the matrix, a graph a line",
	suffixes: []string{".g6"},
	sniff:    startsWithGraph6,
	evidence: graph6Evidence,
	open:     openGraph6,
	outputs:  []string{".g6"},
	keeps:    keeps{isolated: true},
	write:    writeGraph6,
}

var sparse6Format = format{
	name:     sparse6Name,
	text:     "sparse6 of nauty: the edges by their larger end, a graph a line",
	suffixes: []string{".s6"},
	sniff:    startsWithSparse6,
	evidence: graph6Evidence,
	open:     openGraph6,
	outputs:  []string{".s6"},
	keeps:    keeps{isolated: true},
	write:    writeSparse6,
}

var digraph6Format = format{
	name:     digraph6Name,
	text:     "digraph6 of nauty: the matrix of a directed graph, a graph a line",
	suffixes: []string{".d6"},
	sniff:    startsWithDigraph6,
	evidence: graph6Evidence,
	open:     openGraph6,
	outputs:  []string{".d6"},
	keeps:    keeps{isolated: true},
	write:    writeDigraph6,
}

// graph6Headers may stand in front of the first graph, on its line.
var graph6Headers = []string{">>graph6<<", ">>sparse6<<", ">>digraph6<<"}

// graph6File is a file of one graph, of many or of none.
type graph6File struct {
	in        *input
	start     place // of the first graph
	first     graph6Line
	many      bool
	none      bool
	blockSize int
}

func openGraph6(in *input) (graph.Source, error) {
	s := &graph6File{in: in, blockSize: defaultBlockSize}
	text := in.text()
	s.start = place{int64(len(in.head) - len(text) + graph6Header(text)), 1}
	if err := s.look(); err != nil {
		return nil, err
	}
	if s.none = s.in.all && int(s.start.offset) == len(in.head); s.none {
		return s, nil
	}
	if err := s.begin(); err != nil {
		return nil, in.malformed(1, err)
	}
	return s, nil
}

// graph6Header returns the length of the header that text begins with.
func graph6Header(text []byte) int {
	for _, header := range graph6Headers {
		if bytes.HasPrefix(text, []byte(header)) {
			return len(header)
		}
	}
	return 0
}

// look sees whether there is more than one line. A first line of more than
// longestHead is taken for the only one until its end is read.
func (s *graph6File) look() error {
	for {
		at := bytes.IndexByte(s.in.head[s.start.offset:], '\n')
		s.many = at >= 0 && int(s.start.offset)+at+1 < len(s.in.head)
		if s.many || s.in.all || len(s.in.head) >= longestHead {
			return nil
		}
		if err := s.in.lookFurther(); errors.As(err, new(*graph.MemoryError)) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// begin reads what the first line begins with. A size that the line cannot hold is
// refused before anybody makes room for it.
func (s *graph6File) begin() *lineError {
	line, _, whole := bytes.Cut(s.in.head[s.start.offset:], newline)
	line = withoutReturn(line)
	at, err := s.first.begin(line)
	if err != nil {
		return err
	}
	there := uint64(math.MaxUint64)
	if _, plain := s.in.plain(); whole || s.in.all {
		there = uint64(len(line) - at)
	} else if plain {
		there = uint64(s.in.bytes)
	}
	if s.first.mark != ':' && s.first.left > there {
		s.first.left -= there
		return s.first.end()
	}
	return nil
}

func (s *graph6File) Info() graph.Info {
	info, line := s.in.info(), &s.first
	info.Directed = line.mark == '&'
	info.EachOnce = !info.Directed
	if s.many || s.none {
		return info
	}
	info.Vertices, info.MaxID = graph.Known(line.n), line.n
	switch _, plain := s.in.plain(); {
	case plain && line.mark == ':':
		info.MaxRecords = graph.Known(6 * s.in.bytes / int64(line.width+1))
	case line.mark != ':' && line.left < math.MaxInt64/6:
		info.MaxRecords = graph.Known(6 * int64(line.left))
	}
	return info
}

func (s *graph6File) Close() error { return s.in.Close() }

// Read reads the only graph. Its bits are one run, that one goroutine decodes.
func (s *graph6File) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	summary := graph.Summary{Vertices: graph.Known(s.first.n)}
	if err := s.Many(); err != nil {
		return summary, err
	}
	stream, err := s.in.stream(max(workers, 1))
	if err != nil {
		return summary, err
	}
	defer func() { _ = stream.Close() }() // nothing was written
	edges := batch{emit: emitter(0, emit)}
	if err := s.readOne(ctx, bufio.NewReaderSize(stream, min(s.blockSize, rawSize)), &edges); err != nil {
		var malformed *lineError
		if errors.As(err, &malformed) {
			err = s.in.malformed(1, malformed)
		}
		return summary, err
	}
	summary.Records = edges.records
	return summary, nil
}

// readOne reads the first line, and sees that it is the last one.
func (s *graph6File) readOne(ctx context.Context, r *bufio.Reader, edges *batch) error {
	if _, err := r.Discard(int(s.start.offset)); err != nil {
		return s.in.readError(err)
	}
	line := graph6Line{}
	begun := false
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		text, err := r.ReadSlice('\n')
		if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
			return s.in.readError(err)
		}
		ended := err != bufio.ErrBufferFull
		if ended {
			text = withoutReturn(bytes.TrimSuffix(text, newline))
		} else if text[len(text)-1] == '\r' {
			// The byte behind it says whether the line ends.
			text = text[:len(text)-1]
			if err := r.UnreadByte(); err != nil {
				return err
			}
		}
		if !begun {
			at, err := line.begin(text)
			if err != nil {
				return err
			}
			text, begun = text[at:], true
		}
		if err := line.emit(text, edges); err != nil {
			return err
		}
		if ended {
			break
		}
	}
	if err := line.end(); err != nil {
		return err
	}
	if _, err := r.Peek(1); err == nil {
		return s.refuseMany()
	} else if err != io.EOF {
		return s.in.readError(err)
	}
	return edges.flush()
}

// Many is nil where there is one graph, and otherwise the error for who wants one.
func (s *graph6File) Many() error {
	switch {
	case s.many:
		return s.refuseMany()
	case s.none:
		return s.in.malformed(1, &lineError{expected: graph6Start, found: "the end"})
	}
	return nil
}

func (s *graph6File) refuseMany() error {
	found := "more than one, a graph a line"
	if s.in.all {
		lines := bytes.Count(s.in.head, newline)
		if s.in.head[len(s.in.head)-1] != '\n' {
			lines++
		}
		found = fmt.Sprintf("%s graphs, one a line", withCommas(uint64(lines)))
	}
	return &graph.InputError{File: s.in.name, Line: 2, Expected: "one graph", Found: found, Err: graphstream.ErrMany}
}
