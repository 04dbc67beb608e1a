package gpugraph

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// count counts the records of each id, and ranks the ids.
func (p *Parts) count(ctx context.Context, info graph.Info, room int64) (err error) {
	p.opt.Meter.Start("read", info.Records.Get())
	most := min(room/rankIDBytes, mostIDs)
	if records := mostRecords(info); records.Known() {
		most = min(most, max(int64(sparse(int(records.Get()))), info.Vertices.Get()))
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
	return p.rankBy(ctx, &counts, &loopers, ids, summary.Vertices.Known())
}

// tooManyIDs says what so many ids need.
func (p *Parts) tooManyIDs(ids int) error {
	need := PartsBytes(ids)
	if limit := p.device.Limit(); limit > 0 && need > limit {
		return &gpu.LimitError{Need: need, Limit: limit}
	}
	return fmt.Errorf("%w: %d ids need %s on the GPU", gpu.ErrOutOfMemory, ids, bytesize.Text(need))
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
