package triangle

import (
	"context"
	"sort"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/lists"
)

// bucketRecord is an edge in a bucket: source, target, support.
type bucketRecord [3]uint32

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
