package gpurun

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

// TestLentArraysLieApart takes arrays from lent memory until it is full, fills each with a number
// of its own, and finds all of them as they were. A run that ends leaves the memory alone.
func TestLentArraysLieApart(t *testing.T) {
	random := rand.New(rand.NewPCG(rand.Uint64(), 1))
	driver := fakecuda.New(fakecuda.Hopper)
	err := withDevice(driver, 0, func(dev *gpu.Device) error {
		owner := New(dev)
		lent := []gpu.Array[uint64]{Array[uint64](owner, 1000), Array[uint64](owner, 3000).Slice(Aligned(500), 3000)}
		before, _ := dev.Used()
		for range 50 {
			r := New(dev)
			for _, words := range lent {
				r.Lend(words)
			}
			var arrays []gpu.Array[uint32]
			for i := range uint32(20) {
				a := Array[uint32](r, random.IntN(1000))
				Write(r, a, slices.Repeat([]uint32{i}, a.Len()))
				arrays = append(arrays, a)
			}
			for i, a := range arrays {
				if x := slices.Repeat([]uint32{uint32(i)}, a.Len()); !slices.Equal(Read(r, a), x) {
					t.Errorf("array %d of %d elements was overwritten", i, a.Len())
				}
				Free(r, &a)
			}
			if err := cmp.Or(r.Err, r.Close()); err != nil {
				return err
			}
			if now, _ := dev.Used(); now != before {
				t.Errorf("%d bytes are used, %d before", now, before)
			}
		}
		return cmp.Or(owner.Err, owner.Close())
	})
	if faults := driver.Faults(); err != nil || len(faults) > 0 {
		t.Errorf("%v, faults %v", err, faults)
	}
}

// TestNothingIsAllocatedBesideLent has a run whose arrays all fit what was lent.
func TestNothingIsAllocatedBesideLent(t *testing.T) {
	fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error {
		return withDevice(driver, 0, func(dev *gpu.Device) error {
			owner, r := New(dev), New(dev)
			words := Array[uint64](owner, 100)
			if owner.Err != nil {
				return cmp.Or(owner.Err, r.Close(), owner.Close())
			}
			r.Lend(words)
			before, _ := dev.Used()
			a, b := Array[uint32](r, 100), Array[uint64](r, 20)
			if now, _ := dev.Used(); r.Err == nil && (now != before || a.Len() != 100 || b.Len() != 20) {
				t.Errorf("%d bytes are used, %d before", now, before)
			}
			return cmp.Or(r.Err, r.Close(), owner.Err, owner.Close())
		})
	}, fakecuda.Hopper)
}
