package cpucount

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestSlicesAreKeptWhereTheyFit looks at which of the two ways is taken.
func TestSlicesAreKeptWhereTheyFit(t *testing.T) {
	o := graphtest.Hubs(rand.New(rand.NewPCG(2, 2)), 100).Lists()
	all, err := sliceRows[uint64](t.Context(), o, Params{}, 64, 1)
	if err != nil || all == nil {
		t.Fatalf("no slices without a limit: %v", err)
	}
	count := uint64(len(all.numbers.Slice()))
	all.free()
	need := sharesBytes(o.Edges()) + slicesBytes(o.Rows(), count, 64)
	for _, test := range []struct {
		memory int64
		kept   bool
	}{{need, true}, {need - 1, false}, {1, false}} {
		s, err := sliceRows[uint64](t.Context(), o, Params{Memory: test.memory}, 64, 1)
		if err != nil || (s != nil) != test.kept {
			t.Errorf("kept %t (%v) with %d bytes, which need %d", s != nil, err, test.memory, need)
		}
		if s != nil {
			s.free()
		}
	}
}

// TestSliceExample is the paper's figure 3, with m = 4: slices 0110 and 1011 of one vertex
// meet 0010 and 0010 of the other, whose edge is in two triangles. The lowest bit is
// written last here, and the slices between that are zero do not exist.
func TestSliceExample(t *testing.T) {
	e := &graphtest.Edges{N: 40}
	for _, v := range []int{1, 2, 12, 14, 15} {
		e.Add(38, v)
	}
	for _, v := range []int{2, 14, 38} {
		e.Add(39, v)
	}
	o := e.Lists()
	s, err := sliceRows[uint8](t.Context(), o, Params{}, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.free()
	if numbers, bits := s.of(38); !slices.Equal(numbers, []uint32{0, 3}) || !slices.Equal(bits, []uint8{0b0110, 0b1101}) {
		t.Errorf("slices %v with bits %b", numbers, bits)
	}
	if numbers, bits := s.of(39); !slices.Equal(numbers, []uint32{0, 3, 9}) || !slices.Equal(bits, []uint8{0b0100, 0b0100, 0b0100}) {
		t.Errorf("slices %v with bits %b", numbers, bits)
	}
	for _, onTheFly := range []bool{false, true} {
		if got, err := Count(t.Context(), o, Bitslice, Params{SliceBits: 4, OnTheFly: onTheFly}); err != nil || got != 2 {
			t.Errorf("%d triangles (%v), want 2", got, err)
		}
	}
}

func TestSliceBitsAreChecked(t *testing.T) {
	for _, m := range []int{-8, 1, 2, 7, 63, 96, 192, 1024} {
		if got, err := Count(t.Context(), graphtest.Complete(5), Bitslice, Params{SliceBits: m}); err == nil {
			t.Errorf("%d bits: %d and no error", m, got)
		}
	}
}
