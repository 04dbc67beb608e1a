package gpugraph

import (
	"context"
	"fmt"

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
	most := MostIDs(max(room, 1))
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

// rankBy ranks the ids by falling counts, or by classes, and gives the counts back. Memory
// is tightest here, so ids are sorted without their counts.
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
	gpurun.Free(p.Run, &loopers)
	if p.opt.Centers {
		p.rank, p.degree = p.rankCenters(ctx, counts, ids)
	} else {
		p.rank, p.degree = p.rankIDs(ctx, counts, ids)
		gpurun.Free(p.Run, &counts)
		p.degree = p.trim(p.degree)
	}
	gpurun.Free(p.Run, &p.known) // Build takes what it needs
	p.done(ctx, "rank")
}

// rankIDs returns the rank of each id, by falling counts and then rising ids, and in
// as much memory the count of each of the first ranks, one for each row. It keeps
// the order where that is wanted.
func (p *Parts) rankIDs(ctx context.Context, counts gpu.Array[uint32], ids int) (rank, degree gpu.Array[uint32]) {
	sorted, spare := gpurun.Array[uint32](p.Run, ids), gpurun.Array[uint32](p.Run, ids)
	p.reserve(ids)
	if p.Err != nil {
		return
	}
	from := p.sortIDs(counts.Slice(0, ids), p.degrees.largest, &sorted, &spare)
	grid, rows := gpu.Grid1D(ids, kernels.Threads), sorted.Slice(0, p.degrees.connected)
	gpurun.Launch(p.Run, kernels.RankIDs, grid, kernels.RankIDsArgs{IDs: from, N: uint64(ids), Rank: spare})
	p.fetchOrder(ctx, rows)
	gpurun.Launch(p.Run, kernels.CountRanks, gpu.Grid1D(rows.Len(), kernels.Threads), kernels.CountRanksArgs{
		IDs: rows, N: uint64(rows.Len()), Counts: counts,
	})
	return spare, rows
}

// trim returns an array in memory of its own, and gives back the memory that it was
// the beginning of.
func (p *Parts) trim(a gpu.Array[uint32]) gpu.Array[uint32] {
	own := gpurun.Array[uint32](p.Run, a.Len())
	gpurun.Copy(p.Run, own, a)
	gpurun.Free(p.Run, &a)
	return own
}

// fetchOrder brings the vertex of each rank to the host, where that is wanted: the
// sorted ids.
func (p *Parts) fetchOrder(ctx context.Context, sorted gpu.Array[uint32]) {
	if !p.opt.Order {
		return
	}
	p.Wait()
	if p.Err == nil {
		p.order = hugemem.Make[uint32](sorted.Len())
		p.Err = gpurun.FetchAll(ctx, p.feeder.copier, sorted, func(begin int, part []uint32) error {
			copy(p.order[begin:], part)
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
