package graphio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// The binary format of graph-tool, version 1
// (https://graph-tool.skewed.de/static/doc/gt_format.html): the neighbours of each
// vertex, and property maps. See docs/formats.md.

var graphToolFormat = format{
	name:     "gt",
	text:     "graph-tool's binary format",
	suffixes: []string{".gt"},
	sniff:    func(head []byte) bool { return bytes.HasPrefix(head, []byte(graphToolMagic)) },
	binary:   true,
	evidence: "magic",
	open:     openGraphTool,
	outputs:  []string{".gt"},
	keeps:    keeps{isolated: true},
	write:    writeGraphTool,
}

const (
	graphToolMagic = "⛾ gt"
	graphToolSizes = len(graphToolMagic) + 2 + 8 // with version, order of bytes, and the length of the comment
)

type graphTool struct {
	in       *input
	info     graph.Info
	order    binary.ByteOrder
	comment  uint64 // bytes
	directed bool
	n        uint64
	width    int // bytes of a neighbour
}

func openGraphTool(in *input) (graph.Source, error) {
	s := &graphTool{in: in, info: in.info(), order: binary.LittleEndian}
	r := &graphToolReader{graphTool: s, from: bufio.NewReader(bytes.NewReader(in.head))}
	if err := r.readHeader(); err != nil {
		if !in.all && errors.Is(err, errHeadEnds) {
			err = s.wrong(r.offset, "a comment that ends in the first 256 KiB", "a longer one")
		}
		return nil, err
	}
	s.info.Vertices, s.info.MaxID = graph.Known(s.n), max(s.n, 1)
	s.info.Directed = s.directed
	if _, ok := in.plain(); ok {
		most := (in.bytes - r.offset - 8*int64(s.n)) / int64(s.width)
		if s.n > uint64(in.bytes)/8 || most < 0 {
			return nil, s.wrong(r.offset-8, fmt.Sprintf("a number of vertices for which %d bytes are enough", in.bytes), fmt.Sprint(s.n))
		}
		s.info.MaxRecords = graph.Known(most)
	}
	return s, nil
}

func (s *graphTool) wrong(offset int64, expected, found string) error {
	return &graph.InputError{File: s.in.name, Offset: offset, Expected: expected, Found: found}
}

func (s *graphTool) Info() graph.Info { return s.info }

func (s *graphTool) Close() error { return s.in.Close() }

// Read reads in one goroutine: where the list of a vertex begins is known when the one
// before it was read.
func (s *graphTool) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	stream, err := s.in.stream(max(workers, 1))
	if err != nil {
		return graph.Summary{}, err
	}
	defer stream.Close()
	r := &graphToolReader{
		graphTool: s, ctx: ctx, from: bufio.NewReaderSize(stream, recordBytes),
		batch: batch{emit: emitter(0, emit)}, waits: s.in.opt.Weights,
	}
	defer func() { s.in.budget.give(r.held) }()
	summary := graph.Summary{Vertices: graph.Known(s.n)}
	if err := r.readHeader(); err != nil {
		return summary, err
	}
	if err := r.readLists(); err != nil {
		return summary, err
	}
	summary.Names, err = r.readProperties()
	if err == nil {
		err = r.emitWaiting()
	}
	summary.Records = r.records
	return summary, err
}

// graphToolReader reads a file from its beginning.
type graphToolReader struct {
	*graphTool
	batch
	ctx    context.Context
	from   *bufio.Reader
	offset int64
	names  *vertexNames // of the property that may be ids
	arcs   uint64       // of all lists

	waits   bool         // edges wait for their weights
	waiting []graph.Edge // those that do
	held    int64        // bytes of them that the budget knows of
}

var errHeadEnds = errors.New("the end")

// take returns the next n bytes, fewer than fit the buffer.
func (r *graphToolReader) take(n int, what string) ([]byte, error) {
	data, err := r.from.Peek(n)
	if err != nil {
		return nil, r.ends(err, int64(len(data)), what)
	}
	r.offset += int64(n)
	_, err = r.from.Discard(n)
	return data, err
}

// ends is the error of reading that ended some bytes further on.
func (r *graphToolReader) ends(err error, further int64, what string) error {
	if err != io.EOF {
		return r.in.readError(err)
	}
	return &graph.InputError{File: r.in.name, Offset: r.offset + further, Expected: what, Found: "the end", Err: errHeadEnds}
}

func (r *graphToolReader) takeByte(most byte, what string) (byte, error) {
	data, err := r.take(1, what)
	if err != nil {
		return 0, err
	}
	if data[0] > most {
		return 0, r.wrong(r.offset-1, what, fmt.Sprint(data[0]))
	}
	return data[0], nil
}

