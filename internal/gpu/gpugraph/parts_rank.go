package gpugraph

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// count counts the records of each id, and ranks the ids.
func (p *Parts) count(ctx context.Context, info graph.Info, room int64) {
	p.opt.Meter.Start("read", info.Records.Get())
	most := min(room/rankIDBytes, mostIDs)
	if records := mostRecords(info); records.Known() {
		most = min(most, max(int64(sparse(int(records.Get()))), info.Vertices.Get()))
	}
	counts, loopers := gpurun.Zeros[uint32](p.Run, int(most)), gpurun.Zeros[uint32](p.Run, int(most+31)/32)
	found := p.facts.Slice(foundFacts, foundFacts+2)
	summary := p.read(ctx, func(records gpu.Array[uint64]) {
		n := records.Len()
		gpurun.Launch(p.Run, kernels.CountEnds, p.over(n), kernels.CountEndsArgs{
			Records: records, N: uint64(n), IDs: uint64(most), Counts: counts, Loopers: loopers, Facts: found,
		})
	})
	facts := p.ask("found", found)
	if p.Err != nil {
		return
	}
	p.found = readFacts{records: p.ring.records, largest: facts[0], loops: facts[1]}
	var ids int
	if ids, p.Err = idRange(info, p.found, summary); int64(ids) > most {
		p.Fail(p.tooManyIDs(ids))
	}
	p.done(ctx, "read")
	p.ids.Labels, p.ids.Declared = lists.LabelsOf(info, summary), summary.Vertices.Known()
	p.rankBy(ctx, counts, loopers, ids, summary.Vertices.Known())
}

// tooManyIDs says what so many ids need.
func (p *Parts) tooManyIDs(ids int) error {
	need := PartsBytes(ids)
	if limit := p.Device.Limit(); limit > 0 && need > limit {
		return &gpu.LimitError{Need: need, Limit: limit}
	}
	return fmt.Errorf("%w: %d ids need %s on the GPU", gpu.ErrOutOfMemory, ids, bytesize.Text(need))
}

// rankBy ranks the ids by falling counts, and gives these back.
func (p *Parts) rankBy(ctx context.Context, counts, loopers gpu.Array[uint32], ids int, declared bool) {
	if p.Err != nil {
		return
	}
	p.opt.Meter.Start("order", 0)
	n, sum := uint64(ids), p.facts.Slice(sumFact, sumFact+1)
	gpurun.Launch(p.Run, kernels.SumCounts, p.over(ids), kernels.SumCountsArgs{Counts: counts, N: n, Sum: sum})
	p.tallyDegrees(counts.Slice(0, ids), loopers)
	total := p.ask("sum", sum)
	if p.Err != nil {
		return
	}
	if total[0] != 2*(uint64(p.found.records)-p.found.loops) {
		p.Err = fmt.Errorf("%w: a vertex of %s stands in 2^32 records and more", ErrIDs, p.feeder.info.Name)
	}
	p.setVertices(ids, declared)
	if p.opt.Order && p.degrees.lonely > 0 {
		p.ids.Loops = gpurun.Read(p.Run, loopers.Slice(0, (ids+31)/32))
	}
	rows, largest := p.degrees.connected, p.degrees.largest
	keys := gpurun.Array[uint64](p.Run, ids)
	gpurun.Launch(p.Run, kernels.ByDegree, gpu.Grid1D(ids, kernels.Threads), kernels.ByDegreeArgs{
		Degree: counts, N: n, Largest: largest, Keys: keys,
	})
	gpurun.Free(p.Run, &counts)
	gpurun.Free(p.Run, &loopers)
	ranks := gpurun.Array[uint64](p.Run, ids)
	p.reserve(ids)
	p.sortFirst(&keys, &ranks, ids, field{bits: bits.Len32(largest)})
	halves := gpu.Cast[uint32](ranks)
	p.rank, p.degree = halves.Slice(0, ids), halves.Slice(ids, ids+rows)
	gpurun.Launch(p.Run, kernels.RankIDs, gpu.Grid1D(ids, kernels.Threads), kernels.RankIDsArgs{
		Keys: keys, N: n, Largest: largest, Rows: uint64(rows), Rank: p.rank, Counts: p.degree,
	})
	p.fetchOrder(ctx, keys.Slice(0, rows))
	gpurun.Free(p.Run, &keys)
	gpurun.Free(p.Run, &p.known) // Build takes what it needs
	p.done(ctx, "rank")
}

// fetchOrder brings the vertex of each rank to the host, where that is wanted: the
// low halves of the sorted keys.
func (p *Parts) fetchOrder(ctx context.Context, keys gpu.Array[uint64]) {
	if !p.opt.Order {
		return
	}
	p.Wait()
	if p.Err == nil {
		p.order = hugemem.Make[uint32](keys.Len())
		p.Err = gpurun.FetchAll(ctx, p.feeder.copier, keys, func(begin int, part []uint64) error {
			for i, key := range part {
				p.order[begin+i] = uint32(key)
			}
			return nil
		})
	}
}

// tallyDegrees adds up over degrees.
func (p *Parts) tallyDegrees(degree, loopers gpu.Array[uint32]) {
	facts := p.facts.Slice(vertexFacts, factWords)
	gpurun.Zero(p.Run, facts)
	p.summarize(degree, loopers, facts)
	if words := p.ask("degrees", facts); p.Err == nil {
		p.degrees = newDegreeFacts(words)
	}
}
