package gpugraph

import (
	"cmp"
	"context"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// Oriented is a lists.Oriented in the memory of a device: row r lists the
// neighbours of r that are smaller than r, ascending.
type Oriented struct {
	Rows         int
	Edges        uint64
	MaxOutDegree uint32            // the length of the longest row
	Offsets      gpu.Array[uint64] // Rows + 1 positions of the rows in Neighbors
	Neighbors    gpu.Array[uint32] // Edges entries: all rows, one after the other

	buffers []*gpu.Buffer // what Close frees
}

// uploadBytes is how much is copied between two looks at the context.
const uploadBytes = 256 << 20

// Upload copies oriented lists to a device. The error is of the class
// gpu.ErrOutOfMemory where they do not fit.
func Upload(ctx context.Context, dev *gpu.Device, o *lists.Oriented) (_ *Oriented, err error) {
	d := &Oriented{Rows: o.Rows(), Edges: o.Edges(), MaxOutDegree: o.MaxOutDegree()}
	defer func() {
		if err != nil {
			_ = d.Close() // the first error says more
		}
	}()
	stream, err := dev.NewStream()
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, stream.Free()) }()
	if d.Offsets, err = upload(ctx, d, dev, stream, o.Offsets()); err != nil {
		return nil, err
	}
	if d.Neighbors, err = upload(ctx, d, dev, stream, o.Neighbors()); err != nil {
		return nil, err
	}
	return d, nil
}

// upload allocates an array that d owns and fills it.
func upload[T uint32 | uint64](ctx context.Context, d *Oriented, dev *gpu.Device, stream *gpu.Stream, from []T) (gpu.Array[T], error) {
	const most = uploadBytes / 8 // elements a copy
	var none gpu.Array[T]
	buffer, err := dev.Alloc(int64(len(from)) * sizeOf[T]())
	if err != nil {
		return none, err
	}
	d.buffers = append(d.buffers, buffer)
	to := gpu.View[T](buffer, 0, len(from))
	for begin := 0; begin < len(from); begin += most {
		if err := context.Cause(ctx); err != nil {
			return none, err
		}
		end := min(begin+most, len(from))
		if err := gpu.Write(stream, to.Slice(begin, end), from[begin:end]); err != nil {
			return none, err
		}
	}
	return to, nil
}

// sizeOf returns the bytes of an id or of a position.
func sizeOf[T uint32 | uint64]() int64 {
	if _, small := any(T(0)).(uint32); small {
		return 4
	}
	return 8
}

// Close frees the lists. Closing them again does nothing.
func (o *Oriented) Close() error {
	var first error
	for _, b := range o.buffers {
		first = cmp.Or(first, b.Free())
	}
	o.buffers = nil
	return first
}
