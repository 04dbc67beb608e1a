package gpugraph

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

const (
	// While records are still on their way, those that have come are sorted in
	// batches: so many of the whole, as long as a batch is worth its launches.
	batches      = 16
	leastBatch   = 4 << 20
	firstDegrees = 4 << 10 // ids that degrees have room for at first
)

// run is a part of the records that is sorted.
type run struct {
	begin, end int
	spare      bool // it stands in the spare array, and not with the keys
}

func (r run) length() int { return r.end - r.begin }

// runs turns records into keys and sorts them, as they come: the records from
// the first on, in runs one after the other, which are merged when the last
// is as long as the one before it. All of it is work in one stream.
type runs struct {
	*work
	info  graph.Info
	total int // records that are expected

	facts    gpu.Array[uint64] // the largest id, and self-loops
	found    readFacts         // of the records that are packed
	packed   int               // records that are keys
	done     []run
	degree   gpu.Array[uint32] // of ids: sorted records that are no self-loops
	tooLarge bool              // an id was, for degree
}

// take packs and sorts the records up to end.
func (r *runs) take(end int) {
	r.pack(end)
	r.sortPacked()
}

// pack makes keys of the records up to end, looks at what they hold, and makes
// room for the degrees.
func (r *runs) pack(end int) {
	fresh := r.keys.Slice(r.packed, end)
	gpurun.Launch(r.Run, kernels.Pack, r.over(fresh.Len()), kernels.PackArgs{Records: fresh, N: uint64(fresh.Len()), Facts: r.facts})
	facts := r.ask("packed", r.facts)
	if r.Err != nil {
		return
	}
	r.packed = end
	r.found = readFacts{records: end, largest: facts[0], loops: facts[1]}
	if r.found.largest >= mostIDs {
		r.Err = fmt.Errorf("%w: %s has ids of 2^31 and more", ErrIDs, r.info.Name)
	}
	if r.tooLarge = r.tooLarge || r.gaps(); !r.tooLarge {
		r.growDegrees(int(r.found.largest) + 1)
	}
}

// gaps reports whether the largest id is more than is to be expected of so many
// records, and declared vertices.
func (r *runs) gaps() bool {
	return r.found.largest >= max(sparse(max(r.total, r.packed)), uint64(r.info.Vertices.Get()))
}

// The ends of a key, as the kernels name them.
const (
	smallerEnd uint32 = iota
	largerEnd
)

// count adds keys that are sorted to the degrees of one of their ends, unless
// there is no room for these.
func (r *runs) count(degree gpu.Array[uint32], keys gpu.Array[uint64], end uint32) {
	if n := keys.Len(); degree.Len() > 0 && !r.tooLarge {
		gpurun.Launch(r.Run, kernels.CountRuns, r.over(n), kernels.CountRunsArgs{Keys: keys, N: uint64(n), Larger: end, Degree: degree})
	}
}

// growDegrees makes room for ids.
func (r *runs) growDegrees(ids int) {
	old := r.degree
	if ids <= old.Len() {
		return
	}
	more := gpurun.Zeros[uint32](r.Run, max(ids, old.Len()/2*3, firstDegrees))
	gpurun.Copy(r.Run, more.Slice(0, old.Len()), old)
	gpurun.Free(r.Run, &old)
	r.degree = more
}

// sortPacked sorts the packed records behind the last run, and merges.
func (r *runs) sortPacked() {
	fresh := run{begin: 0, end: r.packed}
	if len(r.done) > 0 {
		fresh.begin = r.done[len(r.done)-1].end
	}
	if fresh.length() == 0 || r.Err != nil {
		return
	}
	// The smaller ends are counted on the way, when they are in runs.
	fresh.spare = r.sort(r.of(fresh), r.other(fresh), r.found.field(), func(keys gpu.Array[uint64]) {
		r.count(r.degree, keys, smallerEnd)
	})
	r.count(r.degree, r.of(fresh), largerEnd)
	r.done = append(r.done, fresh)
	// Before the last batch comes, all that there is becomes one run: what is
	// left to do then is one merge.
	last := r.total-r.packed <= max(r.total/batches, leastBatch)
	for n := len(r.done); n > 1 && (last || r.done[n-1].length() >= r.done[n-2].length()); n = len(r.done) {
		r.merge()
	}
}

// merge merges the last two runs.
func (r *runs) merge() {
	n := len(r.done)
	left, right := r.done[n-2], r.done[n-1]
	if left.spare != right.spare {
		r.change(&right)
	}
	both := run{begin: left.begin, end: right.end, spare: !left.spare}
	r.done = append(r.done[:n-2], both)
	r.mergeRuns(r.of(left), r.of(right), r.of(both))
}

// change copies a run to the other array.
func (r *runs) change(x *run) {
	gpurun.Copy(r.Run, r.other(*x), r.of(*x))
	x.spare = !x.spare
}

// of returns the keys of a run, other as many in the other array.
func (r *runs) of(x run) gpu.Array[uint64]    { return r.side(x, x.spare) }
func (r *runs) other(x run) gpu.Array[uint64] { return r.side(x, !x.spare) }

func (r *runs) side(x run, spare bool) gpu.Array[uint64] {
	if spare {
		return r.spare.Slice(x.begin, x.end)
	}
	return r.keys.Slice(x.begin, x.end)
}

// forget makes keys that are to be sorted again of the runs so far.
func (r *runs) forget() {
	for i := range r.done {
		if r.done[i].spare {
			r.change(&r.done[i])
		}
	}
	r.done = nil
	gpurun.Zero(r.Run, r.degree)
}

// finish sorts what is left, when all records are packed: they are in keys, in
// one run. It returns their degrees, of so many ids.
func (r *runs) finish(ids int) gpu.Array[uint32] {
	r.total = r.packed
	r.sortPacked()
	if len(r.done) > 0 && r.done[0].spare {
		r.keys, r.spare = r.spare, r.keys
	}
	degree := gpurun.Zeros[uint32](r.Run, ids)
	if r.tooLarge {
		r.tooLarge = false
		keys := r.keys.Slice(0, r.packed)
		r.count(degree, keys, smallerEnd)
		r.count(degree, keys, largerEnd)
	} else if counted := min(ids, r.degree.Len()); counted > 0 {
		gpurun.Copy(r.Run, degree.Slice(0, counted), r.degree.Slice(0, counted))
	}
	return degree
}

// bytes is what is held beside the records.
func (r *runs) bytes() int64 { return 8*int64(r.facts.Len()) + 4*int64(r.degree.Len()) }

func (r *runs) free() {
	gpurun.Free(r.Run, &r.facts)
	gpurun.Free(r.Run, &r.degree)
}
