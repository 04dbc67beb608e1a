package graphio

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Verifier is a source that carries checksums of its contents.
type Verifier interface {
	graph.Source
	// Verify reads all of the source and checks everything about it that can
	// be checked, from at most threads goroutines, 0 for one a core. What is
	// wrong is an *graph.InputError.
	Verify(ctx context.Context, threads int) error
}

// tcsrSource is a graph.Loader. A plain file is mapped: nothing is copied, and
// pages are read when they are touched. A file that were cut while it is mapped
// would end the program with SIGBUS; files of this format are replaced by
// renaming, never written in place, so that who has mapped one keeps it.
// Streams and compressed files are read into memory.
type tcsrSource struct {
	in     *input
	info   graph.Info
	header *tcsrHeader
	data   []byte // the whole file
	unmap  func() error

	mu    sync.Mutex
	graph *graph.Graph // once it was checked
}

func openTCSR(in *input) (graph.Source, error) {
	header, err := decodeTCSR(in.name, in.head)
	if err != nil {
		return nil, err
	}
	s := &tcsrSource{in: in, header: header, info: in.info()}
	s.info.Vertices = int64(header.Vertices)
	s.info.Records = int64(header.Edges)
	s.info.MaxRecords = int64(header.Edges)
	if header.LabelKind == tcsrNumberTable {
		s.info.MaxRecords += int64(header.Vertices) // see Read
	}
	s.info.Base = header.Base
	s.info.EachOnce = true
	s.info.Rereadable = true
	if err := s.load(); err != nil {
		return nil, err
	}
	return s, nil
}

// load maps the file or reads the stream.
func (s *tcsrSource) load() error {
	file, ok := s.in.plain()
	if !ok {
		stream, err := s.in.stream(par.Workers(0))
		if err != nil {
			return err
		}
		defer stream.Close()
		if s.data, err = io.ReadAll(stream); err != nil {
			return s.in.readError(err)
		}
		return s.checkSize(uint64(len(s.data)))
	}
	if err := s.checkSize(uint64(s.in.bytes)); err != nil {
		return err
	}
	if s.header.FileSize > math.MaxInt {
		return fmt.Errorf("%s: %d bytes do not fit the address space", s.in.name, s.header.FileSize)
	}
	var err error
	if s.data, s.unmap, err = mapFile(file, int(s.header.FileSize)); err != nil {
		return s.in.readError(err)
	}
	return nil
}

func (s *tcsrSource) checkSize(size uint64) error {
	if size == s.header.FileSize {
		return nil
	}
	found := fmt.Sprintf("%d bytes", size)
	if size < s.header.FileSize {
		found += ": the file is truncated"
	}
	return &graph.InputError{File: s.in.name, Expected: fmt.Sprintf("%d bytes", s.header.FileSize), Found: found}
}

// section returns the bytes of a section.
func (s *tcsrSource) section(i int) []byte {
	at := s.header.Sections[i]
	return s.data[at.Offset : at.Offset+at.Length]
}

func (s *tcsrSource) Info() graph.Info { return s.info }

// Graph returns the graph, which is a view of the file and valid until Close.
// The first call reads the file once and checks what would do harm; see
// [graph.Graph.Validate].
func (s *tcsrSource) Graph(ctx context.Context, threads int) (*graph.Graph, error) {
	return s.checked(ctx, threads)
}

// checked returns the graph, which it checks the first time.
func (s *tcsrSource) checked(ctx context.Context, threads int) (*graph.Graph, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.graph != nil {
		return s.graph, nil
	}
	labels, err := s.labels()
	if err != nil {
		return nil, s.damaged(err)
	}
	g, err := graph.NewGraph(wordsOf[uint64](s.section(tcsrOffsets)), wordsOf[uint32](s.section(tcsrNeighbors)), labels)
	if err != nil {
		return nil, s.damaged(err)
	}
	if err := g.Validate(ctx, threads); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, s.damaged(err)
	}
	s.graph = g.WithReport(graph.Report(s.header.Report))
	return s.graph, nil
}

// damaged is the InputError for contents that break the rules.
func (s *tcsrSource) damaged(err error) error {
	return &graph.InputError{File: s.in.name, Err: fmt.Errorf("the file is damaged: %w", err)}
}

// labels returns the labels, checked. Numbers are a view of the file; names are
// copied, because strings may outlive it.
func (s *tcsrSource) labels() (graph.Labels, error) {
	switch s.header.LabelKind {
	case tcsrNumberTable:
		numbers := wordsOf[uint64](s.section(tcsrLabels))
		for v := 1; v < len(numbers); v++ {
			if numbers[v-1] >= numbers[v] {
				return graph.Labels{}, fmt.Errorf("the label %d of vertex %d follows %d", numbers[v], v, numbers[v-1])
			}
		}
		return graph.NumberLabels(numbers), nil
	case tcsrNameTable:
		begins, all := wordsOf[uint64](s.section(tcsrLabels)), string(s.section(tcsrNames))
		if begins[0] != 0 || begins[s.header.Vertices] != uint64(len(all)) {
			return graph.Labels{}, errors.New("the names do not fill their section")
		}
		names := make([]string, s.header.Vertices)
		for v := range names {
			if begins[v] > begins[v+1] || begins[v+1] > uint64(len(all)) {
				return graph.Labels{}, fmt.Errorf("the name of vertex %d is from %d to %d", v, begins[v], begins[v+1])
			}
			names[v] = all[begins[v]:begins[v+1]]
		}
		return graph.NameLabels(names), nil
	}
	return graph.BaseLabels(s.header.Base), nil
}

