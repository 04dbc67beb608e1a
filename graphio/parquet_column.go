package graphio

import (
	"fmt"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"

	"github.com/tricycle-graph/tricycle/graph"
)

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

// expectedIDs is what a column of ids is to hold.
func expectedIDs(names bool) string {
	if names {
		return "names of vertices"
	}
	return "vertex ids of at least 0"
}

// wrong says that row i of the page holds no id.
func (c *idColumn) wrong(i int, found string) error {
	return &graph.InputError{
		Expected: fmt.Sprintf("%s in column %q", expectedIDs(c.kind == stringID), c.name),
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
