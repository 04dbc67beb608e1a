package cpucount

import (
	"cmp"
	"context"

	"github.com/tricycle-graph/tricycle/internal/inorder"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Triangles are some triangles a < b < c: the vertices a of all, those b, and those c.
type Triangles [3][]uint32

// batchTriangles is how many triangles are handed over at once: they stay in a cache.
const batchTriangles = 1 << 12

// partEdges is how many edges a part has: few enough that what one makes can wait until
// those before it are done.
const partEdges = 1 << 11

// Listing says which triangles are listed, and how.
type Listing struct {
	Vertices  *lists.Vertices // of the rows
	IDs       []uint32        // of the rows, which are listed instead of the vertices and ascend as these do; nil where vertices are
	Degrees   []uint32        // of the vertices, where Least is not 0
	Least     uint32          // neighbours of each corner
	Through   []uint32        // rows that are corners of each triangle
	Unordered bool            // in any order
}

// List calls take with all triangles of oriented lists, some at a time, which are its
// own until it returns. They come by their largest row, then by the second one, then by
// the third, all ascending: for any number of threads, and by each method. However many
// there are, only a few are held.
//
// Errors: those of [Count], and that of take, which ends the list.
func (l Listing) List(ctx context.Context, o *lists.Oriented, method Method, p Params, take func(Triangles) error) error {
	if err := l.Check(o, method, p); err != nil {
		return err
	}
	switch {
	case len(l.Through) > 0:
		return l.listThrough(ctx, o, p, take)
	case method == Auto:
		return l.listAuto(ctx, o, p, take)
	}
	return l.listPairs(ctx, o, method, p, take)
}

// Check says whether a list fits the memory.
func (l Listing) Check(o *lists.Oriented, method Method, p Params) error {
	return method.fits(o, p, ListBytes(o.Rows(), o.MaxOutDegree(), p))
}

// ListBytes is what listing holds beside the lists.
func ListBytes(rows int, maxOut uint32, p Params) int64 {
	workers, hubs := par.Workers(p.Threads), uint32(min(rows, simd.MostListBits))
	s := inorder.Stream[Triangles]{Workers: workers}
	worker := int64(rows/8+8) + 4*int64(pairsAtOnce+maxOut+simd.ListSlack) + 16*pairsAtOnce
	worker += 8*int64(squareStride(int(hubs))) + 4*int64(min(maxOut, hubs)) // for the hubs of a row
	return int64(s.Held())*12*batchTriangles + int64(workers)*worker + squareBytes(hubs)
}

// stream lists the parts by list, and hands on what that gives to its collector.
func (l Listing) stream(ctx context.Context, o *lists.Oriented, p Params, parts int, take func(Triangles) error, list func(part int, to *collector)) error {
	s := inorder.Stream[Triangles]{Workers: par.Workers(p.Threads), Parts: parts, Unordered: l.Unordered}
	s.Work = func(lane *inorder.Lane[Triangles], part int) error {
		c := &collector{Listing: &l, kernels: simd.Best(), lists: o, lane: lane, names: l.Vertices.All()}
		if l.IDs != nil {
			c.names = l.IDs
		}
		list(part, c)
		return c.finish()
	}
	return s.Each(ctx, func(t *Triangles) error { return take(*t) })
}

// runs yields the longest runs of rows that may be corners.
func (l Listing) runs(begin, end int) func(yield func(first, last int) bool) {
	return func(yield func(first, last int) bool) {
		for begin < end {
			first := begin
			for begin < end && l.acceptsRow(uint32(begin)) {
				begin++
			}
			if first < begin && !yield(first, begin) {
				return
			}
			for begin < end && !l.acceptsRow(uint32(begin)) {
				begin++
			}
		}
	}
}

// listRows cuts the rows into parts.
func (l Listing) listRows(ctx context.Context, o *lists.Oriented, p Params, take func(Triangles) error, list func(begin, end int, to *collector)) error {
	chunks := cutRows(o, par.Workers(p.Threads), cmp.Or(p.grain, partEdges))
	p.Meter.Start("list", int64(o.Edges()))
	return l.stream(ctx, o, p, len(chunks)-1, take, func(part int, to *collector) {
		begin, end := chunks[part], chunks[part+1]
		list(begin, end, to)
		p.Meter.Add(int64(o.Offsets()[end] - o.Offsets()[begin]))
	})
}

// listPairs lists by a method that takes pairs one by one.
func (l Listing) listPairs(ctx context.Context, o *lists.Oriented, method Method, p Params, take func(Triangles) error) error {
	pairs, err := procedures[method].pairs(ctx, o, p)
	if err != nil {
		return err
	}
	if pairs.free != nil {
		defer pairs.free()
	}
	w, err := shareWalk(ctx, o, p, pairs)
	if err != nil {
		return err
	}
	return l.stream(ctx, o, p, w.chunks(), take, func(part int, to *collector) {
		walker := w.walker(to.lane.Worker)
		walker.to = to
		w.over(walker, part)
	})
}

// collector puts the triangles of a part into batches.
type collector struct {
	*Listing
	kernels simd.Kernels
	lists   *lists.Oriented
	lane    *inorder.Lane[Triangles]
	names   []uint32 // of the rows; nil where these are the rows
	batch   *Triangles
	held    int   // triangles in it
	err     error // that ended the list
}

// acceptsRow says whether the vertex of a row may be a corner.
func (l *Listing) acceptsRow(r uint32) bool {
	return l.Least == 0 || l.Degrees[l.Vertices.Of(r)] >= l.Least
}

// name returns what is listed for a row.
func (c *collector) name(row uint32) uint32 {
	if c.names == nil {
		return row
	}
	return c.names[row]
}

func (c *collector) take(row uint32, pos uint64, third []uint32) {
	second := c.lists.Neighbors()[pos]
	c.takeOf(row, second, c.lists.Row(second), third)
}

// takeOf takes the triangles of an edge, whose third corners stand at some places of head
// or, where that is nil, are rows.
func (c *collector) takeOf(row, second uint32, head, third []uint32) {
	if !c.acceptsRow(row) || !c.acceptsRow(second) {
		return
	}
	u, v := c.name(row), c.name(second)
	low, high := min(u, v), max(u, v)
	for len(third) > 0 {
		n := c.room(len(third))
		if n == 0 {
			return
		}
		if c.Least > 0 {
			c.held += c.accepted(low, high, head, third[:n])
		} else {
			at := c.held
			c.kernels.Corners(third[:n], head, c.names, low, high, c.batch[0][at:], c.batch[1][at:], c.batch[2][at:])
			c.held += n
		}
		third = third[n:]
	}
}

// accepted adds those triangles of an edge whose third corner may be one.
func (c *collector) accepted(low, high uint32, head, third []uint32) (n int) {
	for _, w := range third {
		if head != nil {
			w = head[w]
		}
		if c.acceptsRow(w) {
			c.put(c.held+n, low, high, c.name(w))
			n++
		}
	}
	return n
}

// add adds the triangle of three rows.
func (c *collector) add(row, second, third uint32) {
	if c.acceptsRow(row) && c.acceptsRow(second) && c.acceptsRow(third) && c.room(1) > 0 {
		u, v := c.name(row), c.name(second)
		c.put(c.held, min(u, v), max(u, v), c.name(third))
		c.held++
	}
}

func (c *collector) put(at int, low, high, w uint32) {
	a, z := min(low, w), max(high, w)
	c.batch[0][at], c.batch[1][at], c.batch[2][at] = a, low^high^w^a^z, z
}

// room returns for how many of n triangles there is room, none once the list has ended.
func (c *collector) room(n int) int {
	if c.held == batchTriangles {
		c.send()
	}
	if c.err != nil {
		return 0
	}
	if c.batch == nil {
		if c.batch, c.err = c.lane.Empty(); c.err != nil {
			return 0
		}
		for i := range c.batch {
			if c.batch[i] == nil {
				c.batch[i] = make([]uint32, batchTriangles)
			}
			c.batch[i] = c.batch[i][:batchTriangles]
		}
	}
	return min(n, batchTriangles-c.held)
}

func (c *collector) send() {
	for i := range c.batch {
		c.batch[i] = c.batch[i][:c.held]
	}
	c.err = c.lane.Send(c.batch)
	c.batch, c.held = nil, 0
}

// finish sends what is left.
func (c *collector) finish() error {
	if c.batch != nil {
		c.send()
	}
	return c.err
}
