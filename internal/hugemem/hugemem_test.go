package hugemem

import "testing"

func TestArraysAreZeroedAndWritable(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 1 << 20, 1<<20 + 1} {
		for range 2 { // the second may get memory that the first gave back
			a, err := New[uint32](n)
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Slice()) != n {
				t.Fatalf("%d elements, want %d", len(a.Slice()), n)
			}
			for i, v := range a.Slice() {
				if v != 0 {
					t.Fatalf("element %d is %d", i, v)
				}
				a.Slice()[i] = 7
			}
			a.Free()
			a.Free() // frees nothing
			if a.Slice() != nil {
				t.Fatal("a freed array still has elements")
			}
		}
		if s := Make[uint64](n); len(s) != n {
			t.Fatalf("Make gave %d elements, want %d", len(s), n)
		}
	}
}
