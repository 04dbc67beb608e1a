package triangle

import "github.com/tricycle-graph/tricycle/internal/cpucount"

// Method names a way of counting. All of them give the same count on every
// order; they differ in time and memory.
type Method = cpucount.Method

// The methods. docs/methods.md says what each does, and from which paper it is.
const (
	Auto      = cpucount.Auto // the project's own, and whatever is best for the graph
	Merge     = cpucount.Merge
	MergePath = cpucount.MergePath
	Search    = cpucount.Search
	Hash      = cpucount.Hash
	Bitmap    = cpucount.Bitmap
	Bitslice  = cpucount.Bitslice
	Shared    = cpucount.Shared // on a GPU only: see [Methods]
)

// SliceWidths are the bits that a slice of [Bitslice] may have.
var SliceWidths = cpucount.SliceWidths
