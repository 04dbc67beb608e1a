package graphio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
)

var arrowFormat = format{
	name:       "arrow",
	text:       "Apache Arrow (Feather): a table with two columns of ids, numbers or strings",
	suffixes:   []string{".arrow", ".feather", ".ipc", ".arrows"},
	sniff:      func(head []byte) bool { return prefix(arrowMagic)(head) || isFeather1(head) || isArrowStream(head) },
	binary:     true,
	columns:    true,
	evidence:   "magic",
	open:       openArrow,
	outputs:    []string{".arrow", ".feather", ".ipc", ".arrows"},
	keeps:      keeps{labels: true},
	write:      writeArrow,
	writeEdges: writeArrowEdges,
}

const (
	arrowMagic    = "ARROW1\x00\x00" // the last two fill eight bytes
	arrowEnd      = "ARROW1"
	arrowContinue = "\xff\xff\xff\xff" // in front of each message
	// arrowPiece is how many rows are read at a time where they stand as they are.
	arrowPiece = 1 << 18
)

// isFeather1 recognises the format that Feather had before it was Arrow's.
func isFeather1(head []byte) bool { return prefix("FEA1")(head) && !isText(head) }

// isArrowStream recognises a first message, which is a schema.
func isArrowStream(head []byte) bool {
	const begin = len(arrowContinue) + 4
	if !prefix(arrowContinue)(head) || len(head) < begin {
		return false
	}
	f := flat{data: head}
	size := f.number(len(arrowContinue), 4)
	if size <= 0 || size > int64(len(head)-begin) {
		return false
	}
	f.data = head[begin : begin+int(size)]
	message := f.root()
	return message.scalar(arrowMessageKind, 1) == arrowSchema && !f.bad
}

// arrowSource reads two columns of a table. The batches of rows are read side by side.
type arrowSource struct {
	in       *input
	info     graph.Info
	data     io.ReaderAt
	size     int64
	columns  []arrowColumn
	chosen   []int // of the columns: those of the ids, and perhaps that of the weight
	labels   bool  // the ids are strings
	batches  []arrowBatch
	pieces   []arrowRows
	records  int64
	versions []*arrowDictionary // that the chosen columns have, in the order of the file
}

// arrowRows are rows of a batch that are read at a time.
type arrowRows struct {
	batch      int
	begin, end int64
}

// arrowDictionary has the values of a column, as far as they differ.
type arrowDictionary struct {
	id   int64
	at   arrowBlock
	once sync.Once

	arrowValues
	rows    int64
	numbers []uint64 // where it has no strings
	err     error
}

func openArrow(in *input) (graph.Source, error) {
	s := &arrowSource{in: in, info: in.info()}
	if isFeather1(in.head) {
		return nil, &graph.InputError{File: in.name, Expected: "Feather of version 2, which is Arrow", Found: "version 1, which is not read: write it again with a newer library"}
	}
	if err := s.load(); err != nil {
		return nil, err
	}
	if err := s.begin(); err != nil {
		return nil, asInputError(in.name, err)
	}
	s.info.Rereadable = true
	s.info.Directed = !alike(s.columns[s.chosen[0]].name, s.columns[s.chosen[1]].name)
	s.info.Weighted = len(s.columns) > 2
	// Nobody should make room for what a few bytes declare.
	if s.records/parquetExpansion <= s.size {
		s.info.Records = graph.Known(s.records)
		s.info.MaxRecords = s.info.Records
	}
	return s, nil
}

// load sets data. What is no plain file is read into memory: the table of contents may
// stand at the end.
func (s *arrowSource) load() error {
	var ok bool
	if s.data, ok = s.in.plain(); ok {
		s.size = s.in.bytes
		return nil
	}
	stream, err := s.in.stream(1)
	if err != nil {
		return err
	}
	defer stream.Close()
	data, err := io.ReadAll(stream)
	if err != nil {
		return s.in.readError(err)
	}
	if err := s.in.budget.take("holding a table that is no plain file", int64(len(data))); err != nil {
		return err
	}
	s.data, s.size = bytes.NewReader(data), int64(len(data))
	return nil
}

// begin reads all that says where the rows stand.
func (s *arrowSource) begin() error {
	var (
		blocks []arrowBlock
		err    error
	)
	if prefix(arrowMagic)(s.in.head) {
		blocks, err = s.readFooter()
	} else {
		blocks, err = s.scanStream()
	}
	if err == nil {
		err = s.findColumns()
	}
	if err != nil {
		return err
	}
	return s.readBlocks(blocks)
}

// findColumns settles which columns hold the ids, and the weights where they are asked for.
func (s *arrowSource) findColumns() error {
	var (
		fit              []int
		names, described []string
		floats           bool
	)
	for i, c := range s.columns {
		names = append(names, c.name)
		described = append(described, fmt.Sprintf("%q (%s)", c.name, arrowTypeNames[c.kind]))
		floats = floats || c.kind == arrowFloat
		if c.isID() {
			fit = append(fit, i)
		}
	}
	if len(fit) < 2 && len(s.in.opt.Columns) == 0 {
		return noPair(described, floats)
	}
	pair, err := choosePair(names, fit, s.in.opt.Columns)
	if err != nil {
		return err
	}
	s.chosen, s.info.Table = pair[:], chosenTable(names, pair)
	text := [2]bool{s.columns[pair[0]].isText(), s.columns[pair[1]].isText()}
	if s.labels = text[0]; s.in.opt.Weights {
		weight, err := chooseWeight(names, func(i int) bool { return s.columns[i].isNumber() && !s.columns[i].encoded }, s.in.weight)
		if err != nil {
			return err
		}
		if weight >= 0 {
			s.chosen = append(s.chosen, weight)
		}
	}
	return checkMixed([2]string{names[pair[0]], names[pair[1]]}, text)
}

func (s *arrowSource) Info() graph.Info { return s.info }

func (s *arrowSource) Close() error { return s.in.Close() }

func (s *arrowSource) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (summary graph.Summary, err error) {
	summary.Records = uint64(s.records)
	if s.labels {
		summary.Names, err = s.in.readNamed(ctx, max(workers, 1), len(s.pieces), s.readNames, emit)
	} else {
		err = s.readNumbers(ctx, max(workers, 1), emit)
	}
	return summary, err
}

// errArrowCut is the error for a table that ends too early.
var errArrowCut = errors.New("it ends too early")
