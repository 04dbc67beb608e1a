package gpugraph

import (
	"cmp"
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// Parts makes the oriented lists of a graph that need not fit the device: it
// reads the source once to count the records of each id, by which it ranks them,
// and then again for each part, a run of rows as long as fits. Vertices are
// ranked by graph.OrderRecords. What is on the device is 8 bytes an id, and 16.5
// for each record of a part; on the host nothing but the pinned slots, and the
// lists on their way.
type Parts struct {
	device  *gpu.Device
	kernels *kernels
	stream  *gpu.Stream
	sorter  *sorter
	feeder  feeder
	ring    *ring
	src     graph.Source
	opt     Options

	facts    array[uint64] // what kernels count
	ranks    array[uint64] // both of:
	rank     gpu.Array[uint32]
	degree   gpu.Array[uint32] // of each rank: of all records, until Build takes off those too many
	found    readFacts
	rows     uint32
	vertices int

	readings     int
	used         bool // by Build
	kept         distinctFacts
	degrees      degreeFacts
	maxOutDegree uint32
}

// The words of facts.
const (
	foundFacts  = iota // the largest id, loops
	sumFact     = foundFacts + 2
	keptFact    = sumFact + 1
	edgeFacts   = keptFact + 1
	vertexFacts = edgeFacts + distinctFactWords
	factWords   = vertexFacts + degreeFactWords
)

// OpenParts reads src, which must be rereadable, and ranks its ids.
//
// What does not fit the device is refused with an error of the class
// gpu.ErrOutOfMemory: before the source is read as far as its header tells the
// ids ([PartsBytes] gives what is needed). Ids that the device does not take are
// an error of the class [ErrIDs].
func OpenParts(ctx context.Context, dev *gpu.Device, src graph.Source, opt Options) (_ *Parts, err error) {
	p := &Parts{device: dev, src: src, opt: opt}
	defer func() {
		if err != nil {
			_ = p.Close() // the first error says more
		}
	}()
	info := src.Info()
	if err := fits(dev, PartsBytes(int(info.Vertices.Get()))); err != nil {
		return nil, err
	}
	room, err := available(dev)
	if err != nil {
		return nil, err
	}
	if err := p.prepare(info, room); err != nil {
		return nil, err
	}
	if err := p.opt.done(ctx, "load", p.stream); err != nil {
		return nil, err
	}
	if err := p.count(ctx, info, room-partsFixed-p.ring.bytes()); err != nil {
		return nil, err
	}
	return p, nil
}

// mostRecords returns the most records that a source can have, as far as it tells.
func mostRecords(info graph.Info) graph.Size {
	if info.Records.Known() {
		return info.Records
	}
	return info.MaxRecords
}

// prepare makes all that does not depend on the ids.
func (p *Parts) prepare(info graph.Info, room int64) (err error) {
	if p.stream, err = p.device.NewStream(); err != nil {
		return err
	}
	if p.kernels, err = loadKernels(p.device, partModules); err != nil {
		return err
	}
	if p.sorter, err = newSorter(p.device, p.kernels, p.stream); err != nil {
		return err
	}
	if p.facts, err = allocateZero[uint64](p.device, p.stream, factWords); err != nil {
		return err
	}
	slot := partsSlot(mostRecords(info), room)
	if p.ring, err = newRing(p.device, p.stream, slot); err != nil {
		return err
	}
	p.feeder = feeder{device: p.device, info: info, meter: p.opt.Meter, slot: slot, take: p.ring.take}
	return p.feeder.pin(p.opt.Threads)
}

// read has a kernel look at all records of the source, slot by slot.
func (p *Parts) read(ctx context.Context, launch func(records gpu.Array[uint64]) error) (graph.Summary, error) {
	p.readings++
	p.ring.launch, p.ring.records = launch, 0
	return p.feeder.feed(ctx, p.src)
}

// ask waits for the device and returns what kernels wrote.
func (p *Parts) ask(what string, from gpu.Array[uint64]) ([]uint64, error) {
	words := make([]uint64, from.Len())
	if err := gpu.Read(p.stream, words, from); err != nil {
		return nil, err
	}
	if p.opt.told != nil {
		p.opt.told(what, words)
	}
	return words, nil
}

// Rows returns the number of rows of the lists: the vertices with an edge.
func (p *Parts) Rows() uint32 { return p.rows }

// Readings returns how often the source was read so far.
func (p *Parts) Readings() int { return p.readings }

// Report says what cleaning did, once Build is done: what lists.Clean says of
// the same source. So are the facts.
func (p *Parts) Report() graph.Report { return report(p.found, p.kept, p.vertices-int(p.rows)) }

// Facts returns what the degrees tell, once Build is done.
func (p *Parts) Facts() lists.Facts {
	return lists.NewFacts(p.vertices, int(p.rows), p.kept.edges, p.degrees.largest, p.degrees.wedges())
}

// MaxOutDegree returns the length of the longest row, once Build is done.
func (p *Parts) MaxOutDegree() uint32 { return p.maxOutDegree }

// Close frees what is on the device. Closing it again does nothing.
func (p *Parts) Close() error {
	var first error
	if p.ring != nil {
		first = p.ring.free()
	}
	first = cmp.Or(first, p.feeder.free(), p.facts.free(), p.ranks.free())
	if p.sorter != nil {
		first = cmp.Or(first, p.sorter.free())
	}
	if p.kernels != nil {
		first = cmp.Or(first, p.kernels.free())
	}
	if p.stream != nil {
		first = cmp.Or(first, p.stream.Free())
	}
	return first
}
