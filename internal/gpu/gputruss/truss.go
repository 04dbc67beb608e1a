package gputruss

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputruss/kernels"
)

// mostEdges is how many edges there can be: entries of neighbourhoods, two for each, are
// numbered with 32 bits.
const mostEdges = math.MaxInt32

// Bytes returns the device memory that [Decompose] takes for so many rows and edges,
// beside the lists and the support.
func Bytes(rows int, edges uint64) int64 {
	const (
		key     = 8
		entry   = 4 + 4 // adjacent, edge
		ends    = 4     // source
		ordered = 4     // order, once the keys are gone
		bounds  = 4 + 4 // begin, end
	)
	m := int64(edges)
	return max(2*key*m+gpugraph.SortBytes(int(edges)), (key+2*entry+ends)*m, (2*entry+ends+ordered)*m) + bounds*int64(rows+1) + 4*kernels.ProgressWords
}

// Decompose replaces the support of each edge, at the edge's position in o's neighbours,
// by its trussness. Both are on the device. It returns the time that the device took. When
// it fails, support holds neither.
//
// Errors: the class gpu.ErrOutOfMemory where [Bytes] do not fit, the cause of ctx soon
// after it ends, those of the device.
func Decompose(ctx context.Context, dev *gpu.Device, o *gpugraph.Oriented, support gpu.Array[uint32], meter *graph.Meter) (took time.Duration, err error) {
	if o.Edges > mostEdges {
		return 0, fmt.Errorf("%w: %d edges; a GPU finds the trussness of up to %d", gpu.ErrOutOfMemory, o.Edges, mostEdges)
	}
	meter.Start("truss", int64(o.Edges))
	if o.Edges == 0 {
		return 0, context.Cause(ctx)
	}
	d := &decomposition{Run: gpurun.New(dev), lists: o, edges: int(o.Edges), state: support, meter: meter}
	defer func() { err = cmp.Or(err, d.Close()) }()
	return d.run(ctx)
}

func (d *decomposition) run(ctx context.Context) (took time.Duration, err error) {
	d.Fits("finding the trussness", Bytes(d.lists.Rows, d.lists.Edges))
	begin, end := d.NewEvent(), d.NewEvent()
	d.Record(begin)
	d.gatherNeighborhoods()
	d.peel(ctx)
	gpurun.Launch(d.Run, kernels.Finish, d.over(d.edges), kernels.FinishArgs{State: d.state, Edges: uint32(d.edges)})
	d.Record(end)
	d.Wait()
	if d.Err != nil {
		return 0, d.Err
	}
	return end.Since(begin)
}

// decomposition is what is left of a graph. An edge is known by its position in the
// lists.
type decomposition struct {
	*gpurun.Run
	lists *gpugraph.Oriented
	edges int
	meter *graph.Meter

	source         gpu.Array[uint32] // of each edge, the row that it is in
	begin, end     gpu.Array[uint32] // of the neighbourhood of each vertex
	adjacent, edge gpu.Array[uint32] // its entries
	state          gpu.Array[uint32] // of each edge, its support while it is there
	order          gpu.Array[uint32] // the edges in the order of rounds
	progress       gpu.Array[uint32]

	// told is told what is read from the device, and may change it; for tests.
	told func(progress []uint32)
}

// over is the shape with which a kernel strides over n items.
func (d *decomposition) over(n int) gpu.Shape {
	blocks := min((n+kernels.Threads-1)/kernels.Threads, 8*max(d.Device.Info().Multiprocessors, 1))
	return gpu.Shape{Grid: gpu.Dim{X: blocks}, Block: gpu.Dim{X: kernels.Threads}}
}

