package lists

import (
	"math/bits"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
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

// TestSortRoomOfWideKeys sorts keys of which no more than 32 bits are left after the first move,
// in the room that there is.
func TestSortRoomOfWideKeys(t *testing.T) {
	const records = 40_000
	b := bucket{rows: span{1 << 20, 1<<20 + 1<<18}, ends: records}
	b.column = uint8(bits.Len32(b.rows.End-1) + 1)
	b.width = uint8((b.keyBits() + 7) / 8)
	if b.keyBits() <= 32 || b.keyBits() > 32+mostPart {
		t.Fatalf("%d bits", b.keyBits())
	}
	chunks := newChunkStore(t.TempDir())
	chunks.room.Store(1 << 30)
	s := &Builder{chunks: chunks, shape: shape{chunk: 4096, target: records}}
	k := binsOf(9, 0, false)
	l := newKeyLanes([]bucket{b}, make([]uint16, k.Of(b.rows.End)+1), k, 4096, chunks, 1)
	random := rand.New(rand.NewPCG(1, 14))
	for range records {
		u := b.rows.Begin + random.Uint32N(uint32(b.rows.Len()))
		if ok, err := l.push([]graph.Edge{{U: u, V: random.Uint32N(u)}}); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	var err error
	if b.chunks, err = l.finish(0); err != nil {
		t.Fatal(err)
	}
	b.records = records
	s.buckets = []bucket{b}
	if s.masses.low, err = hugemem.New[uint32](int(b.rows.End)); err != nil {
		t.Fatal(err)
	}
	defer s.masses.low.Free()
	s.room = s.newSortRoom([]job{{0, 1}}, 1)
	defer s.room.free()
	w := builder{s: s, few: newFewSorter()}
	defer w.free()
	s.room.lend(0, &w)
	keys, spare := unsafe.SliceData(w.keys.Slice()), unsafe.SliceData(w.spare.Slice())
	if err := w.add(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	if unsafe.SliceData(w.keys.Slice()) != keys || unsafe.SliceData(w.spare.Slice()) != spare {
		t.Error("sorted elsewhere")
	}
	if w.n < records*9/10 {
		t.Errorf("%d edges of %d records", w.n, records)
	}
}
