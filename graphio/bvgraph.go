package graphio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// The graphs of WebGraph (Boldi and Vigna: The WebGraph framework I: compression
// techniques, WWW 2004): a stream of bits, NAME.graph, and what it needs to be read,
// NAME.properties. NAME.offsets says where each node begins; where it is missing, one
// goroutine at a time reads on. See docs/formats.md.

const bvName = "bvgraph"

var bvFormat = format{
	name:     bvName,
	text:     "BVGraph of WebGraph: .graph with .properties beside it",
	suffixes: []string{".properties"},
	sniff:    matches(`(?m)^[ \t]*graphclass[ \t]*[=:]`, "graphclass"),
	named:    true,
	evidence: "suffix and graphclass",
	open:     openBVGraph,
}

const (
	bvBatch = 1 << 15 // arcs that are handed over at a time
	bvBlock = 4 << 20 // bits of a block at least
)

type bvSource struct {
	bvHeader
	given   *input // the .graph or the .properties
	in      *input // the .graph
	offsets *input // the .offsets; nil where there are none, or they are of no use
	others  []io.Closer
	info    graph.Info
	starts  []bvStart // of blocks, and the end; nil before they are known

	piece, batch int   // bvBuffer and bvBatch, but for tests
	block        int64 // bvBlock, but for tests
}

func openBVGraph(in *input) (graph.Source, error) {
	s := &bvSource{given: in, in: in, piece: bvBuffer, batch: bvBatch, block: bvBlock}
	if err := s.open(); err != nil {
		for _, other := range s.others {
			err = errors.Join(err, other.Close())
		}
		return nil, err
	}
	return s, nil
}

// open opens what is beside the file that was given.
func (s *bvSource) open() error {
	in := s.given
	if _, ok := in.plain(); !ok || in.name == "-" {
		return &graph.InputError{File: in.name, Expected: "NAME.graph or NAME.properties, by its name and not compressed once more: a BVGraph is more than one file", Found: "one stream"}
	}
	end := filepath.Ext(in.name)
	name := strings.TrimSuffix(in.name, end)
	properties := in
	var err error
	switch strings.ToLower(end) {
	case ".graph":
		if properties, err = s.beside(name + ".properties"); err != nil {
			return err
		}
	case ".properties":
	default:
		return &graph.InputError{File: in.name, Expected: "a BVGraph as NAME.graph or NAME.properties", Found: "another name"}
	}
	p, err := readBVProperties(properties)
	if err != nil {
		return err
	}
	if s.bvHeader, err = p.header(); err != nil {
		return err
	}
	if properties == in {
		if s.in, err = s.beside(name + ".graph"); err != nil {
			return err
		}
	}
	if s.nodes > 8*uint64(s.in.bytes) {
		return p.wrong(p.values["nodes"].line, fmt.Sprintf("at most %s, as %s has %s", counted(8*uint64(s.in.bytes), "node", "nodes"), filepath.Base(s.in.name), counted(uint64(s.in.bytes), "byte", "bytes")), withCommas(s.nodes))
	}
	s.offsets, err = s.beside(name + ".offsets")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.offsets = nil
	case err != nil:
		return err
	case !s.canStartAnywhere():
		s.offsets = nil
	}
	s.setInfo()
	return nil
}

// beside opens a file of the graph. Nobody looks if it is compressed: its bits might
// look so.
func (s *bvSource) beside(name string) (*input, error) {
	file, err := openPlain(name)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = &graph.InputError{File: s.in.name, Expected: "a BVGraph of WebGraph, with " + filepath.Base(name) + " beside it", Found: "no such file", Err: err}
		}
		return nil, asInputError(name, err)
	}
	s.others = append(s.others, file)
	stat, err := file.Stat()
	if err != nil {
		return nil, fileError(name, err)
	}
	in := &input{name: name, file: file, bytes: stat.Size(), modified: stat.ModTime()}
	in.budget.memory, in.budget.of = s.given.opt.Memory, s.in.budget.of
	return in, nil
}

// openPlain opens a plain file. It refuses a named pipe, for which it would wait.
func openPlain(name string) (*os.File, error) {
	stat, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !stat.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errNotPlain}
	}
	return os.Open(name)
}

var errNotPlain = errors.New("no plain file")

// setInfo sets what the properties tell.
func (s *bvSource) setInfo() {
	s.in.format, s.in.recognised = s.given.format, s.given.recognised
	s.info = s.in.info()
	s.info.Name = s.given.name
	s.info.Vertices, s.info.MaxID = graph.Known(s.nodes), max(s.nodes, 1)
	s.info.Directed = true
	// Nobody should make room for what a few bytes declare: the best compression that was
	// seen takes half a bit for an arc.
	if s.arcsInAll/128 <= uint64(s.in.bytes) {
		s.info.Records = graph.Known(s.arcsInAll)
		s.info.MaxRecords = s.info.Records
	}
}

func (s *bvSource) Info() graph.Info { return s.info }

func (s *bvSource) Close() error {
	err := s.given.Close()
	for _, other := range s.others {
		err = errors.Join(err, other.Close())
	}
	return err
}

func (s *bvSource) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	summary := graph.Summary{Records: s.arcsInAll, Vertices: s.info.Vertices}
	workers = par.Workers(workers)
	if s.offsets != nil {
		return summary, s.readBlocks(ctx, workers, emit)
	}
	return summary, s.readInTurn(ctx, workers, emit)
}

// readInTurn reads the file from its beginning. One worker at a time decodes a batch,
// while the others hand over theirs.
func (s *bvSource) readInTurn(ctx context.Context, workers int, emit func(int, graph.Batch) error) error {
	var (
		turn  sync.Mutex
		ended atomic.Bool // somebody failed
	)
	d := newBVNodes(s)
	defer d.release()
	d.start(0, 0)
	err := par.Each(ctx, workers, workers, func(worker, _ int) error {
		edges := make([]graph.Edge, 0, s.batch)
		for more := true; more && !ended.Load(); {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			turn.Lock()
			var err error
			edges, err = d.fill(s.nodes, edges[:0])
			more = d.more(s.nodes)
			turn.Unlock()
			if err == nil && len(edges) > 0 {
				err = emit(worker, graph.Batch{Edges: edges})
			}
			if err != nil {
				ended.Store(true)
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.checkWhole(d, d.arcs)
}

// checkWhole checks what is known behind the last node, which d was at, of so many
// arcs in all.
func (s *bvSource) checkWhole(d *bvNodes, arcs uint64) error {
	if err := d.checkEnd(); err != nil {
		return err
	}
	if arcs != s.arcsInAll {
		return &graph.InputError{
			File:     s.in.name,
			Expected: fmt.Sprintf("%s, as %s says", counted(s.arcsInAll, "arc", "arcs"), s.properties),
			Found:    withCommas(arcs),
		}
	}
	return nil
}

// isBVGraph says that a file called .graph, which is no METIS, is a BVGraph: the
// properties of one stand beside it.
func (in *input) isBVGraph() bool {
	name, ok := strings.CutSuffix(in.name, ".graph")
	if _, plain := in.plain(); !ok || !plain {
		return false
	}
	file, err := openPlain(name + ".properties")
	if err != nil {
		return false
	}
	defer file.Close()
	properties, err := fillHead(file, headSize)
	return (err == nil || err == io.EOF) && bvFormat.sniff(properties)
}