func (r *graphToolReader) takeSize(what string) (uint64, error) {
	data, err := r.take(8, what)
	if err != nil {
		return 0, err
	}
	return r.order.Uint64(data), nil
}

// skip passes over n bytes.
func (r *graphToolReader) skip(n uint64, what string) error {
	if _, ok := r.in.plain(); n > math.MaxInt64/2 || ok && int64(n) > r.in.bytes-r.offset {
		return r.wrong(r.offset, fmt.Sprintf("%d bytes of %s", n, what), "fewer")
	}
	for n > 0 {
		if r.ctx != nil && r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		done, err := r.from.Discard(int(min(n, 1<<30)))
		if err != nil {
			return r.ends(err, int64(done), what)
		}
		r.offset += int64(done)
		n -= uint64(done)
	}
	return nil
}

func (r *graphToolReader) readHeader() error {
	magic, err := r.take(len(graphToolMagic), "the magic of graph-tool")
	if err != nil {
		return err
	}
	if string(magic) != graphToolMagic {
		return r.wrong(0, "the magic of graph-tool", "another beginning")
	}
	version, err := r.takeByte(1, "version 1 of the format")
	if err != nil {
		return err
	}
	if version != 1 {
		return r.wrong(r.offset-1, "version 1 of the format", fmt.Sprint(version))
	}
	big, err := r.takeByte(1, "0 or 1, for little-endian or big-endian")
	if err != nil {
		return err
	}
	if big == 1 {
		r.order = binary.BigEndian
	}
	if r.comment, err = r.takeSize("the length of the comment"); err != nil {
		return err
	}
	if err := r.skip(r.comment, "a comment"); err != nil {
		return err
	}
	directed, err := r.takeByte(1, "0 or 1, for undirected or directed")
	if err != nil {
		return err
	}
	r.directed = directed == 1
	if r.n, err = r.takeSize("the number of vertices"); err != nil {
		return err
	}
	if r.n > math.MaxUint32 {
		return r.wrong(r.offset-8, "fewer than 2^32 vertices", fmt.Sprint(r.n))
	}
	r.width = graphToolWidth(r.n)
	return nil
}

// graphToolWidth returns the bytes of a neighbour in a graph of n vertices.
func graphToolWidth(n uint64) int {
	switch {
	case n < 1<<8:
		return 1
	case n < 1<<16:
		return 2
	}
	return 4 // up to 2^32
}

func (r *graphToolReader) readLists() error {
	for u := range r.n {
		if u%(1<<16) == 0 && r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		count, err := r.takeSize("the number of neighbours of a vertex")
		if err != nil {
			return err
		}
		if _, ok := r.in.plain(); ok && count > uint64(r.in.bytes-r.offset)/uint64(r.width) {
			return r.wrong(r.offset-8, fmt.Sprintf("neighbours of vertex %d, of %d bytes", u, r.width), fmt.Sprintf("%d, beyond the end", count))
		}
		for count > 0 {
			some := int(min(count, batchEdges/4)) // four bytes each fit any buffer
			if room := len(r.edges) - r.filled; some > room {
				some = room
			}
			data, err := r.take(some*r.width, fmt.Sprintf("a neighbour of vertex %d", u))
			if err != nil {
				return err
			}
			if err := r.push(uint32(u), data); err != nil {
				return err
			}
			count -= uint64(some)
			if r.full() {
				if err := r.endBatch(); err != nil {
					return err
				}
			}
		}
	}
	return r.endBatch()
}

// push takes the neighbours of u from data.
func (r *graphToolReader) push(u uint32, data []byte) error {
	edges := r.edges[r.filled:][:len(data)/r.width]
	largest := uint32(0)
	for i := range edges {
		var v uint32
		switch r.width {
		case 1:
			v = uint32(data[i])
		case 2:
			v = uint32(r.order.Uint16(data[2*i:]))
		default:
			v = r.order.Uint32(data[4*i:])
		}
		edges[i] = graph.Edge{U: u, V: v}
		largest = max(largest, v)
	}
	if uint64(largest) >= r.n {
		at := slices.IndexFunc(edges, func(e graph.Edge) bool { return uint64(e.V) >= r.n })
		return r.wrong(r.offset-int64(len(data)-at*r.width), fmt.Sprintf("a neighbour from 0 to %d", r.n-1), fmt.Sprint(edges[at].V))
	}
	r.filled += len(edges)
	return nil
}
