package table

import (
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go"

	"github.com/tricycle-graph/tricycle/internal/rowgroups"
)

// parquetColumns writes Parquet as package graphio does: numbers as signed ones of
// 64 bits, which every reader has, names as strings, compressed with zstd.
type parquetColumns struct {
	table *Table
	file  *rowgroups.Writer
}

func newParquet(out *output, table *Table) (encoder, error) {
	if err := table.fit(fitUTF8); err != nil {
		return nil, err
	}
	if table.names() == nil && table.largestID() > math.MaxInt64 {
		return nil, unfit("the vertex id %d does not fit columns of signed 64-bit numbers", table.largestID())
	}
	var columns []rowgroups.Column
	for _, c := range table.Columns {
		kind := rowgroups.Numbers
		switch {
		case c.Kind == Float:
			kind = rowgroups.Floats
		case c.Kind == Text, c.Kind == Vertex && table.names() != nil:
			kind = rowgroups.Strings
		}
		columns = append(columns, rowgroups.Column{Name: c.Name, Type: kind})
	}
	return &parquetColumns{table, rowgroups.New(out, "table", columns...)}, nil
}

func (*parquetColumns) chunkRows() int { return rowgroups.Rows }

func (*parquetColumns) anyRows() bool { return false }

func (*parquetColumns) begin() error { return nil }

func (p *parquetColumns) encode(c *chunk) error {
	if c.group == nil {
		c.group = p.file.Group()
	}
	for i, column := range p.table.Columns {
		value, err := p.value(column, &c.columns[i])
		if err != nil {
			return err
		}
		if err := c.group.Column(i, c.rows, value); err != nil {
			return err
		}
	}
	return c.group.Flush()
}

// value returns what a column has in each row.
func (p *parquetColumns) value(column Column, values *Values) (func(row int) parquet.Value, error) {
	switch column.Kind {
	case Vertex:
		labels := p.table.Labels
		if names := labels.Names(); names != nil {
			return func(row int) parquet.Value { return rowgroups.String(names[values.Uint32s[row]]) }, nil
		}
		return func(row int) parquet.Value { return parquet.Int64Value(int64(labels.Number(values.Uint32s[row]))) }, nil
	case Uint64:
		for _, n := range values.Uint64s {
			if n > math.MaxInt64 {
				return nil, unfit("%d, a value of %s, does not fit a column of signed 64-bit numbers", n, column.Name)
			}
		}
		return func(row int) parquet.Value { return parquet.Int64Value(int64(values.Uint64s[row])) }, nil
	case Float:
		for _, x := range values.Floats {
			if x-x != 0 {
				return nil, fmt.Errorf("a value of %s is %v", column.Name, x)
			}
		}
		return func(row int) parquet.Value { return parquet.DoubleValue(values.Floats[row]) }, nil
	case Text:
		for _, word := range values.Texts {
			if err := fitUTF8(word); err != nil {
				return nil, err
			}
		}
		return func(row int) parquet.Value { return rowgroups.String(values.Texts[row]) }, nil
	}
	return func(row int) parquet.Value { return parquet.Int64Value(int64(values.Uint32s[row])) }, nil
}

func (p *parquetColumns) write(c *chunk) error { return c.group.Commit(c.rows) }

func (p *parquetColumns) end(int) error { return p.file.Close() }
