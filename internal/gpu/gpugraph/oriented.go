package gpugraph

import (
	"cmp"
	"context"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Oriented is a lists.Oriented in the memory of a device: row r lists the
// neighbours of r that are smaller than r, ascending.
type Oriented struct {
	Rows         int
	Edges        uint64
	MaxOutDegree uint32            // the length of the longest row
	Offsets      gpu.Array[uint64] // Rows + 1 positions of the rows in Neighbors
	Neighbors    gpu.Array[uint32] // Edges entries: all rows, one after the other; see quads
	Look         Look              // of lists in the order of the ids, or by clusters
	Order        gpu.Array[uint32] // the vertex of each row, as lists.Oriented.Vertex has it; empty without Options.Order
	Held         gpu.Array[uint32] // how many rows hold each vertex; empty where that is not known
	Index        gpu.Array[uint32] // the row of every IndexStep-th entry; empty for copies by a Relay, of which shares are counted

	// Spare is memory that was needed to make the lists and is kept, where the device has plenty,
	// for what they are counted with. One run at a time may use it.
	Spare []gpu.Array[uint64]

	buffers []*gpu.Buffer // what Close frees
}

// IndexStep is how far apart the entries are whose rows the index has: 0, IndexStep, 2·IndexStep and so on.
const IndexStep = kernels.IndexStep

// indexLen is the length of the index of so many entries.
func indexLen(entries int) int { return (entries + IndexStep - 1) / IndexStep }

// ListsBytes is what [Upload] takes on a device for so many rows and edges, without Options.Order.
func ListsBytes(rows int, edges uint64) int64 {
	return 8*int64(rows+1) + 4*int64(quads(int(edges))) + 4*int64(indexLen(int(edges)))
}

// quads is the room for some entries. Whoever reads any of them may read all of the 16 bytes that they
// are in.
func quads(entries int) int { return (entries + 3) &^ 3 }

// release takes the lists out of the run that made them, unless that went wrong.
func (o *Oriented) release(r *gpurun.Run) (*Oriented, error) {
	o.buffers = []*gpu.Buffer{
		gpurun.Release(r, o.Offsets), gpurun.Release(r, o.Neighbors), gpurun.Release(r, o.Order), gpurun.Release(r, o.Held),
		gpurun.Release(r, o.Index),
	}
	for _, a := range o.Spare {
		o.buffers = append(o.buffers, gpurun.Release(r, a))
	}
	if r.Err != nil {
		return nil, r.Err
	}
	return o, nil
}

// uploadBytes is how much is copied between two looks at the context.
const uploadBytes = 256 << 20

// Upload copies oriented lists to a device. The error is of the class
// gpu.ErrOutOfMemory where they do not fit. Of the options it looks at Order and Threads.
func Upload(ctx context.Context, dev *gpu.Device, o *lists.Oriented, opt Options) (*Oriented, error) {
	r := gpurun.New(dev)
	d := &Oriented{Rows: o.Rows(), Edges: o.Edges(), MaxOutDegree: o.MaxOutDegree()}
	d.Offsets = upload(ctx, r, o.Offsets(), len(o.Offsets()))
	d.Neighbors = upload(ctx, r, o.Neighbors(), quads(len(o.Neighbors())))
	if r.Err == nil {
		index, err := indexOf(ctx, o.Offsets(), opt.Threads)
		r.Fail(err)
		d.Index = upload(ctx, r, index, len(index))
	}
	if opt.Order {
		order := make([]uint32, o.Rows())
		for row := range order {
			order[row] = o.Vertex(uint32(row))
		}
		d.Order = upload(ctx, r, order, len(order))
	}
	return d.keep(r)
}

// indexOf returns the index of rows that begin at offsets.
func indexOf(ctx context.Context, offsets []uint64, threads int) ([]uint32, error) {
	rows := len(offsets) - 1
	index := make([]uint32, indexLen(int(offsets[rows])))
	err := par.Chunks(ctx, par.Workers(threads), rows, 1<<16, func(_, begin, end int) error {
		for row := begin; row < end; row++ {
			for i := (offsets[row] + IndexStep - 1) / IndexStep; i*IndexStep < offsets[row+1]; i++ {
				index[i] = uint32(row)
			}
		}
		return nil
	})
	return index, err
}

// keep is release where nothing else is left for the run to do.
func (o *Oriented) keep(r *gpurun.Run) (*Oriented, error) {
	kept, err := o.release(r)
	if err := cmp.Or(err, r.Close()); err != nil {
		if kept != nil {
			_ = kept.Close() // the first error says more
		}
		return nil, err
	}
	return kept, nil
}

// upload copies numbers to an array of their own, with room for so many.
func upload[T gpu.Element](ctx context.Context, r *gpurun.Run, from []T, room int) gpu.Array[T] {
	const most = uploadBytes / 8 // elements a copy
	to := gpurun.Array[T](r, room).Slice(0, len(from))
	for begin := 0; begin < len(from) && r.Err == nil; begin += most {
		end := min(begin+most, len(from))
		r.Fail(context.Cause(ctx))
		gpurun.Write(r, to.Slice(begin, end), from[begin:end])
	}
	return to
}

// Close frees the lists. Closing them again does nothing.
func (o *Oriented) Close() error {
	var first error
	for _, b := range o.buffers {
		if b != nil {
			first = cmp.Or(first, b.Free())
		}
	}
	o.buffers = nil
	return first
}
