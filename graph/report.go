package graph

import "fmt"

// Report says what cleaning did. The counts hold whatever the number of
// threads and whichever engine cleaned.
type Report struct {
	Records    uint64 `json:"records"`    // raw records read
	Loops      uint64 `json:"loops"`      // self-loops dropped
	Duplicates uint64 `json:"duplicates"` // repeats of a record in the same direction, merged
	Reciprocal uint64 `json:"reciprocal"` // edges present in both directions, merged into one
	Isolated   uint64 `json:"isolated"`   // vertices without an edge, kept
	OneWay     uint64 `json:"one_way"`    // edges present in one direction only
}

// Strict returns an *InputError where cleaning had something to do: self-loops,
// duplicates, or edges in one direction only while others stand in both. A
// file in which every edge stands once is an undirected edge list and fine.
func (r Report) Strict(info Info) error {
	found := ""
	switch {
	case r.Loops > 0:
		found = fmt.Sprintf("%d self-loops", r.Loops)
	case r.Duplicates > 0:
		found = fmt.Sprintf("%d duplicate records", r.Duplicates)
	case r.Reciprocal > 0 && r.OneWay > 0:
		found = fmt.Sprintf("%d edges in one direction only beside %d in both", r.OneWay, r.Reciprocal)
	case r.Reciprocal > 0 && info.EachOnce:
		found = fmt.Sprintf("%d edges twice in a symmetric file", r.Reciprocal)
	default:
		return nil
	}
	return &InputError{File: info.Name, Expected: "a clean graph", Found: found}
}
