package table

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"
	"os"

	"github.com/tricycle-graph/tricycle/graph"
)

// A file of binary columns is a header, blocks of rows, in each of which one column
// stands behind the other, and the number of rows. docs/formats.md draws it byte by
// byte.
const (
	binaryMagic   = "\x89TCOL\r\n\x1a"
	binaryVersion = 1
	flowVersion   = 2  // each block says how many rows it has
	flowCount     = 8  // bytes in which it does, in front of its columns
	binaryHead    = 40 // bytes in front of the columns' descriptions
	binaryEntry   = 16 // bytes of one, in front of the name

	// streamRows is how many rows a block has where there are several.
	streamRows = 1 << 14
)

// binaryColumns writes all rows as one block, each chunk to its places, where their
// number is known and the file can be written at any place; and otherwise a block
// for each chunk.
type binaryColumns struct {
	out   *output
	table *Table
	words []wordType
	plain bool     // all columns are
	flows bool     // blocks have any number of rows
	file  *os.File // or nil for blocks
	block int64    // rows of a block
	data  int64    // where the columns of the first block begin
}

func newBinary(out *output, table *Table) (encoder, error) {
	words, err := table.words()
	if err != nil {
		return nil, err
	}
	b := &binaryColumns{out: out, table: table, words: words, block: streamRows, data: binaryData(table), flows: out.flows(table)}
	if b.flows {
		b.data += flowCount
	}
	b.plain = true
	for i, c := range table.Columns {
		b.plain = b.plain && table.plain(c.Kind, words[i])
	}
	if file := out.seekable(); file != nil && table.Rows.Known() {
		b.file, b.block = file, table.Rows.Get()
	}
	return b, nil
}

func (*binaryColumns) chunkRows() int { return streamRows }

func (b *binaryColumns) anyRows() bool { return b.flows }

// column returns where a column of the first block begins, if that is full.
func (b *binaryColumns) column(i int) int64 {
	at := b.data
	for _, w := range b.words[:i] {
		at += padded(b.block * int64(w.bytes()))
	}
	return at
}

func (b *binaryColumns) begin() error {
	version, rows, names := uint32(binaryVersion), uint64(math.MaxUint64), b.table.names()
	if b.flows {
		version = flowVersion
	}
	if b.table.Rows.Known() {
		rows = uint64(b.table.Rows.Get())
	}
	head := binary.LittleEndian.AppendUint32([]byte(binaryMagic), version)
	head = binary.LittleEndian.AppendUint32(head, uint32(len(b.words)))
	head = binary.LittleEndian.AppendUint64(head, rows)
	head = binary.LittleEndian.AppendUint64(head, uint64(b.block))
	head = binary.LittleEndian.AppendUint64(head, uint64(len(names)))
	for i, c := range b.table.Columns {
		head = binary.LittleEndian.AppendUint32(head, uint32(b.words[i]))
		head = binary.LittleEndian.AppendUint32(head, uint32(len(c.Name)))
		head = binary.LittleEndian.AppendUint64(head, uint64(b.column(i)))
		head = pad(append(head, c.Name...))
	}
	out := bufio.NewWriterSize(b.out, 1<<16)
	if _, err := out.Write(head); err != nil {
		return err
	}
	if err := writeNames(out, names); err != nil {
		return err
	}
	return out.Flush()
}

// writeNames writes where each name ends, and the names. Without names it writes
// nothing.
func writeNames(out io.Writer, names []string) error {
	var word []byte
	end := uint64(0)
	for _, name := range names {
		end += uint64(len(name))
		word = binary.LittleEndian.AppendUint64(word[:0], end)
		if _, err := out.Write(word); err != nil {
			return err
		}
	}
	for _, name := range names {
		if _, err := io.WriteString(out, name); err != nil {
			return err
		}
	}
	_, err := out.Write(make([]byte, padded(int64(end))-int64(end)))
	return err
}

// binaryData returns where the first block begins.
func binaryData(table *Table) int64 {
	at := int64(binaryHead)
	for _, c := range table.Columns {
		at += binaryEntry + padded(int64(len(c.Name)))
	}
	return at + 8*int64(len(table.names())) + padded(namesBytes(table))
}

// namesBytes returns how long all names are together.
func namesBytes(table *Table) (n int64) {
	for _, name := range table.names() {
		n += int64(len(name))
	}
	return n
}

func (b *binaryColumns) encode(c *chunk) error {
	for i, column := range b.table.Columns {
		switch {
		case b.file != nil:
			words := b.table.wordsOf(&c.text, column.Kind, b.words[i], &c.columns[i])
			if _, err := b.file.WriteAt(words, b.column(i)+int64(c.first)*int64(b.words[i].bytes())); err != nil {
				return err
			}
		case !b.plain:
			c.text = pad(b.table.appendWords(c.text, column.Kind, b.words[i], &c.columns[i]))
		}
	}
	return nil
}

func (b *binaryColumns) write(c *chunk) error {
	if b.flows {
		if _, err := b.out.Write(binary.LittleEndian.AppendUint64(nil, uint64(c.rows))); err != nil {
			return err
		}
	}
	switch {
	case b.file != nil:
		return nil
	case !b.plain:
		_, err := b.out.Write(c.text)
		return err
	}
	for i, column := range b.table.Columns {
		words := c.columns[i].bytes(column.Kind)
		if _, err := b.out.Write(words); err != nil {
			return err
		}
		if more := padded(int64(len(words))) - int64(len(words)); more > 0 { // in the last block
			if _, err := b.out.Write(make([]byte, more)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *binaryColumns) end(rows int) error {
	count := binary.LittleEndian.AppendUint64(nil, uint64(rows))
	if b.file != nil {
		_, err := b.file.WriteAt(count, b.column(len(b.words)))
		return err
	}
	if b.flows { // a block without rows is the last one
		count = append(make([]byte, flowCount), count...)
	}
	_, err := b.out.Write(count)
	return err
}

// binaryBytes is what a file of binary columns takes.
func binaryBytes(table *Table, rows int64) (least, most int64) {
	words, err := table.words()
	if err != nil {
		return 0, 0
	}
	known := *table
	known.Rows = graph.Known(rows)
	b := &binaryColumns{table: &known, words: words, block: rows, data: binaryData(table)}
	n := b.column(len(words)) + 8
	return n, n
}
