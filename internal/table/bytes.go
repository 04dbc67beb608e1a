package table

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// floatText is the longest shortest decimal of a number of 0 and more.
const floatText = len("1.2345678901234567e-308")

// Bytes bounds what a table of so many rows takes in one of the [Forms], uncompressed but
// for what the form does: at least, and at most if no cell is a text.
func (t *Table) Bytes(name string, rows int64) (least, most int64) {
	at := slices.IndexFunc(forms, func(f form) bool { return f.name == name })
	return forms[at].bytes(t, rows)
}

// textBytes is what text and CSV take: at least a digit a cell, and what stands
// behind it.
func textBytes(table *Table, rows int64) (least, most int64) {
	const quoted = 2 // times as long is a name in which each letter has to be escaped, and two quotes
	return linesBytes(table, rows, quoted, 0)
}

// linesBytes is what lines take, if a letter of a name takes so many bytes and there are
// so many more in a row.
func linesBytes(table *Table, rows int64, letter, more int) (least, most int64) {
	widest, head := more, 0
	for _, c := range table.Columns {
		widest += table.cellText(c, letter) + 1
		head += len(c.Name) + 1
	}
	if table.Headless {
		head = 0
	}
	return (2*int64(len(table.Columns)) + int64(more)) * rows, int64(head) + int64(widest)*rows
}

// ndjsonBytes is what objects take: the names of the columns, too.
func ndjsonBytes(table *Table, rows int64) (least, most int64) {
	const escaped = 6 // as in \u001f
	more := 2         // the brace before a row, and its line end
	for _, c := range table.Columns {
		more += len(c.Name) + 3
	}
	headless := *table
	headless.Headless = true
	least, most = linesBytes(&headless, rows, escaped, more)
	if table.names() == nil && table.largestID() > exactNumber {
		for _, c := range table.Columns {
			if c.Kind == Vertex {
				most += 2 * rows // quotes
			}
		}
	}
	return least, most
}

// cellText is how long the cells of a column are at most.
func (t *Table) cellText(c Column, letter int) int {
	switch {
	case c.Kind == Float:
		return floatText
	case c.Kind == Vertex && t.names() != nil:
		longest := 0
		for _, name := range t.names() {
			longest = max(longest, len(name))
		}
		return longest*letter + 2
	}
	return len(strconv.FormatUint(t.largest(c), 10))
}

// largest bounds the numbers of a column.
func (t *Table) largest(c Column) uint64 {
	switch {
	case c.Kind == Vertex:
		return t.largestID()
	case c.Most > 0:
		return c.Most
	case c.Kind == Uint32:
		return math.MaxUint32
	}
	return math.MaxUint64
}

// parquetBytes bounds columns that no compression makes smaller. How much less they may
// take nobody knows.
func parquetBytes(table *Table, rows int64) (least, most int64) {
	const (
		file    = 1 << 10 // and for each column of it
		page    = 1 << 11 // for what stands around a page, its last block of numbers, and its place
		block   = 14      // for what stands before each block of numbers
		ofPage  = 1 << 13 // rows
		ofBlock = 1 << 7
	)
	most = file
	for _, c := range table.Columns {
		most += file + page*(rows/ofPage+1)
		switch {
		case c.Kind == Float:
			most += 8 * rows
		case c.Kind == Vertex && table.names() != nil:
			most += int64(table.cellText(c, 1)+8) * rows // in the dictionary, and a place there
		default:
			bits := int64(min(bits.Len64(table.largest(c))+1, 64)) // of a difference
			most += (bits*rows+7)/8 + block*(rows/ofBlock+1)
		}
	}
	return 0, most + most/256 // by which zstd may miss
}
