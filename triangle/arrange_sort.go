package triangle

import (
	"cmp"
	"context"
	"errors"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

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

// errBucket is the error where a bucket has not what was counted.
var errBucket = errors.New("internal error: a bucket of edges has others than were counted; please report it")

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

// thirdOf returns a third of the support that the buckets held.
func thirdOf(lanes []bucketSorter) (uint64, error) {
	sums := make([]sum, len(lanes))
	for i := range lanes {
		sums[i] = lanes[i].sum
	}
	return third(sums)
}