// Read yields each edge once. Where the labels are a table of numbers the
// records have these, and a vertex without an edge is kept as a self-loop, for
// lack of another way to say that it exists.
func (s *tcsrSource) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	workers = par.Workers(workers)
	g, err := s.checked(ctx, workers)
	if err != nil {
		return graph.Summary{}, err
	}
	summary := graph.Summary{Records: g.Edges(), Names: g.Labels().Names(), Vertices: s.info.Vertices}
	if g.Labels().Numbers() != nil {
		summary.Vertices = graph.Unknown
		summary.Records, err = readNumbered(ctx, g, workers, emit)
		return summary, err
	}
	records := newGraphRecords(g)
	buffers := make([][]graph.Edge, workers)
	err = par.Each(ctx, workers, records.Blocks(), func(worker, block int) error {
		buffers[worker] = records.AppendBlock(block, buffers[worker][:0])
		return emit(worker, graph.Batch{Edges: buffers[worker]})
	})
	return summary, err
}

// readNumbered emits the records of a graph with a table of numbers.
func readNumbered(ctx context.Context, g *graph.Graph, workers int, emit func(int, graph.Batch) error) (uint64, error) {
	type buffers struct {
		dense  []graph.Edge
		narrow []graph.Edge
		wide   []graph.WideEdge
	}
	own := make([]buffers, workers)
	labels, records := g.Labels(), newGraphRecords(g)
	var emitted atomic.Uint64
	err := par.Each(ctx, workers, records.Blocks(), func(worker, block int) error {
		b := &own[worker]
		b.dense = records.AppendBlock(block, b.dense[:0])
		for v := records.bounds[block]; v < records.bounds[block+1]; v++ {
			if v := uint32(v); g.Degree(v) == 0 {
				b.dense = append(b.dense, graph.Edge{U: v, V: v})
			}
		}
		b.narrow, b.wide = b.narrow[:0], b.wide[:0]
		for _, e := range b.dense {
			if u, v := labels.Number(e.U), labels.Number(e.V); max(u, v) <= math.MaxUint32 {
				b.narrow = append(b.narrow, graph.Edge{U: uint32(u), V: uint32(v)})
			} else {
				b.wide = append(b.wide, graph.WideEdge{U: u, V: v})
			}
		}
		emitted.Add(uint64(len(b.dense)))
		return emit(worker, graph.Batch{Edges: b.narrow, Wide: b.wide})
	})
	return emitted.Load(), err
}

// Verify checks the checksums of the sections, the rules of a clean graph, and
// that each edge stands at both its ends.
func (s *tcsrSource) Verify(ctx context.Context, threads int) error {
	err := par.Each(ctx, par.Workers(threads), tcsrSections, func(_, i int) error {
		sum := uint32(0)
		for chunk := range chunksOf(s.section(i)) {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			sum = crc32.Update(sum, castagnoli, chunk)
		}
		if at := s.header.Sections[i]; sum != at.Checksum {
			return &graph.InputError{
				File:     s.in.name,
				Offset:   int64(at.Offset),
				Expected: fmt.Sprintf("%s with the checksum %08x", tcsrSectionNames[i], at.Checksum),
				Found:    fmt.Sprintf("%08x: the file is damaged", sum),
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.checkPadding(); err != nil {
		return err
	}
	g, err := s.checked(ctx, threads)
	if err != nil {
		return err
	}
	if err := g.ValidateSymmetry(ctx, threads); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return s.damaged(err)
	}
	return nil
}

// checkPadding checks that the bytes between header and sections are zero.
func (s *tcsrSource) checkPadding() error {
	end := uint64(tcsrHeaderSize)
	for _, section := range s.header.Sections {
		if section.Length == 0 {
			continue
		}
		for offset := end; offset < section.Offset; offset++ {
			if s.data[offset] != 0 {
				return &graph.InputError{
					File:     s.in.name,
					Offset:   int64(offset),
					Expected: "zero between the sections",
					Found:    fmt.Sprintf("%#02x: the file is damaged", s.data[offset]),
				}
			}
		}
		end = section.Offset + section.Length
	}
	return nil
}

// Close ends the graph's life.
func (s *tcsrSource) Close() error {
	var err error
	if s.unmap != nil {
		err, s.unmap = s.unmap(), nil
	}
	return errors.Join(err, s.in.Close())
}
