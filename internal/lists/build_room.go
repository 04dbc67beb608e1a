package lists

import (
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// sortRoom is what builders sort in and put rows into, mapped for all of them at once: where many
// workers each map memory while others touch theirs for the first time, the system lets them
// wait for each other. It does for buckets and jobs of up to the target; larger ones get
// arrays of their own. What is not touched takes no memory.
type sortRoom struct {
	records, edges int // of a bucket and of a job
	words          hugemem.Array[uint64]
	rows           hugemem.Array[uint32]
	taken          atomic.Int64 // parts of rows
}

// roomRows is how many arrays for the rows of a job there are for each worker: as jobs end in
// another order than they begin, some rows wait.
const roomRows = 3

// newSortRoom makes room for so many workers. Where the system has no memory for that, there is
// none, and all arrays are the builders' own.
func (s *Builder) newSortRoom(jobs []job, workers int) *sortRoom {
	r := new(sortRoom)
	for _, j := range jobs {
		edges := 0
		for i := j.begin; i < j.end; i++ {
			n := int(s.buckets[i].records)
			r.records, edges = max(r.records, n), edges+n
		}
		r.edges = max(r.edges, edges)
	}
	most := int(s.shape.target)
	r.records, r.edges = min(r.records, most), min(r.edges, most)
	var err error
	if r.words, err = hugemem.New[uint64](workers * r.each()); err != nil {
		return nil
	}
	if r.rows, err = hugemem.New[uint32](roomRows * workers * r.edges); err != nil {
		r.free()
		return nil
	}
	return r
}

// each is how many words a worker has: keys or a bit matrix, and half as many for the 32 bits of
// each key that are left to sort.
func (r *sortRoom) each() int { return r.records + (r.records+1)/2 }

// lend gives a builder what is its own.
func (r *sortRoom) lend(worker int, w *builder) {
	if r != nil {
		at, end := worker*r.each(), (worker+1)*r.each()
		w.keys, w.spare = r.words.Part(at, at+r.records), r.words.Part(at+r.records, end)
	}
}

// next returns an array for the rows of a job, an empty one where all are taken.
func (r *sortRoom) next() (rows hugemem.Array[uint32]) {
	if r == nil || r.edges == 0 {
		return rows
	}
	at := int(r.taken.Add(1)-1) * r.edges
	if at+r.edges > len(r.rows.Slice()) {
		return rows
	}
	return r.rows.Part(at, at+r.edges)
}

func (r *sortRoom) free() {
	if r != nil {
		r.words.Free()
		r.rows.Free()
	}
}
