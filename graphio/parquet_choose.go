package graphio

import (
	"github.com/parquet-go/parquet-go"
	pqformat "github.com/parquet-go/parquet-go/format"
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

// columnNames returns the names of columns.
func columnNames(columns []*parquet.Column) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = column.Name()
	}
	return names
}
