package gpucount

import (
	"cmp"
	"context"
	"time"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// deviceRun is what the methods have in common: the lists, a stream, the
// kernels of modules, and memory that Close gives back. After an error its
// methods do nothing more.
type deviceRun struct {
	*gpurun.Run
	lists      *gpugraph.Oriented
	side       *gpu.Stream // beside the kernels, to stop them
	begin, end *gpu.Event
	// counters are the next two: total is one element, cursors are what the
	// kernels take their work by. Both are zero when they start; where cursors
	// are beyond all work, they stop.
	counters, total, cursors gpu.Array[uint64]
	spare                    []gpu.Array[uint64] // of the lists, while this run has it
}

// deviceCursors is how many cursors a method can have.
const deviceCursors = 16

func newDeviceRun(dev *gpu.Device, o *gpugraph.Oriented) *deviceRun {
	r := &deviceRun{Run: gpurun.New(dev), lists: o}
	if o != nil { // there is none of a count in parts
		r.spare, o.Spare = o.Spare, nil
	}
	for _, words := range r.spare {
		r.Lend(words)
	}
	r.side = gpurun.Own(r.Run, dev.NewStream)
	r.begin = r.NewEvent()
	r.end = r.NewEvent()
	r.counters = gpurun.Array[uint64](r.Run, deviceCursors+1)
	r.total, r.cursors = r.counters.Slice(deviceCursors, deviceCursors+1), r.counters.Slice(0, deviceCursors)
	return r
}

// Close gives everything back, the lists' spare memory to them. After an error nobody has waited
// for the device, which may still write there: then no other run gets it.
func (r *deviceRun) Close() error {
	err := r.Run.Close()
	if r.spare != nil && r.Err == nil {
		r.lists.Spare = r.spare
	}
	return err
}

// fewEdges is the number of edges up to which the warps of a kernel have their shares from the
// start: they are over before a cursor could even out what one has more to do than another.
const fewEdges = 1 << 20

// turns is the i-th cursor, or none for a graph of few edges. Such a kernel cannot be stopped:
// it is over before anybody could.
func (r *deviceRun) turns(i int) gpu.Array[uint64] {
	if r.lists.Edges <= fewEdges {
		return gpu.Array[uint64]{}
	}
	return r.cursor(i)
}

// cursor is the i-th cursor.
func (r *deviceRun) cursor(i int) gpu.Array[uint64] { return r.cursors.Slice(i, i+1) }

// count launches and waits for the count.
func (r *deviceRun) count(ctx context.Context, launch func()) (uint64, time.Duration, error) {
	r.Fail(context.Cause(ctx))
	r.Sequence(func() {
		gpurun.Zero(r.Run, r.counters)
		r.Record(r.begin)
		if r.Err == nil {
			launch()
		}
		r.Record(r.end)
	})
	if r.Err == nil {
		r.Err = r.wait(ctx)
	}
	total := gpurun.Read(r.Run, r.total)
	if r.Err != nil {
		return 0, 0, r.Err
	}
	took, err := r.end.Since(r.begin)
	return total[0], took, err
}

// wait waits for the end, or ends the kernels when the context does: with
// their cursors beyond all work they find nothing more to take. That is said
// again and again, because the stream may still be before the point where it
// clears them.
func (r *deviceRun) wait(ctx context.Context) error {
	done := make(chan struct{})
	stopped := make(chan error, 1)
	unless := context.AfterFunc(ctx, func() {
		stopped <- func() error {
			for {
				if err := gpu.Memset(r.side, r.cursors, 0x7f); err != nil {
					return err
				}
				select {
				case <-done:
					return context.Cause(ctx)
				case <-time.After(20 * time.Millisecond):
				}
			}
		}()
	})
	err := r.end.Synchronize()
	close(done)
	if unless() {
		return err
	}
	return cmp.Or(err, <-stopped, r.side.Synchronize())
}
