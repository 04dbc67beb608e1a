package graphio

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// The serialized graphs of the GAP benchmark suite (Beamer, Asanović and
// Patterson: The GAP Benchmark Suite, arXiv:1508.03619): CSR without a magic,
// nothing in it aligned. See docs/formats.md.

var gapFormat = format{
	name:     "gap",
	text:     "GAP serialized graph, without a magic",
	suffixes: []string{".sg"},
	open:     func(in *input) (graph.Source, error) { return openGAP(in, 4) },
	outputs:  []string{".sg"},
	keeps:    keeps{isolated: true},
	write:    writeGAP,
}

var gapWeightedFormat = format{
	name:     "gap-weighted",
	text:     "GAP serialized graph with weights, which are ignored, without a magic",
	suffixes: []string{".wsg"},
	open:     func(in *input) (graph.Source, error) { return openGAP(in, 8) },
}

const (
	gapHeader = 17 // bytes: directed, stored entries, vertices
	gapOffset = 8  // bytes
	gapPiece  = 1 << 16
)

// gapSource yields an edge for each neighbour in the lists. The lists of a
// directed graph stand there twice, by source and by target; the latter are
// only checked.
type gapSource struct {
	in       *input
	info     graph.Info
	directed bool
	n        int64
	entries  int64 // neighbours in all lists
	entry    int64 // bytes of a neighbour with its weight
	piece    int64 // neighbours, or offsets, that are read at a time
}

func openGAP(in *input, entry int64) (graph.Source, error) {
	s := &gapSource{in: in, entry: entry, piece: gapPiece, info: in.info()}
	if err := s.readHeader(); err != nil {
		return nil, err
	}
	if _, ok := in.plain(); ok {
		if s.entries > in.bytes || s.end() != in.bytes {
			return nil, s.wrong(9, fmt.Sprintf("sizes that make %d bytes", in.bytes),
				fmt.Sprintf("%d vertices and %d neighbours", s.n, s.entries))
		}
		s.info.Direct = true
	}
	s.info.Vertices, s.info.MaxID = graph.Known(s.n), uint64(max(s.n, 1))
	s.info.Records = graph.Known(s.entries)
	s.info.MaxRecords = s.info.Records
	s.info.Directed = s.directed
	s.info.Weighted = s.entry > 4
	return s, nil
}

func (s *gapSource) readHeader() error {
	head := s.in.head
	if len(head) < gapHeader {
		return s.wrong(int64(len(head)), fmt.Sprintf("a header of %d bytes", gapHeader), "the end")
	}
	if head[0] > 1 {
		return s.wrong(0, "0 or 1 for undirected or directed as the first byte", fmt.Sprint(head[0]))
	}
	s.directed = head[0] == 1
	s.entries = int64(binary.LittleEndian.Uint64(head[1:]))
	s.n = int64(binary.LittleEndian.Uint64(head[9:]))
	if s.n < 0 || s.n > 1<<31 || s.entries < 0 || s.entries > 1<<56 {
		return s.wrong(1, "at most 2^56 neighbours and 2^31 vertices", fmt.Sprintf("%d and %d", s.entries, s.n))
	}
	return nil
}

func (s *gapSource) wrong(offset int64, expected, found string) error {
	return &graph.InputError{File: s.in.name, Offset: offset, Expected: expected, Found: found}
}

// side returns the bytes of the offsets and neighbours of one direction.
func (s *gapSource) side() int64 { return gapOffset*(s.n+1) + s.entry*s.entries }

// sides returns the number of directions that are stored.
func (s *gapSource) sides() int64 {
	if s.directed {
		return 2
	}
	return 1
}

// end returns the size of the file.
func (s *gapSource) end() int64 { return gapHeader + s.sides()*s.side() }

func (s *gapSource) Info() graph.Info { return s.info }

func (s *gapSource) Close() error { return s.in.Close() }

func (s *gapSource) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	summary := graph.Summary{Records: uint64(s.entries), Vertices: s.info.Vertices}
	workers = par.Workers(workers)
	if _, ok := s.in.plain(); ok {
		return summary, s.readFile(ctx, workers, emit)
	}
	return summary, s.readStream(ctx, workers, emit)
}

// readFile reads the rows in chunks of about as many neighbours as are read at
// a time.
func (s *gapSource) readFile(ctx context.Context, workers int, emit func(int, graph.Batch) error) error {
	rows := min(max(s.piece*s.n/(s.entries+1), min(s.piece, 64)), s.piece)
	chunks := max((s.n+rows-1)/rows, 1) // without vertices there is still an offset
	readers := make([]*gapReader, workers)
	return eachInOrder(ctx, workers, int(s.sides()*chunks), func(worker, item int) error {
		if readers[worker] == nil {
			readers[worker] = &gapReader{
				gapSource: s,
				read:      s.in.readAt,
				emit:      func(b graph.Batch) error { return emit(worker, b) },
			}
		}
		r := readers[worker]
		r.side, r.first = int64(item)/chunks, int64(item)%chunks*rows
		if err := r.readOffsets(ctx, min(rows, s.n-r.first)); err != nil {
			return err
		}
		return r.readNeighbors(ctx)
	})
}

