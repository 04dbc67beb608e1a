package graphio

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	pqformat "github.com/parquet-go/parquet-go/format"

	"github.com/tricycle-graph/tricycle/graph"
)

var parquetFormat = format{
	name:       "parquet",
	text:       "Apache Parquet: a table with two columns of ids, numbers or strings",
	suffixes:   []string{".parquet", ".pq"},
	sniff:      func(head []byte) bool { return prefix(parquetMagic)(head) && !isText(head) },
	binary:     true,
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
	size, err := s.load()
	if err != nil {
		return nil, err
	}
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
	s.info.Table = s.table()
	s.info.Weighted = len(s.file.Root().Columns()) > 2
	// Nobody should make room for what a few bytes declare.
	if rows := s.first[len(s.first)-1]; rows/parquetExpansion <= size {
		s.info.Records = graph.Known(rows)
		s.info.MaxRecords = s.info.Records
	}
	return s, nil
}

// load sets data. What is no plain file is read into memory: the table of
// contents stands at the end. It returns the size.
func (s *parquetSource) load() (int64, error) {
	if file, ok := s.in.plain(); ok {
		s.data = file
		return s.in.bytes, nil
	}
	stream, err := s.in.stream(1)
	if err != nil {
		return 0, err
	}
	defer stream.Close()
	data, err := io.ReadAll(stream)
	if err != nil {
		return 0, s.in.readError(err)
	}
	s.data = strings.NewReader(string(data))
	return int64(len(data)), nil
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
	var fit []*parquet.Column
	columns := s.file.Root().Columns()
	for _, column := range columns {
		if idKind(column) != noID {
			fit = append(fit, column)
		}
	}
	if len(fit) < 2 && len(s.in.opt.Columns) == 0 {
		return noIDColumns(columns)
	}
	wanted, weight := s.in.opt.Columns, ""
	if s.in.opt.Weights && len(wanted) == 3 {
		wanted, weight = wanted[:2], wanted[2]
	}
	pair, err := choosePair(columns, fit, wanted)
	if err != nil {
		return err
	}
	if s.in.opt.Weights {
		if err := s.findWeights(columns, weight); err != nil {
			return err
		}
	}
	kinds := [2]columnKind{idKind(pair[0]), idKind(pair[1])}
	if (kinds[0] == stringID) != (kinds[1] == stringID) {
		return fmt.Errorf("of the columns %q and %q, one is of numbers and one of strings (others can be named)",
			pair[0].Name(), pair[1].Name())
	}
	s.columns, s.labels = pair, kinds[0] == stringID
	return nil
}

// columnKind says what ids a column holds.
type columnKind int

const (
	noID columnKind = iota
	signedID
	unsignedID
	stringID
)

// idKind returns what ids a column of a table can hold. Dates, decimals and the
// like are none, and neither are nested columns.
func idKind(c *parquet.Column) columnKind {
	if !c.Leaf() || c.Repeated() {
		return noID
	}
	var logical any
	if l := c.Type().LogicalType(); l != nil {
		logical = l.Value
	}
	switch c.Type().Kind() {
	case parquet.Int32, parquet.Int64:
		if logical == nil {
			return signedID
		}
		if integer, ok := logical.(*pqformat.IntType); ok {
			if integer.IsSigned {
				return signedID
			}
			return unsignedID
		}
	case parquet.ByteArray:
		switch logical.(type) {
		case nil, *pqformat.StringType, *pqformat.EnumType:
			return stringID
		}
	}
	return noID
}

// table says which columns were taken, for Info.
func (s *parquetSource) table() *graph.Table {
	t := &graph.Table{}
	all := s.file.Root().Columns()
	for i, column := range s.columns {
		t.Columns[i], t.Names[i] = strconv.Itoa(slices.Index(all, column)+1), column.Name()
	}
	return t
}

