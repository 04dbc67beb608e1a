package partition

import (
	"context"
	"iter"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Range is the ids from Begin to before End.
type Range struct{ Begin, End uint32 }

// Len returns the number of ids.
func (r Range) Len() int { return int(r.End) - int(r.Begin) }

// Grid says where the rows and the columns of oriented lists are cut.
type Grid struct {
	Rows    []Range // P1 consecutive ranges from 0 on
	Columns []Range // P2 of them, over the same ids
}

// NewGrid cuts the rows of o into at most p1 ranges and its columns into at most
// p2, each with about as many edges as the others. There are fewer where a few
// vertices have most of the edges, and none where there are no vertices. It
// takes 8 bytes a row while it runs.
func NewGrid(ctx context.Context, o *graph.Oriented, p1, p2 int) (Grid, error) {
	n := o.Rows()
	// before[v] is the number of entries below v.
	before := make([]uint64, n+1)
	neighbors := o.Neighbors()
	const step = 1 << 20 // entries between two looks at ctx
	for begin := 0; begin < len(neighbors); begin += step {
		if ctx.Err() != nil {
			return Grid{}, context.Cause(ctx)
		}
		for _, v := range neighbors[begin:min(begin+step, len(neighbors))] {
			before[v+1]++
		}
	}
	for v := range n {
		before[v+1] += before[v]
	}
	return Grid{
		Rows:    ranges(n, p1, func(r int) uint64 { return o.Offsets()[r] }),
		Columns: ranges(n, p2, func(r int) uint64 { return before[r] }),
	}, nil
}

// ranges cuts n ids into at most parts ranges with about equal edges each.
func ranges(n, parts int, before func(v int) uint64) []Range {
	bounds := par.Cut(n, max(parts, 1), before)
	cut := make([]Range, len(bounds)-1)
	for i := range cut {
		cut[i] = Range{uint32(bounds[i]), uint32(bounds[i+1])}
	}
	return cut
}

// Subtask (I, J, K) counts the triangles w < v < u with u in row range I, v in
// row range J and w in column range K.
type Subtask struct{ I, J, K int }

// Subtasks yields every subtask that can have a triangle, those that share
// CSR block (I, K) one after the other.
func (g Grid) Subtasks() iter.Seq[Subtask] {
	return func(yield func(Subtask) bool) {
		for i := range g.Rows {
			for k := range g.Columns {
				for j := range i + 1 {
					if g.meets(j, k) && !yield(Subtask{i, j, k}) {
						return
					}
				}
			}
		}
	}
}

// meets reports whether some row of range j can have a neighbour, which is
// smaller, in column range k. It then can in every later row range.
func (g Grid) meets(j, k int) bool {
	return uint64(g.Columns[k].Begin)+1 < uint64(g.Rows[j].End)
}
