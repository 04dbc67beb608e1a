package graphio

import (
	"fmt"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// holdsNumbers says that a column has a number in each row.
func holdsNumbers(c *parquet.Column) bool {
	if !c.Leaf() || c.Repeated() {
		return false
	}
	return slices.Contains([]parquet.Kind{parquet.Int32, parquet.Int64, parquet.Float, parquet.Double}, c.Type().Kind())
}

// weightColumn reads the weights of a row group. A nil one has none.
type weightColumn struct {
	name   string
	check  *pageChecker
	chunk  parquet.ColumnChunk
	pages  parquet.Pages
	values parquet.ValueReader // of a page
	buffer [1024]parquet.Value
	row    int64 // the next one
}

func (s *parquetSource) openWeights(group int) *weightColumn {
	if s.weights == nil {
		return nil
	}
	return &weightColumn{
		name:  s.weights.Name(),
		check: newPageChecker(s.data, s.file, group, s.weights.Index()),
		chunk: s.file.RowGroups()[group].ColumnChunks()[s.weights.Index()],
		row:   s.first[group],
	}
}

func (c *weightColumn) close() {
	if c != nil && c.pages != nil {
		_ = c.pages.Close() // nothing was written
	}
}

// read appends the weights of the next n rows.
func (c *weightColumn) read(weights []float64, n int) ([]float64, error) {
	if c == nil {
		return nil, nil
	}
	if c.pages == nil {
		if err := c.check.whole(); err != nil {
			return nil, fmt.Errorf("column %q: %w", c.name, inPages(err))
		}
		c.pages = c.chunk.Pages()
	}
	for n > 0 {
		if c.values == nil {
			page, err := c.pages.ReadPage()
			if err != nil {
				return nil, fmt.Errorf("column %q: %w", c.name, ofLibrary(err))
			}
			c.values = page.Values()
		}
		got, err := c.values.ReadValues(c.buffer[:min(n, len(c.buffer))])
		for _, value := range c.buffer[:got] {
			weight, ok := weightIn(value)
			if c.row++; !ok {
				return nil, fmt.Errorf("column %q: nothing in row %d", c.name, c.row)
			}
			weights = append(weights, weight)
		}
		if n -= got; err != nil || got == 0 {
			c.values = nil // the page's end, or what the next page will say
		}
	}
	return weights, nil
}

func weightIn(v parquet.Value) (float64, bool) {
	switch {
	case v.IsNull():
		return 0, false
	case v.Kind() == parquet.Int32:
		return float64(v.Int32()), true
	case v.Kind() == parquet.Int64:
		return float64(v.Int64()), true
	case v.Kind() == parquet.Float:
		return float64(v.Float()), true
	}
	return v.Double(), true
}