// choosePair returns the two id columns among those that fit: those that are
// wanted, by name or by number in the table, or those that their names tell.
func choosePair(columns, fit []*parquet.Column, wanted []string) (pair [2]*parquet.Column, err error) {
	if len(wanted) > 0 {
		if len(wanted) != len(pair) {
			return pair, fmt.Errorf("two columns hold the ids, %d are named", len(wanted))
		}
		for i, name := range wanted {
			at := slices.IndexFunc(fit, func(c *parquet.Column) bool { return c.Name() == name })
			if number, err := strconv.Atoi(name); at < 0 && err == nil && number >= 1 && number <= len(columns) {
				at = slices.Index(fit, columns[number-1])
			}
			if at < 0 {
				return pair, fmt.Errorf("no column %q of whole numbers or strings", name)
			}
			pair[i] = fit[at]
		}
		if pair[0] == pair[1] {
			return pair, fmt.Errorf("two columns hold the ids, %q is named twice", wanted[0])
		}
		return pair, nil
	}
	names := make([]string, len(fit))
	for i, column := range fit {
		names[i] = column.Name()
	}
	chosen, err := chooseColumns(names)
	if err != nil {
		return pair, fmt.Errorf("%w; name two of them", err)
	}
	return [2]*parquet.Column{fit[chosen[0]], fit[chosen[1]]}, nil
}

func (s *parquetSource) Info() graph.Info { return s.info }

func (s *parquetSource) Close() error { return s.in.Close() }

func (s *parquetSource) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	summary := graph.Summary{Records: uint64(s.first[len(s.first)-1])}
	var err error
	if s.labels {
		summary.Names, err = s.readLabels(ctx, max(workers, 1), emit)
	} else {
		err = s.readNumbers(ctx, max(workers, 1), emit)
	}
	return summary, err
}

// readNumbers reads tables of numeric ids.
func (s *parquetSource) readNumbers(ctx context.Context, workers int, emit func(int, graph.Batch) error) error {
	own := make([]*batch, workers)
	return eachInOrder(ctx, workers, len(s.first)-1, func(worker, group int) error {
		if own[worker] == nil {
			own[worker] = &batch{emit: emitter(worker, emit), weighted: s.weights != nil}
		}
		b := own[worker]
		b.filled, b.wide = 0, b.wide[:0]
		u, v := s.open(group, 0), s.open(group, 1)
		defer u.close()
		defer v.close()
		w := s.openWeights(group)
		defer w.close()
		var weights []float64
		b.weights, b.wideWeights = b.weights[:0], b.wideWeights[:0]
		for left := s.first[group+1] - s.first[group]; left > 0; {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			n, err := s.advance(u, v)
			if err != nil {
				return err
			}
			if weights, err = s.weigh(w, weights[:0], n); err != nil {
				return err
			}
			for i := range n {
				if w == nil {
					b.push(u.numbers[u.at+i], v.numbers[v.at+i])
				} else {
					b.pushWeighted(u.numbers[u.at+i], v.numbers[v.at+i], weights[i])
				}
				if b.full() {
					if err := b.flush(); err != nil {
						return err
					}
				}
			}
			u.at, v.at = u.at+n, v.at+n
			left -= int64(n)
		}
		return b.flush()
	})
}

// advance makes sure that both columns have a page, and returns how many rows
// both have left in it.
func (s *parquetSource) advance(u, v *idColumn) (n int, err error) {
	err = s.guard(func() error {
		if err := u.fill(); err != nil {
			return err
		}
		return v.fill()
	})
	return min(u.rows-u.at, v.rows-v.at), err
}

// weigh appends the weights of the next n rows.
func (s *parquetSource) weigh(w *weightColumn, weights []float64, n int) (_ []float64, err error) {
	err = s.guard(func() error {
		weights, err = w.read(weights, n)
		return err
	})
	return weights, err
}