// gatherNeighborhoods makes the neighbourhoods of the lists.
func (d *decomposition) gatherNeighborhoods() {
	o, edges, rows := d.lists, uint32(d.edges), uint32(d.lists.Rows)
	keys, spare := gpurun.Array[uint64](d.Run, d.edges), gpurun.Array[uint64](d.Run, d.edges)
	gpurun.Launch(d.Run, kernels.ColumnKeys, d.over(d.edges), kernels.ColumnKeysArgs{Neighbors: o.Neighbors, Edges: edges, Keys: keys})
	keys, spare = gpugraph.SortPairs(d.Run, keys, spare, bits.Len32(rows-1))
	gpurun.Free(d.Run, &spare)
	d.source = gpurun.Array[uint32](d.Run, d.edges)
	gpurun.Launch(d.Run, kernels.RowsOfEdges, d.over(32*o.Rows), kernels.RowsOfEdgesArgs{Offsets: o.Offsets, Rows: rows, Source: d.source})
	d.begin, d.end = gpurun.Array[uint32](d.Run, o.Rows+1), gpurun.Array[uint32](d.Run, o.Rows)
	gpurun.Launch(d.Run, kernels.BeginNeighborhoods, d.over(o.Rows+1), kernels.BeginNeighborhoodsArgs{
		Offsets: o.Offsets, Rows: rows, Keys: keys, Edges: edges, Begin: d.begin, End: d.end,
	})
	d.adjacent, d.edge = gpurun.Array[uint32](d.Run, 2*d.edges), gpurun.Array[uint32](d.Run, 2*d.edges)
	gpurun.Launch(d.Run, kernels.FillNeighborhoods, d.over(d.edges), kernels.FillNeighborhoodsArgs{
		Offsets: o.Offsets, Neighbors: o.Neighbors, Edges: edges, Keys: keys, Source: d.source, Begin: d.begin,
		Adjacent: d.adjacent, Edge: d.edge,
	})
	gpurun.Free(d.Run, &keys)
	d.order = gpurun.Array[uint32](d.Run, d.edges)
	d.progress = gpurun.Zeros[uint32](d.Run, kernels.ProgressWords)
}

// How many rounds the device goes on by itself: as many as the level before had, within
// these. A round without edges takes some microseconds, as looking does.
const (
	fewRounds  = 1
	mostRounds = 16
)

// packAt is how much of what was there when the neighbourhoods were packed must be left,
// in quarters, for it not to be worth the time to pack them again.
const packAt = 3

// peel finds the level of each edge, two less than its trussness.
func (d *decomposition) peel(ctx context.Context) {
	gone, packed, rounds := 0, d.edges, fewRounds
	for level := uint32(0); d.Err == nil; {
		before := gone
		d.gather(level)
		taken := 0
		for d.Err == nil {
			d.rounds(level, rounds)
			taken += rounds
			progress := gpurun.Read(d.Run, d.progress)
			d.Fail(context.Cause(ctx))
			if d.Err != nil {
				return
			}
			if d.told != nil {
				d.told(progress)
			}
			d.meter.Add(int64(progress[kernels.RoundEnd]) - int64(gone))
			gone = int(progress[kernels.RoundEnd])
			if gone == d.edges && progress[kernels.RoundBegin] == progress[kernels.RoundEnd] {
				return
			}
			if left := d.edges - gone; left < packed/4*packAt {
				d.pack()
				packed = left
			}
			if progress[kernels.RoundBegin] == progress[kernels.RoundEnd] {
				if gone > before {
					level++
				} else if level = progress[kernels.LeastAbove]; level == math.MaxUint32 {
					d.Fail(errors.New("internal error: edges are left, and none has the least support; please report it"))
				}
				break
			}
		}
		rounds = min(max(taken/2, fewRounds), mostRounds)
	}
}

// gather begins a level: its edges are the first round.
func (d *decomposition) gather(level uint32) {
	least := d.progress.Slice(kernels.LeastAbove, kernels.LeastAbove+1)
	if d.Err == nil {
		d.Err = gpu.Memset(d.Stream, least, 0xff)
	}
	gpurun.Launch(d.Run, kernels.Gather, d.over(d.edges), kernels.GatherArgs{
		State: d.state, Edges: uint32(d.edges), Level: level, Order: d.order, Progress: d.progress,
	})
}

// rounds lets so many rounds take place, if there are as many.
func (d *decomposition) rounds(level uint32, rounds int) {
	for range rounds {
		gpurun.Launch(d.Run, kernels.Peel, d.over(32*d.edges), kernels.PeelArgs{
			Source: d.source, Neighbors: d.lists.Neighbors, Begin: d.begin, End: d.end, Adjacent: d.adjacent, Edge: d.edge,
			State: d.state, Level: level, Order: d.order, Progress: d.progress,
		})
		gpurun.Launch(d.Run, kernels.Retire, d.over(d.edges), kernels.RetireArgs{
			State: d.state, Order: d.order, Level: level, Progress: d.progress,
		})
	}
}

// pack leaves what is gone out of the neighbourhoods.
func (d *decomposition) pack() {
	gpurun.Launch(d.Run, kernels.Pack, d.over(32*d.lists.Rows), kernels.PackArgs{
		Begin: d.begin, End: d.end, Rows: uint32(d.lists.Rows), State: d.state, Adjacent: d.adjacent, Edge: d.edge,
	})
}
