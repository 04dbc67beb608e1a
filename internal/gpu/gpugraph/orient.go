package gpugraph

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// Ranks reports whether [Cleaned.Orient] ranks by an order.
func Ranks(order graph.Order) bool { return order == graph.OrderDegree || order == graph.OrderID }

// Orient ranks the vertices that have an edge, by OrderDegree or OrderID,
// relabels the edges and returns the oriented lists: those of graph.Orient for
// the same order. It uses c up, which has only its counts afterwards.
func (c *Cleaned) Orient(ctx context.Context, order graph.Order) (*Oriented, error) {
	if c.keys.buffer == nil {
		return nil, errUsedUp
	}
	if !Ranks(order) {
		return nil, fmt.Errorf("gpugraph: no ranking by order %q on the GPU", order)
	}
	c.opt.Meter.Start("orient", 0)
	o, err := c.orient(ctx, order)
	if err := cmp.Or(err, c.keys.free(), c.spare.free(), c.degree.free()); err != nil {
		if o != nil {
			_ = o.Close() // the first error says more
		}
		return nil, err
	}
	return o, nil
}

func (c *Cleaned) orient(ctx context.Context, order graph.Order) (*Oriented, error) {
	rank, err := c.rank(order)
	if err != nil {
		return nil, err
	}
	if err := c.opt.done(ctx, "rank", c.stream); err != nil {
		return nil, err
	}
	if err := c.relabel(ctx, rank); err != nil {
		return nil, err
	}
	ordered := true
	// Ranks in the order of the ids leave the edges as sorted as they were.
	if order != graph.OrderID {
		if ordered, err = c.sortRows(ctx); err != nil {
			return nil, err
		}
	}
	return c.rows(ctx, ordered)
}

// rank returns the rank of each vertex: a stable sort of the ids, those
// without an edge last. It stands in the place of the degrees.
func (c *Cleaned) rank(order graph.Order) (rank gpu.Array[uint32], err error) {
	ids := c.degree.Len()
	keys, spare, err := c.rankKeys(ids)
	defer func() { err = cmp.Or(err, keys.free(), spare.free()) }()
	if err != nil {
		return rank, err
	}
	n, width := gpu.Uint64(uint64(ids)), 1
	if order == graph.OrderDegree {
		width = bits.Len32(c.facts.largest)
		err = c.stream.Launch(c.kernels.byDegree, gpu.Grid1D(ids, threads), c.degree.Arg(), n, gpu.Uint32(c.facts.largest), keys.Arg())
	} else {
		err = c.stream.Launch(c.kernels.byID, gpu.Grid1D(ids, threads), c.degree.Arg(), n, keys.Arg())
	}
	if err != nil {
		return rank, err
	}
	if err = c.sorter.sortFirst(&keys, &spare, ids, field{bits: width}); err != nil {
		return rank, err
	}
	rank = c.degree.Array
	return rank, c.stream.Launch(c.kernels.invert, gpu.Grid1D(ids, threads), keys.Arg(), n, rank.Arg())
}

// rankKeys returns two arrays of keys for the ids: in the edges' spare room,
// where there is enough of it.
func (c *Cleaned) rankKeys(ids int) (keys, spare array[uint64], err error) {
	if 2*ids <= c.spare.Len() {
		keys.Array, spare.Array = c.spare.Slice(0, ids), c.spare.Slice(ids, 2*ids)
		return keys, spare, nil
	}
	if keys, err = allocate[uint64](c.device, ids); err != nil {
		return keys, spare, err
	}
	spare, err = allocate[uint64](c.device, ids)
	return keys, spare, err
}

// relabel replaces the ends of the edges by their ranks.
func (c *Cleaned) relabel(ctx context.Context, rank gpu.Array[uint32]) error {
	m := int(c.edges)
	err := c.stream.Launch(c.kernels.relabel, c.kernels.over(m), c.keys.Arg(), gpu.Uint64(c.edges), rank.Arg(), c.spare.Arg())
	if err != nil {
		return err
	}
	c.keys, c.spare = c.spare, c.keys
	return c.opt.done(ctx, "relabel", c.stream)
}

// sortRows sorts the edges by their ranks: by both, or by the larger alone
// where the rows are short enough to be ordered one by one. It returns whether
// their entries are in order.
func (c *Cleaned) sortRows(ctx context.Context) (ordered bool, err error) {
	width := bits.Len64(uint64(max(c.facts.connected-1, 0)))
	by := field{bits: width}
	if ordered = !c.shortRows(); ordered {
		by = field{width: width, bits: 2 * width}
	}
	if err := c.sorter.sortFirst(&c.keys, &c.spare, int(c.edges), by); err != nil {
		return false, err
	}
	return ordered, c.opt.done(ctx, "sort rows", c.stream)
}

// shortRows reports whether to compare each entry with its whole row is little
// work beside the passes of the sort over the smaller ends. Over all entries it
// is no more than the sum of the squares of the degrees: twice the wedges and
// twice the edges.
func (c *Cleaned) shortRows() bool {
	const wedgesAnEdge = 32
	wedges := float64(c.facts.wedgesHigh)*(1<<32) + float64(c.facts.wedgesLow)
	return wedges <= wedgesAnEdge*float64(c.edges)
}

// rows writes the edges, sorted by rows, as lists, and orders their entries
// where they are not.
func (c *Cleaned) rows(ctx context.Context, ordered bool) (_ *Oriented, err error) {
	// What the lists take is less than what is given back here.
	if err := c.spare.free(); err != nil {
		return nil, err
	}
	o := &Oriented{Rows: c.facts.connected, Edges: c.edges}
	defer func() {
		if err != nil {
			_ = o.Close() // the first error says more
		}
	}()
	const alignment = 256 // as of memory that is allocated by itself
	offsetBytes := (8*int64(o.Rows+1) + alignment - 1) &^ (alignment - 1)
	buffer, err := c.device.Alloc(offsetBytes + 4*int64(o.Edges))
	if err != nil {
		return nil, err
	}
	o.buffers = append(o.buffers, buffer)
	o.Offsets, o.Neighbors = gpu.View[uint64](buffer, 0, o.Rows+1), gpu.View[uint32](buffer, offsetBytes, int(o.Edges))
	err = c.stream.Launch(c.kernels.writeRows, c.kernels.over(int(o.Edges)+1), c.keys.Arg(), gpu.Uint64(o.Edges),
		gpu.Uint32(uint32(o.Rows)), o.Offsets.Arg(), o.Neighbors.Arg())
	if err != nil {
		return nil, err
	}
	if !ordered {
		err = c.stream.Launch(c.kernels.orderRows, c.kernels.over(int(o.Edges)), c.keys.Arg(), gpu.Uint64(o.Edges), o.Offsets.Arg(), o.Neighbors.Arg())
		if err != nil {
			return nil, err
		}
	}
	longest := c.sorter.totals.Slice(0, 1)
	if err := gpu.Memset(c.stream, longest, 0); err != nil {
		return nil, err
	}
	if err := c.stream.Launch(c.kernels.longestRow, c.kernels.over(o.Rows), o.Offsets.Arg(), gpu.Uint64(uint64(o.Rows)), longest.Arg()); err != nil {
		return nil, err
	}
	if err := c.opt.done(ctx, "rows", c.stream); err != nil {
		return nil, err
	}
	var length [1]uint64
	if err := gpu.Read(c.stream, length[:], longest); err != nil {
		return nil, err
	}
	o.MaxOutDegree = uint32(length[0])
	return o, nil
}