// readLabels reads tables of strings. The strings of each row group are
// numbered on their own; then, group by group, they get their ids, in the order
// of their first appearance in the table.
func (s *parquetSource) readLabels(ctx context.Context, workers int, emit func(int, graph.Batch) error) ([]string, error) {
	all := newDictionary(&s.in.budget)
	turns := newTurns(ctx)
	defer turns.close()
	err := turns.each(workers, len(s.first)-1, func(worker, group int) error {
		edges, weights, names, malformed := s.readGroup(ctx, group, all)
		var (
			ids  []uint32
			over bool
		)
		err := turns.take(group, func() error {
			if malformed != nil {
				return malformed
			}
			var err error
			ids, err = all.number(names)
			over = all.over != nil
			return err
		})
		if err != nil {
			return err
		}
		if over {
			return nil
		}
		for i, e := range edges {
			edges[i] = graph.Edge{U: ids[e.U], V: ids[e.V]}
		}
		return emit(worker, graph.Batch{Edges: edges, Weights: weights})
	})
	if err == nil {
		err = all.short()
	}
	return all.names, err
}

// readGroup reads a row group. Its edges are pairs of numbers of its names.
func (s *parquetSource) readGroup(ctx context.Context, group int, like *dictionary) (edges []graph.Edge, weights []float64, _ []string, _ error) {
	names := newDictionary(new(budget))
	names.seed = like.seed
	u, v := s.open(group, 0), s.open(group, 1)
	defer u.close()
	defer v.close()
	w := s.openWeights(group)
	defer w.close()
	for left := s.first[group+1] - s.first[group]; left > 0; {
		if ctx.Err() != nil {
			return nil, nil, nil, context.Cause(ctx)
		}
		n, err := s.advance(u, v)
		if err != nil {
			return nil, nil, nil, err
		}
		if weights, err = s.weigh(w, weights, n); err != nil {
			return nil, nil, nil, err
		}
		if edges == nil {
			edges = make([]graph.Edge, 0, min(left, 1<<20))
		}
		for i := range n {
			edges = append(edges, graph.Edge{U: u.id(u.at+i, names), V: v.id(v.at+i, names)})
		}
		u.at, v.at = u.at+n, v.at+n
		left -= int64(n)
	}
	return edges, weights, names.names, nil
}

// idColumn reads a column of a row group, page by page.
type idColumn struct {
	name     string
	kind     columnKind
	physical parquet.Kind
	check    *pageChecker
	chunk    parquet.ColumnChunk
	pages    parquet.Pages
	page     parquet.Page // that numbers or strings come from
	row      int64        // the first one of the page, in the table
	rows     int          // of the page
	at       int          // the next row in the page

	numbers []uint64 // of the page
	dense   []uint32 // positions in the strings, or nil where each row has its own
	bytes   []byte   // strings, one after the other
	offsets []uint32 // where each one begins, and the end

	dictionary parquet.Dictionary // that the strings are
	known      []uint32           // the ids of the strings plus one, or 0
}

func (s *parquetSource) open(group, i int) *idColumn {
	column := s.columns[i]
	return &idColumn{
		name:     column.Name(),
		kind:     idKind(column),
		physical: column.Type().Kind(),
		check:    newPageChecker(s.data, s.file, group, column.Index()),
		chunk:    s.file.RowGroups()[group].ColumnChunks()[column.Index()],
		row:      s.first[group],
	}
}

// close returns the memory of the page.
func (c *idColumn) close() {
	if c.page != nil {
		parquet.Release(c.page)
		c.page = nil
	}
	if c.pages != nil {
		// Nothing was written, and what matters about reading is known.
		_ = c.pages.Close()
	}
}

// fill reads the next page, unless there are rows left of this one.
func (c *idColumn) fill() error {
	if c.pages == nil {
		if err := c.check.whole(); err != nil {
			return fmt.Errorf("column %q: %w", c.name, inPages(err))
		}
		c.pages = c.chunk.Pages()
	}
	for c.at == c.rows {
		if c.page != nil {
			parquet.Release(c.page)
			c.row, c.page = c.row+int64(c.rows), nil
		}
		page, err := c.pages.ReadPage()
		if err != nil {
			return fmt.Errorf("column %q: %w", c.name, ofLibrary(err))
		}
		c.page, c.at, c.rows = page, 0, int(page.NumValues())
		if err := c.take(page); err != nil {
			return err
		}
	}
	return nil
}

