package graph

import (
	"slices"
	"strconv"
)

// Labels maps the dense vertex ids inside to the ids of the input. The zero
// value maps every id to itself.
type Labels struct {
	base    uint64   // added to the id where neither table is set
	numbers []uint64 // input id of each vertex, ascending; nil where base serves
	names   []string // input name of each vertex; nil for numeric ids
}

// NumberLabels returns labels for numeric ids given in a table.
func NumberLabels(ids []uint64) Labels { return Labels{numbers: ids} }

// NameLabels returns labels for string ids.
func NameLabels(names []string) Labels { return Labels{names: names} }

// BaseLabels returns labels that add base to the id: 1 for 1-based formats.
func BaseLabels(base uint64) Labels { return Labels{base: base} }

// Label returns the input's id of vertex v as text.
func (l Labels) Label(v uint32) string {
	if l.names != nil {
		return l.names[v]
	}
	return strconv.FormatUint(l.Number(v), 10)
}

// Find returns the vertex whose label is text among the n vertices of the graph.
// It takes time in proportion to n where ids are names.
func (l Labels) Find(text string, n int) (v uint32, ok bool) {
	if l.names != nil {
		at := slices.Index(l.names, text)
		return uint32(max(at, 0)), at >= 0
	}
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, false
	}
	if l.numbers != nil {
		at, ok := slices.BinarySearch(l.numbers, number)
		return uint32(at), ok
	}
	ok = number >= l.base && number-l.base < uint64(n)
	if !ok {
		return 0, false
	}
	return uint32(number - l.base), true
}

// Number returns the input's numeric id of vertex v. It is meaningless where
// Names is not nil.
func (l Labels) Number(v uint32) uint64 {
	if l.numbers != nil {
		return l.numbers[v]
	}
	return l.base + uint64(v)
}

// Names returns the table of names, or nil for numeric ids.
func (l Labels) Names() []string { return l.names }

// Numbers returns the table of numeric ids, or nil where ids are Base() + v.
func (l Labels) Numbers() []uint64 { return l.numbers }

// Base returns the id of vertex 0 where there is no table.
func (l Labels) Base() uint64 { return l.base }
