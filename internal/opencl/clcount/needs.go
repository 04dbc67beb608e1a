package clcount

import (
	"slices"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// mostRanges is into how many ranges of rows lists are cut at most: each is copied for all behind
// it.
const mostRanges = 64

// needs is what a count takes of the memory of a device.
type needs struct {
	fixed    int64 // beside the lists, at least
	rows     int64 // of which triangles are found
	entries  int64
	each     int64 // bytes an entry
	smallest int64 // entries of the largest range, where there are as many ranges as may be
}

func needsOf(i opencl.Info, o *lists.Oriented, method cpucount.Method, definitions []string) needs {
	n := needs{entries: int64(o.Edges()), each: 4}
	// Of two ranges beside each other one had no room for the first row of the next.
	n.smallest = min(max(int64(o.MaxOutDegree()), 2*n.entries/mostRanges+1), n.entries)
	switch {
	case slices.Contains(definitions, ofEntries):
		n.each += 4
	case len(definitions) > 0:
		n.rows = int64(o.Rows())
	}
	n.fixed = 8*int64(len(o.Offsets())) + 8*n.rows + 8*int64(groupsOf(i, method)) + 8 + 2*rounding
	if method == cpucount.Bitmap {
		n.fixed += 4 * bitWords(o)
	}
	return n
}

// rounding is what four buffers take at most because they are of whole words, and of two at least.
const rounding = 4 * 8

// whole is what a count takes whose lists are there at once, and least what one takes at least.
func (n needs) whole() int64 { return n.fixed + n.each*n.entries }
func (n needs) least() int64 { return min(n.whole(), n.fixed+2*n.each*n.smallest) }

// Bytes is what lists take on a device.
func Bytes(o *lists.Oriented) int64 { return 8*int64(len(o.Offsets())) + 4*int64(o.Edges()) }

// Needs is what a count by a method takes whose lists are there at once, an answer aside.
func Needs(i opencl.Info, o *lists.Oriented, method cpucount.Method) int64 {
	return needsOf(i, o, method, nil).whole()
}

// groupsOf is how many work-groups a device is given, and bitWords how many words of bits one of
// them has of all rows.
func groupsOf(i opencl.Info, method cpucount.Method) int {
	return max(i.ComputeUnits, 1) * itemsAUnit / itemsOf(method)
}
func bitWords(o *lists.Oriented) int64 { return (int64(o.Rows()) + 31) / 32 }
