package triangle

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// outside arranges edges that need not fit the memory as arrange does those in memory:
// each goes to the bucket of its source, in a temporary file, and the buckets are sorted
// one by one.
type outside struct {
	parts    *Divided
	vertices *lists.Vertices
	opt      Options
	workers  int
	offsets  []uint64 // of each vertex: its edges to larger ones; then where they begin
	most     uint64   // edges, and sources, of a bucket but for a vertex that has more
	buckets  []uint32 // the source that each begins with, and the number of vertices
	near     []uint32 // the bucket of every source that ends with as many zeros as shift
	shift    uint
	spill    *lists.Spill // of the buckets
	mutex    sync.Mutex
	chunks   [][]lists.Spilled // of each bucket
}

const (
	// bucketBuffer is how many records of a bucket are written at a time.
	bucketBuffer = 1 << 10
	// mostBucket and leastBucket are how many edges a bucket has, but for a single vertex
	// that has more.
	mostBucket, leastBucket = 1 << 23, 1 << 12
	// outsideEdgeBytes is what an edge takes on the disk: in the sums, in a bucket, and in
	// the end.
	outsideEdgeBytes  = 4 + bucketRecordBytes + 8
	bucketRecordBytes = 12
	bufferBytes       = bucketRecordBytes * bucketBuffer
	// sorterBytes is what a worker holds of each edge and source of a bucket: the edge,
	// room to sort it, the end of a row.
	sorterBytes = 8 + 8 + 8
)

// outsideBytes is the least that arranging holds, but for a block of a store and its
// sums: with buckets of n edges and sources there are up to 4 edges/n of them, which has
// a buffer each, and that is least where both take as much. A vertex may have edges to as
// many as longest others.
func outsideBytes(edges, longest uint64) int64 {
	n := math.Sqrt(4*float64(edges)*bufferBytes/sorterBytes) + leastBucket
	return int64(2*sorterBytes*n) + longRowBytes(longest) + 1<<20
}

// longRowBytes is what a worker holds of a vertex that has more edges than a bucket.
func longRowBytes(edges uint64) int64 { return int64(8*edges + 8*min(edges, mostRoom)) }

// arrangeOutside moves the support that was found in parts to the edges, in the order of
// the ids. The sums are gone after that.
func (r *run) arrangeOutside(ctx context.Context, parts *Divided, opt Options) (err error) {
	a := &outside{
		parts: parts, vertices: &r.found.vertices, opt: opt, workers: par.Workers(opt.Threads),
		offsets: hugemem.Make[uint64](r.found.vertices.Count + 1), spill: lists.NewSpill(opt.TmpDir),
	}
	defer func() { err = cmp.Or(err, a.spill.Close()) }()
	opt.Meter.Start("arrange", 3*int64(r.result.Edges))
	if err := a.eachBlock(ctx, false, a.count); err != nil {
		return err
	}
	sum := uint64(0)
	for v, n := range a.offsets {
		a.offsets[v] = sum
		sum += n
	}
	if sum != r.result.Edges {
		return fmt.Errorf("internal error: %d edges in the blocks of %d; please report it", sum, r.result.Edges)
	}
	room := a.room()
	a.cut(room)
	if err := cmp.Or(a.share(ctx, room), parts.sums.Close()); err != nil {
		return err
	}
	r.found.edges, r.result.Triangles, err = a.sort(ctx, room)
	return err
}

// room is the memory that buckets may take beside blocks.
func (a *outside) room() int64 {
	const enough = 1 << 30
	if a.opt.Memory <= 0 {
		return enough
	}
	return min(max(a.opt.Memory-processBytes-a.parts.blockBytes(), 1), enough)
}

// count counts the edges of each source.
func (a *outside) count(_ int, first uint32, lengths, neighbors, _ []uint32) error {
	for i, n := range lengths {
		u := a.vertices.Of(first + uint32(i))
		for _, other := range neighbors[:n] {
			atomic.AddUint64(&a.offsets[min(u, a.vertices.Of(other))], 1)
		}
		neighbors = neighbors[n:]
	}
	return nil
}

// fitsOutside refuses edges that there is no room to arrange, on the disk and in memory: some of that
// is for what else is held.
func (r *run) fitsOutside(held int64, parts *Divided) error {
	if err := lists.CheckRoom(cmp.Or(r.opt.TmpDir, os.TempDir()), outsideEdgeBytes*int64(r.result.Edges)); err != nil {
		return err
	}
	need := processBytes + held + parts.blockBytes() + outsideBytes(r.result.Edges, uint64(r.result.MaxDegree))
	if r.opt.Memory > 0 && need > r.opt.Memory {
		return &graph.MemoryError{What: "arranging the edges", Need: need, Limit: r.opt.Memory}
	}
	return nil
}
