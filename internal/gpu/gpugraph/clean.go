package gpugraph

import (
	"context"
	"errors"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

var errUsedUp = errors.New("gpugraph: the edges were used up before")

// Cleaned is what cleaning leaves of the raw edges: each undirected edge once,
// no self-loops. It says what lists.Built does of the same source.
type Cleaned struct {
	*work // its keys are the edges, larger end above the smaller, ascending
	tally
	degree  gpu.Array[uint32] // of each id
	order   gpu.Array[uint32] // of each rank its vertex, where that is to be kept
	held    gpu.Array[uint32] // the degree of each rank, where there is room; Oriented.Held in the end
	ids     lists.KnownIDs    // then, too
	seen    Look
	used    bool // by Orient
	reading time.Duration
}

// Ingest reads src and cleans its records on the device. The report, and all
// that is counted, is what lists.Builder gives for the same source.
//
// What does not fit the device is refused with an error of the class
// gpu.ErrOutOfMemory: before the source is read as far as its header tells the
// records ([Bytes] gives what is needed), and otherwise as soon as it is known.
// Ids that the device does not take are an error of the class [ErrIDs].
func Ingest(ctx context.Context, dev *gpu.Device, src graph.Source, opt Options) (*Cleaned, error) {
	begin, info := time.Now(), src.Info()
	room := firstRoom(info)
	if err := dev.Fits("the graph", Bytes(uint64(room), int(info.Vertices.Get()))); err != nil {
		return nil, err
	}
	c := &Cleaned{work: newWork(dev, opt)}
	wait := c.beside(func() error { return loadAhead(dev, opt.Ahead) })
	r := newReader(c.work, info, room)
	summary := r.read(ctx, src)
	c.reading = time.Since(begin)
	wait()
	if c.Err == nil {
		var ids int
		if ids, c.Err = idRange(info, r.runs.found, summary); c.Err == nil {
			c.opt.Meter.Start("clean", 0)
		}
		c.done(ctx, "read")
		c.clean(ctx, r.runs, ids, summary.Vertices.Known())
		c.keepIDs(ctx, info, summary)
	}
	if c.Err != nil {
		_ = c.Close() // the first error says more
		return nil, c.Err
	}
	return c, nil
}

// beside does something in the background, or at once where there is one thread. What it returns
// waits for the end, and takes note of an error.
func (w *work) beside(do func() error) (wait func()) {
	if par.Workers(w.opt.Threads) == 1 {
		if w.Err == nil {
			w.Err = do()
		}
		return func() {}
	}
	ended := make(chan error, 1)
	go func() { ended <- do() }()
	return func() { w.Fail(<-ended) }
}

// loadAhead loads the modules, and what else is wanted.
func loadAhead(dev *gpu.Device, ahead func() error) error {
	err := gpurun.LoadAhead(dev, kernels.Pack.Files, wholeModules...)
	if err == nil && ahead != nil {
		err = ahead()
	}
	return err
}

// clean turns the records that were read into edges.
func (c *Cleaned) clean(ctx context.Context, r *runs, ids int, declared bool) {
	c.found = r.found
	held := keyBytes*int64(c.keys.Len()+c.spare.Len()+c.counts.Len()+c.totals.Len()+c.known.Len()) + r.bytes()
	c.Fits("the graph", Bytes(uint64(c.found.records), ids)-held)
	if c.spare.Len() < c.keys.Len() {
		gpurun.Free(c.Run, &c.spare)
		c.spare = gpurun.Array[uint64](c.Run, c.keys.Len())
	}
	c.reserve(max(c.found.records, ids, 1))
	c.degree = r.finish(ids)
	c.done(ctx, "sort")
	c.merge(c.found.records, ids)
	r.free()
	c.setVertices(ids, declared)
	c.done(ctx, "merge")
}

// merge keeps one of the sorted records of each edge, and counts.
func (c *Cleaned) merge(n, ids int) {
	// What sorting needs beside the keys, half a byte for each of these, is
	// free now, and more than facts and a bit for each id and each edge.
	const factCount = distinctFactWords + kernels.DegreeFacts
	facts := c.known.Slice(0, factCount)
	bits := gpu.Cast[uint32](c.known).Slice(2*factCount, 2*c.known.Len())
	loopers, reciprocal := bits.Slice(0, (ids+31)/32), bits.Slice((ids+31)/32, (ids+31)/32+(n+31)/32)
	gpurun.Zero(c.Run, facts)
	gpurun.Zero(c.Run, loopers)
	c.distinct(c.keys.Slice(0, n), c.spare, c.degree, loopers, reciprocal, facts.Slice(0, distinctFactWords))
	c.summarize(c.degree, loopers, facts.Slice(distinctFactWords, factCount))
	words := c.ask("facts", facts)
	if c.Err != nil {
		return
	}
	c.kept, c.degrees = newDistinctFacts(words), newDegreeFacts(words[distinctFactWords:])
	if c.opt.Order && c.degrees.lonely > 0 {
		c.ids.Loops = gpurun.Read(c.Run, loopers)
	}
	c.keys, c.spare = c.spare, c.keys
}

// keepIDs brings the degrees to the host, where the vertex of each rank is to be kept:
// ranks take their place.
func (c *Cleaned) keepIDs(ctx context.Context, info graph.Info, summary graph.Summary) {
	if !c.opt.Order || c.Err != nil {
		return
	}
	c.ids.Labels, c.ids.Declared, c.ids.Vertices = lists.LabelsOf(info, summary), summary.Vertices.Known(), c.vertices
	c.ids.Degrees, c.Err = gpurun.Bring(ctx, c.Device, c.degree, c.opt.Threads)
}

// IDs says what is known of the ids, with Options.Order.
func (c *Cleaned) IDs() *lists.KnownIDs { return &c.ids }

// ReadTime returns the time that [Ingest] took until the last record was on the
// device.
func (c *Cleaned) ReadTime() time.Duration { return c.reading }

// Close frees what is on the device. Closing it again does nothing.
func (c *Cleaned) Close() error { return c.Run.Close() }
