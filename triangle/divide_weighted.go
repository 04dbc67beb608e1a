package triangle

import (
	"cmp"
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// This file is what answers for each vertex and edge take of graphs that are parts of the
// one that is divided, where some of what is found is taken away again: package jobs cuts
// by colours so. Numbers are added modulo a power of two, as a vector of a process may be
// below 0 where those of the others are missing. That the sum of all is what was counted
// shows in the end that none is.

// PerVertexWeighted is PerVertex for what AddVertices is told, and not Count.
func (d *Divided) PerVertexWeighted(longest uint32) {
	d.PerVertex(longest)
	d.weighted = true
}

// AddVertices adds so many times what was found of the vertices of a graph whose ids are
// rows of the store. It is negative where that is taken away.
func (d *Divided) AddVertices(p *PerVertex, times int64) {
	for v, n := range p.Counts {
		if n > 0 {
			d.vertices[p.Labels.Number(uint32(v))] += uint64(times) * n
		}
	}
}

// PerEdgeWeighted is PerEdge for what AddEdges is told, and not Count. The edges lie in
// files, so many in each, in the order of the store.
func (d *Divided) PerEdgeWeighted(longest uint32, files []uint64, folder string) {
	d.asked, d.longest, d.weighted = perEdge, longest, true
	d.sums = partition.NewSumsOf(files, folder)
}

// edgeFinder says how many triangles hold an edge of a graph, by the ids of its ends.
type edgeFinder struct {
	edges *PerEdge
	ids   []uint64 // of the vertices, ascending
}

func (f *edgeFinder) support(u, v uint64) (uint32, bool) {
	from, ok1 := slices.BinarySearch(f.ids, u)
	to, ok2 := slices.BinarySearch(f.ids, v)
	if !ok1 || !ok2 {
		return 0, false
	}
	return f.edges.Support(uint32(from), uint32(to))
}

// AddEdges adds so many times what was found of the edges of a graph, whose ids are rows of
// the store, if there is one. It has the edges of some of the files, which each yields.
func (d *Divided) AddEdges(ctx context.Context, p *PerEdge, times int64, files []int, each func(file int, emit func(b graph.Batch) error) error) error {
	f := edgeFinder{edges: p, ids: make([]uint64, len(p.Degrees))}
	for v := range f.ids {
		f.ids[v] = p.Labels.Number(uint32(v))
	}
	var more []uint32
	for _, file := range files {
		at := uint64(0)
		err := each(file, func(b graph.Batch) error {
			more = more[:0]
			add := func(u, v uint64) error {
				n, ok := f.support(u, v)
				if !ok {
					return cmp.Or(p.Err(), errOtherGraph)
				}
				more = append(more, uint32(times)*n)
				return nil
			}
			for _, e := range b.Edges {
				if err := add(uint64(e.U), uint64(e.V)); err != nil {
					return err
				}
			}
			for _, e := range b.Wide {
				if err := add(e.U, e.V); err != nil {
					return err
				}
			}
			first := at
			at += uint64(len(more))
			return d.sums.Add(ctx, file, 0, first, more, 1)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// JoinEdges brings what AddEdges and TakeFound found of the edges to the blocks of the
// grid, once all of it is there: fileOf tells in which file an edge is, whose larger end
// comes first.
func (d *Divided) JoinEdges(ctx context.Context, fileOf func(u, v uint32) int, opt Options) error {
	from, joined := d.sums.Cursors(), partition.NewSums(d.Store, d.Grid, opt.TmpDir)
	if need := processBytes + from.Bytes(); opt.Memory > 0 && need > opt.Memory {
		return cmp.Or(joined.Close(), error(&graph.MemoryError{What: "the support of edges in so many cells", Need: need, Limit: opt.Memory}))
	}
	err := d.eachPiece(ctx, func(i int, b *partition.Block, to []joining) error {
		rest := b.Neighbors
		for at, n := range b.Lengths {
			u, k := b.Rows.Begin+uint32(at), 0
			for _, v := range rest[:n] {
				for v >= d.Grid.Columns[k].End {
					k++
				}
				support, err := from.Next(fileOf(u, v))
				if err != nil {
					return err
				}
				if err := to[k].add(ctx, joined, i, k, support); err != nil {
					return err
				}
			}
			rest = rest[n:]
		}
		return nil
	}, joined)
	if err != nil {
		return cmp.Or(err, joined.Close())
	}
	old := d.sums
	d.sums = joined
	return old.Close()
}

// joining is what goes to one block of a range of rows.
type joining struct {
	first uint64 // edge that is not written yet
	some  []uint32
}

func (j *joining) add(ctx context.Context, to *partition.Sums, i, k int, support uint32) error {
	if j.some = append(j.some, support); len(j.some) < partition.StretchWords {
		return nil
	}
	return j.flush(ctx, to, i, k)
}

func (j *joining) flush(ctx context.Context, to *partition.Sums, i, k int) error {
	err := to.Add(ctx, i, k, j.first, j.some, 1)
	j.first, j.some = j.first+uint64(len(j.some)), j.some[:0]
	return err
}

// eachPiece calls use with the pieces of each range of rows, one after the other.
func (d *Divided) eachPiece(ctx context.Context, use func(i int, b *partition.Block, to []joining) error, joined *partition.Sums) error {
	pieces := d.Store.Pieces()
	for i, rows := range d.Grid.Rows {
		to := make([]joining, len(d.Grid.Columns))
		for ; len(pieces) > 0 && pieces[0].Rows.End <= rows.End; pieces = pieces[1:] {
			b, err := d.Store.Load(ctx, pieces[0].Rows, partition.Range{End: d.Store.Rows()}, 1)
			if err == nil {
				err = use(i, b, to)
			}
			if err != nil {
				return err
			}
		}
		for k := range to {
			if err := to[k].flush(ctx, joined, i, k); err != nil {
				return err
			}
		}
	}
	return nil
}
