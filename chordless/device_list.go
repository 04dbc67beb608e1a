package chordless

import (
	"context"

	"github.com/tricycle-graph/tricycle/chordless/internal/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// list calls visit with all holes, as sets of d.row words, many at a time. The
// device goes on while they are copied and visited.
func (d *deviceSearch) list(ctx context.Context, visit func(holes []uint64) error) error {
	if d.Err != nil {
		return d.Err
	}
	return d.ring.run(ctx, func(ctx context.Context) error {
		var before gpu.Array[uint64] // what the launch before has listed
		turn := 0
		for frames := range d.seeds() {
			d.start(frames)
			for busy := true; busy; {
				d.launch(d.listed[turn], d.limit)
				if err := d.bring(ctx, before); err != nil {
					d.Wait() // for the launch, which nobody must free anything under
					return err
				}
				busy = d.finish()
				if d.Err != nil {
					return d.Err
				}
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				before = d.listed[turn].Slice(0, d.cycles()*d.row)
				turn = 1 - turn
			}
		}
		return d.bring(ctx, before)
	}, visit)
}

// bring brings an array to the host.
func (d *deviceSearch) bring(ctx context.Context, from gpu.Array[uint64]) error {
	return d.ring.bring(ctx, from.Len(), func(buffer, begin, end int) (words []uint64, err error) {
		words, d.Err = gpurun.Fetch(d.copier.Lane(buffer), from.Slice(begin, end))
		return words, d.Err
	})
}

// trace returns nothing: the paths of all lengths are on the way at once.
func (d *deviceSearch) trace() levelSteps { return nil }

// allocateLists allocates room for what a launch lists: up to a limit, behind
// which every warp may add once more.
func (d *deviceSearch) allocateLists() {
	most := d.search.atom.maxDegree() * 32 / d.lanes // of a warp at once
	d.limit = max(int(min(listedBytes, d.Room()/8))/8/d.row, 1)
	for i := range d.listed {
		d.listed[i] = gpurun.Array[uint64](d.Run, (d.limit+(d.warps+1)*most)*d.row)
	}
	d.ring = newHoleRing(d.row, d.limit)
	d.copier = gpurun.NewCopier(d.Run, ringBuffers, 1, d.ring.words)
}

// cycles is how many the launch has listed.
func (d *deviceSearch) cycles() int {
	words := d.control.host.Elements()
	return int(uint64(words[kernels.ControlCycles+1])<<32 | uint64(words[kernels.ControlCycles]))
}
