package chordless

import (
	"context"
	"math/big"
	"time"

	"github.com/tricycle-graph/tricycle/chordless/internal/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// searchKernel is a kernel that counts and one that lists.
type searchKernel struct {
	vertices int // of the largest atom that its sets hold
	words    int // of a set in memory
	lanes    int // of a worker
	count    gpu.Entry[kernels.SearchArgs]
	list     gpu.Entry[kernels.SearchArgs]
}

// deviceKernels are the search kernels, those for small atoms first.
var deviceKernels = []searchKernel{
	{64, 1, 1, kernels.Count64, kernels.List64},
	{128, 2, 1, kernels.Count128, kernels.List128},
	{256, 4, 1, kernels.Count256, kernels.List256},
	{deviceVertices, 32, 32, kernels.Count2048, kernels.List2048},
}

const (
	// deviceVertices is the size of the largest atom that a GPU searches.
	deviceVertices = 2048
	// searchRounds bounds a launch: some tens of milliseconds, so that the end of
	// the context is answered soon.
	searchRounds = 1 << 10
	// drainEvery is how often counts are read, so that 64 bits hold them.
	drainEvery = time.Minute
)

// deviceControl is what a launch says when it ends, Control there.
type deviceControl struct {
	array gpu.Array[uint32]
	host  gpu.HostArray[uint32]
}

// deviceSearch is the search of an atom on a GPU. It says which launches there
// are; search.cu tells what they do.
type deviceSearch struct {
	*gpurun.Run
	search *search
	lists  bool
	lanes  int      // of a worker
	width  int      // words of a set in memory
	frame  int      // words of a frame
	row    int      // words of a listed cycle
	room   int      // frames in a queue
	rows   []uint64 // the neighbours of every vertex, as sets

	kernel   gpurun.Kernel[kernels.SearchArgs]
	settle   gpurun.Kernel[kernels.SettleArgs]
	control  deviceControl
	adjacent gpu.Array[uint64]
	weights  gpu.Array[uint32]
	heavy    gpu.Array[uint64]
	stacks   gpu.Array[uint64]
	heads    gpu.Array[uint32]
	queues   gpu.Array[uint64]
	counts   gpu.Array[uint64]
	depth    int
	warps    int

	// For lists alone.
	listed [2]gpu.Array[uint64] // by a launch and by the one before
	limit  int                  // of cycles that a launch lists, about
	ring   *holeRing
	copier *gpurun.Copier
}

// newDeviceSearch plans and allocates. All errors are in the run.
func newDeviceSearch(dev *gpu.Device, s *search, lists bool) *deviceSearch {
	k := 0
	for deviceKernels[k].vertices < s.atom.size() {
		k++
	}
	return newDeviceSearchBy(dev, s, lists, deviceKernels[k])
}

// newDeviceSearchBy does it for a kernel of one's choice.
func newDeviceSearchBy(dev *gpu.Device, s *search, lists bool, k searchKernel) *deviceSearch {
	d := &deviceSearch{Run: gpurun.Again(dev), search: s, lists: lists, lanes: k.lanes, width: k.words}
	a := s.atom
	entry, sets := k.count, 3
	if lists {
		entry, sets = k.list, 4
	}
	d.frame = (sets*d.width + 2) / 2 * 2
	d.row = setWords(a.size())
	// A frame is on a stack where there was a choice, which takes two vertices or
	// more out of those below it.
	d.depth = a.size()/2 + 3
	d.kernel = gpurun.Find(d.Run, entry, kernels.SearchThreads, 0)
	d.settle = gpurun.Find(d.Run, kernels.Settle, 1, 0)
	d.settle.Blocks = 1
	d.control = deviceControl{gpurun.Array[uint32](d.Run, kernels.ControlWords), gpurun.Pinned[uint32](d.Run, kernels.ControlWords)}
	d.adjacent, d.weights, d.heavy = d.upload()
	d.counts = gpurun.Array[uint64](d.Run, len(a.members)+2)
	gpurun.Zero(d.Run, d.counts)
	// As many workers as the device runs, within half of the memory that is left.
	worker := int64(8*d.frame*(d.depth+2) + 8)
	block := worker * int64(kernels.SearchThreads/d.lanes)
	d.kernel.Blocks = int(max(min(int64(d.kernel.Blocks), d.Room()/2/block), 1))
	d.warps = d.kernel.Blocks * kernels.SearchThreads / 32
	workers := d.kernel.Blocks * kernels.SearchThreads / d.lanes
	d.room = workers
	d.stacks = gpurun.Array[uint64](d.Run, workers*d.depth*d.frame)
	d.heads = gpurun.Array[uint32](d.Run, 2*workers)
	d.queues = gpurun.Array[uint64](d.Run, 2*d.room*d.frame)
	gpurun.Zero(d.Run, d.heads)
	if lists {
		d.allocateLists()
	}
	return d
}

// upload puts the atom on the device.
func (d *deviceSearch) upload() (adjacent gpu.Array[uint64], weights gpu.Array[uint32], heavy gpu.Array[uint64]) {
	a := d.search.atom
	heavies := make(words, d.width)
	d.rows = make([]uint64, a.size()*d.width)
	for v := range uint32(a.size()) {
		for _, w := range a.row(v) {
			d.rowOf(v).add(w)
		}
		if a.weight(v) > 1 {
			heavies.add(v)
		}
	}
	return gpurun.Upload(d.Run, d.rows), gpurun.Upload(d.Run, a.weights()), gpurun.Upload(d.Run, []uint64(heavies))
}

// launch lets the device search until three quarters of its warps have nothing
// to do, or for some time. What the launch says comes behind it in the stream.
func (d *deviceSearch) launch(cycles gpu.Array[uint64], limit int) {
	d.kernel.Launch(kernels.SearchArgs{
		Adjacent: d.adjacent, Weights: d.weights, Heavy: d.heavy, Vertices: uint32(d.search.atom.size()),
		Stacks: d.stacks, Depth: uint32(d.depth), Heads: d.heads, Queues: d.queues, Room: uint32(d.room), Control: d.control.array,
		Counts: d.counts, Longest: longestOf(d.search.atom, d.search.query.longest),
		Cycles: cycles, Limit: uint64(limit), Words: uint32(d.row),
		Allowed: uint32(d.warps * 3 / 4), Rounds: searchRounds,
	})
	if d.Err == nil {
		d.Err = gpu.Download(d.Stream, d.control.host, d.control.array)
	}
	d.settle.Launch(kernels.SettleArgs{Control: d.control.array, Room: uint32(d.room)})
}

// finish waits for the launch and says whether there is work left.
func (d *deviceSearch) finish() (busy bool) {
	d.Wait()
	return d.Err == nil && d.control.host.Elements()[kernels.ControlBusy] != 0
}

// start gives the device frames to begin with.
func (d *deviceSearch) start(frames []uint64) {
	if d.Err != nil {
		return
	}
	state := make([]uint32, kernels.ControlWords)
	state[kernels.ControlFrames] = uint32(len(frames) / d.frame)
	gpurun.Write(d.Run, d.control.array, state)
	gpurun.Write(d.Run, d.queues.Slice(0, len(frames)), frames)
}

// count counts the holes by length. Where an error stops it, what was counted
// until then is returned, too. look, where there is one, is told the counts now
// and then and may end the search.
func (d *deviceSearch) count(ctx context.Context, look func(byLength []*big.Int) error) ([]*big.Int, error) {
	byLength := make([]*big.Int, d.counts.Len())
	for i := range byLength {
		byLength[i] = new(big.Int)
	}
	drained := time.Now()
	drain := func() {
		for i, count := range gpurun.Read(d.Run, d.counts) {
			byLength[i].Add(byLength[i], new(big.Int).SetUint64(count))
		}
		gpurun.Zero(d.Run, d.counts)
		drained = time.Now()
	}
	for frames := range d.seeds() {
		d.start(frames)
		for busy := true; busy; {
			d.launch(gpu.Array[uint64]{}, 0)
			busy = d.finish()
			if d.Err != nil {
				return byLength, d.Err
			}
			if ctx.Err() != nil {
				drain()
				return byLength, context.Cause(ctx)
			}
			if look == nil && time.Since(drained) < drainEvery {
				continue
			}
			drain()
			if look != nil && d.Err == nil {
				if err := look(byLength); err != nil {
					return byLength, err
				}
			}
		}
	}
	drain()
	return byLength, d.Err
}
