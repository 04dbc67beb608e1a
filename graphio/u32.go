package graphio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

var u32Format = format{
	name:       "u32",
	text:       "binary pairs of little-endian 32-bit ids, without a header",
	suffixes:   []string{".bin", ".u32"},
	open:       openU32,
	outputs:    []string{".bin", ".u32"},
	write:      writeU32,
	writeEdges: writeU32Edges,
}

const (
	u32Record = 8 // bytes
	// u32Block is the number of records that are read at a time: 1 MiB, which
	// the second-level cache still holds when they are taken.
	u32Block = 1 << 17
)

// u32Source reads pairs: of a plain file at any position, in parallel, and of
// anything else in one go.
type u32Source struct {
	in   *input
	info graph.Info
}

func openU32(in *input) (graph.Source, error) {
	s := &u32Source{in: in, info: in.info()}
	if _, ok := in.plain(); ok {
		if rest := in.bytes % u32Record; rest != 0 {
			return nil, u32Cut(in, in.bytes-rest, rest)
		}
		s.info.Records = in.bytes / u32Record
		s.info.MaxRecords = s.info.Records
		s.info.Direct = true
	}
	return s, nil
}

// u32Cut is the InputError for a record that is cut off.
func u32Cut(in *input, offset, rest int64) error {
	return &graph.InputError{
		File:     in.name,
		Offset:   offset,
		Expected: fmt.Sprintf("pairs of 32-bit ids, %d bytes each", u32Record),
		Found:    fmt.Sprintf("the end after %d bytes more", rest),
	}
}

func (s *u32Source) Info() graph.Info { return s.info }

func (s *u32Source) Close() error { return s.in.Close() }

func (s *u32Source) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	if file, ok := s.in.plain(); ok {
		return s.readFile(ctx, file, par.Workers(workers), emit)
	}
	return s.readStream(ctx, emit)
}

func (s *u32Source) readFile(ctx context.Context, file *os.File, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	buffers := make([][]graph.Edge, workers)
	err := par.Chunks(ctx, workers, int(s.info.Records), u32Block, func(worker, begin, end int) error {
		if buffers[worker] == nil {
			buffers[worker] = make([]graph.Edge, u32Block)
		}
		edges := buffers[worker][:end-begin]
		offset := int64(begin) * u32Record
		n, err := file.ReadAt(memoryOf(edges), offset)
		if err == io.EOF && n < len(edges)*u32Record {
			return s.in.shrunk(offset + int64(n))
		}
		if err != nil && err != io.EOF {
			return s.in.readError(err)
		}
		if !littleEndian {
			reverse(edges)
		}
		return emit(worker, graph.Batch{Edges: edges})
	})
	if err != nil {
		return graph.Summary{}, err
	}
	return graph.Summary{Records: uint64(s.info.Records), Vertices: graph.Unknown}, nil
}

func (s *u32Source) readStream(ctx context.Context, emit func(int, graph.Batch) error) (graph.Summary, error) {
	stream, err := s.in.stream()
	if err != nil {
		return graph.Summary{}, err
	}
	defer stream.Close()
	buffer := make([]graph.Edge, u32Block)
	for records := int64(0); ; {
		if ctx.Err() != nil {
			return graph.Summary{}, context.Cause(ctx)
		}
		n, err := fill(stream, memoryOf(buffer))
		if err != nil && err != io.EOF {
			return graph.Summary{}, s.in.readError(err)
		}
		edges := buffer[:n/u32Record]
		records += int64(len(edges))
		if rest := int64(n % u32Record); rest != 0 {
			return graph.Summary{}, u32Cut(s.in, records*u32Record, rest)
		}
		if len(edges) > 0 {
			if !littleEndian {
				reverse(edges)
			}
			if err := emit(0, graph.Batch{Edges: edges}); err != nil {
				return graph.Summary{}, err
			}
		}
		if err == io.EOF {
			return graph.Summary{Records: uint64(records), Vertices: graph.Unknown}, nil
		}
	}
}

// writeU32 writes each edge of g once, under the ids of its labels. Vertices
// without an edge are lost.
func writeU32(ctx context.Context, out *output, g *graph.Graph) error {
	labels := g.Labels()
	if labels.Names() != nil {
		return errors.New("the vertices have names, for which 32-bit pairs have no room")
	}
	if n := g.Vertices(); n > 0 {
		if largest := labels.Number(uint32(n - 1)); largest > math.MaxUint32 {
			return fmt.Errorf("vertex id %d does not fit 32 bits", largest)
		}
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), encodeU32(labels))
}

// writeU32Edges writes the records of src as they are.
func writeU32Edges(ctx context.Context, out *output, src BlockSource) error {
	return out.writeRecords(ctx, src, src.Info().Records, encodeU32(graph.BaseLabels(src.Info().Base)))
}

// encodeU32 relabels the records where they are and returns their memory.
func encodeU32(labels graph.Labels) encoder {
	relabel := labels.Numbers() != nil || labels.Base() != 0
	return func(_ []byte, edges []graph.Edge) []byte {
		if relabel {
			for i, e := range edges {
				edges[i] = graph.Edge{U: uint32(labels.Number(e.U)), V: uint32(labels.Number(e.V))}
			}
		}
		return bytesOf(edges)
	}
}
