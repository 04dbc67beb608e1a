package graphio

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/parquet-go/parquet-go"
	pqformat "github.com/parquet-go/parquet-go/format"

	"github.com/tricycle-graph/tricycle/graph"
)

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
