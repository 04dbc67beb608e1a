package graphio

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/tricycle-graph/tricycle/graph"
)

var parquetFormat = format{
	name:       "parquet",
	text:       "Apache Parquet: a table with two columns of ids, numbers or strings",
	suffixes:   []string{".parquet", ".pq"},
	sniff:      func(head []byte) bool { return prefix(parquetMagic)(head) && !isText(head) },
	binary:     true,
	columns:    true,
	evidence:   "magic",
	open:       openParquet,
	outputs:    []string{".parquet", ".pq"},
	keeps:      keeps{labels: true},
	write:      writeParquet,
	writeEdges: writeParquetEdges,
}

const (
	parquetMagic = "PAR1"
	// parquetMostRows keeps sums of sizes within 64 bits.
	parquetMostRows = 1 << 48
)

// parquetSource reads two columns of a table. The row groups are read side by
// side.
type parquetSource struct {
	in      *input
	info    graph.Info
	data    io.ReaderAt
	file    *parquet.File
	columns [2]*parquet.Column
	weights *parquet.Column // nil where none are asked for or known
	labels  bool            // the columns are strings
	first   []int64         // the first row of each row group, and the number of rows
}

func openParquet(in *input) (graph.Source, error) {
	s := &parquetSource{in: in, info: in.info()}
	data, size, err := in.readWhole()
	if err != nil {
		return nil, err
	}
	s.data = data
	err = s.guard(func() error {
		if err := checkParquetFooter(s.data, size); err != nil {
			return err
		}
		var err error
		s.file, err = parquet.OpenFile(s.data, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
		if err != nil {
			return ofLibrary(err)
		}
		if err := s.countRows(); err != nil {
			return err
		}
		return s.findColumns()
	})
	if err != nil {
		return nil, err
	}
	s.info.Rereadable = true
	s.info.Directed = !alike(s.columns[0].Name(), s.columns[1].Name())
	s.info.Weighted = len(s.file.Root().Columns()) > 2
	// Nobody should make room for what a few bytes declare.
	if rows := s.first[len(s.first)-1]; rows/parquetExpansion <= size {
		s.info.Records = graph.Known(rows)
		s.info.MaxRecords = s.info.Records
	}
	return s, nil
}

// guard turns what the library says, or panics with, about a damaged file into
// an InputError.
func (s *parquetSource) guard(body func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = ofLibrary(fmt.Errorf("%v", r))
		}
		if err != nil {
			err = asInputError(s.in.name, err)
		}
	}()
	return body()
}

// countRows sets first.
func (s *parquetSource) countRows() error {
	s.first = []int64{0}
	rows := int64(0)
	for i, group := range s.file.RowGroups() {
		n := group.NumRows()
		if n < 0 || n > parquetMostRows-rows {
			return fmt.Errorf("row group %d has %d rows", i, n)
		}
		rows += n
		s.first = append(s.first, rows)
	}
	if rows != s.file.NumRows() {
		return fmt.Errorf("the row groups have %d rows, the file %d", rows, s.file.NumRows())
	}
	return nil
}

// findColumns settles which columns hold the ids: those that were asked for, or
// those that their names tell.
func (s *parquetSource) findColumns() error {
	var fit []int
	columns := s.file.Root().Columns()
	for i, column := range columns {
		if idKind(column) != noID {
			fit = append(fit, i)
		}
	}
	if len(fit) < 2 && len(s.in.opt.Columns) == 0 {
		return noIDColumns(columns)
	}
	names := columnNames(columns)
	pair, err := choosePair(names, fit, s.in.opt.Columns)
	if err != nil {
		return err
	}
	s.columns = [2]*parquet.Column{columns[pair[0]], columns[pair[1]]}
	s.info.Table = chosenTable(names, pair)
	if s.in.opt.Weights {
		weight, err := chooseWeight(names, func(i int) bool { return holdsNumbers(columns[i]) }, s.in.weight)
		if err != nil {
			return err
		}
		if weight >= 0 {
			s.weights = columns[weight]
		}
	}
	s.labels = idKind(s.columns[0]) == stringID
	return checkMixed([2]string{names[pair[0]], names[pair[1]]}, [2]bool{s.labels, idKind(s.columns[1]) == stringID})
}

// checkParquetFooter checks what the library takes on trust before it makes
// room for it: the size of the footer and of the lists in it.
func checkParquetFooter(r io.ReaderAt, size int64) error {
	const tail = 8 // the size of the footer, and the magic
	if size < int64(len(parquetMagic))+tail {
		return fmt.Errorf("%d bytes are no table: the file is truncated", size)
	}
	var end [tail]byte
	if _, err := r.ReadAt(end[:], size-tail); err != nil {
		return ofLibrary(err)
	}
	if string(end[4:]) != parquetMagic {
		return fmt.Errorf("no %s at the end: the file is truncated", parquetMagic)
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if length > size-tail-int64(len(parquetMagic)) {
		return fmt.Errorf("a table of contents of %d bytes in a file of %d: the file is damaged", length, size)
	}
	footer := make([]byte, length)
	if _, err := r.ReadAt(footer, size-tail-length); err != nil {
		return ofLibrary(err)
	}
	_, err := thriftLength(footer)
	return ofLibrary(err)
}
