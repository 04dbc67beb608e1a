package triangle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"sort"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
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

// bucketRecord is an edge in a bucket: source, target, support.
type bucketRecord [3]uint32

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

// blockBytes is what the largest block takes with its sums.
func (d *Divided) blockBytes() int64 {
	most := int64(0)
	for _, rows := range d.Grid.Rows {
		for _, columns := range d.Grid.Columns {
			most = max(most, 8*int64(d.Store.Edges(rows, columns))+4*int64(rows.Len()))
		}
	}
	return most
}

// eachBlock calls visit with stretches of all blocks, several at once: with rows and the
// lists of these, and the sums of their edges if they are wanted.
func (a *outside) eachBlock(ctx context.Context, sums bool, visit func(worker int, first uint32, lengths, neighbors, support []uint32) error) error {
	d := a.parts
	words, err := hugemem.New[uint32](int(d.blockBytes() / 4))
	if err != nil {
		return err
	}
	defer words.Free()
	for i, rows := range d.Grid.Rows {
		for k, columns := range d.Grid.Columns {
			rest := words.Slice()
			take := func(n int) []uint32 {
				some := rest[:n:n]
				rest = rest[n:]
				return some
			}
			b := &partition.Block{Rows: rows, Columns: columns, Lengths: take(rows.Len()), Neighbors: take(int(d.Store.Edges(rows, columns)))}
			if err := d.Store.Fill(ctx, b, a.workers); err != nil {
				return err
			}
			var support []uint32
			if sums {
				support = take(len(b.Neighbors))
				if err := d.sums.Read(ctx, i, k, support, a.workers); err != nil {
					return err
				}
			}
			if err := a.eachStretch(ctx, b, support, visit); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachStretch cuts a block.
func (a *outside) eachStretch(ctx context.Context, b *partition.Block, support []uint32, visit func(worker int, first uint32, lengths, neighbors, support []uint32) error) error {
	const work = 1 << 16 // rows and edges
	type stretch struct{ row, edge int }
	cuts := []stretch{{}}
	at := stretch{}
	for _, n := range b.Lengths {
		at.row, at.edge = at.row+1, at.edge+int(n)
		if last := cuts[len(cuts)-1]; at.row-last.row+at.edge-last.edge >= work {
			cuts = append(cuts, at)
		}
	}
	cuts = append(cuts, at)
	return par.Each(ctx, a.workers, len(cuts)-1, func(worker, i int) error {
		from, to := cuts[i], cuts[i+1]
		var sums []uint32
		if support != nil {
			sums = support[from.edge:to.edge]
		}
		a.opt.Meter.Add(int64(to.edge - from.edge))
		return visit(worker, b.Rows.Begin+uint32(from.row), b.Lengths[from.row:to.row], b.Neighbors[from.edge:to.edge], sums)
	})
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

// cut cuts the sources into buckets, which all workers can sort at once.
func (a *outside) cut(room int64) {
	vertices := uint32(len(a.offsets) - 1)
	edges := a.offsets[vertices]
	a.most = uint64(min(max(room/int64(2*sorterBytes*a.workers), leastBucket), mostBucket))
	// Of one worker, at least, the buffers have half of the room.
	a.most = max(a.most, uint64(8*bufferBytes*float64(edges)/float64(room)))
	for v := uint32(0); v < vertices; {
		a.buckets = append(a.buckets, v)
		end := a.offsets[v] + a.most
		n := sort.Search(int(vertices-v), func(i int) bool { return a.offsets[v+uint32(i)+1] > end })
		v += uint32(min(max(n, 1), int(a.most)))
	}
	a.buckets = append(a.buckets, vertices)
	a.chunks = make([][]lists.Spilled, len(a.buckets)-1)
	for a.shift = 0; vertices>>a.shift > 1<<14; {
		a.shift++
	}
	b := uint32(0)
	for v := uint64(0); v < uint64(vertices); v += 1 << a.shift {
		for uint64(a.buckets[b+1]) <= v {
			b++
		}
		a.near = append(a.near, b)
	}
}

// bucketOf returns the bucket of a source.
func (a *outside) bucketOf(source uint32) uint32 {
	b := a.near[source>>a.shift]
	for a.buckets[b+1] <= source {
		b++
	}
	return b
}

// share writes each edge to its bucket.
func (a *outside) share(ctx context.Context, room int64) error {
	buffers := int64(len(a.chunks)) * bufferBytes
	all := a.workers
	a.workers = int(min(max(room/2/max(buffers, 1), 1), int64(all)))
	defer func() { a.workers = all }()
	lanes := make([][][]bucketRecord, a.workers)
	err := a.eachBlock(ctx, true, func(worker int, first uint32, lengths, neighbors, support []uint32) error {
		if lanes[worker] == nil {
			lanes[worker] = make([][]bucketRecord, len(a.chunks))
		}
		for i, n := range lengths {
			u := a.vertices.Of(first + uint32(i))
			for e, other := range neighbors[:n] {
				w := a.vertices.Of(other)
				source, target := min(u, w), max(u, w)
				b := a.bucketOf(source)
				if lanes[worker][b] == nil {
					lanes[worker][b] = make([]bucketRecord, 0, bucketBuffer)
				}
				lanes[worker][b] = append(lanes[worker][b], bucketRecord{source, target, support[e]})
				if len(lanes[worker][b]) == bucketBuffer {
					if err := a.write(b, lanes[worker][b]); err != nil {
						return err
					}
					lanes[worker][b] = lanes[worker][b][:0]
				}
			}
			neighbors, support = neighbors[n:], support[n:]
		}
		return nil
	})
	for _, lane := range lanes {
		for b, records := range lane {
			if err == nil && len(records) > 0 {
				err = a.write(uint32(b), records)
			}
		}
	}
	return err
}

// write adds records to a bucket.
func (a *outside) write(b uint32, records []bucketRecord) error {
	c, err := a.spill.Write(bytesOfRecords(records))
	if err != nil {
		return err
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.chunks[b] = append(a.chunks[b], c)
	return nil
}

// bytesOfRecords returns the memory of records.
func bytesOfRecords(records []bucketRecord) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(records))), bucketRecordBytes*len(records))
}

// thirdOf returns a third of the support that the buckets held.
func thirdOf(lanes []bucketSorter) (uint64, error) {
	sums := make([]sum, len(lanes))
	for i := range lanes {
		sums[i] = lanes[i].sum
	}
	return third(sums)
}

// errBucket is the error where a bucket has not what was counted.
var errBucket = errors.New("internal error: a bucket of edges has others than were counted; please report it")

// sort sorts each bucket, and keeps the edges in pages. It returns a third of their
// support, too.
func (a *outside) sort(ctx context.Context, room int64) (s supported, triangles uint64, err error) {
	largest := uint64(1)
	for b := range a.chunks {
		largest = max(largest, a.edgesOf(b))
	}
	workers := int(min(max(room/(longRowBytes(largest)+8*int64(a.most)), 1), int64(a.workers)))
	lanes := make([]bucketSorter, workers)
	p := &supportedPages{spill: lists.NewSpill(a.opt.TmpDir)}
	pages := make([][]lists.Spilled, len(a.chunks))
	err = par.Each(ctx, workers, len(a.chunks), func(worker, b int) (err error) {
		if lanes[worker].edges == nil {
			lanes[worker].edges = make([]supportedEdge, largest)
			lanes[worker].records = make([]bucketRecord, bucketBuffer)
			lanes[worker].bucket.most = mostRoom
		}
		pages[b], err = lanes[worker].sort(a, b, p.spill)
		a.opt.Meter.Add(int64(a.edgesOf(b)))
		return err
	})
	if err != nil {
		return s, 0, cmp.Or(err, p.spill.Close())
	}
	begin := uint64(0)
	for _, some := range pages {
		for _, page := range some {
			p.begins = append(p.begins, begin)
			begin += uint64(page.Len()) / 8
		}
		p.pages = append(p.pages, some...)
	}
	p.begins = append(p.begins, begin)
	triangles, err = thirdOf(lanes)
	return supported{offsets: a.offsets, pages: p}, triangles, err
}

// edgesOf returns the number of edges in a bucket.
func (a *outside) edgesOf(b int) uint64 { return a.offsets[a.buckets[b+1]] - a.offsets[a.buckets[b]] }

// bucketSorter is what a worker holds for one bucket after the other.
type bucketSorter struct {
	bucket
	edges   []supportedEdge
	next    []uint64
	records []bucketRecord
	sum     sum // of the support
}

// sort reads a bucket, moves its edges to the rows of their sources, sorts these, and
// writes them in pages.
func (l *bucketSorter) sort(a *outside, b int, to *lists.Spill) (pages []lists.Spilled, err error) {
	first, n := a.buckets[b], int(a.edgesOf(b))
	begins := a.offsets[first : a.buckets[b+1]+1]
	edges := l.edges[:n]
	l.next = append(l.next[:0], begins...)
	for _, c := range a.chunks[b] {
		if err := a.spill.Read(c, bytesOfRecords(l.records)); err != nil {
			return nil, err
		}
		for _, record := range l.records[:c.Len()/bucketRecordBytes] {
			row := record[0] - first
			at := l.next[row]
			if at == begins[row+1] {
				return nil, errBucket
			}
			edges[at-begins[0]] = supportedEdge(record[1])<<32 | supportedEdge(record[2])
			l.next[row]++
			l.sum.add(uint64(record[2]))
		}
	}
	for row, end := range begins[1:] {
		if l.next[row] != end {
			return nil, errBucket
		}
		l.bucket.sort(edges[begins[row]-begins[0] : end-begins[0]])
	}
	for len(edges) > 0 {
		some := edges[:min(pageEdges, len(edges))]
		page, err := to.Write(bytesOfEdges(some))
		if err != nil {
			return nil, err
		}
		pages, edges = append(pages, page), edges[len(some):]
	}
	return pages, nil
}

// fitsOutside refuses edges that there is no room to arrange, on the disk and in memory.
func (r *run) fitsOutside(opt Options, parts *Divided) error {
	if err := lists.CheckRoom(cmp.Or(opt.TmpDir, os.TempDir()), outsideEdgeBytes*int64(r.result.Edges)); err != nil {
		return err
	}
	need := processBytes + parts.blockBytes() + outsideBytes(r.result.Edges, uint64(r.result.MaxDegree))
	if opt.Memory > 0 && need > opt.Memory {
		return &graph.MemoryError{What: "arranging the edges", Need: need + r.opt.Memory - opt.Memory, Limit: r.opt.Memory}
	}
	return nil
}
