package gpugraph

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"

	"github.com/tricycle-graph/tricycle/gpu"
	"github.com/tricycle-graph/tricycle/graph"
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
	if err := fits(dev, PartsBytes(int(max(info.Vertices, 0)))); err != nil {
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

// mostRecords returns the most records that a source can have, graph.Unknown
// where it does not tell.
func mostRecords(info graph.Info) int64 {
	if info.Records != graph.Unknown {
		return info.Records
	}
	return info.MaxRecords
}

// prepare makes all that does not depend on the ids.
func (p *Parts) prepare(info graph.Info, room int64) (err error) {
	if p.stream, err = p.device.NewStream(); err != nil {
		return err
	}
	if p.kernels, err = loadKernels(p.device, p.opt.kernels(), partModules); err != nil {
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

// count counts the records of each id, and ranks the ids.
func (p *Parts) count(ctx context.Context, info graph.Info, room int64) (err error) {
	p.opt.Meter.Start("read", max(info.Records, 0))
	most := min(room/rankIDBytes, mostIDs)
	if records := mostRecords(info); records != graph.Unknown {
		most = min(most, max(int64(sparse(int(records))), info.Vertices))
	}
	counts, err := allocateZero[uint32](p.device, p.stream, int(most))
	defer func() { err = cmp.Or(err, counts.free()) }()
	if err != nil {
		return err
	}
	loopers, err := allocateZero[uint32](p.device, p.stream, int(most+31)/32)
	defer func() { err = cmp.Or(err, loopers.free()) }()
	if err != nil {
		return err
	}
	found := p.facts.Slice(foundFacts, foundFacts+2)
	summary, err := p.read(ctx, func(records gpu.Array[uint64]) error {
		n := records.Len()
		return p.stream.Launch(p.kernels.countEnds, p.kernels.over(n), records.Arg(), gpu.Uint64(uint64(n)), gpu.Uint64(uint64(most)),
			counts.Arg(), loopers.Arg(), found.Arg())
	})
	if err != nil {
		return err
	}
	facts, err := p.ask("found", found)
	if err != nil {
		return err
	}
	p.found = readFacts{records: p.ring.records, largest: facts[0], loops: facts[1]}
	ids, err := idRange(info, p.found, summary)
	if err != nil {
		return err
	}
	if int64(ids) > most {
		return p.tooManyIDs(ids)
	}
	if err := p.opt.done(ctx, "read", p.stream); err != nil {
		return err
	}
	return p.rankBy(ctx, &counts, &loopers, ids, summary.Vertices != graph.Unknown)
}

// tooManyIDs says what so many ids need.
func (p *Parts) tooManyIDs(ids int) error {
	need := PartsBytes(ids)
	if limit := p.device.Limit(); limit > 0 && need > limit {
		return &gpu.LimitError{Need: need, Limit: limit}
	}
	return fmt.Errorf("%w: %d ids need %s on the GPU", gpu.ErrOutOfMemory, ids, graph.FormatBytes(need))
}

// rankBy ranks the ids by falling counts, and gives these back.
func (p *Parts) rankBy(ctx context.Context, counts, loopers *array[uint32], ids int, declared bool) (err error) {
	p.opt.Meter.Start("order", 0)
	n, sum := gpu.Uint64(uint64(ids)), p.facts.Slice(sumFact, sumFact+1)
	if err := p.stream.Launch(p.kernels.sumCounts, p.kernels.over(ids), counts.Arg(), n, sum.Arg()); err != nil {
		return err
	}
	largest, err := p.summarize(counts.Slice(0, ids), loopers.Array)
	if err != nil {
		return err
	}
	total, err := p.ask("sum", sum)
	if err != nil {
		return err
	}
	if total[0] != 2*(uint64(p.found.records)-p.found.loops) {
		return fmt.Errorf("%w: a vertex of %s stands in 2^32 records and more", ErrIDs, p.feeder.info.Name)
	}
	p.rows = uint32(largest.connected)
	p.vertices = largest.connected + largest.lonely
	if declared {
		p.vertices = ids
	}
	keys, err := allocate[uint64](p.device, ids)
	defer func() { err = cmp.Or(err, keys.free()) }()
	if err != nil {
		return err
	}
	if err := p.stream.Launch(p.kernels.byDegree, gpu.Grid1D(ids, threads), counts.Arg(), n, gpu.Uint32(largest.largest), keys.Arg()); err != nil {
		return err
	}
	if err := cmp.Or(counts.free(), loopers.free()); err != nil {
		return err
	}
	if p.ranks, err = allocate[uint64](p.device, ids); err != nil {
		return err
	}
	if err := p.sorter.reserve(ids); err != nil {
		return err
	}
	if err := p.sorter.sortFirst(&keys, &p.ranks, ids, field{bits: bits.Len32(largest.largest)}); err != nil {
		return err
	}
	p.rank = gpu.View[uint32](p.ranks.buffer, 0, ids)
	p.degree = gpu.View[uint32](p.ranks.buffer, 4*int64(ids), int(p.rows))
	err = p.stream.Launch(p.kernels.rankIDs, gpu.Grid1D(ids, threads), keys.Arg(), n, gpu.Uint32(largest.largest), gpu.Uint64(uint64(p.rows)),
		p.rank.Arg(), p.degree.Arg())
	if err != nil {
		return err
	}
	if err := p.sorter.known.free(); err != nil { // Build takes what it needs
		return err
	}
	return p.opt.done(ctx, "rank", p.stream)
}

// summarize adds up over degrees.
func (p *Parts) summarize(degree, loopers gpu.Array[uint32]) (degreeFacts, error) {
	facts := p.facts.Slice(vertexFacts, factWords)
	if err := gpu.Memset(p.stream, facts, 0); err != nil {
		return degreeFacts{}, err
	}
	n := degree.Len()
	err := p.stream.Launch(p.kernels.summarize, p.kernels.over(n), degree.Arg(), loopers.Arg(), gpu.Uint64(uint64(n)), facts.Arg())
	if err != nil {
		return degreeFacts{}, err
	}
	words, err := p.ask("degrees", facts)
	if err != nil {
		return degreeFacts{}, err
	}
	return newDegreeFacts(words), nil
}

// Rows returns the number of rows of the lists: the vertices with an edge.
func (p *Parts) Rows() uint32 { return p.rows }

// Readings returns how often the source was read so far.
func (p *Parts) Readings() int { return p.readings }

// Report says what cleaning did, once Build is done: what graph.Clean says of
// the same source. So are the facts.
func (p *Parts) Report() graph.Report { return report(p.found, p.kept, p.vertices-int(p.rows)) }

// Facts returns what the degrees tell, once Build is done.
func (p *Parts) Facts() graph.Facts {
	return graph.NewFacts(p.vertices, int(p.rows), p.kept.edges, p.degrees.largest, p.degrees.wedges())
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