// readStream reads all in its order. It takes no more memory for the offsets
// than there are, whatever the header says.
func (s *gapSource) readStream(ctx context.Context, workers int, emit func(int, graph.Batch) error) error {
	stream, err := s.in.stream(workers)
	if err != nil {
		return err
	}
	defer stream.Close()
	read := func(data []byte, offset int64) error {
		n, err := fill(stream, data)
		switch {
		case n == len(data):
			return nil
		case err == io.EOF:
			return s.wrong(offset+int64(n), fmt.Sprintf("%d bytes", s.end()), "the end")
		}
		return s.in.readError(err)
	}
	if err := read(make([]byte, gapHeader), 0); err != nil {
		return err
	}
	r := &gapReader{gapSource: s, read: read, emit: func(b graph.Batch) error { return emit(0, b) }}
	for ; r.side < s.sides(); r.side++ {
		if err := r.readOffsets(ctx, s.n); err != nil {
			return err
		}
		if err := r.readNeighbors(ctx); err != nil {
			return err
		}
	}
	switch n, err := fill(stream, make([]byte, 1)); {
	case n > 0:
		return s.wrong(s.end(), "the end", "more")
	case err != io.EOF:
		return s.in.readError(err)
	}
	return nil
}

// gapReader reads some consecutive rows of one side.
type gapReader struct {
	*gapSource
	read    func(data []byte, offset int64) error
	emit    func(graph.Batch) error
	side    int64
	first   int64   // row
	offsets []int64 // of the rows, and of the one behind
	data    []byte
	edges   []graph.Edge
}

// buffer returns n bytes of memory.
func (r *gapReader) buffer(n int64) []byte {
	if int64(len(r.data)) < n {
		r.data = make([]byte, n)
	}
	return r.data[:n]
}

// readOffsets reads the offsets of rows rows and checks them.
func (r *gapReader) readOffsets(ctx context.Context, rows int64) error {
	r.offsets = r.offsets[:0]
	begin := gapHeader + r.gapSource.side()*r.side
	for row := r.first; row <= r.first+rows; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		data := r.buffer(gapOffset * min(r.first+rows+1-row, r.piece))
		at := begin + gapOffset*row
		if err := r.read(data, at); err != nil {
			return err
		}
		for ; len(data) > 0; data = data[gapOffset:] {
			offset := int64(binary.LittleEndian.Uint64(data))
			least, most := int64(0), r.entries
			if len(r.offsets) > 0 {
				least = r.offsets[len(r.offsets)-1]
			}
			if row == 0 {
				most = 0
			}
			if row == r.n {
				least = r.entries
			}
			if offset < least || offset > most {
				return r.wrong(at, fmt.Sprintf("an offset from %d to %d for row %d", least, most, row), fmt.Sprint(offset))
			}
			r.offsets = append(r.offsets, offset)
			at += gapOffset
			row++
		}
	}
	return nil
}

// readNeighbors reads the lists of the rows and emits their edges, unless they
// are those by target.
func (r *gapReader) readNeighbors(ctx context.Context) error {
	begin := gapHeader + r.gapSource.side()*r.side + gapOffset*(r.n+1)
	end := r.offsets[len(r.offsets)-1]
	row := 0
	for next := r.offsets[0]; next < end; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		count := min(end-next, r.piece)
		data := r.buffer(count * r.entry)
		if err := r.read(data, begin+next*r.entry); err != nil {
			return err
		}
		r.edges = r.edges[:0]
		for last := next + count; next < last; {
			for r.offsets[row+1] <= next {
				row++
			}
			u := uint32(r.first + int64(row))
			for ; next < min(last, r.offsets[row+1]); next++ {
				v := binary.LittleEndian.Uint32(data)
				if int64(v) >= r.n {
					return r.wrong(begin+next*r.entry, fmt.Sprintf("a neighbour from 0 to %d", r.n-1), fmt.Sprint(int32(v)))
				}
				r.edges = append(r.edges, graph.Edge{U: u, V: v})
				data = data[r.entry:]
			}
		}
		if r.side > 0 {
			continue
		}
		if err := r.emit(graph.Batch{Edges: r.edges}); err != nil {
			return err
		}
	}
	return nil
}

// writeGAP writes g as an undirected graph. Vertices are numbered from 0,
// whatever their labels.
func writeGAP(ctx context.Context, out *output, g *graph.Graph) error {
	if int64(g.Vertices()) > math.MaxInt32+1 {
		return unfit("%d vertices are too many for signed 32-bit ids", g.Vertices())
	}
	var header bytes.Buffer
	header.WriteByte(0) // undirected
	for _, size := range []int{len(g.Adjacency()), g.Vertices()} {
		header.Write(binary.LittleEndian.AppendUint64(nil, uint64(size)))
	}
	out.meter.Start("write", int64(gapHeader+gapOffset*len(g.Offsets())+4*len(g.Adjacency())))
	put := func(data []byte) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		_, err := out.Write(data)
		out.meter.Add(int64(len(data)))
		return err
	}
	if err := put(header.Bytes()); err != nil {
		return err
	}
	for chunk := range chunksOf(g.Offsets()) {
		if err := put(chunk); err != nil {
			return err
		}
	}
	for chunk := range chunksOf(g.Adjacency()) {
		if err := put(chunk); err != nil {
			return err
		}
	}
	return nil
}
