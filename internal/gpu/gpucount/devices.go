package gpucount

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Found is what counters on several devices found together.
type Found struct {
	Triangles uint64
	Kernels   time.Duration // by the clock of the device that took longest
	Several   bool          // devices were to count
	Lost      []error       // of devices that failed, whose subtasks others counted
	Closed    error         // of giving memory back, which the count survives: a device was lost, or one of several failed then
}

// Closing returns err, or the error of giving memory back. That is only taken note of once a device
// is lost, on which nothing can be given back, and where one of several fails when all is counted.
func (f *Found) Closing(err, closed error) error {
	if len(f.Lost) > 0 || f.Several && gpu.Failed(closed) {
		f.Closed = cmp.Or(f.Closed, closed)
		return err
	}
	return cmp.Or(err, closed)
}

// CountSubtasks counts subtasks of a queue that has a store and a grid, with a
// counter a device, which share the threads. What they find of vertices or edges is added
// to answers.
func CountSubtasks(ctx context.Context, devices []*gpu.Device, queue *cpucount.Queue, tasks []partition.Subtask, method cpucount.Method, params Params, threads int, answers Answers) (Found, error) {
	threads = max(par.Workers(threads)/len(devices), 1)
	params.Meter = nil // progress is that of the subtasks
	counters, queued := make([]*Subtasks, len(devices)), make([]cpucount.Counter, len(devices))
	for i, dev := range devices {
		counters[i] = NewSubtasks(dev, method, params, threads)
		counters[i].Answers = answers
		queued[i] = counters[i]
	}
	found := Found{Several: len(devices) > 1}
	var err error
	found.Triangles, found.Lost, err = queue.Run(ctx, tasks, queued)
	err = found.Closing(err, closeAll(counters))
	for _, c := range counters {
		found.Kernels = max(found.Kernels, c.Took)
	}
	return found, err
}

// closeAll closes counters at the same time: to free memory takes a while.
func closeAll(counters []*Subtasks) error {
	failed := make([]error, len(counters))
	var all sync.WaitGroup
	for i, c := range counters {
		all.Go(func() { failed[i] = c.Close() })
	}
	all.Wait()
	return cmp.Or(failed...)
}
