// Package rowgroups writes Parquet files whose row groups are made and compressed
// by several goroutines at once, and written one at a time.
package rowgroups

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"unsafe"

	"github.com/parquet-go/parquet-go"
)

// Rows is how many rows a group should have, about.
const Rows = 1 << 20

// Column is a column: its name and its type, one of Numbers, Floats and Strings.
type Column struct {
	Name string
	Type parquet.Node
}

var (
	Numbers = parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)
	Floats  = parquet.Leaf(parquet.DoubleType)
	Strings = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
)

// ordered are columns in the order given; a parquet.Group sorts them by name.
type ordered struct {
	parquet.Group
	names []string
}

func (o ordered) Fields() []parquet.Field {
	fields := o.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int {
		return slices.Index(o.names, a.Name()) - slices.Index(o.names, b.Name())
	})
	return fields
}

// Writer writes one file.
type Writer struct {
	mu   sync.Mutex
	file *parquet.GenericWriter[any]
}

// New begins a file; name is that of its schema.
func New(w io.Writer, name string, columns ...Column) *Writer {
	group := ordered{Group: parquet.Group{}}
	for _, c := range columns {
		group.Group[c.Name] = c.Type
		group.names = append(group.names, c.Name)
	}
	return &Writer{file: parquet.NewGenericWriter[any](w, parquet.NewSchema(name, group), parquet.Compression(&parquet.Zstd), parquet.CreatedBy("tricycle", "", ""))}
}

// Close writes the end of the file.
func (w *Writer) Close() error { return w.file.Close() }

// Group is a row group being made, by one goroutine at a time. After it was
// committed it is empty and begins the next one.
type Group struct {
	of     *Writer
	group  *parquet.ConcurrentRowGroupWriter
	values []parquet.Value
}

// Group returns an empty group.
func (w *Writer) Group() *Group {
	w.mu.Lock()
	defer w.mu.Unlock()
	return &Group{of: w, group: w.file.BeginRowGroup()}
}

// Column gives a column its values.
func (g *Group) Column(column, rows int, value func(row int) parquet.Value) error {
	const most = 1 << 13 // values at once
	writer := g.group.ColumnWriters()[column]
	for begin := 0; begin < rows; begin += most {
		g.values = g.values[:0]
		for row := begin; row < min(begin+most, rows); row++ {
			g.values = append(g.values, value(row))
		}
		if _, err := writer.WriteRowValues(g.values); err != nil {
			return err
		}
	}
	return nil
}

// Flush compresses what is left, once all columns have their values.
func (g *Group) Flush() error { return g.group.Flush() }

// Commit writes the group, which should have so many rows, behind those that were
// committed before.
func (g *Group) Commit(rows int) error {
	if rows == 0 {
		return nil
	}
	g.of.mu.Lock()
	defer g.of.mu.Unlock()
	written, err := g.group.Commit()
	if err == nil && written != int64(rows) {
		err = fmt.Errorf("%d of %d rows written", written, rows)
	}
	return err
}

// String returns a value without a copy: the column makes one.
func String(text string) parquet.Value {
	return parquet.ByteArrayValue(unsafe.Slice(unsafe.StringData(text), len(text)))
}
