package gpurun

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

// roundTrip sends numbers through a copier with small slots and brings them back.
func roundTrip(t *testing.T, dev *gpu.Device, numbers []uint32, lanes, slots, words int) error {
	r := New(dev)
	there := Array[uint32](r, len(numbers))
	c := NewCopier(r, lanes, slots, words)
	if r.Err != nil {
		return cmp.Or(r.Err, r.Close())
	}
	for i, begin := 0, 0; begin < len(numbers); i++ {
		lane := c.Lane(i % c.Lanes())
		room, err := Slot[uint32](lane)
		if err != nil {
			return cmp.Or(err, r.Close())
		}
		n := copy(room, numbers[begin:])
		if err := Send(lane, there.Slice(begin, begin+n)); err != nil {
			return cmp.Or(err, r.Close())
		}
		begin += n
	}
	back := make([]uint32, len(numbers))
	var lock sync.Mutex
	err := FetchAll(context.Background(), c, there, func(begin int, part []uint32) error {
		lock.Lock()
		defer lock.Unlock()
		copy(back[begin:], part)
		return nil
	})
	if err == nil && !slices.Equal(back, numbers) {
		t.Errorf("sent %v by %d lanes of %d slots of %d words, got %v", numbers, lanes, slots, words, back)
	}
	return cmp.Or(err, r.Close())
}

func TestCopierBringsBackWhatItSent(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 9))
	driver := fakecuda.New(fakecuda.Hopper)
	err := withDevice(driver, 0, func(dev *gpu.Device) error {
		for range 200 {
			numbers := make([]uint32, random.IntN(300))
			for i := range numbers {
				numbers[i] = random.Uint32()
			}
			if err := roundTrip(t, dev, numbers, 1+random.IntN(4), 1+random.IntN(3), 1+random.IntN(40)); err != nil {
				return err
			}
		}
		return nil
	})
	if faults := driver.Faults(); err != nil || len(faults) > 0 {
		t.Errorf("%v, faults %v", err, faults)
	}
}

func TestEveryCallOfACopierFails(t *testing.T) {
	fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error {
		return withDevice(driver, 0, func(dev *gpu.Device) error {
			return roundTrip(t, dev, []uint32{1, 2, 3, 4, 5, 6, 7, 8, 9}, 1, 2, 1)
		})
	}, fakecuda.Hopper)
}

// roundTripByLinks sends numbers by lanes in turn, some of which lead by another device.
func roundTripByLinks(t *testing.T, driver *fakecuda.Driver, numbers []uint32, lanes, slots, words int) error {
	return withDevice(driver, 0, func(dev *gpu.Device) (err error) {
		machine, err := driver.Load()
		if err != nil {
			return err
		}
		other, err := machine.OpenDevice(1, 0)
		if err != nil {
			return err
		}
		defer func() { err = cmp.Or(err, other.Close()) }()
		r := New(dev)
		there, arrived := Array[uint32](r, len(numbers)), r.NewEvent()
		c := NewCopier(r, lanes, slots, words, other)
		for _, l := range c.links {
			<-l.made // or all may go the direct way
			if used, _ := other.Used(); l.ready.Load() && used != int64(8*words*slots*(lanes/2)) {
				t.Errorf("%d lanes of %d slots of %d words hold %d bytes on the other device", lanes, slots, words, used)
			}
		}
		for i, begin := 0, 0; begin < len(numbers) && r.Err == nil; i++ {
			room, err := Slot[uint32](c.Lane(i % c.Lanes()))
			if err != nil {
				return cmp.Or(err, r.Close())
			}
			n := copy(room, numbers[begin:])
			r.Fail(Send(c.Lane(i%c.Lanes()), there.Slice(begin, begin+n)))
			begin += n
		}
		if r.Err == nil {
			r.Fail(c.Record(arrived))
		}
		r.Await(arrived)
		if back := Read(r, there); r.Err == nil && !slices.Equal(back, numbers) {
			t.Errorf("sent %v by %d lanes of %d slots of %d words, got %v", numbers, lanes, slots, words, back)
		}
		if r.Err == nil {
			r.Fail(c.Synchronize())
		}
		return cmp.Or(r.Err, r.Close())
	})
}

func TestCopierSendsByLinks(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 9))
	alone := fakecuda.Hopper
	alone.Alone = true
	for range 50 {
		driver := fakecuda.New(fakecuda.Hopper, []fakecuda.Device{fakecuda.Hopper, alone}[random.IntN(2)])
		numbers := make([]uint32, random.IntN(300))
		for i := range numbers {
			numbers[i] = random.Uint32()
		}
		err := roundTripByLinks(t, driver, numbers, 1+random.IntN(4), 1+random.IntN(3), 1+random.IntN(40))
		if faults := driver.Faults(); err != nil || len(faults) > 0 {
			t.Errorf("%v, faults %v", err, faults)
		}
	}
}

// TestCallsOfLinksFail has each call fail: what it was for goes another way, or the error is a call's.
func TestCallsOfLinksFail(t *testing.T) {
	numbers := []uint32{1, 2, 3, 4, 5, 6, 7, 8, 9}
	whole := fakecuda.New(fakecuda.Hopper, fakecuda.Hopper)
	if err := roundTripByLinks(t, whole, numbers, 2, 2, 1); err != nil {
		t.Fatal(err)
	}
	fine := 0
	for k := 1; k <= whole.Calls(); k++ {
		once, lost := fakecuda.New(fakecuda.Hopper, fakecuda.Hopper), fakecuda.New(fakecuda.Hopper, fakecuda.Hopper)
		once.FailAt(k, cuda.LaunchFailed)
		lost.Lose(1, k, cuda.LaunchFailed)
		for _, driver := range []*fakecuda.Driver{once, lost} {
			var failed *gpu.Error
			err := roundTripByLinks(t, driver, numbers, 2, 2, 1)
			if err == nil {
				fine++
			} else if !errors.As(err, &failed) {
				t.Errorf("call %d: %v", k, err)
			}
			if faults := driver.Faults(); len(faults) > 0 {
				t.Errorf("call %d: %v", k, faults)
			}
		}
	}
	if fine == 0 {
		t.Error("nothing went another way")
	}
}

// TestFree frees arrays before the run ends, which then frees the others.
func TestFree(t *testing.T) {
	fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error {
		return withDevice(driver, 0, func(dev *gpu.Device) error {
			r := New(dev)
			kept, freed := Array[uint32](r, 10), Array[uint64](r, 20)
			Free(r, &freed)
			Free(r, &freed)
			if used, _ := dev.Used(); r.Err == nil && (used != 40 || freed.Len() > 0 || kept.Len() != 10) {
				t.Errorf("%d bytes are used", used)
			}
			return cmp.Or(r.Err, r.Close())
		})
	}, fakecuda.Hopper)
}
