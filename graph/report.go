package graph

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
