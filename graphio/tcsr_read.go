package graphio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// tcsrSource is a graph.Loader. A plain file is mapped: nothing is copied, and
// pages are read when they are touched. Files of this format are replaced by
// renaming, never written in place, so that who has mapped one keeps it; for one
// that is cut all the same there is [mapping.Guard]. Streams and compressed files
// are read into memory.
type tcsrSource struct {
	in     *input
	info   graph.Info
	header *tcsrHeader
	data   []byte           // the whole file
	mapped *mapping.Mapping // that data is of; nil for streams

	mu    sync.Mutex
	graph *graph.Graph // once it was checked
}

func openTCSR(in *input) (graph.Source, error) {
	header, err := decodeTCSR(in.name, in.head)
	if err != nil {
		return nil, err
	}
	s := &tcsrSource{in: in, header: header, info: in.info()}
	s.info.Vertices = graph.Known(header.Vertices)
	s.info.Records = graph.Known(header.Edges)
	s.info.MaxRecords = s.info.Records
	if header.LabelKind == tcsrNumberTable {
		s.info.MaxRecords = graph.Known(header.Edges + header.Vertices) // see Read
	}
	s.info.Base = header.Base
	if header.LabelKind == tcsrBase {
		s.info.MaxID = header.Base + header.Vertices
	}
	s.info.EachOnce, s.info.Loaded = true, true
	s.info.Rereadable = true
	if err := s.load(); err != nil {
		return nil, err
	}
	s.info.Mapped = s.mapped != nil
	if header.LabelKind == tcsrNumberTable && header.Vertices > 0 {
		// The last is the largest, and so many differ. Where it cannot be read, or is none of
		// the kind, who reads the graph is told.
		_ = mapping.Guard(func() error {
			s.info.MaxID = max(wordsOf[uint64](s.section(tcsrLabels))[header.Vertices-1], header.Vertices-1)
			return nil
		})
	}
	return s, nil
}

// load maps the file, or reads it where it is a stream or is to stay in memory.
func (s *tcsrSource) load() error {
	file, ok := s.in.mappable()
	if !ok {
		if err := s.keep(); err != nil {
			return err
		}
		stream, err := s.in.stream(par.Workers(0))
		if err != nil {
			return err
		}
		defer stream.Close()
		var all bytes.Buffer
		if s.in.opt.Memory > 0 {
			all.Grow(int(s.header.FileSize) + bytes.MinRead) // which fits, where it need not without a limit
		}
		if _, err := all.ReadFrom(stream); err != nil {
			return s.in.readError(err)
		}
		s.data = all.Bytes()
		return s.checkSize(uint64(len(s.data)))
	}
	if err := s.checkSize(uint64(s.in.bytes)); err != nil {
		return err
	}
	if s.header.FileSize > math.MaxInt {
		return fmt.Errorf("%s: %d bytes do not fit the address space", s.in.name, s.header.FileSize)
	}
	if s.in.opt.inMemory {
		if err := s.keep(); err != nil {
			return err
		}
		s.data = make([]byte, s.header.FileSize)
		return s.in.readAt(s.data, 0)
	}
	var err error
	if s.mapped, err = mapping.Map(file, int(s.header.FileSize), s.lost()); err != nil {
		return s.in.readError(err)
	}
	s.data = s.mapped.Bytes()
	return nil
}

// keep counts a file that is not mapped as memory.
func (s *tcsrSource) keep() error {
	return s.in.budget.keep(int64(min(s.header.FileSize, math.MaxInt64/2)), s.header.Vertices)
}

// lost is the InputError for a page that cannot be read.
func (s *tcsrSource) lost() error {
	return &graph.InputError{File: s.in.name, Found: "a part that cannot be read: the file was cut while it was in use, or its disk fails"}
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
// The first call reads the file. It checks the checksums, unless the file is
// trusted, and what would do harm; see [graph.Graph.Validate].
func (s *tcsrSource) Graph(ctx context.Context, threads int) (g *graph.Graph, err error) {
	err = mapping.Guard(func() error {
		g, err = s.checked(ctx, threads)
		return err
	})
	return g, err
}

// checked returns the graph, which it checks the first time.
func (s *tcsrSource) checked(ctx context.Context, threads int) (*graph.Graph, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.graph != nil {
		return s.graph, nil
	}
	if !s.in.opt.Trust {
		if err := s.checkSections(ctx, threads); err != nil {
			return nil, err
		}
	}
	labels, err := s.labels()
	if err != nil {
		return nil, s.damaged(ctx, err)
	}
	g, err := graph.NewGraph(wordsOf[uint64](s.section(tcsrOffsets)), wordsOf[uint32](s.section(tcsrNeighbors)), labels)
	if err != nil {
		return nil, s.damaged(ctx, err)
	}
	if err := g.Validate(ctx, threads); err != nil {
		return nil, s.damaged(ctx, err)
	}
	s.graph = g.WithReport(graph.Report(s.header.Report))
	return s.graph, nil
}

// damaged is the InputError for contents that break the rules, unless it was
// something else that kept them from being checked.
func (s *tcsrSource) damaged(ctx context.Context, err error) error {
	if input := (*graph.InputError)(nil); ctx.Err() != nil || errors.As(err, &input) {
		return err
	}
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
	g, err := s.Graph(ctx, workers)
	if err != nil {
		return graph.Summary{}, err
	}
	summary := graph.Summary{Records: g.Edges(), Names: g.Labels().Names(), Vertices: s.info.Vertices}
	if g.Labels().Numbers() != nil {
		summary.Vertices = graph.Size{}
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

// Verify checks what [tcsrSource.Graph] does and, whatever is trusted, the
// checksums, that the bytes between the sections are zero, and that each edge
// stands at both its ends.
func (s *tcsrSource) Verify(ctx context.Context, threads int) error {
	return mapping.Guard(func() error { return s.verify(ctx, threads) })
}

func (s *tcsrSource) verify(ctx context.Context, threads int) error {
	g, err := s.checked(ctx, threads)
	if err != nil {
		return err
	}
	if s.in.opt.Trust {
		if err := s.checkSections(ctx, threads); err != nil {
			return err
		}
	}
	if err := s.checkPadding(); err != nil {
		return err
	}
	if err := g.ValidateSymmetry(ctx, threads); err != nil {
		return s.damaged(ctx, err)
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

// Close ends the graph's life. It is an error if the file is not the one that was
// opened any more: then nobody can say what was read of it.
func (s *tcsrSource) Close() error {
	var err error
	if s.mapped != nil {
		err = errors.Join(s.in.changed(), s.mapped.Close())
		s.mapped = nil
	}
	return errors.Join(err, s.in.Close())
}
