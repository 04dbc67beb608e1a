package lists

import (
	"testing"
	"unsafe"
)

// TestSortRoom takes all there is, and more, and looks whether parts lie apart.
func TestSortRoom(t *testing.T) {
	const workers = 3
	s := &Builder{buckets: []bucket{{records: 7}, {records: 12}, {records: 30}}, shape: shape{target: 20}}
	r := s.newSortRoom([]job{{0, 2}, {2, 3}}, workers)
	if r.records != 20 || r.edges != 20 {
		t.Fatalf("room for buckets of %d and jobs of %d, want the target", r.records, r.edges)
	}
	seen := map[unsafe.Pointer]bool{}
	take := func(at unsafe.Pointer) {
		if seen[at] {
			t.Fatal("two parts have a word in common")
		}
		seen[at] = true
	}
	for worker := range workers {
		var w builder
		r.lend(worker, &w)
		if len(w.keys.Slice()) != 20 || len(w.spare.Slice()) != 10 {
			t.Fatalf("%d words for keys and %d beside", len(w.keys.Slice()), len(w.spare.Slice()))
		}
		for _, words := range [][]uint64{w.keys.Slice(), w.spare.Slice()} {
			for i := range words {
				take(unsafe.Pointer(&words[i]))
			}
		}
	}
	for range roomRows * workers {
		rows := r.next()
		if len(rows.Slice()) != 20 {
			t.Fatalf("room for %d edges", len(rows.Slice()))
		}
		for i := range rows.Slice() {
			take(unsafe.Pointer(&rows.Slice()[i]))
		}
	}
	if rows := r.next(); rows.Slice() != nil {
		t.Error("more than there is")
	}
	r.free()

	var none *sortRoom
	var w builder
	none.lend(0, &w)
	if rows := none.next(); w.keys.Slice() != nil || rows.Slice() != nil {
		t.Error("nothing gives something")
	}
	none.free()
}
