package gpugraph

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// Parts makes the oriented lists of a graph that need not fit the device: it
// reads the source once to count the records of each id, by which it ranks them,
// and then again for each part, a run of rows as long as fits. Vertices are
// ranked by graph.OrderRecords, or with Options.Centers by graph.OrderAverageDegree of
// records. What is on the device is 8 bytes an id, 12.5 while they are ranked, and 16.5
// for each record of a part; on the host nothing but the pinned slots, and the lists on
// their way.
//
// The report and the facts are there once Build is done.
type Parts struct {
	*work
	tally
	feeder feeder
	ring   *ring
	src    graph.Source

	facts  gpu.Array[uint64] // what kernels count
	rank   gpu.Array[uint32] // of each id
	degree gpu.Array[uint32] // of each rank: of all records, until Build takes off those too many
	order  []uint32          // of each rank its vertex, where that is to be kept
	ids    lists.KnownIDs    // then, too

	readings     int
	used         bool // by Build
	maxOutDegree uint32
}

// The words of facts.
const (
	foundFacts  = iota // the largest id, loops
	sumFact     = foundFacts + 2
	keptFact    = sumFact + 1
	edgeFacts   = keptFact + 1
	vertexFacts = edgeFacts + distinctFactWords
	factWords   = vertexFacts + kernels.DegreeFacts
)

// OpenParts reads src, which must be rereadable, and ranks its ids.
//
// What does not fit the device is refused with an error of the class
// gpu.ErrOutOfMemory: before the source is read as far as its header tells the
// ids ([PartsBytes] gives what is needed). Ids that the device does not take are
// an error of the class [ErrIDs].
func OpenParts(ctx context.Context, dev *gpu.Device, src graph.Source, opt Options) (*Parts, error) {
	info := src.Info()
	if err := dev.Fits("the least part", PartsBytes(int(info.Vertices.Get()))); err != nil {
		return nil, err
	}
	room, err := dev.Room()
	if err != nil {
		return nil, err
	}
	modules := partModules
	if opt.Centers {
		modules = centerModules
	}
	p := &Parts{work: newWork(dev, opt), src: src}
	p.Fail(gpurun.LoadAhead(dev, kernels.Pack.Files, modules...))
	p.facts = gpurun.Zeros[uint64](p.Run, factWords)
	slot := partsSlot(mostRecords(info), room)
	p.ring = newRing(p.work, slot)
	p.feeder = newFeeder(p.work, info, slot, p.ring.take)
	p.ring.copies = p.feeder.copier.Stream
	p.done(ctx, "load")
	p.count(ctx, info, room-partsFixed-ringSlots*recordBytes*int64(slot))
	if p.Err != nil {
		_ = p.Close() // the first error says more
		return nil, p.Err
	}
	return p, nil
}

// mostRecords returns the most records that a source can have, if it tells.
func mostRecords(info graph.Info) graph.Size {
	if info.Records.Known() {
		return info.Records
	}
	return info.MaxRecords
}

// read lets a kernel look at all records of the source, slot by slot. Errors are
// in the run.
func (p *Parts) read(ctx context.Context, launch func(records gpu.Array[uint64])) graph.Summary {
	if p.Err != nil {
		return graph.Summary{}
	}
	p.readings++
	p.ring.launch, p.ring.records = launch, 0
	summary, err := p.feeder.feed(ctx, p.src)
	p.Fail(err)
	return summary
}

// Rows returns the number of rows of the lists: the vertices with an edge.
func (p *Parts) Rows() uint32 { return uint32(p.degree.Len()) }

// Order returns the vertex of each row, as lists.Oriented.Vertex has it; nil
// without Options.Order.
func (p *Parts) Order() []uint32 { return p.order }

// Counts returns the records of each row, before Build.
func (p *Parts) Counts(ctx context.Context) ([]uint32, error) {
	return gpurun.Bring(ctx, p.Device, p.degree, p.opt.Threads)
}

// IDs says what is known of the ids, with Options.Order, once Build is done. It
// brings the degrees from the device.
func (p *Parts) IDs(ctx context.Context) (*lists.KnownIDs, error) {
	degrees, err := gpurun.Bring(ctx, p.Device, p.degree, p.opt.Threads)
	if err != nil {
		return nil, err
	}
	p.ids.Vertices, p.ids.Degrees = p.vertices, make([]uint32, p.rank.Len())
	for rank, degree := range degrees {
		p.ids.Degrees[p.order[rank]] = degree
	}
	return &p.ids, nil
}

// Readings returns how often the source was read so far.
func (p *Parts) Readings() int { return p.readings }

// MaxOutDegree returns the length of the longest row, once Build is done.
func (p *Parts) MaxOutDegree() uint32 { return p.maxOutDegree }

// Close frees what is on the device. Closing it again does nothing.
func (p *Parts) Close() error { return p.Run.Close() }
