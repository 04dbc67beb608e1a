package lists

import (
	"context"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// rowLists holds the lower triangle on its way through the pipeline: for each
// row its smaller neighbours, ascending. Rows are cut into buckets of 2^shift
// consecutive rows, whose lists are contiguous. Where they are those of a graph,
// each is the first part of a symmetric list and must not be written.
type rowLists struct {
	rows    int
	shift   uint
	start   []uint64 // of each bucket in lists
	length  []uint32 // of each row
	lists   []uint32
	offsets []uint64 // of each row in the lists of a graph; nil otherwise
	edges   uint64
	memory  interface{ Free() } // what lists and length live in
}

func (l *rowLists) buckets() int { return len(l.start) }

// bucketRows returns the range of rows of bucket b.
func (l *rowLists) bucketRows(b int) (begin, end int) {
	return b << l.shift, min((b+1)<<l.shift, l.rows)
}

// eachRow calls visit with every row of bucket b that is not empty.
func (l *rowLists) eachRow(b int, visit func(row uint32, list []uint32)) {
	begin, end := l.bucketRows(b)
	at := l.start[b]
	for row := begin; row < end; row++ {
		if n := uint64(l.length[row]); n > 0 {
			if l.offsets != nil {
				at = l.offsets[row]
			}
			visit(uint32(row), l.lists[at:at+n:at+n])
			at += n
		}
	}
}

func (l *rowLists) free() {
	if l.memory != nil {
		l.memory.Free()
	}
	*l = rowLists{}
}

// bucketShift chooses buckets of about bucketTarget entries each for rows rows
// with entries entries in all.
func bucketShift(rows int, entries uint64) uint {
	buckets := min(max(entries/bucketTarget, 1), maxBuckets)
	width := bits.Len64(uint64(max(rows-1, 0))) // bits of a row number
	wanted := bits.Len64(buckets - 1)           // bits of a bucket number
	return uint(min(max(width-wanted, 0), 31))
}

// narrowShift returns the bucket shift with which a key of row and column fits
// 32 bits, if maxBuckets allows it, and shift otherwise. Half the key halves
// the memory moved; a few more buckets are a small price.
func narrowShift(rowBits, columnBits, shift uint) uint {
	if columnBits+shift <= 32 || columnBits > 32 {
		return shift
	}
	narrow := 32 - columnBits
	if rowBits > narrow && 1<<(rowBits-narrow) > maxBuckets {
		return shift
	}
	return narrow
}

const (
	// A bucket is sorted by one worker inside its second-level cache.
	bucketTarget = 32 << 10
	// The partition writes to all buckets at once: more would not fit the
	// cache lines and the TLB entries of a core.
	maxBuckets = 4096
)

// lowerTriangle finds the lower triangle in the lists of a graph.
func lowerTriangle(ctx context.Context, g *graph.Graph, workers int) (*rowLists, error) {
	length, err := hugemem.New[uint32](g.Vertices())
	if err != nil {
		return nil, err
	}
	l := lowerLists(g, length.Slice())
	l.memory = &length
	err = par.Each(ctx, workers, len(l.start), func(_, b int) error {
		begin, end := l.bucketRows(b)
		for v := begin; v < end; v++ {
			l.length[v] = countBelow(g.Neighbors(uint32(v)), uint32(v))
		}
		return nil
	})
	if err != nil {
		l.free()
		return nil, err
	}
	return l, nil
}

// lowerLists is the lower triangle in the lists of a graph, by how many neighbours of each
// vertex are smaller.
func lowerLists(g *graph.Graph, length []uint32) *rowLists {
	n := g.Vertices()
	l := &rowLists{
		rows: n, shift: bucketShift(n, g.Edges()), edges: g.Edges(),
		length: length, lists: g.Adjacency(), offsets: g.Offsets(),
	}
	l.start = make([]uint64, (n+1<<l.shift-1)>>l.shift)
	for b := range l.start {
		l.start[b] = g.Offsets()[b<<l.shift]
	}
	return l
}

// countBelow returns how many entries of the ascending list are below v.
func countBelow(list []uint32, v uint32) uint32 {
	low, high := 0, len(list)
	for low < high {
		if middle := int(uint(low+high) >> 1); list[middle] < v {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return uint32(low)
}