// take takes the ids of a page.
func (c *idColumn) take(page parquet.Page) error {
	if page.NumNulls() > 0 {
		for i, level := range page.DefinitionLevels() {
			if level == 0 {
				return c.wrong(i, "nothing")
			}
		}
	}
	data := page.Data()
	c.dense = nil
	dictionary := page.Dictionary()
	if dictionary != nil {
		c.dense = unsigned(data.Int32())
		data = dictionary.Page().Data()
		for _, at := range c.dense {
			if at >= uint32(dictionary.Len()) {
				return fmt.Errorf("column %q: entry %d of a dictionary of %d", c.name, at, dictionary.Len())
			}
		}
	}
	if c.dense != nil && len(c.dense) != c.rows {
		return fmt.Errorf("column %q: %d values in a page of %d", c.name, len(c.dense), c.rows)
	}
	if c.kind == stringID {
		if dictionary != nil && dictionary == c.dictionary {
			return nil
		}
		c.dictionary, c.known = dictionary, nil
		if dictionary != nil {
			c.known = make([]uint32, dictionary.Len())
		}
		return c.takeStrings(data)
	}
	c.numbers = c.numbers[:0]
	if c.physical == parquet.Int32 {
		c.numbers = gather(c.numbers, data.Int32(), c.dense, func(x int32) uint64 {
			if c.kind == unsignedID {
				return uint64(uint32(x))
			}
			return uint64(int64(x))
		})
	} else {
		c.numbers = gather(c.numbers, data.Int64(), c.dense, func(x int64) uint64 { return uint64(x) })
	}
	if len(c.numbers) != c.rows {
		return fmt.Errorf("column %q: %d values in a page of %d", c.name, len(c.numbers), c.rows)
	}
	if c.kind == signedID {
		for i, number := range c.numbers {
			if int64(number) < 0 {
				return c.wrong(i, fmt.Sprint(int64(number)))
			}
		}
	}
	return nil
}

// takeStrings takes the strings of a page or dictionary.
func (c *idColumn) takeStrings(data encoding.Values) error {
	c.bytes, c.offsets = data.ByteArray()
	strings := len(c.offsets) - 1
	if c.dense != nil && strings != len(c.known) {
		return fmt.Errorf("column %q: %d strings in a dictionary of %d", c.name, strings, len(c.known))
	}
	if c.dense == nil && strings != c.rows {
		return fmt.Errorf("column %q: %d strings in a page of %d", c.name, strings, c.rows)
	}
	for i := range strings {
		if c.offsets[i] > c.offsets[i+1] || c.offsets[i+1] > uint32(len(c.bytes)) {
			return fmt.Errorf("column %q: string %d of a page ends at byte %d of %d", c.name, i, c.offsets[i+1], len(c.bytes))
		}
	}
	return nil
}

// unsigned returns positions in a dictionary as numbers that are too large
// where they were negative.
func unsigned(positions []int32) []uint32 {
	dense := make([]uint32, len(positions))
	for i, at := range positions {
		dense[i] = uint32(at)
	}
	return dense
}

// gather appends the values, or those at the positions in dense if that is not
// nil.
func gather[T any](numbers []uint64, values []T, dense []uint32, number func(T) uint64) []uint64 {
	if dense == nil {
		for _, x := range values {
			numbers = append(numbers, number(x))
		}
		return numbers
	}
	for _, at := range dense {
		numbers = append(numbers, number(values[at]))
	}
	return numbers
}

// wrong says that row i of the page holds no id.
func (c *idColumn) wrong(i int, found string) error {
	return &graph.InputError{
		Expected: fmt.Sprintf("vertex ids of at least 0 in column %q", c.name),
		Found:    fmt.Sprintf("%s in row %d", found, c.row+int64(i)+1),
	}
}

// id returns the id of the string in row i of the page.
func (c *idColumn) id(i int, names *dictionary) uint32 {
	if c.dense == nil {
		return names.id(names.label(c.text(i)))
	}
	at := c.dense[i]
	if c.known[at] == 0 {
		c.known[at] = names.id(names.label(c.text(int(at)))) + 1
	}
	return c.known[at] - 1
}

// text returns a string of the page or the dictionary.
func (c *idColumn) text(i int) []byte { return c.bytes[c.offsets[i]:c.offsets[i+1]] }

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
