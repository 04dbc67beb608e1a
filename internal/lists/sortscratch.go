package lists

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

// sortScratch sorts buckets with a buffer a worker, which grows to the largest
// bucket the worker meets.
type sortScratch[K radix.Key] struct {
	perWorker []hugemem.Array[K]
}

func newSortScratch[K radix.Key](workers int) *sortScratch[K] {
	return &sortScratch[K]{perWorker: make([]hugemem.Array[K], workers)}
}

// sort sorts bucket by its low bits bits. The result stands in bucket or in
// the worker's buffer.
func (s *sortScratch[K]) sort(ctx context.Context, worker int, bucket []K, bits uint) ([]K, error) {
	buffer := &s.perWorker[worker]
	if len(buffer.Slice()) < len(bucket) {
		buffer.Free()
		grown, err := hugemem.New[K](max(len(bucket), 2*bucketTarget))
		if err != nil {
			return nil, err
		}
		*buffer = grown
	}
	return radix.SortUnless(ctx, bucket, buffer.Slice(), int(bits))
}

func (s *sortScratch[K]) free() {
	for i := range s.perWorker {
		s.perWorker[i].Free()
	}
}
