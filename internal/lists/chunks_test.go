package lists

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// TestSlabs cuts pieces of all sizes, some larger than a slab: they lie apart, and many have a
// mapping in common.
func TestSlabs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 15))
	s := new(slabs)
	defer s.free()
	type piece struct{ begin, end uintptr }
	var pieces []piece
	cut := func(size int) {
		memory, err := s.cut(size)
		if err != nil {
			t.Fatal(err)
		}
		data := memory.Slice()
		if len(data) != size || data[0] != 0 || data[size-1] != 0 {
			t.Fatalf("%d bytes of %d, which begin with %d", len(data), size, data[0])
		}
		data[0], data[size-1] = 1, 1
		begin := uintptr(unsafe.Pointer(unsafe.SliceData(data)))
		if begin%8 != 0 {
			t.Fatalf("%d bytes at %x", size, begin)
		}
		pieces = append(pieces, piece{begin, begin + uintptr(size)})
	}
	large := 0
	for range 300 {
		size := 8 * (1 + random.IntN(1<<random.IntN(19)))
		if size >= lastSlab {
			large++
		}
		cut(size)
	}
	if large < 5 || len(s.wide) > large/2+1 {
		t.Errorf("%d mappings for %d large pieces", len(s.wide), large)
	}
	cut(lastWide + 8)
	cut(lastSlab)
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Compare(a.begin, b.begin) })
	for i := range pieces[1:] {
		if pieces[i].end > pieces[i+1].begin {
			t.Fatal("two pieces have bytes in common")
		}
	}
}
